"""Analyse a match with a bot: evaluate its positions, review its moves and find the largest swings.

The bot evaluates from what a seat knows, never from the full state. With perfect information this is the same for all
seats, so every position has a value for every seat. With imperfect information each seat is evaluated on its own: where
it has to act, and where its move has led.

Simultaneous choices are all reviewed in the position before the first of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from nodarium.core.errors import BadOption
from nodarium.core.game import Game
from nodarium.core.message import Message, Text, any_of, say
from nodarium.core.state import State
from nodarium.record.match import Match
from nodarium.record.record import Move
from nodarium.search.bots import LEVELS, PLAIN, SearchBot, SearchResult, make_bot

MAX_SWINGS = 3
MIN_SWING = 0.005
MAX_LINE_MOVES = 8


@dataclass(frozen=True)
class CandidateMove:
    """A move that the bot considered."""

    move: str
    value: float  # for the seat, from 0 to 1
    probability: float  # that the bot would choose it


class ExpectedMove(NamedTuple):
    """A move of the principal variation."""

    seat: int
    move: str
    text: Message  # what it does, as a sentence without a full stop


@dataclass(frozen=True)
class Recommendation:
    """What a bot would play in a seat's place, from what the seat knows."""

    seat: int
    value: float  # of the position for the seat, from 0 to 1
    candidates: tuple[CandidateMove, ...]  # best first
    principal_variation: tuple[ExpectedMove, ...]  # starts with the best move
    playouts: int


@dataclass(frozen=True)
class MoveReview:
    """A move that was played, and the bot's evaluation of it."""

    number: int  # of the move, from 1
    turn: int  # from 1
    round: int | None  # from 1; None if the game counts turns
    simultaneous: bool  # whether another seat chose at the same time
    seat: int
    move: str
    recommendation: Recommendation
    before: float  # value for the seat before the move
    after: float  # value for the seat after the move
    value_loss: float | None  # compared with the bot's choice; None if the bot never tried the move

    @property
    def swing(self) -> float:
        return self.after - self.before

    @property
    def better(self) -> CandidateMove | None:
        """The bot's choice, if the bot values it higher than what was played."""
        best = self.recommendation.candidates[0]
        if best.move == self.move:
            return None
        if self.value_loss is None:
            return best if self.swing <= -MIN_SWING else None
        if self.value_loss < MIN_SWING:
            return None
        tried = {candidate.move: candidate.value for candidate in self.recommendation.candidates}
        value = tried.get(self.move, 0.0) if self.simultaneous else self.after
        return best if best.value > value else None


@dataclass(frozen=True)
class ValuePoint:
    """The value of a position for a seat."""

    moves: int  # played so far
    value: float


@dataclass(frozen=True)
class Analysis:
    game: str  # its title
    bot: str
    imperfect_information: bool  # if so, each seat is evaluated on its own
    seats: tuple[str, ...]  # their names, as they are typed
    seat_titles: tuple[Text, ...]  # their names for people
    players: tuple[str, ...]
    outcome_text: Text  # empty if the match has not ended
    turns: tuple[int, ...]  # the turn number of each position, from 1
    rounds: tuple[int, ...]  # the round number of each position, from 1; empty if the game counts turns
    moves: tuple[MoveReview, ...]
    value_curves: tuple[tuple[ValuePoint, ...], ...]  # one per seat

    @property
    def swings(self) -> tuple[MoveReview, ...]:
        """The moves that changed the value most, largest first; of simultaneous moves, only the one that lost most."""
        worst: dict[object, MoveReview] = {}
        for review in self.moves:
            choice = ("turn", review.turn) if review.simultaneous else review.number
            if choice not in worst or review.swing < worst[choice].swing:
                worst[choice] = review
        large = [review for review in worst.values() if abs(review.swing) >= MIN_SWING]
        return tuple(sorted(large, key=lambda review: -abs(review.swing))[:MAX_SWINGS])


def make_analysis_bot(game: Game, spec: str, seed: int | None = None) -> SearchBot:
    """Make a bot that searches and assumes that all players are as strong as itself."""
    bot = make_bot(game, spec, seed)
    if not isinstance(bot, SearchBot):
        raise BadOption(say("lab-cannot-analyse", bot=spec, bots=any_of((*LEVELS, PLAIN))))
    bot.settings = replace(bot.settings, naive_opponent=0.0)
    return bot


def recommend(bot: SearchBot, state: State, seat: int) -> Recommendation:
    """Search for a seat that has to act, and return the moves that the bot considered.

    A position is worth what the bot's choice is worth. The average of all playouts would be less, and the best move
    would seem to gain something.
    """
    result = bot.search(state, seat)
    format_move = bot.game.notation.format_move
    candidates = [
        CandidateMove(format_move(state, seat, candidate.action), candidate.value, candidate.probability)
        for candidate in result.candidates
        if candidate.visits or candidate.probability
    ]
    value = candidates[0].value
    if len(state.to_act) > 1:  # the bot's choice is a mixed strategy
        value = min(sum(candidate.probability * candidate.value for candidate in candidates), 1.0)
    return Recommendation(seat, value, tuple(candidates), expected_moves(bot, result), result.playouts)


def expected_moves(bot: SearchBot, result: SearchResult) -> tuple[ExpectedMove, ...]:
    """Return the principal variation, up to the first action that is illegal in the bot's determinized root."""
    assert bot.root
    state, notation = bot.root.copy(), bot.game.notation
    seat, moves = result.seat, list[ExpectedMove]()
    for action in result.principal_variation[:MAX_LINE_MOVES]:
        if action not in state.legal_actions(seat):
            break
        move = notation.format_move(state, seat, action)
        text, _ = bot.game.explain.describe_move(state, seat, action)
        moves.append(ExpectedMove(seat, move, text))
        state.apply(action, seat)
        if len(state.to_act) != 1:
            break
        seat = state.to_act[0]
    return tuple(moves)


def analyse(match: Match, spec: str, progress: Callable[[int, int], None] | None = None) -> Analysis:
    """Analyse a match from its start to its current position.

    `progress` is called with the number of positions done and the number of all positions. If the bot's budget is a
    number of playouts, the analysis of a match is always the same.
    """
    bot = make_analysis_bot(match.game, spec, seed=0)
    positions = [position.state for position in match.replay()]
    starts = decision_indexes(match, positions)
    turns = [match.turn_number(number) for number in range(len(starts) + 1)]
    rounds = [match.round_number(number) for number in range(len(starts) + 1)]
    stops = sorted({*starts, len(starts)})
    evaluations: dict[int, PositionEvaluation] = {}
    moved: set[int] = set()
    for done, at in enumerate(stops):
        if progress:
            progress(done, len(stops))
        evaluations[at] = evaluate_position(bot, positions[at], turns[at], rounds[at], moved)
        moved = {move.seat for move, start in zip(match.history, starts, strict=False) if start == at}
    after = dict(pairwise(stops))
    return Analysis(
        game=match.game.title,
        bot=spec,
        imperfect_information=match.game.imperfect_information,
        seats=match.game.seat_names[: match.state.seats],
        seat_titles=tuple([match.game.seat_title(seat) for seat in range(match.state.seats)]),
        players=tuple(player.name for player in match.players),
        outcome_text=match.outcome_text or "",
        turns=tuple(turns),
        rounds=tuple([number for number in rounds if number is not None]),
        moves=tuple(
            review_move(number, match.history[number - 1], evaluations[start], evaluations[after[start]])
            for number, start in enumerate(starts, 1)
        ),
        value_curves=tuple(
            tuple(
                ValuePoint(at, chart_value(positions[at], evaluations[at], seat))
                for at in stops
                if seat in evaluations[at].values
            )
            for seat in range(match.state.seats)
        ),
    )


def decision_indexes(match: Match, positions: Sequence[State]) -> list[int]:
    """Return, for each revealed move, the index of the position it was chosen in; simultaneous moves share one."""
    starts, pending = list[int](), set[int]()
    start = revealed = 0
    for number, move in enumerate(match.history):
        if not pending:
            start, pending = number, set(positions[number].to_act)
        pending.discard(move.seat)
        starts.append(start)
        revealed = revealed if pending else number + 1
    return starts[:revealed]


class PositionEvaluation(NamedTuple):
    """A recommendation for each seat to act, and the position's value for some or all seats."""

    turn: int
    round: int | None
    recommendations: Mapping[int, Recommendation]
    values: Mapping[int, float]


def evaluate_position(
    bot: SearchBot, state: State, turn: int, round_: int | None, moved: set[int]
) -> PositionEvaluation:
    """Evaluate a position for every seat; with imperfect information, for the seats to act and those that moved."""
    seats = range(state.seats)
    if not state.to_act:
        end = bot.make_root(
            state, 0
        )  # the bot may value some wins more than others; using the result would add a swing
        return PositionEvaluation(turn, round_, {}, {seat: end.evaluate(seat) for seat in seats})
    recommendations = {seat: recommend(bot, state, seat) for seat in state.to_act}
    values = {seat: recommendation.value for seat, recommendation in recommendations.items()}
    if bot.game.imperfect_information:
        values |= {seat: bot.search(state, seat).value for seat in sorted(moved - set(values))}
    else:
        (actor,) = values
        values = {seat: values[actor] if seat == actor else 1 - values[actor] for seat in seats}
    return PositionEvaluation(turn, round_, recommendations, values)


def chart_value(state: State, evaluation: PositionEvaluation, seat: int) -> float:
    """Return the value that the chart shows, which is the result itself once the game is over."""
    return evaluation.values[seat] if state.to_act else state.evaluate(seat)


def review_move(number: int, played: Move, before: PositionEvaluation, after: PositionEvaluation) -> MoveReview:
    """Review a move. A simultaneous move is compared with the bot's mixed strategy, as nobody knew the other choice."""
    seat, move, recommendation = played.seat, played.move, before.recommendations[played.seat]
    simultaneous = len(before.recommendations) > 1
    best = recommendation.candidates[0]
    tried = {candidate.move: candidate.value for candidate in recommendation.candidates}
    loss: float | None = 0.0
    if simultaneous:
        mean = sum(candidate.probability * candidate.value for candidate in recommendation.candidates)
        loss = max(mean - tried[move], 0.0) if move in tried else None
    elif move != best.move:
        loss = max(best.value - after.values[seat], 0.0)
    return MoveReview(
        number=number,
        turn=before.turn,
        round=before.round,
        simultaneous=simultaneous,
        seat=seat,
        move=move,
        recommendation=recommendation,
        before=before.values[seat],
        after=after.values[seat],
        value_loss=loss,
    )
