"""Check the imports of modules, the places that name games, and the contents of game folders.

Each check returns a list of complaints.

core  <-  games, search, record  <-  server, lab, cli
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

# What the modules of a folder may import from Nodarium. The others, and the modules on top, may import everything.
MAY_IMPORT = {"core": {"core"}, "games": {"core"}, "search": {"core", "search"}, "record": {"core", "record"}}
FREE = {"server", "lab", "cli"}
# The only import from the core to the games: discovery looks for folders in this package, which is itself empty.
DOOR = ("core/discovery.py", "nodarium.games")

CODE = {".py", ".pxd"}
PAGE = {".ts", ".js", ".mjs", ".svelte", ".html", ".css"}
NOT_OURS = {"node_modules", "build", "dist", "__pycache__"}
DOCUMENT_TESTS = {"tests/test_readme.py"}

FOLDER = (
    "RULES.md",
    "__init__.py",
    "board.py",
    "rules.py",
    "rules.pxd",
    "notation.py",
    "explain.py",
    "scene.py",
    "texts",
    "tests",
)
FOLDER_TEXTS = ("en.ftl", "de.ftl")
FOLDER_TESTS = ("test_rules.py", "test_notation.py", "counts.txt", "golden")
# A game may split its pictures further, and bring a bot and data files.
MAY_HOLD = {
    *FOLDER,
    "RULES.de.md",
    "seat_view.py",
    "shapes.py",
    "symbols.py",
    "cover.py",
    "staging.py",
    "chain.py",
    "distances.py",
    "panels.py",
    "targets.py",
    "terminal.py",
    "bot.py",
    "data",
}


# ---- Imports ----


def wrong_imports(package: Path) -> list[str]:
    """The imports in a package that point the wrong way."""
    complaints = []
    for file in sorted(package.rglob("*")):
        if file.suffix in CODE and "__pycache__" not in file.parts:
            name = file.relative_to(package).as_posix()
            for line, target in imports_of(file, package):
                if not may_import(name, target):
                    complaints.append(f"{name}:{line} may not import {target}")
    return complaints


def may_import(name: str, target: str) -> bool:
    """Whether a file, named within the package, may import a module of the package or something in it."""
    source, goal = name.split("/"), target.split(".")[1:]
    if len(source) == 1 or source[0] in FREE:
        return True
    if goal[:1] == ["games"]:
        return (source[0] == "games" and goal[1:2] == source[1:2]) or (name, target) == DOOR
    is_test = source[0] == "games" and source[2:3] == ["tests"]
    return is_test or (bool(goal) and goal[0] in MAY_IMPORT.get(source[0], ()))


def imports_of(file: Path, package: Path) -> Iterator[tuple[int, str]]:
    """The line numbers and targets of a file's imports and cimports from the package."""
    found = cimports(file.read_text("utf-8")) if file.suffix == ".pxd" else imports(file.read_text("utf-8"))
    here = [package.name, *file.relative_to(package).parts[:-1]]
    for line, target in found:
        dots = len(target) - len(target.lstrip("."))
        full = ".".join(here[: len(here) - dots + 1]) + "." + target.lstrip(".") if dots else target
        if full.split(".")[0] == package.name:
            yield line, full


def imports(text: str) -> Iterator[tuple[int, str]]:
    for part in ast.walk(ast.parse(text)):
        if isinstance(part, ast.Import):
            for alias in part.names:
                yield part.lineno, alias.name
        elif isinstance(part, ast.ImportFrom):
            for alias in part.names:
                yield part.lineno, joined("." * part.level + (part.module or ""), alias.name)


def cimports(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"\s*(?:from\s+([\w.]+)\s+)?c?import\s+(.+?)\s*(?:#.*)?$", line)
        if found:
            for name in found[2].strip("()").split(","):
                yield number, joined(found[1] or "", name.split()[0])


def joined(module: str, name: str) -> str:
    return module + name if not module or module.endswith(".") else f"{module}.{name}"


# ---- Names ----


def names_outside(root: Path, titles: Mapping[str, str]) -> list[str]:
    """Where the sources name a game, by id or title, outside its folder.

    A title counts anywhere if its capitals match; an id counts anywhere if it is a whole word. But an id that is just
    the title in lower case can be an ordinary word. It counts only in quotes, in the name of a module or folder, and
    in the name of a test file; in the folders of other games, quotes do not count either. Documents may name games,
    and so may the test that checks them.
    """
    tops = [file for top in ("src", "tests", "bench", "tools", "web") for file in (root / top).rglob("*")]
    complaints = []
    for file in sorted([*root.glob("*.py"), *tops]):
        name = file.relative_to(root)
        if file.suffix not in CODE | PAGE or NOT_OURS & set(name.parts) or name.as_posix() in DOCUMENT_TESTS:
            continue
        lines = [str(name), *file.read_text("utf-8").splitlines()]
        for game, title in titles.items():
            if f"games/{game}/" not in name.as_posix():
                pattern = naming(game, title, another_game="nodarium/games/" in name.as_posix())
                found = [number for number, line in enumerate(lines) if pattern.search(line)]
                complaints += [f"{name}:{number} names {title}" for number in found]
    return complaints


def naming(game: str, title: str, another_game: bool) -> re.Pattern[str]:
    """The pattern of text that names a game."""
    one = re.escape(game)
    patterns = [rf"(?<!\w){re.escape(title)}(?!\w)", rf"games[./]{one}\b", rf"\b(test|bench)_{one}\."]
    if title.lower() != game:
        patterns.append(rf"(?<![^\W_]){one}(?![^\W_])")
    elif not another_game:
        patterns.append(rf"(?P<quote>[\"'`]){one}(?P=quote)")
    return re.compile("|".join(patterns))


# ---- Folders ----


def folder_faults(folder: Path) -> list[str]:
    """The missing and the unexpected files of a game folder."""
    wanted = [*FOLDER, *(f"tests/{name}" for name in FOLDER_TESTS), *(f"texts/{name}" for name in FOLDER_TEXTS)]
    complaints = [f"{folder.name} has no {name}" for name in wanted if not (folder / name).exists()]
    for file in sorted(folder.iterdir()):
        is_types = file.suffix == ".pxd" and file.with_suffix(".py").name in MAY_HOLD
        if (
            file.name not in MAY_HOLD
            and not is_types
            and file.suffix not in {".so", ".c"}
            and file.name not in NOT_OURS
        ):
            complaints.append(f"{folder.name} may not hold {file.name}")
    golden = folder / "tests/golden"
    if golden.is_dir() and not any(golden.iterdir()):
        complaints.append(f"{folder.name} has no golden games")
    if (folder / "__init__.py").exists():
        complaints += [
            f"{folder.name} may not export {name}" for name in defined(folder / "__init__.py") if name != "GAME"
        ]
    return complaints


def defined(file: Path) -> Iterator[str]:
    """The names that a module defines, and the source of any other statement except imports."""
    text = file.read_text("utf-8")
    for part in ast.parse(text).body:
        if isinstance(part, ast.Assign):
            yield from (ast.unparse(target) for target in part.targets)
        elif isinstance(part, ast.FunctionDef | ast.ClassDef):
            yield part.name
        elif not isinstance(part, ast.Import | ast.ImportFrom) and not (
            isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
        ):
            yield ast.unparse(part)
