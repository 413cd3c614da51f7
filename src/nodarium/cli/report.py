"""What `nodarium arena` prints: a line while games are played, tables and remarks at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

from nodarium.lab.arena import Arena, GameResult
from nodarium.lab.ratings import ELO_PER_LOGIT, Estimate, Ratings, expected_score
from nodarium.lab.sprt import LLR_BOUND, Sprt
from nodarium.lab.standings import Scores, Standings

Rows = list[list[str]]  # cells, with a header row

MAX_BOTS_IN_LINE = 5
CERTAIN = 0.999


class Report:
    def __init__(self, arena: Arena, results: Sequence[GameResult], sprt: Sprt | None) -> None:
        self.arena = arena
        self.standings = Standings(arena)
        self.sprt = sprt
        self.tested_deals = 0  # the SPRT takes deals by number, so that it doesn't depend on which game ends first
        for result in results:
            self.add(result)

    def add(self, result: GameResult) -> None:
        self.standings.add(result)
        scores = self.standings.bots
        while self.sprt and scores.count.get(self.tested_deals) == self.arena.seats:
            if not self.standings.repeats_earlier_game(self.tested_deals):
                self.sprt.add(scores.deals[self.tested_deals][0, 1] / self.arena.seats)
            self.tested_deals += 1

    def is_decided(self) -> bool:
        """Whether the SPRT has accepted a hypothesis."""
        return self.sprt is not None and self.sprt.accepted is not None

    # ---- while games are played ----

    def line(self) -> str:
        scores = self.standings.bots
        ranking = scores.ranking()
        two = len(scores.names) == 2
        parts = [f"{scores.names[side]} {scores.score(side):.1%}" for side in ranking[: 1 if two else MAX_BOTS_IN_LINE]]
        if two and ranking and not self.standings.has_repeated_games:
            parts.append(f"{lead(scores, ranking[0]):+.0f} Elo")
        if self.sprt:
            parts.append(f"LLR {self.sprt.llr:+.2f} of ±{LLR_BOUND:.2f}")
        return ", ".join(parts)

    # ---- at the end ----

    def tables(self) -> list[Rows]:
        """Return a table of bots and one of seats, each only if its sides can all be compared."""
        both = [(self.standings.bots, "bot"), (self.standings.seats, "seat")]
        return [table(scores, self.standings.rate(scores), what) for scores, what in both if scores.is_connected]

    def remarks(self) -> list[str]:
        scores = self.standings.bots
        remarks = []
        if len(set(self.arena.bots)) == 2 == len(scores.names) and scores.is_connected:
            remarks.append(self.comparison())
        if self.sprt:
            remarks.append(self.verdict(self.sprt))
        if self.standings.results:
            remarks.append(self.endings())
        if self.standings.distinct_games < len(self.standings.results):
            remarks.append(self.repetitions())
        for bot, forfeits in self.standings.crashes().items():
            first = min(forfeits, key=lambda result: result.number)
            assert first.crash
            games = f"{len(forfeits)} game{'s' * (len(forfeits) > 1)}"
            remarks.append(
                f"{scores.names[bot]} crashed in {games}, first in game {first.number}: {first.crash.reason}"
            )
        return remarks

    def comparison(self) -> str:
        """Compare two bots in words. Repeated games say nothing about how sure the result is."""
        scores = self.standings.bots
        ratings = self.standings.rate(scores)
        first, second = sorted((0, 1), key=lambda side: -ratings.point_estimates[side])
        score = f"{scores.names[first]} scores {scores.score(first):.1%} against {scores.names[second]}"
        if self.standings.has_repeated_games:
            return f"{score}."
        ahead = ratings.difference(first, second)
        likelihood = ratings.likelihood_of_superiority(first, second)
        superiority = f"over {CERTAIN:.1%}" if likelihood > CERTAIN else f"{likelihood:.1%}"
        interval = f"{expected_score(ahead.low):.1%} to {expected_score(ahead.high):.1%}"
        return f"{score} (95%: {interval}); the likelihood that it is stronger is {superiority}."

    def endings(self) -> str:
        """Summarise how the games ended, the most frequent way first."""
        results = self.standings.results
        reasons = Counter(result.reason for result in results).most_common()
        drawn = sum(not result.winners for result in results)
        shared = sum(len(result.winners) > 1 for result in results)
        parts = [f"Drawn: {drawn / len(results):.1%}."]
        if shared:
            parts.append(f"Shared wins: {shared / len(results):.1%}.")
        ended = "; ".join(f"{reason} ({count / len(results):.1%})" for reason, count in reasons)
        return f"{' '.join(parts)} Ended by: {ended}."

    def repetitions(self) -> str:
        distinct, games = self.standings.distinct_games, len(self.standings.results)
        verb = "is" if distinct == 1 else "are"
        remark = f"Only {distinct} of the {games} games {verb} distinct; the others repeat a deal and all its moves."
        if not self.standings.has_repeated_games:
            return remark
        return f"{remark} Deals that share a game count as one deal in Elo and its intervals."

    def verdict(self, sprt: Sprt) -> str:
        first, second = self.standings.bots.names
        if sprt.accepted is None:
            return f"The SPRT hasn't decided between {sprt.elo0:g} and {sprt.elo1:g} Elo yet."
        rejected = sprt.elo0 if sprt.accepted == sprt.elo1 else sprt.elo1
        return (
            f"The SPRT accepts, after {sum(sprt.counts)} deals, that {first} is {sprt.accepted:g} Elo "
            f"above {second} rather than {rejected:g}."
        )


def lead(scores: Scores, side: int) -> float:
    """Return the Elo lead of one of two sides; the same as from `rate`, but cheap."""
    won, games = scores.scores[side], scores.games[side]
    return ELO_PER_LOGIT * log((won + 1) / (games - won + 1))


def table(scores: Scores, ratings: Ratings, what: str) -> Rows:
    """Return one row per side, the strongest first, with its lead over the next."""
    order = sorted(range(len(scores.names)), key=lambda side: -ratings.point_estimates[side])
    rows = [[what, "Elo", "95%", "ahead by", "95%", "games", "score"]]
    for rank, side in enumerate(order):
        ahead = estimate(ratings.difference(side, order[rank + 1])) if rank + 1 < len(order) else ["", ""]
        games = [str(scores.games[side]), f"{scores.score(side):.1%}"]
        rows.append([scores.names[side], *estimate(ratings.elo(side)), *ahead, *games])
    return rows


def estimate(elo: Estimate) -> list[str]:
    return [f"{elo.value:+z.0f}", f"{elo.low:+z.0f} to {elo.high:+z.0f}"]


def align(rows: Rows) -> list[str]:
    """Format a table for a terminal: the first column on the left, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def markdown(rows: Rows) -> list[str]:
    header, *body = [f"| {' | '.join(row)} |" for row in rows]
    return [header, "|---" + "|--:" * (len(rows[0]) - 1) + "|", *body]
