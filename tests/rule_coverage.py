"""Whether every rule of a game has a test, and every rule that is cited exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from nodarium.core.rulebook import parse_rulebook

TEXTS = {".py", ".pxd", ".md", ".toml", ".txt", ".json", ".jsonl", ".svelte", ".ts"}
NOT_OURS = {"node_modules", "build", "dist", "__pycache__"}


def untested(folder: Path) -> list[str]:
    """The rules of a game folder that have no test."""
    rules = parse_rulebook((folder / "RULES.md").read_text("utf-8")).rules
    tested = {rule for file in sorted(folder.glob("tests/test_*.py")) for rule in marked(file.read_text("utf-8"))}
    return [f"{rule} has no test" for rule in rules if rule not in tested]


def marked(text: str) -> Iterator[str]:
    """The rules in the `pytest.mark.rule` marks of the tests in a file: on a function, a class or a parameter."""
    for part in ast.walk(ast.parse(text)):
        if isinstance(part, ast.FunctionDef | ast.ClassDef) and part.name.lower().startswith("test"):
            for decorator in part.decorator_list:
                for call in ast.walk(decorator):
                    if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule":
                        yield from (str(ast.literal_eval(argument)) for argument in call.args)


def made_up(folder: Path, books: list[Path]) -> list[str]:
    """Where the texts below a folder cite a rule that is in none of the rulebooks.

    A rule is known by its letter: what begins with another letter is no citation.
    """
    rules = {rule for book in books for rule in parse_rulebook(book.read_text("utf-8")).rules}
    letters = "".join(sorted({rule[0] for rule in rules}))
    return [f"{place} cites {rule}" for place, rule in citations(folder, letters) if rule not in rules]


def citations(folder: Path, letters: str) -> Iterator[tuple[str, str]]:
    """All citations of rules with these letters in the texts below a folder: the place and the rule."""
    citation = re.compile(rf"(?<![\w-])[{letters}]-\d+(?!\w)")
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder)
        if (
            file.suffix in TEXTS
            and file.is_file()
            and not any(part in NOT_OURS or part[0] == "." for part in name.parts)
        ):
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                yield from ((f"{name}:{number}", rule) for rule in citation.findall(line))
