"""Compiles the modules that have a `.pxd` file next to them, and only those whose sources have changed.

`built.json` records the digests of all files that a module was made from (its `.py`, its `.pxd`, every `.pxd` it uses),
together with the flags and the compiler. `nodarium.compiled` reads the same file to notice a stale binary. A build in
place also compiles the modules of the tests; a wheel never contains them.
"""

import importlib.util
import json
import os
import sys
from pathlib import Path

import Cython
from Cython.Build import cythonize
from Cython.Build.Dependencies import create_dependency_tree
from Cython.Compiler.Main import Context
from Cython.Compiler.Options import CompilationOptions, default_options, get_directive_defaults
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
INCLUDE = [str(ROOT / "src")]  # where the modules of the tests find the `.pxd` files of the package
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
# For a module whose `.pxd` declares nothing: ordinary Python, faster by what the interpreter costs.
PLAIN = DIRECTIVES | {"boundscheck": True, "wraparound": True, "cdivision": False, "initializedcheck": True}
# Built for this machine unless NODARIUM_ARCH says for which (wheels for others: x86-64-v2).
ARCH = os.environ.get("NODARIUM_ARCH", "native")
FLAGS = ["-O3", "-g0", f"-march={ARCH}", "-Wall", "-Werror", "-Wno-unused-function"]
PLAIN_FLAGS = [*FLAGS, "-O2", "-Wno-maybe-uninitialized"]  # the C of a coroutine warns of what can't happen

SETTINGS = {
    "flags": [FLAGS, PLAIN_FLAGS],
    "directives": [DIRECTIVES, PLAIN],
    "cython": Cython.__version__,
    "python": sys.version,
}

spec = importlib.util.spec_from_file_location("compiled", ROOT / "src/nodarium/compiled.py")
compiled = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compiled)


def parts(source: Path) -> dict[str, str]:
    """Digests of all files a module is made from. Cython may not report the wrappers of C code, so add them always."""
    context = Context(INCLUDE, get_directive_defaults(), options=CompilationOptions(default_options))
    tree = create_dependency_tree(context)
    files = {source, *(Path(file).resolve() for file in tree.all_dependencies(str(source))), *compiled.wrappers()}
    inside = sorted(file for file in files if file.is_relative_to(compiled.PACKAGE) or is_test(file))
    return {compiled.name_of(file): compiled.digest(file) for file in inside}


def is_test(file: Path) -> bool:
    return bool(compiled.TESTS and file.is_relative_to(compiled.TESTS))


class BuildChanged(build_ext):
    """In a working copy, builds in place the modules that `built.json` doesn't list as up to date."""

    def finalize_options(self) -> None:
        if self.editable_mode:  # `pip install --editable` uses the binaries of the working copy
            self.inplace = True
        sources = [source for source in compiled.modules() if self.inplace or not is_test(source)]
        self.made = {compiled.name_of(source): parts(source) for source in sources}
        self.kept = self.unchanged() if self.inplace else {}
        changed = [compiled.path_of(name) for name in self.made if name not in self.kept]
        self.distribution.ext_modules = self.translated(changed)
        if self.inplace:
            self.distribution.package_dir = {**(self.distribution.package_dir or {}), "tests": "tests"}
            self.build_lib = self.build_lib or "build/inplace"  # a wheel takes everything from build/lib…
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
        sys.stdout.write(f"compiling {ext.name}\n")  # one write: `print` makes two, and threads could mix their lines
        sys.stdout.flush()
        super().build_extension(ext)

    def unchanged(self) -> dict[str, dict[str, str]]:
        old = json.loads(compiled.MANIFEST.read_text()) if compiled.MANIFEST.exists() else {}
        done = old.get("modules", {}) if old.get("settings") == SETTINGS else {}
        return {
            name: files
            for name, files in self.made.items()
            if done.get(name) == files and compiled.binary(compiled.path_of(name)).exists()
        }

    def translated(self, sources: list[Path]) -> list[Extension]:
        extensions = [
            Extension(
                ".".join(source.relative_to(ROOT if is_test(source) else ROOT / "src").with_suffix("").parts),
                [str(source.relative_to(ROOT))],
                extra_compile_args=PLAIN_FLAGS if is_plain(source) else FLAGS,
            )
            for source in sources
        ]
        self.parallel = os.cpu_count()
        if extensions:
            print(f"translating {len(extensions)} module{'s' * (len(extensions) > 1)} to C", flush=True)
        plain = [extension for extension in extensions if is_plain(Path(extension.sources[0]))]
        typed = [extension for extension in extensions if extension not in plain]
        return translate(typed, DIRECTIVES) + translate(plain, PLAIN)


def is_plain(source: Path) -> bool:
    """Whether the module's `.pxd` has nothing but comments."""
    lines = ROOT.joinpath(source).with_suffix(".pxd").read_text("utf-8").splitlines()
    return all(not line.strip() or line.startswith("#") for line in lines)


def translate(extensions: list[Extension], directives: dict[str, object]) -> list[Extension]:
    return cythonize(
        extensions,
        force=True,
        build_dir="build/c",
        include_path=INCLUDE,
        compiler_directives=directives,
        quiet=True,
        nthreads=min(os.cpu_count() or 1, len(extensions)) if len(extensions) > 1 else 0,
    )


# The one extension named here stands for all: `BuildChanged` finds out which there are.
setup(
    ext_modules=[Extension("nodarium.core.state", ["src/nodarium/core/state.py"])], cmdclass={"build_ext": BuildChanged}
)
