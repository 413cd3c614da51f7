"""Compiles the modules that have a `.pxd` file beside them, and only those whose sources have changed.

What a module was made from (its `.py`, its `.pxd`, every `.pxd` it uses) is recorded with digests in `built.json`,
together with the flags and the compiler; `nodarium.compiled` reads the same file to notice a stale binary.
"""

import importlib.util
import json
import os
import sys
from pathlib import Path

import Cython
from Cython.Build import cythonize
from Cython.Build.Dependencies import create_dependency_tree
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "auto_pickle": False,  # states pickle themselves
    "show_performance_hints": False,
}
# Built for this machine unless NODARIUM_ARCH says for which (wheels for others: x86-64-v2).
ARCH = os.environ.get("NODARIUM_ARCH", "native")
FLAGS = ["-O3", "-g0", f"-march={ARCH}", "-Wall", "-Werror", "-Wno-unused-function"]

SETTINGS = {"flags": FLAGS, "directives": DIRECTIVES, "cython": Cython.__version__, "python": sys.version}

spec = importlib.util.spec_from_file_location("compiled", ROOT / "src/nodarium/compiled.py")
compiled = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compiled)


def parts(source: Path) -> dict[str, str]:
    """Every file a module is made from, with its digest; what wraps C code always, as Cython may not tell of it."""
    told = (Path(file).resolve() for file in create_dependency_tree().all_dependencies(str(source)))
    files = {source, *told, *compiled.wrappers()}
    inside = sorted(file for file in files if file.is_relative_to(compiled.PACKAGE))
    return {file.relative_to(compiled.PACKAGE).as_posix(): compiled.digest(file) for file in inside}


class BuildChanged(build_ext):
    """In a working copy, builds in place what `built.json` does not show as built."""

    def finalize_options(self) -> None:
        if self.editable_mode:  # `pip install --editable` wants what a working copy has
            self.inplace = True
        self.made = {source.relative_to(compiled.PACKAGE).as_posix(): parts(source) for source in compiled.modules()}
        self.kept = self.unchanged() if self.inplace else {}
        changed = [compiled.PACKAGE / name for name in self.made if name not in self.kept]
        self.distribution.ext_modules = self.translated(changed)
        super().finalize_options()
        self.force = True

    def run(self) -> None:
        package = compiled.PACKAGE if self.inplace else Path(self.build_lib, "nodarium")
        manifest = package / compiled.MANIFEST.name
        package.mkdir(parents=True, exist_ok=True)
        for file in compiled.orphaned_binaries() if self.inplace else ():
            file.unlink()
        if self.extensions:
            # While a build is under way, or if it fails, what is being built counts as missing.
            manifest.write_text(json.dumps({"settings": SETTINGS, "modules": self.kept}))
            super().run()
            manifest.write_text(json.dumps({"settings": SETTINGS, "modules": self.made}, indent=1))

    def build_extension(self, ext: Extension) -> None:
        print(f"compiling {ext.name}", flush=True)
        super().build_extension(ext)

    def unchanged(self) -> dict[str, dict[str, str]]:
        old = json.loads(compiled.MANIFEST.read_text()) if compiled.MANIFEST.exists() else {}
        done = old.get("modules", {}) if old.get("settings") == SETTINGS else {}
        return {
            name: files
            for name, files in self.made.items()
            if done.get(name) == files and compiled.binary(compiled.PACKAGE / name).exists()
        }

    def translated(self, sources: list[Path]) -> list[Extension]:
        extensions = [
            Extension(
                ".".join(source.relative_to(ROOT / "src").with_suffix("").parts),
                [str(source.relative_to(ROOT))],
                extra_compile_args=FLAGS,
            )
            for source in sources
        ]
        self.parallel = os.cpu_count()
        if extensions:
            print(f"translating {len(extensions)} module{'s' * (len(extensions) > 1)} to C", flush=True)
        return cythonize(
            extensions,
            force=True,
            build_dir="build/c",
            compiler_directives=DIRECTIVES,
            quiet=True,
            nthreads=min(os.cpu_count() or 1, len(extensions)) if len(extensions) > 1 else 0,
        )


# The one extension named here stands for all: `BuildChanged` finds out which there are.
setup(
    ext_modules=[Extension("nodarium.core.state", ["src/nodarium/core/state.py"])], cmdclass={"build_ext": BuildChanged}
)
