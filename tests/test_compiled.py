"""The compiled engine plays exactly as the plain Python does."""

from __future__ import annotations

import os
import subprocess
import sys
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
    environment = {**os.environ, "NODARIUM_PURE": "1", "PYTHONPATH": str(ROOT / "src")}
    return subprocess.Popen(
        [sys.executable, *map(str, arguments)], cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE
    )


def said_by(process: subprocess.Popen[str]) -> list[str]:
    output, _ = process.communicate()
    assert process.returncode == 0
    return output.splitlines()


@needs_compiled
@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(CASES)), ids=list(map(str, CASES)))
def test_compiled_and_plain_games_are_the_same(number: int) -> None:
    case = CASES[number]
    many = sum(other.game is case.game for other in CASES) >= MANY
    games = GAMES // 10 if case.length >= LONG else GAMES // 4 if many else GAMES
    process = plain("-m", "tests.trace", number, 0, games)
    ours = [trace.digest(CASES[number], seed) for seed in range(games)]
    theirs = said_by(process)
    assert len(theirs) == games
    for seed in range(games):
        if ours[seed] != theirs[seed]:
            steps = zip_longest(
                trace.lines(CASES[number], seed), said_by(plain("-m", "tests.trace", number, seed, seed + 1))
            )
            compiled_step, plain_step = next(pair for pair in steps if pair[0] != pair[1])
            pytest.fail(f"seed {seed}, compiled: {compiled_step}\nseed {seed}, plain: {plain_step}")


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("seed", [0, 1, 7, 1 << 31, 1 << 63, U64])
def test_random_play_draws_from_the_generator_that_python_sees(case: Case, seed: int) -> None:
    """Compiled, `play_randomly` draws with the C code of `bits.pxd`: it must agree with `bits.py`."""
    state, twin = case.new(seed), case.new(seed)
    state.rollout(seed)
    while twin.to_act:
        seat = twin.to_act[0]
        legal = twin.legal_actions(seat)
        seed = splitmix.advance(seed)
        twin.apply(legal[splitmix.below(seed, len(legal))], seat)
    assert write(case.game, twin) == write(case.game, state)


@needs_compiled
def test_what_has_a_pxd_is_compiled() -> None:
    names = {".".join(source.relative_to(compiled.PACKAGE).with_suffix("").parts) for source in compiled.modules()}
    assert "core.state" in names
    for name in names:
        __import__(f"nodarium.{name}")
        assert str(sys.modules[f"nodarium.{name}"].__file__).endswith(".so")


def test_plain_means_that_every_module_comes_from_its_py_file() -> None:
    program = (
        "import sys, tests.play, nodarium.search.rollouts\n"
        "print(*(m.__file__ for n, m in sys.modules.items() if n.split('.')[0] == 'nodarium'), sep='\\n')"
    )
    files = said_by(plain("-c", program))
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
