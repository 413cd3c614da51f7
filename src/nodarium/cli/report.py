"""What `nodarium arena` tells: a line while games are played, tables at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

from nodarium.lab.arena import Arena, GameResult
from nodarium.lab.ratings import ELO_PER_LOGIT, Estimate, Ratings, expected_score
from nodarium.lab.sprt import LLR_BOUND, Sprt
from nodarium.lab.standings import Scores, Standings

Rows = list[list[str]]  # of cells, the head first

SHOWN = 5  # players in the line of a running arena
CERTAIN = 0.999


class Report:
    def __init__(self, arena: Arena, results: Sequence[GameResult], test: Sprt | None) -> None:
        self.arena = arena
        self.standings = Standings(arena)
        self.test = test
        self.tested = 0  # deals, in their order, whatever the order in which games end
        for result in results:
            self.add(result)

    def add(self, result: GameResult) -> None:
        self.standings.add(result)
        scores = self.standings.players
        while self.test and scores.count.get(self.tested) == self.arena.seats:
            self.test.add(scores.deals[self.tested][0, 1] / self.arena.seats)
            self.tested += 1

    def decided(self) -> bool:
        """Whether the sequential test has its answer."""
        return self.test is not None and self.test.accepted is not None

    # ---- while it runs ----

    def line(self) -> str:
        scores = self.standings.players
        ranking = scores.ranking()
        two = len(scores.names) == 2
        parts = [f"{scores.names[side]} {scores.score(side):.1%}" for side in ranking[: 1 if two else SHOWN]]
        if two and ranking:
            parts.append(f"{lead(scores, ranking[0]):+.0f} Elo")
        if self.test:
            parts.append(f"test {self.test.llr:+.2f} of ±{LLR_BOUND:.2f}")
        return ", ".join(parts)

    # ---- at the end ----

    def tables(self) -> list[Rows]:
        """The players, and how much the seats matter; nothing while some cannot be compared."""
        both = [(self.standings.players, "player"), (self.standings.seats, "seat")]
        return [table(scores, scores.rate(), what) for scores, what in both if scores.is_connected]

    def remarks(self) -> list[str]:
        players = self.standings.players
        found = [self.verdict()] if self.test else []
        if len(set(self.standings.arena.bots)) == 2 == len(players.names) and players.is_connected:
            found.insert(0, duel(players, players.rate()))
        found += [self.endings()] if self.standings.results else []
        for player, lost in self.standings.crashes().items():
            first = min(lost, key=lambda result: result.number)
            assert first.crash
            count = f"{len(lost)} game{'s' * (len(lost) > 1)}"
            found.append(
                f"{players.names[player]} failed in {count}, first in game {first.number}: {first.crash.reason}"
            )
        return found

    def endings(self) -> str:
        """How the games ended, the usual way first."""
        results = self.standings.results
        reasons = Counter(result.reason for result in results).most_common()
        drawn = sum(not result.winners for result in results)
        told = "; ".join(f"{reason} ({count / len(results):.1%})" for reason, count in reasons)
        return f"Drawn: {drawn / len(results):.1%}. Ended by: {told}."

    def verdict(self) -> str:
        assert self.test
        names = self.standings.players.names
        if self.test.accepted is None:
            return f"The test has not decided yet between {self.test.low:g} and {self.test.high:g} Elo."
        other = self.test.low if self.test.accepted == self.test.high else self.test.high
        return (
            f"The test accepts, after {sum(self.test.counts)} deals, that {names[0]} is {self.test.accepted:g} Elo "
            f"above {names[1]} rather than {other:g}."
        )


def lead(scores: Scores, side: int) -> float:
    """How far one of two is ahead, in Elo; the same as from `rate`, but at once."""
    won, games = scores.scores[side], scores.games[side]
    return ELO_PER_LOGIT * log((won + 1) / (games - won + 1))


def table(scores: Scores, ratings: Ratings, what: str) -> Rows:
    """The strongest first; how far each is ahead of the next."""
    order = sorted(range(len(scores.names)), key=lambda side: -ratings.best[side])
    rows = [[what, "Elo", "95%", "ahead by", "95%", "games", "score"]]
    for place, side in enumerate(order):
        ahead = estimate(ratings.difference(side, order[place + 1])) if place + 1 < len(order) else ["", ""]
        played = [str(scores.games[side]), f"{scores.score(side):.1%}"]
        rows.append([scores.names[side], *estimate(ratings.elo(side)), *ahead, *played])
    return rows


def estimate(found: Estimate) -> list[str]:
    return [f"{found.value:+z.0f}", f"{found.low:+z.0f} to {found.high:+z.0f}"]


def duel(scores: Scores, ratings: Ratings) -> str:
    """How it stands between two."""
    first, second = sorted((0, 1), key=lambda side: -ratings.best[side])
    ahead = ratings.difference(first, second)
    likely = ratings.likelihood_of_superiority(first, second)
    sure = f"over {CERTAIN:.1%}" if likely > CERTAIN else f"{likely:.1%}"
    return (
        f"{scores.names[first]} scores {scores.score(first):.1%} against {scores.names[second]} "
        f"(95%: {expected_score(ahead.low):.1%} to {expected_score(ahead.high):.1%}); "
        f"the likelihood that it is stronger is {sure}."
    )


def aligned(rows: Rows) -> list[str]:
    """A table for a terminal: words at the left, numbers at the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def markdown(rows: Rows) -> list[str]:
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    return [head, "|---" + "|--:" * (len(rows[0]) - 1) + "|", *body]
