"""Learning what positions are worth, from games of a bot against itself.

Positions of the games are described by the game's own `traits`; a small network (`core/network.py`) learns from them
how the game ended, mixed with what the bot thought of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from nodarium.core import bits
from nodarium.core.discovery import find_game
from nodarium.core.state import State
from nodarium.record.match import new
from nodarium.search.bots import SearchBot, make_bot

Numbers = NDArray[np.float32]

SLIP = 0.1  # how often a random action is played, so that other positions are seen too
TRUST = 0.5  # how much the bot's thought counts against the result
HELD_BACK = 0.1  # the share of the games that only checks what was learnt
BATCH = 256


@dataclass(frozen=True)
class Lesson:
    """Positions of one game: their traits, and what they were worth to the seat that was to act."""

    traits: Numbers
    worth: Numbers


class Weights(NamedTuple):
    """Those of a network, as `core/network.py` names them."""

    rows: Numbers
    start: Numbers
    out: Numbers
    last: Numbers

    def times(self, factor: float) -> Weights:
        return Weights(*(part * np.float32(factor) for part in self))

    def worth(self, x: Numbers) -> Numbers:
        """What the network makes of traits."""
        return cast("Numbers", 1 / (1 + np.exp(-(np.maximum(x @ self.rows + self.start, 0) @ self.out + self.last))))

    def slopes(self, x: Numbers, y: Numbers) -> Weights:
        """How the error changes with each weight."""
        neurons = np.maximum(x @ self.rows + self.start, 0)
        error = (self.worth(x) - y) / np.float32(len(y))
        back = np.outer(error, self.out) * (neurons > 0)
        return Weights(x.T @ back, back.sum(0), neurons.T @ error, error.sum(keepdims=True))


def play(game_id: str, options: Mapping[str, Any], text: str, seed: int) -> Lesson:
    """A game of a bot against itself."""
    game = find_game(game_id)
    match = new(game_id, seed=seed, deal=None, names=None, **options)
    bots = [make_bot(game, text, seed * 16 + seat) for seat in range(match.state.seats)]
    rng = seed
    seen: list[tuple[int, list[float], float]] = []
    while match.to_act:
        for seat in match.to_act:
            bot, state, legal = bots[seat], match.before(seat), match.legal_actions(seat)
            rng = bits.advance(rng)
            if bits.below(rng, 1000) < 1000 * SLIP or len(legal) == 1 or not isinstance(bot, SearchBot):
                rng = bits.advance(rng)
                match.play(legal[bits.below(rng, len(legal))], seat)
            else:
                thought = bot.think(state, seat)
                seen.append((seat, thinker(game.knowledge.state, state).describe(seat), thought.value))
                match.play(thought.choices[0].action, seat)
    over = match.state
    return Lesson(
        np.array([traits for _, traits, _ in seen], np.float32),
        np.array([TRUST * value + (1 - TRUST) * over.worth(seat) for seat, _, value in seen], np.float32),
    )


def thinker(kind: type[State], state: State) -> State:
    """The same position with the knowledge of a bot."""
    twin = kind.__new__(kind)
    twin.become(state)
    return twin


def gather(game_id: str, options: Mapping[str, Any], text: str, seeds: Sequence[int], workers: int) -> Iterator[Lesson]:
    """A lesson for each seed, as they are done."""
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(play, repeat(game_id), repeat(options), repeat(text), seeds, chunksize=4)


def fit(lessons: Sequence[Lesson], hidden: int, epochs: int, decay: float, tell: Callable[[str], None]) -> Weights:
    """The weights of a network that fits the lessons, by Adam; the best ones for the games held back."""
    random = np.random.default_rng(1)
    lessons = [lessons[number] for number in random.permutation(len(lessons)) if len(lessons[number].worth)]
    held = max(1, int(HELD_BACK * len(lessons)))
    check_x, check_y = together(lessons[:held])
    x, y = together(lessons[held:])
    weights = Weights(
        random.normal(0, 1 / np.sqrt(x.shape[1]), (x.shape[1], hidden)).astype(np.float32),
        np.full(hidden, 0.1, np.float32),
        random.normal(0, 1 / np.sqrt(hidden), hidden).astype(np.float32),
        np.zeros(1, np.float32),
    )
    means, squares = weights.times(0), weights.times(0)
    best, least, step = weights, float("inf"), 0
    for epoch in range(1, epochs + 1):
        rate = 0.003 * (1 - (epoch - 1) / epochs) + 1e-5
        order = random.permutation(len(y))
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            step += 1
            for number, slope in enumerate(weights.slopes(x[some], y[some])):
                means[number][:] += 0.1 * (slope - means[number])
                squares[number][:] += 0.001 * (slope * slope - squares[number])
                change = means[number] / (1 - 0.9**step) / (np.sqrt(squares[number] / (1 - 0.999**step)) + 1e-8)
                weights[number][:] -= rate * (change + decay * weights[number])
        loss = cross_entropy(weights.worth(check_x), check_y)
        if loss < least:
            best, least = weights.times(1), loss
        tell(
            f"round {epoch}: {cross_entropy(weights.worth(x), y):.4f} on what it learns, {loss:.4f} on games held back"
        )
    tell(f"{len(y) + len(check_y)} positions; kept: {least:.4f} on games held back (knowing nothing: {np.log(2):.4f})")
    return best


def together(lessons: Sequence[Lesson]) -> tuple[Numbers, Numbers]:
    return np.concatenate([lesson.traits for lesson in lessons]), np.concatenate([lesson.worth for lesson in lessons])


def cross_entropy(found: Numbers, wanted: Numbers) -> float:
    found = np.clip(found, 1e-6, 1 - 1e-6)
    return float(-np.mean(wanted * np.log(found) + (1 - wanted) * np.log(1 - found)))


def write(path: Path, weights: Weights, comment: str) -> None:
    """Keep a network as a game keeps it among its data."""

    def line(numbers: Numbers) -> str:
        return "[" + ", ".join(f"{number:.4f}" for number in numbers) + "]"

    rows = ",\n  ".join(line(row) for row in weights.rows)
    text = f"start = {line(weights.start)}\nout = {line(weights.out)}\nlast = {weights.last[0]:.4f}\n"
    path.write_text(f"# {comment}\n{text}rows = [\n  {rows},\n]\n", "utf-8")


def save(path: Path, lessons: Sequence[Lesson]) -> None:
    """Keep lessons, to learn from them again."""
    x, y = together(lessons)
    np.savez_compressed(path, x=x, y=y, sizes=[len(lesson.worth) for lesson in lessons])


def load(path: Path) -> list[Lesson]:
    kept = np.load(path)
    ends = np.cumsum(kept["sizes"])[:-1]
    return [Lesson(*both) for both in zip(np.split(kept["x"], ends), np.split(kept["y"], ends), strict=True)]
