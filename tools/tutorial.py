"""Copies Trio's files into the tutorial: `python -m tools.tutorial` after you have changed the game.

A code block of the page that shows a file has the file's name as its title.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/tutorials/write-a-game.md"
GAME = ROOT / "tests/games/trio"
BLOCK = re.compile(r'^(?P<fence>```\w+ title="(?P<file>[^"]+)"\n).*?^```$', re.DOTALL | re.MULTILINE)


def shown_files(page: str) -> list[str]:
    return [block["file"] for block in BLOCK.finditer(page)]


def with_files(page: str, folder: Path) -> str:
    """Fill the page's code blocks with the files of a folder."""
    return BLOCK.sub(lambda block: f"{block['fence']}{(folder / block['file']).read_text('utf-8')}```", page)


if __name__ == "__main__":
    PAGE.write_text(with_files(PAGE.read_text("utf-8"), GAME), "utf-8")
