"""Which modules are compiled, and whether their compiled form still belongs to their source.

A module is compiled if a `.pxd` file of the same name stands beside it, unless that file only wraps C code
(`cdef extern`). `setup.py` writes `built.json`: for each compiled module, the digest of every file it was made from.
Importing `nodarium` compares, so that a binary which does not belong to its source is never run.
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


def modules() -> list[Path]:
    """The sources of all modules that are compiled."""
    wrapping = wrappers()
    return [
        pxd.with_suffix(".py")
        for pxd in sorted(PACKAGE.rglob("*.pxd"))
        if pxd.with_suffix(".py").exists() and pxd not in wrapping
    ]


def wrappers() -> list[Path]:
    """The files that only wrap C code."""
    return [pxd for pxd in sorted(PACKAGE.rglob("*.pxd")) if "cdef extern from" in pxd.read_text("utf-8")]


def binary(source: Path) -> Path:
    """Where the compiled form of a module lies."""
    return source.with_suffix(EXTENSION_SUFFIXES[0])


def digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest() if file.exists() else ""


def orphaned_binaries() -> list[Path]:
    """Binaries of modules that are no longer compiled: Python would still import them."""
    wanted = {binary(source) for source in modules()}
    return sorted(set(PACKAGE.rglob(f"*{EXTENSION_SUFFIXES[0]}")) - wanted)


def stale_modules() -> list[str]:
    """The modules that have to be compiled again, and leftovers; none where nothing was compiled at all."""
    sources = modules()
    left = [_name(file) for file in orphaned_binaries()]
    if not MANIFEST.exists():
        return [_name(source) for source in sources if binary(source).exists()] + left
    manifest: dict[str, dict[str, str]] = json.loads(MANIFEST.read_text("utf-8"))["modules"]
    digests = {part: digest(PACKAGE / part) for parts in manifest.values() for part in parts}
    return [
        _name(source)
        for source in sources
        if _name(source) not in manifest
        or not binary(source).exists()
        or any(digests[part] != sha for part, sha in manifest[_name(source)].items())
    ] + left


def _name(source: Path) -> str:
    return source.relative_to(PACKAGE).as_posix()


def check_binaries() -> None:
    """Refuse to run a compiled module that is older than its source."""
    names = stale_modules()
    if names:
        raise ImportError(
            f"The compiled form of {', '.join(names)} does not belong to its source: "
            "run `make build`, or set NODARIUM_PURE=1 to run the plain Python."
        )


class PurePythonFinder:
    """Finds the plain `.py` of a module of Nodarium even where a compiled form lies beside it."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if name.startswith("nodarium."):
            for folder in path or ():
                spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
                if spec is not None:
                    return spec
        return None


def use_pure_python() -> None:
    """From now on import every module from its `.py` file."""
    sys.meta_path.insert(0, PurePythonFinder)
