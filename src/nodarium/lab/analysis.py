"""What a bot thinks of a match: of every position, of every move, and where the match turned.

A bot judges from what a seat knows, never from the whole truth. In a game without secrets that is the same for all, so
every position has a value for every seat. In a game with secrets each seat judges for itself: where it has to act, and
where its move has led.

Where several seats choose at once, all their choices are judged in the position before the first of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from nodarium.core.errors import BadOption
from nodarium.core.game import Game
from nodarium.core.state import State
from nodarium.record.match import Match
from nodarium.record.record import Move
from nodarium.search.bots import LEVELS, PLAIN, SearchBot, SearchResult, make_bot

MAX_SWINGS = 3  # swings
MIN_SWING = 0.005  # nobody calls this a swing
MAX_LINE_MOVES = 8  # moves of an expected line at most


@dataclass(frozen=True)
class CandidateMove:
    """A move that was thought about."""

    move: str
    value: float  # what it is worth to the seat, from 0 to 1
    probability: float  # how often the bot would choose it


class ExpectedMove(NamedTuple):
    """A move that a bot expects."""

    seat: int
    move: str
    text: str  # what it does, as a sentence without its subject


@dataclass(frozen=True)
class Recommendation:
    """What a bot would do in a seat's place, from what the seat knows."""

    seat: int
    value: float  # what the position is worth to the seat, from 0 to 1
    candidates: tuple[CandidateMove, ...]  # the best first
    principal_variation: tuple[ExpectedMove, ...]  # what would follow, the best move first
    playouts: int


@dataclass(frozen=True)
class MoveReview:
    """A move as it was played, and what the bot thinks of it."""

    number: int  # of the move, from 1
    turn: int  # from 1
    simultaneous: bool  # whether somebody else chose at the same time
    seat: int
    move: str
    recommendation: Recommendation
    before: float  # what the positions before and after it were worth to the seat
    after: float
    value_loss: float | None  # against the bot's own choice; None if the bot has not tried the move

    @property
    def swing(self) -> float:
        return self.after - self.before


@dataclass(frozen=True)
class ValuePoint:
    """What a position was worth to a seat."""

    moves: int  # made so far
    value: float


@dataclass(frozen=True)
class Analysis:
    game: str  # its title
    bot: str
    imperfect_information: bool  # whether each seat judged for itself
    seats: tuple[str, ...]  # their names
    players: tuple[str, ...]
    outcome_text: str  # how the match ended, in words; empty if it did not
    turns: tuple[int, ...]  # for each position the number of its turn, from 1
    moves: tuple[MoveReview, ...]
    value_curves: tuple[tuple[ValuePoint, ...], ...]  # for each seat

    @property
    def swings(self) -> tuple[MoveReview, ...]:
        """The moves that changed most, the largest first; of choices made at once only the one that lost most."""
        worst: dict[object, MoveReview] = {}
        for step in self.moves:
            choice = ("turn", step.turn) if step.simultaneous else step.number
            if choice not in worst or step.swing < worst[choice].swing:
                worst[choice] = step
        large = [step for step in worst.values() if abs(step.swing) >= MIN_SWING]
        return tuple(sorted(large, key=lambda step: -abs(step.swing))[:MAX_SWINGS])


def make_analysis_bot(game: Game, text: str, seed: int | None = None) -> SearchBot:
    """The bot that a text names, if it is one that thinks; as a judge it holds all players to be as good as it is."""
    bot = make_bot(game, text, seed)
    if not isinstance(bot, SearchBot):
        raise BadOption(f"A {text} bot has no opinion of a position: take {', '.join((*LEVELS, PLAIN))}.")
    bot.settings = replace(bot.settings, naive_opponent=0.0)
    return bot


def recommend(bot: SearchBot, state: State, seat: int) -> Recommendation:
    """What a bot would do in the place of a seat that has to act."""
    thought = bot.search(state, seat)
    write = bot.game.notation.format_move
    options = [
        CandidateMove(write(state, seat, choice.action), choice.value, choice.probability)
        for choice in thought.candidates
        if choice.visits
    ]
    return Recommendation(seat, thought.value, tuple(options), expected(bot, thought), thought.playouts)


def expected(bot: SearchBot, thought: SearchResult) -> tuple[ExpectedMove, ...]:
    """The line, as far as it can be played in the one deal of which the bot tells it."""
    assert bot.root
    imagined, notation = bot.root.copy(), bot.game.notation
    seat, found = thought.seat, list[ExpectedMove]()
    for action in thought.principal_variation[:MAX_LINE_MOVES]:
        if action not in imagined.legal_actions(seat):
            break
        move = notation.format_move(imagined, seat, action)
        text, _ = bot.game.explain.describe_move(imagined, seat, action)
        found.append(ExpectedMove(seat, move, text))
        imagined.apply(action, seat)
        if len(imagined.to_act) != 1:
            break
        seat = imagined.to_act[0]
    return tuple(found)


def analyse(match: Match, text: str, progress: Callable[[int, int], None] | None = None) -> Analysis:
    """What a bot thinks of a match from its start to now; `progress` is told how many of how many positions are done.

    Bounded by playouts, a bot always thinks the same of the same match.
    """
    bot = make_analysis_bot(match.game, text, seed=0)
    positions = [position.state for position in match.replay()]
    starts = choices_begin(match, positions)
    turns = [state.turn - positions[0].turn + 1 for state in positions[: len(starts) + 1]]
    stops = sorted({*starts, len(starts)})
    judged: dict[int, PositionEvaluation] = {}
    moved: set[int] = set()
    for done, at in enumerate(stops):
        if progress:
            progress(done, len(stops))
        judged[at] = evaluate_position(bot, positions[at], turns[at], moved)
        moved = {move.seat for move, start in zip(match.history, starts, strict=False) if start == at}
    after = dict(pairwise(stops))
    return Analysis(
        game=match.game.title,
        bot=text,
        imperfect_information=match.game.imperfect_information,
        seats=match.game.seat_names[: match.state.seats],
        players=tuple(player.name for player in match.players),
        outcome_text=match.outcome_text,
        turns=tuple(turns),
        moves=tuple(
            review_move(number, match.history[number - 1], judged[start], judged[after[start]])
            for number, start in enumerate(starts, 1)
        ),
        value_curves=tuple(
            tuple(ValuePoint(at, shown(positions[at], judged[at], seat)) for at in stops if seat in judged[at].values)
            for seat in range(match.state.seats)
        ),
    )


def choices_begin(match: Match, positions: Sequence[State]) -> list[int]:
    """For each move that is known to all, the position in which it was chosen; choices made at once share one."""
    starts, due = list[int](), set[int]()
    start = complete = 0
    for number, move in enumerate(match.history):
        if not due:
            start, due = number, set(positions[number].to_act)
        due.discard(move.seat)
        starts.append(start)
        complete = complete if due else number + 1
    return starts[:complete]


class PositionEvaluation(NamedTuple):
    """What is thought of a position by whoever may act, and what it is worth to which seat."""

    turn: int
    recommendations: Mapping[int, Recommendation]
    values: Mapping[int, float]


def evaluate_position(bot: SearchBot, state: State, turn: int, moved: set[int]) -> PositionEvaluation:
    """Judge a position: for every seat or, if there are secrets, for those who act and those whose moves led to it."""
    seats = range(state.seats)
    if not state.to_act:
        end = bot.make_root(state, 0)  # a bot may think one win better than another: that is no swing
        return PositionEvaluation(turn, {}, {seat: end.evaluate(seat) for seat in seats})
    advices = {seat: recommend(bot, state, seat) for seat in state.to_act}
    values = {seat: advice.value for seat, advice in advices.items()}
    if bot.game.imperfect_information:
        values |= {seat: bot.search(state, seat).value for seat in sorted(moved - set(values))}
    else:
        (actor,) = values
        values = {seat: values[actor] if seat == actor else 1 - values[actor] for seat in seats}
    return PositionEvaluation(turn, advices, values)


def shown(state: State, judged: PositionEvaluation, seat: int) -> float:
    """What a position is worth in the chart, which ends with the result itself."""
    return judged.values[seat] if state.to_act else state.evaluate(seat)


def review_move(number: int, made: Move, before: PositionEvaluation, after: PositionEvaluation) -> MoveReview:
    """What a move was worth. Whoever chose together with others could not know their choice: it is left out."""
    seat, move, advice = made.seat, made.move, before.recommendations[made.seat]
    at_once = len(before.recommendations) > 1
    best = advice.candidates[0]
    tried = {option.move: option.value for option in advice.candidates}
    lost: float | None = 0.0
    if at_once:
        usual = sum(option.probability * option.value for option in advice.candidates)
        lost = max(usual - tried[move], 0.0) if move in tried else None
    elif move != best.move:
        lost = max(best.value - after.values[seat], 0.0)
    return MoveReview(number, before.turn, at_once, seat, move, advice, before.values[seat], after.values[seat], lost)
