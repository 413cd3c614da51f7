"""Which modules are compiled, and whether their binaries match their sources.

A module is compiled if it has a `.pxd` file of the same name, unless that file only wraps C code (`cdef extern`). In a
working copy this holds for the tests as well. `setup.py` writes `built.json` with the digest of every file a binary was
built from. Importing `nodarium` compares them, so a binary that doesn't match its source never runs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path

PACKAGE = Path(__file__).parent
MANIFEST = PACKAGE / "built.json"
ROOT = PACKAGE.parents[1]
# The tests of a working copy; an installed package has none.
TESTS = ROOT / "tests" if PACKAGE.parent.name == "src" and (ROOT / "setup.py").exists() else None


def modules() -> list[Path]:
    """Return the sources of all modules that are compiled."""
    wrapping = wrappers()
    return [
        pxd.with_suffix(".py") for pxd in _files("*.pxd") if pxd.with_suffix(".py").exists() and pxd not in wrapping
    ]


def wrappers() -> list[Path]:
    """Return the .pxd files that only wrap C code."""
    return [pxd for pxd in _files("*.pxd") if "cdef extern from" in pxd.read_text("utf-8")]


def _files(pattern: str) -> list[Path]:
    """Return all files that match a pattern, those of the tests last."""
    return [file for folder in (PACKAGE, TESTS) if folder for file in sorted(folder.rglob(pattern))]


def binary(source: Path) -> Path:
    """Return the path of a module's binary."""
    return source.with_suffix(EXTENSION_SUFFIXES[0])


def digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest() if file.exists() else ""


def name_of(file: Path) -> str:
    """Return the name of a file in the manifest: `core/state.py` in the package, `tests/…` in the tests."""
    return file.relative_to(PACKAGE if file.is_relative_to(PACKAGE) else ROOT).as_posix()


def path_of(name: str) -> Path:
    return (ROOT if name.startswith("tests/") else PACKAGE) / name


def orphaned_binaries() -> list[Path]:
    """Return binaries of modules that are no longer compiled. Python would still import them."""
    wanted = {binary(source) for source in modules()}
    return [file for file in _files(f"*{EXTENSION_SUFFIXES[0]}") if file not in wanted]


def stale_modules() -> list[str]:
    """Return the modules to recompile, and orphaned binaries. Empty if nothing was ever compiled."""
    sources = modules()
    left = [name_of(file) for file in orphaned_binaries()]
    if not MANIFEST.exists():
        return [name_of(source) for source in sources if binary(source).exists()] + left
    manifest: dict[str, dict[str, str]] = json.loads(MANIFEST.read_text("utf-8"))["modules"]
    digests = {part: digest(path_of(part)) for parts in manifest.values() for part in parts}
    return [
        name_of(source)
        for source in sources
        if name_of(source) not in manifest
        or not binary(source).exists()
        or any(digests[part] != sha for part, sha in manifest[name_of(source)].items())
    ] + left


def check_binaries() -> None:
    """Refuse to run binaries that don't match their sources."""
    names = stale_modules()
    if names:
        raise ImportError(
            f"The binaries of {', '.join(names)} don't match their sources. "
            "Run `make build`, or set NODARIUM_PURE=1 to run the Python sources."
        )


class PurePythonFinder:
    """Imports the modules of Nodarium and its tests from their `.py` files, even if binaries exist."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if name.startswith(("nodarium.", "tests.")):
            for folder in path or ():
                spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
                if spec is not None:
                    return spec
        return None


def use_pure_python() -> None:
    """Import every module from its `.py` file from now on."""
    sys.meta_path.insert(0, PurePythonFinder)
