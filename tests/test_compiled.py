"""The compiled engine and the plain Python play exactly the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from itertools import zip_longest
from pathlib import Path

import pytest

from nodarium import compiled
from nodarium.core import splitmix
from nodarium.core.splitmix import U64
from tests import trace
from tests.play import CASES, PLAIN, Case, write

ROOT = Path(__file__).parent.parent
GAMES = 1000  # for each case; fewer if they are long, or if the game has many cases
LONG = 200
MANY = 6

needs_compiled = pytest.mark.skipif(PLAIN, reason="compares the compiled engine with the plain one")


def plain(*arguments: object) -> subprocess.Popen[str]:
    """A Python that runs everything from the `.py` files."""
    environment = {**os.environ, "NODARIUM_PURE": "1"}
    return subprocess.Popen(
        [sys.executable, *map(str, arguments)], cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE
    )


def output_of(process: subprocess.Popen[str]) -> list[str]:
    output, _ = process.communicate()
    assert process.returncode == 0
    return output.splitlines()


@needs_compiled
@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(CASES)), ids=list(map(str, CASES)))
def test_compiled_and_plain_engines_play_the_same_games(number: int) -> None:
    case = CASES[number]
    many = sum(other.game is case.game for other in CASES) >= MANY
    games = GAMES // 10 if case.length >= LONG else GAMES // 4 if many else GAMES
    process = plain("-m", "tests.trace", number, 0, games)
    ours = [trace.digest(CASES[number], seed) for seed in range(games)]
    theirs = output_of(process)
    assert len(theirs) == games
    for seed in range(games):
        if ours[seed] != theirs[seed]:
            steps = zip_longest(
                trace.lines(CASES[number], seed), output_of(plain("-m", "tests.trace", number, seed, seed + 1))
            )
            compiled_step, plain_step = next(pair for pair in steps if pair[0] != pair[1])
            pytest.fail(f"seed {seed}, compiled: {compiled_step}\nseed {seed}, plain: {plain_step}")


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("seed", [0, 1, 7, 1 << 31, 1 << 63, U64])
def test_random_play_draws_from_the_generator_that_python_sees(case: Case, seed: int) -> None:
    """Compiled, `rollout` draws with the C code of `splitmix.pxd`, which must agree with `splitmix.py`."""
    state, twin = case.new(seed), case.new(seed)
    state.rollout(seed)
    while twin.to_act:
        seat = twin.to_act[0]
        legal = twin.legal_actions(seat)
        seed = splitmix.advance(seed)
        twin.apply(legal[splitmix.below(seed, len(legal))], seat)
    assert write(case.game, twin) == write(case.game, state)


@needs_compiled
def test_every_module_with_a_pxd_is_compiled() -> None:
    names = [compiled.name_of(source).removesuffix(".py").replace("/", ".") for source in compiled.modules()]
    assert {"core.state", "tests.games.trio.rules"} <= set(names)
    for name in names:
        module = import_module(name if name.startswith("tests.") else f"nodarium.{name}")
        assert str(module.__file__).endswith(".so")


def test_in_plain_python_every_module_comes_from_its_py_file() -> None:
    program = (
        "import sys, tests.play, nodarium.search.rollouts\n"
        "print(*(m.__file__ for n, m in sys.modules.items() if n.split('.')[0] in {'nodarium', 'tests'}), sep='\\n')"
    )
    files = output_of(plain("-c", program))
    assert len(files) > 10
    assert all(file.endswith(".py") for file in files)


WITHOUT_CYTHON = """
import sys
sys.modules["cython"] = sys.modules["Cython"] = None
import nodarium
from nodarium.search.bots import make_bot
for game_id in nodarium.game_ids():
    match = nodarium.new(game_id, seed=1)
    make_bot(match.game, "plain:playouts=10").choose(match.state, match.to_act[0])
"""


@needs_compiled
def test_the_compiled_engine_runs_without_cython() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_CYTHON], cwd=ROOT, check=True)
