"""Learning what positions are worth, from games of a bot against itself.

    python -m nodarium.lab.learn GAME --games 2000 --bot plain:playouts=300 --out network.toml [--set option=value]

Positions of the games are described by the game's own `traits`; a small network (`core/network.py`) learns from them
how the game ended, mixed with what the bot thought of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from nodarium.core import bits
from nodarium.core.discovery import find_game
from nodarium.core.state import State
from nodarium.record.match import new
from nodarium.search.bots import SearchBot, make_bot

SLIP = 0.1  # how often a random action is played, so that other positions are seen too
TRUST = 0.5  # how much the bot's thought counts against the result
HELD_BACK = 0.1  # the share of the games that only checks what was learnt
BATCH = 256


@dataclass(frozen=True)
class Lesson:
    """Positions of one game: their traits, and what they were worth to the seat that was to act."""

    traits: NDArray[np.float32]
    worth: NDArray[np.float32]


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


def gather(game_id: str, options: Mapping[str, Any], text: str, games: int, seed: int, workers: int) -> list[Lesson]:
    lessons = []
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool, Progress() as progress:
        task = progress.add_task(f"{games} games of {text}", total=games)
        seeds = range(seed, seed + games)
        for lesson in pool.map(play, repeat(game_id), repeat(options), repeat(text), seeds, chunksize=4):
            progress.advance(task)
            if len(lesson.worth):
                lessons.append(lesson)
    return lessons


def fit(lessons: list[Lesson], hidden: int, epochs: int, decay: float, seed: int = 1) -> dict[str, Any]:
    """The weights of a network that fits the lessons, by Adam; the best ones for the games held back."""
    random = np.random.default_rng(seed)
    held = max(1, int(HELD_BACK * len(lessons)))
    check_x, check_y = together(lessons[:held])
    x, y = together(lessons[held:])
    weights = [
        random.normal(0, 1 / np.sqrt(x.shape[1]), (x.shape[1], hidden)).astype(np.float32),
        np.full(hidden, 0.1, np.float32),
        random.normal(0, 1 / np.sqrt(hidden), hidden).astype(np.float32),
        np.zeros(1, np.float32),
    ]
    means = [np.zeros_like(part) for part in weights]
    squares = [np.zeros_like(part) for part in weights]
    best, least, step = [part.copy() for part in weights], float("inf"), 0
    for epoch in range(epochs):
        rate = 0.003 * (1 - epoch / epochs) + 1e-5
        order = random.permutation(len(y))
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            step += 1
            for part, slope, mean, square in zip(
                weights, slopes(weights, x[some], y[some]), means, squares, strict=True
            ):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                part -= rate * (mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8) + decay * part)
        loss = cross_entropy(worth(weights, check_x), check_y)
        if loss < least:
            best, least = [part.copy() for part in weights], loss
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: {cross_entropy(worth(weights, x), y):.4f} learnt, {loss:.4f} held back")
    print(f"{len(y) + len(check_y)} positions; held back: {least:.4f}, knowing nothing {np.log(2):.4f}")
    rows, first, out, last = best
    return {"rows": rows, "start": first, "out": out, "last": last[0]}


def together(lessons: list[Lesson]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return np.concatenate([lesson.traits for lesson in lessons]), np.concatenate([lesson.worth for lesson in lessons])


def worth(weights: list[NDArray[np.float32]], x: NDArray[np.float32]) -> NDArray[np.float32]:
    rows, start, out, last = weights
    return 1 / (1 + np.exp(-(np.maximum(x @ rows + start, 0) @ out + last)))


def slopes(
    weights: list[NDArray[np.float32]], x: NDArray[np.float32], y: NDArray[np.float32]
) -> list[NDArray[np.float32]]:
    rows, start, out, last = weights
    neurons = np.maximum(x @ rows + start, 0)
    error = (1 / (1 + np.exp(-(neurons @ out + last))) - y) / len(y)
    back = np.outer(error, out) * (neurons > 0)
    return [x.T @ back, back.sum(0), neurons.T @ error, error.sum(keepdims=True)]


def cross_entropy(found: NDArray[np.float32], wanted: NDArray[np.float32]) -> float:
    found = np.clip(found, 1e-6, 1 - 1e-6)
    return float(-np.mean(wanted * np.log(found) + (1 - wanted) * np.log(1 - found)))


def write(path: Path, network: Mapping[str, Any]) -> None:
    """Keep a network among a game's data."""

    def line(numbers: Any) -> str:
        return "[" + ", ".join(f"{number:.4g}" if number else "0.0" for number in numbers) + "]"

    rows = ",\n  ".join(line([float(number) for number in row]) for row in network["rows"])
    text = f"start = {line(network['start'])}\nout = {line(network['out'])}\nlast = {float(network['last']):.4f}\n"
    path.write_text(f"# Learnt by nodarium.lab.learn.\n{text}rows = [\n  {rows},\n]\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--bot", default="plain:playouts=300")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--decay", type=float, default=0.01)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--keep", type=Path, help="a file (.npz) for the positions, to learn from again")
    parser.add_argument("--also", type=Path, nargs="*", default=[], help="files of positions to learn from too")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    chosen = dict(pair.split("=", 1) for pair in args.set)
    options = {
        option.name: next((choice for choice in option.choices if str(choice) == chosen[option.name]), None)
        for option in find_game(args.game).options
        if option.name in chosen
    }
    lessons = gather(args.game, options, args.bot, args.games, args.seed, args.workers) if args.games else []
    if args.keep:
        x, y = together(lessons)
        np.savez(args.keep, x=x, y=y, sizes=[len(lesson.worth) for lesson in lessons])
    for file in args.also:
        kept = np.load(file)
        ends = np.cumsum(kept["sizes"])[:-1]
        lessons += [Lesson(*both) for both in zip(np.split(kept["x"], ends), np.split(kept["y"], ends), strict=True)]
    lessons = [lessons[number] for number in np.random.default_rng(args.seed).permutation(len(lessons))]
    if args.out:
        write(args.out, fit(lessons, args.hidden, args.epochs, args.decay))


if __name__ == "__main__":
    main()
