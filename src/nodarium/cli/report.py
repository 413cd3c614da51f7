"""What `nodarium arena` prints: a line while games are played, tables and remarks at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

from nodarium.core.language import ENGLISH, format_message
from nodarium.core.message import Message, Text, say
from nodarium.lab.arena import Arena, GameResult
from nodarium.lab.ratings import ELO_PER_LOGIT, Estimate, Ratings, expected_score
from nodarium.lab.sprt import LLR_BOUND, Sprt
from nodarium.lab.standings import Scores, Standings
from nodarium.record.history import RECORDED_REASONS

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
        parts: list[Text] = [
            f"{scores.names[side]} {percent(scores.score(side))}" for side in ranking[: 1 if two else MAX_BOTS_IN_LINE]
        ]
        if two and ranking and not self.standings.has_repeated_games:
            parts.append(f"{lead(scores, ranking[0]):+.0f} Elo")
        if self.sprt:
            parts.append(say("cli-llr", llr=self.sprt.llr, bound=LLR_BOUND))
        return ", ".join(map(str, parts))

    # ---- at the end ----

    def tables(self) -> list[Rows]:
        """Return a table of bots and one of seats, each only if its sides can all be compared."""
        titles = [str(self.arena.game.seat_title(seat)) for seat in range(self.arena.seats)]
        both = [
            (self.standings.bots, say("cli-column-bot"), self.standings.bots.names),
            (self.standings.seats, say("cli-column-seat"), titles),
        ]
        return [
            table(scores, self.standings.rate(scores), what, names)
            for scores, what, names in both
            if scores.is_connected
        ]

    def remarks(self) -> list[Message]:
        scores = self.standings.bots
        remarks = []
        if len(set(self.arena.bots)) == 2 == len(scores.names) and scores.is_connected:
            remarks.append(self.comparison())
        if self.sprt:
            remarks.append(self.verdict(self.sprt))
        if self.standings.results:
            remarks.append(self.endings())
        if self.standings.distinct_games < len(self.standings.results):
            games = len(self.standings.results)
            remarks.append(say("cli-repeated-games", distinct=self.standings.distinct_games, games=games))
        if self.standings.has_repeated_games:
            remarks.append(say("cli-repeated-deals"))
        for bot, forfeits in self.standings.crashes().items():
            first = min(forfeits, key=lambda result: result.number)
            assert first.crash
            count, reason = len(forfeits), first.crash.reason
            remarks.append(
                say("cli-bot-crashed", bot=scores.names[bot], count=count, first=str(first.number), reason=reason)
            )
        return remarks

    def comparison(self) -> Message:
        """Compare two bots in words. Repeated games say nothing about how sure the result is."""
        scores = self.standings.bots
        ratings = self.standings.rate(scores)
        first, second = sorted((0, 1), key=lambda side: -ratings.point_estimates[side])
        winner, loser, score = scores.names[first], scores.names[second], percent(scores.score(first))
        if self.standings.has_repeated_games:
            return say("cli-comparison", first=winner, second=loser, score=score)
        ahead = ratings.difference(first, second)
        likelihood = ratings.likelihood_of_superiority(first, second)
        return say(
            "cli-comparison-with-interval",
            first=winner,
            second=loser,
            score=score,
            low=percent(expected_score(ahead.low)),
            high=percent(expected_score(ahead.high)),
            certain="yes" if likelihood > CERTAIN else "no",
            likelihood=percent(min(likelihood, CERTAIN)),
        )

    def endings(self) -> Message:
        """Summarise how the games ended, the most frequent way first."""
        results = self.standings.results
        reasons = Counter(result.reason for result in results).most_common()
        drawn = sum(not result.winners for result in results)
        shared = sum(len(result.winners) > 1 for result in results)
        known = self.known_reasons()
        parts = [
            say("cli-ending", reason=known.get(reason, reason), share=percent(count / len(results)))
            for reason, count in reasons
        ]
        endings, drawn_share = "; ".join(map(str, parts)), percent(drawn / len(results))
        if not shared:
            return say("cli-endings", drawn=drawn_share, endings=endings)
        return say("cli-endings-with-shared", drawn=drawn_share, shared=percent(shared / len(results)), endings=endings)

    def known_reasons(self) -> dict[str, Text]:
        """The reasons why a game can end, by their names in files."""
        by_rules: dict[str, Text] = {
            format_message(ending.reason, ENGLISH): ending.reason for ending in self.arena.game.endings
        }
        return by_rules | {text: reason for reason, text in RECORDED_REASONS.items()}

    def verdict(self, sprt: Sprt) -> Message:
        first, second = self.standings.bots.names
        if sprt.accepted is None:
            return say("cli-sprt-undecided", low=sprt.elo0, high=sprt.elo1)
        rejected = sprt.elo0 if sprt.accepted == sprt.elo1 else sprt.elo1
        deals = sum(sprt.counts)
        return say(
            "cli-sprt-accepts", deals=deals, first=first, second=second, accepted=sprt.accepted, rejected=rejected
        )


def percent(share: float) -> Message:
    return say("cli-percent", share=share)


def lead(scores: Scores, side: int) -> float:
    """Return the Elo lead of one of two sides; the same as from `rate`, but cheap."""
    won, games = scores.scores[side], scores.games[side]
    return ELO_PER_LOGIT * log((won + 1) / (games - won + 1))


def table(scores: Scores, ratings: Ratings, what: Message, names: Sequence[str]) -> Rows:
    """Return one row per side, the strongest first, with its lead over the next."""
    order = sorted(range(len(scores.names)), key=lambda side: -ratings.point_estimates[side])
    interval = say("cli-column-interval")
    ahead_by, games_played, score = say("cli-column-ahead"), say("cli-column-games"), say("cli-column-score")
    rows = [[str(head) for head in (what, "Elo", interval, ahead_by, interval, games_played, score)]]
    for rank, side in enumerate(order):
        ahead = estimate(ratings.difference(side, order[rank + 1])) if rank + 1 < len(order) else ["", ""]
        games = [str(scores.games[side]), str(percent(scores.score(side)))]
        rows.append([names[side], *estimate(ratings.elo(side)), *ahead, *games])
    return rows


def estimate(elo: Estimate) -> list[str]:
    interval = say("cli-range", first=f"{elo.low:+z.0f}", last=f"{elo.high:+z.0f}")
    return [f"{elo.value:+z.0f}", str(interval)]


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
