"""`ArenaFolder`: the directory of an arena, from which a stopped arena can be resumed.

arena.json      the manifest: game, options, bots, seed, and a digest of the sources
results.jsonl   how each game ended
games.jsonl     the records of the games, line by line as in results.jsonl; `nodarium show` reads them
"""

from __future__ import annotations

import fcntl
import json
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import msgspec

from nodarium.compiled import PACKAGE
from nodarium.core.errors import BadOption, BadRecord
from nodarium.core.game import Game
from nodarium.core.message import say
from nodarium.lab.arena import Arena, GameResult, PlayedGame
from nodarium.record.record import format_line

FORMAT = 2  # 1 had the keys "players" and "neighbours"
MANIFEST, RESULTS, GAMES = "arena.json", "results.jsonl", "games.jsonl"
SOURCES = (".py", ".pxd", ".toml")


class ArenaFolder:
    """The finished games of an arena. Both files are flushed when `append` returns."""

    def __init__(self, path: str | Path, arena: Arena) -> None:
        self.path = Path(path)
        self.path.mkdir(parents=True, exist_ok=True)
        self._open_manifest(make_manifest(arena))
        with ExitStack() as files:
            files.enter_context(self._lock())
            self.results = self._read_results(arena)
            self._games = files.enter_context((self.path / GAMES).open("ab"))
            self._results = files.enter_context((self.path / RESULTS).open("ab"))
            self._files = files.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._files.close()

    def append(self, played: PlayedGame) -> None:
        self._games.write(format_line(played.record).encode())
        self._games.flush()
        self._results.write(msgspec.json.encode(played.result) + b"\n")
        self._results.flush()
        self.results[played.result.number] = played.result

    def _open_manifest(self, wanted: dict[str, Any]) -> None:
        """Check that the directory is empty or belongs to this arena."""
        manifest = self.path / MANIFEST
        if not manifest.exists():
            if any(self.path.iterdir()):
                raise BadOption(say("lab-not-an-arena", folder=str(self.path)))
            manifest.write_text(json.dumps(wanted, indent=2, ensure_ascii=False) + "\n", "utf-8")
            return
        try:
            found = dict(json.loads(manifest.read_text("utf-8")))
        except (TypeError, ValueError):
            raise BadRecord(say("lab-bad-manifest", file=str(manifest))) from None
        if found.get("format") == 1:
            raise BadOption(say("lab-old-arena", folder=str(self.path)))
        if found.get("format") != FORMAT:
            written = str(found.get("format"))
            raise BadRecord(say("lab-other-format", file=str(manifest), found=written, known=str(FORMAT)))
        for name, value in wanted.items():
            if found.get(name) == value:
                continue
            if name == "program":
                raise BadOption(say("lab-other-program", folder=str(self.path)))
            there, wanted_here = as_json(found.get(name)), as_json(value)
            raise BadOption(say("lab-other-arena", folder=str(self.path), name=name, found=there, wanted=wanted_here))

    def _lock(self) -> IO[bytes]:
        """Lock the arena until the returned file is closed."""
        file = (self.path / MANIFEST).open("rb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise BadOption(say("lab-arena-locked", folder=str(self.path))) from None
        return file

    def _read_results(self, arena: Arena) -> dict[int, GameResult]:
        """Read the results so far, and cut off the half line or the extra line that a killed run may leave."""
        files = [self.path / GAMES, self.path / RESULTS]
        lines = [whole_lines(file) for file in files]
        whole = min(map(len, lines))
        for file, found in zip(files, lines, strict=True):
            if file.exists():
                with file.open("rb+") as opened:
                    opened.truncate(sum(map(len, found[:whole])))
        results = {}
        for number, line in enumerate(lines[1][:whole], 1):
            try:
                result = msgspec.json.decode(line, type=GameResult)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise BadRecord(say("lab-bad-result", file=str(files[1]), line=str(number))) from None
            results[result.number] = result
        return results


def whole_lines(file: Path) -> list[bytes]:
    data = file.read_bytes() if file.exists() else b""
    return [line for line in data.splitlines(keepends=True) if line.endswith(b"\n")]


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def make_manifest(arena: Arena) -> dict[str, Any]:
    """Return the manifest: everything that must match to resume an arena."""
    return {
        "format": FORMAT,
        "game": arena.game.id,
        "options": dict(arena.options),
        "bots": list(arena.bots),
        "seed": arena.seed,
        "adjacent_only": arena.adjacent_only,
        "program": source_digest(PACKAGE, arena.game),
    }


def source_digest(package: Path, game: Game) -> str:
    """Hash all sources that influence a game, because results of different versions must not be mixed."""
    digest = sha256()
    folders = {name: package / name for name in ("core", "search")} | {f"games/{game.id}": game.folder}
    for name, folder in folders.items():
        for file in sorted(folder.rglob("*")):
            inside = file.relative_to(folder)
            if file.suffix in SOURCES and "tests" not in inside.parts:
                digest.update(f"{name}/{inside.as_posix()}".encode() + file.read_bytes())
    return digest.hexdigest()
