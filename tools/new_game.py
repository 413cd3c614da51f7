"""Creates a new game: `python -m tools.new_game NAME` copies Trio, the game of the tutorial, under a new name."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path
from string import ascii_uppercase

from tests.architecture import names_outside
from tests.rule_coverage import citations

ROOT = Path(__file__).parents[1]
GAMES = "src/nodarium/games"
TEMPLATE = "tests/games/trio"
COPIED = {".ftl", ".md", ".py", ".pxd", ".toml", ".txt"}


class BadName(Exception):
    pass


def new_game(root: Path, name: str) -> Path:
    """Copy the template into the package, renamed, and return the new folder."""
    title = name.replace("_", " ").title()
    check_name(root, name, title)
    letter = free_letter(root, name)
    template = root / TEMPLATE
    folder = root / GAMES / name
    for file in sorted(template.rglob("*")):
        if file.suffix in COPIED:
            text = file.read_text("utf-8")
            text = re.sub(r"\btrio\b", name, text)
            text = re.sub(r"\bTrio\b", title, text)
            text = re.sub(r"\bT-(?=\d)", f"{letter}-", text)
            copy = folder / file.relative_to(template)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, "utf-8")
    return folder


def check_name(root: Path, name: str, title: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BadName(
            f"{name!r} can't be the name of a game. Begin with a letter and use small letters, digits and underscores: "
            "make game NAME=mygame"
        )
    for games in (GAMES, "tests/games"):
        if (root / games / name).exists():
            raise BadName(f"{games}/{name} exists already. Choose another name.")
    named = names_outside(root, {name: title})
    if named:
        place = named[0].partition(" ")[0]
        raise BadName(f"{place} already uses the word {title}, and no file may name a game. Choose another name.")


def free_letter(root: Path, name: str) -> str:
    """Choose the letter of the new game's rules: one that no file uses in this way."""
    for letter in name.upper() + ascii_uppercase:
        if letter in ascii_uppercase and not any(citations(root, letter)):
            return letter
    raise BadName("All letters for rules are taken.")


def main(name: str) -> str | None:
    """Create the game and tell how to go on; return an error message if the name is bad."""
    try:
        folder = new_game(ROOT, name).relative_to(ROOT)
    except BadName as error:
        return str(error)
    print(
        f"Created {folder}: so far it is Trio under another name.\n"
        f"  make terminal GAME={name}            play it\n"
        "  make .venv/dev                     install what its tests need, then run them and the laws:\n"
        f"  .venv/bin/python -m pytest -q {folder} tests/test_laws.py -k {name}\n"
        "docs/tutorials/write-a-game.md explains every file."
    )
    return None


if __name__ == "__main__":
    sys.exit(main(" ".join(sys.argv[1:])))
