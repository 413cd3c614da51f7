"""Which modules are compiled, and whether their binaries match their sources.

A module is compiled if it has a `.pxd` file of the same name, unless that file only wraps C code (`cdef extern`).
`setup.py` writes `built.json` with the digest of every file a binary was built from. Importing `nodarium` compares
them, so a binary that doesn't match its source never runs.
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
    """Return the sources of all modules that are compiled."""
    wrapping = wrappers()
    return [
        pxd.with_suffix(".py")
        for pxd in sorted(PACKAGE.rglob("*.pxd"))
        if pxd.with_suffix(".py").exists() and pxd not in wrapping
    ]


def wrappers() -> list[Path]:
    """Return the .pxd files that only wrap C code."""
    return [pxd for pxd in sorted(PACKAGE.rglob("*.pxd")) if "cdef extern from" in pxd.read_text("utf-8")]


def binary(source: Path) -> Path:
    """Return the path of a module's binary."""
    return source.with_suffix(EXTENSION_SUFFIXES[0])


def digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest() if file.exists() else ""


def orphaned_binaries() -> list[Path]:
    """Return binaries of modules that are no longer compiled. Python would still import them."""
    wanted = {binary(source) for source in modules()}
    return sorted(set(PACKAGE.rglob(f"*{EXTENSION_SUFFIXES[0]}")) - wanted)


def stale_modules() -> list[str]:
    """Return the modules to recompile, and orphaned binaries. Empty if nothing was ever compiled."""
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
    """Refuse to run binaries that don't match their sources."""
    names = stale_modules()
    if names:
        raise ImportError(
            f"The binaries of {', '.join(names)} don't match their sources. "
            "Run `make build`, or set NODARIUM_PURE=1 to run the Python sources."
        )


class PurePythonFinder:
    """Imports Nodarium's modules from their `.py` files, even if binaries exist."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if name.startswith("nodarium."):
            for folder in path or ():
                spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
                if spec is not None:
                    return spec
        return None


def use_pure_python() -> None:
    """Import every module from its `.py` file from now on."""
    sys.meta_path.insert(0, PurePythonFinder)
