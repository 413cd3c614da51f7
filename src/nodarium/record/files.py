"""Files of records: one in a `.json` file, or one per line in a `.jsonl` file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nodarium.core.errors import BadRecord, IllegalMove, NodariumError
from nodarium.core.message import Message, say

JSONL_SUFFIX = ".jsonl"


def write_atomically(path: Path, text: str) -> None:
    """Write a file through a temporary one, so that a crash leaves the old file or the new one."""
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(text, "utf-8")
    temporary.replace(path)


def append_line(path: Path, line: bytes) -> None:
    """Append a line. Start a new one even if an earlier writer was stopped in the middle of its own."""
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, 2)
            line = line if file.read() == b"\n" else b"\n" + line
        file.write(line)


@contextmanager
def record_context(where: Message | str) -> Iterator[None]:
    """Turn any error inside into a `BadRecord` whose message starts with the place: a field, or a message."""
    try:
        yield
    except NodariumError as error:
        problem = error.message
        if isinstance(error, IllegalMove) and error.move:
            problem = say("record-illegal-move", move=error.move, reason=problem)
        raise BadRecord(
            say("record-at", where=where, problem=problem), move=error.move, position=error.position, rule=error.rule
        ) from None
