"""`Folder`: where an arena is kept, so that one that was stopped goes on.

arena.json      which arena it is
results.jsonl   how each game ended
games.jsonl     its record, on the same line; `nodarium show` reads it
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
from nodarium.lab.arena import Arena, GameResult, PlayedGame
from nodarium.record.record import write_line

FORMAT = 1
MANIFEST, RESULTS, GAMES = "arena.json", "results.jsonl", "games.jsonl"
SOURCES = (".py", ".pxd", ".toml")


class ArenaFolder:
    """The games of an arena that have ended. A game is here for good as soon as `keep` returns."""

    def __init__(self, path: str | Path, arena: Arena) -> None:
        self.path = Path(path)
        self.path.mkdir(parents=True, exist_ok=True)
        self._open_manifest(describe(arena))
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
        self._games.write(write_line(played.record).encode())
        self._games.flush()
        self._results.write(msgspec.json.encode(played.result) + b"\n")
        self._results.flush()
        self.results[played.result.number] = played.result

    def _open_manifest(self, wanted: dict[str, Any]) -> None:
        """See that the folder belongs to this arena, or is empty."""
        head = self.path / MANIFEST
        if not head.exists():
            if any(self.path.iterdir()):
                raise BadOption(f"{self.path} is there already, and it is no arena.")
            head.write_text(json.dumps(wanted, indent=2, ensure_ascii=False) + "\n", "utf-8")
            return
        try:
            found = dict(json.loads(head.read_text("utf-8")))
        except (TypeError, ValueError):
            raise BadRecord(f"{head} cannot be read: it is not what an arena writes.") from None
        if found.get("format") != FORMAT:
            raise BadRecord(f"{head} has format {found.get('format')}; this program reads format {FORMAT}.")
        for name, value in wanted.items():
            if found.get(name) == value:
                continue
            if name == "program":
                raise BadOption(f"{self.path} was begun with other rules or bots: the program has changed since.")
            raise BadOption(f"{self.path} holds another arena: {name} {told(found.get(name))}, not {told(value)}.")

    def _lock(self) -> IO[bytes]:
        """Until it is closed, nobody else plays this arena."""
        file = (self.path / MANIFEST).open("rb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise BadOption(f"The arena in {self.path} is being played already.") from None
        return file

    def _read_results(self, arena: Arena) -> dict[int, GameResult]:
        """The results of a run before. Who stopped it may have torn the last line, or come between two files."""
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
                raise BadRecord(f"{files[1]}, line {number}: this is no result of an arena.") from None
            results[result.number] = result
        return results


def whole_lines(file: Path) -> list[bytes]:
    data = file.read_bytes() if file.exists() else b""
    return [line for line in data.splitlines(keepends=True) if line.endswith(b"\n")]


def told(value: object) -> str:
    """A part of a description, for a sentence."""
    return json.dumps(value, ensure_ascii=False)


def describe(arena: Arena) -> dict[str, Any]:
    """What makes an arena this one and no other."""
    return {
        "format": FORMAT,
        "game": arena.game.id,
        "options": dict(arena.options),
        "players": list(arena.bots),
        "seed": arena.seed,
        "neighbours": arena.adjacent_only,
        "program": source_digest(arena.game.id),
    }


def source_digest(game_id: str) -> str:
    """A digest of all that decides how a game goes: results of different programs do not belong together."""
    found = sha256()
    for folder in ("core", "search", f"games/{game_id}"):
        for file in sorted((PACKAGE / folder).rglob("*")):
            if file.suffix in SOURCES and "tests" not in file.parts[len(PACKAGE.parts) :]:
                found.update(file.relative_to(PACKAGE).as_posix().encode() + file.read_bytes())
    return found.hexdigest()
