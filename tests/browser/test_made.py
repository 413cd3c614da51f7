"""The page's generated files match the program: the wire's types and the colours of the themes."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import msgspec
import pytest

import nodarium
from nodarium.core.scene import Scene
from nodarium.core.scene_diff import SceneDiff, SceneMemory, diff_scenes
from nodarium.core.theme import HUES, PALETTES, ROLES, SEATS, STATES, paint
from tests.browser.conftest import missing
from tests.server.play import GAMES

WEB = Path(__file__).parents[2] / "web"
STYLES = [
    " ".join(filter(None, words))
    for words in product(ROLES, ("", *SEATS), ("", *HUES), ("", *STATES, " ".join(STATES)))
    if words[0] not in {"text", "coordinate"} or not (words[1] and words[2])
]


def run_script(script: str, *arguments: str) -> str:
    """Run a script with Node, which may come from a package in this environment."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    if shutil.which("npm", path=places) is None or not (WEB / "node_modules").exists():
        missing("There is no Node, or its packages are not installed: make page")
    command = shlex.join([script, *arguments])
    done = subprocess.run(
        f"node {command}",
        shell=True,
        check=True,
        capture_output=True,
        text=True,
        cwd=WEB,
        env={**os.environ, "PATH": places},
    )
    return done.stdout


def test_wire_types_match_the_server(tmp_path: Path) -> None:
    from web.generate import openapi

    (tmp_path / "openapi.json").write_text(openapi(), "utf-8")
    tool = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    made = tmp_path / "wire.ts"
    run_script(str(tool), str(tmp_path / "openapi.json"), "--output", str(made), "--default-non-nullable=false")
    assert made.read_text("utf-8") == (WEB / "src/lib/wire.ts").read_text("utf-8"), (
        "python web/generate.py; npm run wire"
    )


def test_palettes_match_the_themes() -> None:
    from web.generate import palettes

    assert palettes() == (WEB / "src/lib/palettes.json").read_text("utf-8"), "python web/generate.py"


def test_the_page_paints_every_style_like_the_program(tmp_path: Path) -> None:
    wanted = {
        f"{theme} {style}": {
            "fill": made.fill.upper(),
            "ink": made.ink.upper(),
            "stroke": made.stroke.upper(),
            "width": made.width,
            "elevation": made.elevation,
            "stripe": made.stripe.upper(),
            "dash": list(made.dash),
            "bold": made.bold,
            "dashed": made.dashed,
            "hatch": made.hatch.upper(),
        }
        for theme in PALETTES
        for style in STYLES
        for made in [paint(style, theme)]
    }
    script = tmp_path / "paint.mjs"
    script.write_text(
        f"""
        import {{ build }} from {json.dumps((WEB / "node_modules/vite/dist/node/index.js").as_uri())};
        const made = await build({{ configFile: false, logLevel: 'silent', root: {json.dumps(str(WEB))},
          build: {{ write: false, lib: {{ entry: 'src/lib/paint.ts', formats: ['es'] }} }} }});
        const code = made[0].output[0].code;
        const {{ paintFor }} = await import('data:text/javascript,' + encodeURIComponent(code));
        const found = {{}};
        for (const key of {json.dumps(list(wanted))}) {{
          const [theme, ...style] = key.split(' ');
          const one = {{ ...paintFor(style.join(' '), theme) }};
          for (const name of ['fill', 'ink', 'stroke', 'stripe', 'hatch']) one[name] = one[name].toUpperCase();
          found[key] = one;
        }}
        console.log(JSON.stringify(found));
        """,
        "utf-8",
    )
    assert json.loads(run_script(str(script))) == wanted


@pytest.mark.parametrize("game", GAMES)
def test_the_page_applies_differences_like_the_program(tmp_path: Path, game: str) -> None:
    seats, match, dice = (None, 0, 1), nodarium.new(game, seed=4), Random(4)
    memories = [SceneMemory(match.scene(seat)) for seat in seats]
    first = [memory.scene for memory in memories]
    diffs: list[list[SceneDiff]] = []
    scenes: list[list[Scene]] = []
    for _ in range(80):
        if match.outcome:
            break
        mover = dice.choice(match.to_act)
        match.play(dice.choice(match.legal_moves(mover)), mover)
        new = [match.scene(seat) for seat in seats]
        diffs.append([diff_scenes(memory, scene) for memory, scene in zip(memories, new, strict=True)])
        memories = [
            SceneMemory(scene) if seat is None else memory.after(scene)
            for seat, memory, scene in zip(seats, memories, new, strict=True)
        ]
        scenes.append(new)
    (tmp_path / "first.json").write_bytes(msgspec.json.encode(first))
    (tmp_path / "diffs.json").write_bytes(msgspec.json.encode(diffs))
    script = tmp_path / "apply.mjs"
    script.write_text(
        f"""
        import {{ readFileSync, writeFileSync }} from 'node:fs';
        import {{ build }} from {json.dumps((WEB / "node_modules/vite/dist/node/index.js").as_uri())};
        const made = await build({{ configFile: false, logLevel: 'silent', root: {json.dumps(str(WEB))},
          build: {{ write: false, lib: {{ entry: 'src/lib/scene-memory.ts', formats: ['es'] }} }} }});
        const code = made[0].output[0].code;
        const page = await import('data:text/javascript,' + encodeURIComponent(code));
        const read = (name) => JSON.parse(readFileSync({json.dumps(str(tmp_path))} + '/' + name));
        let memories = read('first.json').map(page.rememberScene);
        const scenes = read('diffs.json').map((diffs) => {{
          memories = diffs.map((diff, viewer) => page.applySceneDiff(memories[viewer], diff, viewer === 0));
          return memories.map((memory) => memory.scene);
        }});
        writeFileSync({json.dumps(str(tmp_path))} + '/scenes.json', JSON.stringify(scenes));
        """,
        "utf-8",
    )
    run_script(str(script))
    found = msgspec.json.decode((tmp_path / "scenes.json").read_bytes(), type=list[list[Scene]])
    assert found == msgspec.json.decode(msgspec.json.encode(scenes), type=list[list[Scene]])
