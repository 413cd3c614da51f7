"""A stale binary never runs: `nodarium.compiled` and `setup.py`, in a copy of the working tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nodarium import compiled
from tests.play import PLAIN

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="copies what is compiled"),
]
ROOT = Path(__file__).parent.parent
SMALL = "def twice(number: int) -> int:\n    return 2 * number\n"


class Tree:
    """A copy of the sources, the tests and the binaries."""

    def __init__(self, origin: Path, root: Path) -> None:
        self.root = root
        self.package = root / "src/nodarium"
        for name in ("src", "tests"):
            shutil.copytree(origin / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(origin / name, root)

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        inherited = {name: text for name, text in os.environ.items() if name != "NODARIUM_PURE"}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env={**inherited, "PYTHONPATH": "src", **environment},
            text=True,
            capture_output=True,
            check=False,
        )

    def build(self, **environment: str) -> subprocess.CompletedProcess[str]:
        return self.run("setup.py", "--quiet", "build_ext", "--inplace", **environment)

    def try_import(self, **environment: str) -> str:
        """Import the state: its file, or the last line of the error."""
        done = self.run("-c", "from nodarium.core import state as s; print(s.__file__)", **environment)
        return (done.stdout or done.stderr).strip().splitlines()[-1]

    def stale(self) -> list[str]:
        return self.run(
            "-c", "from nodarium import compiled; print(*compiled.stale_modules())", NODARIUM_PURE="1"
        ).stdout.split()

    def binaries(self) -> dict[str, int]:
        return {file.relative_to(self.root).as_posix(): file.stat().st_mtime_ns for file in self.root.rglob("*.so")}

    def path(self, name: str) -> Path:
        return (self.root if name.startswith("tests/") else self.package) / name

    def edit(self, name: str, more: str = "\n# one more line\n") -> None:
        with self.path(name).open("a") as file:
            file.write(more)

    def add_small(self, folder: str = "core") -> None:
        self.edit(f"{folder}/small.py", SMALL)
        self.edit(f"{folder}/small.pxd", "cpdef long twice(long number)\n")


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(ROOT, tmp_path)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """A tree with two more compiled modules, one of them in the tests. Tests must not change it."""
    tree = Tree(ROOT, tmp_path_factory.mktemp("built"))
    before = tree.binaries()
    tree.add_small()
    tree.add_small("tests/core")
    done = tree.build()
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("translating 2 modules to C\n")
    assert set(done.stdout.split()[5:]) == {"compiling", "nodarium.core.small", "tests.core.small"}
    after = {name: time for name, time in tree.binaries().items() if not name.startswith("build/")}
    assert {name: after[name] for name in before} == before
    assert len(after) == len(before) + 2
    return tree


def test_a_copied_build_is_fresh(tree: Tree) -> None:
    assert tree.stale() == []
    assert tree.try_import().endswith(".so")


def test_a_module_is_stale_when_its_py_has_changed(tree: Tree) -> None:
    tree.edit("core/state.py")
    assert tree.stale() == ["core/state.py"]


def test_all_modules_that_use_a_pxd_are_stale_when_it_has_changed(tree: Tree) -> None:
    names = [compiled.name_of(source) for source in compiled.modules()]
    texts = {name: tree.path(name).with_suffix(".pxd").read_text() for name in names}
    users: list[str] = []
    found = ["core/state.py"]
    while found:  # indirect users count too
        modules = [name.removesuffix(".py").replace("/", ".") for name in found]
        found = [
            name
            for name, text in texts.items()
            if name not in users and any(f"{module} cimport" in text for module in modules)
        ]
        users += found
    assert len(users) >= 2
    tree.edit("core/state.pxd")
    assert sorted(tree.stale()) == sorted(["core/state.py", *users])
    assert "tests/games/trio/rules.py" in users
    refusal = tree.try_import()
    assert refusal.startswith("ImportError")
    assert all(name in refusal for name in users)
    assert "make build" in refusal
    assert tree.try_import(NODARIUM_PURE="1").endswith("state.py")


def test_all_modules_are_stale_when_c_code_that_they_wrap_has_changed(tree: Tree) -> None:
    tree.edit("core/memory.pxd")
    assert tree.stale() == [compiled.name_of(source) for source in compiled.modules()]


def test_a_missing_binary_is_detected(tree: Tree) -> None:
    compiled.binary(tree.package / "core/state.py").unlink()
    assert tree.stale() == ["core/state.py"]


def test_binaries_of_unknown_origin_are_not_run(tree: Tree) -> None:
    (tree.package / "built.json").unlink()
    assert "core/state.py" in tree.stale()
    assert tree.try_import().startswith("ImportError")


def test_plain_python_runs_if_nothing_is_compiled(tree: Tree) -> None:
    (tree.package / "built.json").unlink()
    for file in tree.root.rglob("*.so"):
        file.unlink()
    assert tree.stale() == []
    assert tree.try_import().endswith("state.py")


def test_changed_flags_rebuild_everything(tree: Tree) -> None:
    done = tree.build(NODARIUM_ARCH="another", CC="false")
    assert done.stdout.startswith(f"translating {len(compiled.modules())} modules to C\n")


def test_a_module_that_was_never_built_is_stale(tree: Tree) -> None:
    tree.add_small()
    assert tree.stale() == ["core/small.py"]
    assert tree.try_import().startswith("ImportError")


@pytest.mark.parametrize("package", ["nodarium.core", "tests.core"])
def test_a_module_is_built_and_runs(built: Tree, package: str) -> None:
    assert built.stale() == []
    done = built.run("-c", f"from {package} import small; print(small.__file__, small.twice(21))")
    assert done.stdout.split()[0].endswith(".so")
    assert done.stdout.split()[1] == "42"


def test_a_test_module_is_stale_when_its_py_has_changed(tree: Tree) -> None:
    tree.edit("tests/games/trio/rules.py")
    assert tree.stale() == ["tests/games/trio/rules.py"]
    assert tree.try_import().startswith("ImportError")


def test_the_package_ships_without_test_modules(tree: Tree) -> None:
    done = tree.run("setup.py", "--quiet", "build_ext", CC="false")
    shipped = [name for name in map(compiled.name_of, compiled.modules()) if not name.startswith("tests/")]
    assert done.stdout.startswith(f"translating {len(shipped)} modules to C\n")
    assert "tests." not in done.stdout


def test_nothing_is_built_twice(built: Tree) -> None:
    before = built.binaries()
    assert built.build().stdout == ""
    assert built.binaries() == before


@pytest.mark.parametrize("fault", ["the translation fails", "the C compiler fails"])
def test_a_failed_build_leaves_nothing_to_run(built: Tree, tmp_path: Path, fault: str) -> None:
    tree = Tree(built.root, tmp_path)
    if fault == "the translation fails":
        tree.edit("core/small.py", "def (:\n")
        done = tree.build()
    else:
        tree.edit("core/small.py")
        done = tree.build(CC="false")
    assert done.returncode != 0
    assert tree.stale() == ["core/small.py"]
    assert tree.try_import().startswith("ImportError")


def test_a_binary_from_before_a_failed_build_is_not_trusted_again(built: Tree, tmp_path: Path) -> None:
    tree = Tree(built.root, tmp_path)
    tree.edit("core/small.py")
    tree.build(CC="false")
    (tree.package / "core/small.py").write_text(SMALL)
    assert tree.stale() == ["core/small.py"]


@pytest.mark.parametrize("gone", ["small.pxd", "small.p*"])
@pytest.mark.parametrize("folder", ["core", "tests/core"])
def test_a_binary_without_a_source_is_detected_and_removed(built: Tree, tmp_path: Path, folder: str, gone: str) -> None:
    tree = Tree(built.root, tmp_path)
    for file in tree.path(folder).glob(gone):
        file.unlink()
    [left] = [f"{folder}/{file.name}" for file in tree.path(folder).glob("small*.so")]
    assert tree.stale() == [left]
    assert tree.try_import().startswith("ImportError")
    assert tree.build().returncode == 0
    assert not tree.path(left).exists()
    assert tree.stale() == []
