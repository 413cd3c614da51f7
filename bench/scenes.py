"""Measures what scenes cost the server: the time to draw one, its bytes, and the bytes of a difference per move.

    python -m bench.scenes --save build/scenes.json
    python -m bench.scenes --compare build/scenes.json

For each game, seat 1 and a spectator watch random games with the default options. The times depend on the machine, so
compare figures of the same machine; the bytes don't.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean, median
from time import process_time

from rich.console import Console
from rich.table import Table

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.game import Game
from nodarium.core.scene import Scene
from nodarium.core.scene_diff import SceneDiff, SceneMemory, diff_scenes
from nodarium.core.splitmix import advance, below
from nodarium.core.state import State
from nodarium.server.codec import encode

GAMES = 30
MAX_STEPS = 120  # of each game: random play can go on much longer than people do
REPEATS = 3
VIEWERS = (0, None)


@dataclass(frozen=True)
class Cost:
    """What the scenes of a game cost."""

    scene_us: float  # to draw a scene, in microseconds; the median
    diff_us: float  # to compare two
    scene_bytes: float  # the mean
    diff_bytes: float  # per move; the mean


def positions(game: Game, seed: int) -> list[State]:
    """The positions of a random game."""
    state, rng = game.new_state(seed=seed), seed
    found = [state.copy()]
    while state.to_act and len(found) < MAX_STEPS:
        seat = state.to_act[0]
        actions, rng = state.legal_actions(seat), advance(rng)
        state.apply(actions[below(rng, len(actions))], seat)
        found.append(state.copy())
    return found


def measure(game: Game) -> Cost:
    played = [positions(game, seed) for seed in range(GAMES)]
    draw, scene_times, diff_times, scene_sizes, diff_sizes = game.renderer.scene, [], [], [], []
    for states in played:
        for viewer in VIEWERS:
            scenes: list[Scene] = []
            for state in states:
                times = []
                for _ in range(REPEATS):
                    before = process_time()
                    scene = draw(state, viewer)
                    times.append(process_time() - before)
                scene_times.append(min(times))
                scenes.append(scene)
            scene_sizes += [len(encode(scene)) for scene in scenes]
            memory = SceneMemory(scenes[0])
            for new in scenes[1:]:
                times = []
                for _ in range(REPEATS):
                    before = process_time()
                    diff, next_memory = difference(memory, new, viewer)
                    times.append(process_time() - before)
                memory = next_memory
                diff_times.append(min(times))
                diff_sizes.append(len(encode(diff)))
    return Cost(
        scene_us=round(median(scene_times) * 1e6, 1),
        diff_us=round(median(diff_times) * 1e6, 1),
        scene_bytes=round(mean(scene_sizes), 1),
        diff_bytes=round(mean(diff_sizes), 1),
    )


def difference(memory: SceneMemory, new: Scene, viewer: int | None) -> tuple[SceneDiff, SceneMemory]:
    """What the server does for a viewer who has a scene. Spectators remember nothing else."""
    diff = diff_scenes(memory, new)
    return diff, SceneMemory(new) if viewer is None else memory.after(new)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the figures as JSON")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="show the change since these figures were saved")
    options = parser.parse_args()
    earlier = json.loads(options.compare.read_text("utf-8")) if options.compare else {}
    costs = {game_id: asdict(measure(find_game(game_id))) for game_id in game_ids()}
    console = Console()
    table = Table(title=f"Scenes of {GAMES} random games, for a seat and a spectator")
    for heading in ("game", "µs per scene", "µs per difference", "bytes of a scene", "bytes of a difference"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for game_id, cost in costs.items():
        before = earlier.get(game_id, {})
        cells = [
            f"{value:,.0f}" + (f" ({value / before[name] - 1:+.0%})" if before.get(name) else "")
            for name, value in cost.items()
        ]
        table.add_row(find_game(game_id).title, *cells)
    (console if console.is_terminal else Console(width=120)).print(table)
    if options.save:
        options.save.write_text(json.dumps(costs, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
