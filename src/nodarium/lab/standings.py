"""`Standings`: the points and crashes of an arena, added up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nodarium.lab.arena import Arena, GameResult
from nodarium.lab.ratings import Points, Ratings, rate


class Standings:
    """The points of all games, by bot and by seat.

    Bots without randomness may repeat a game, and a repetition adds no evidence. Deals that share a game therefore
    count as one deal in the ratings.
    """

    def __init__(self, arena: Arena, results: Iterable[GameResult] = ()) -> None:
        self.arena = arena
        self.results: list[GameResult] = []
        self.bots = Scores(arena.names)
        self.seats = Scores(arena.game.seat_names[: arena.seats])
        self._games: dict[int, list[tuple[str, ...]]] = {}  # the games on each deal
        self._first_deal: dict[tuple[str, ...], int] = {}  # the first deal on which each game was played
        self._earlier: dict[int, int] = {}  # for a deal that shares a game, an earlier deal that has it
        for result in results:
            self.add(result)

    def add(self, result: GameResult) -> None:
        self.results.append(result)
        deal = self.arena.deal_index(result.number)
        seating = self.arena.seating(result.number)
        points = pairwise_points(result, self.arena.seats)
        self.seats.add(deal, points)
        self.bots.add(deal, {(seating[one], seating[other]): gained for (one, other), gained in points.items()})
        if result.digest:
            self._link(deal, (result.digest, *(self.arena.bots[bot] for bot in seating)))

    def _link(self, deal: int, game: tuple[str, ...]) -> None:
        """Put a deal into the group of the deals on which the same game was played."""
        self._games.setdefault(deal, []).append(game)
        known = self._first_deal.setdefault(game, deal)
        self._first_deal[game] = min(known, deal)
        first, second = sorted((self._group(known), self._group(deal)))
        if first != second:
            self._earlier[second] = first

    def _group(self, deal: int) -> int:
        """Return the first deal of the group that a deal belongs to."""
        while deal in self._earlier:
            deal = self._earlier[deal]
        return deal

    @property
    def distinct_games(self) -> int:
        """The number of games that differ in their deal or moves."""
        digests = [result.digest for result in self.results]
        return len({digest for digest in digests if digest}) + digests.count("")

    @property
    def has_repeated_games(self) -> bool:
        return bool(self._earlier)

    def repeats_earlier_game(self, deal: int) -> bool:
        """Whether a deal shares a game with an earlier one; all earlier games must have been added."""
        return any(self._first_deal[game] < deal for game in self._games.get(deal, ()))

    def rate(self, scores: Scores) -> Ratings:
        groups: dict[int, list[Points]] = {}
        for deal, points in scores.deals.items():
            groups.setdefault(self._group(deal), []).append(points)
        return rate(len(scores.names), map(mean_points, groups.values()))

    def crashes(self) -> dict[int, list[GameResult]]:
        """Return, for each bot that crashed, the games it forfeited."""
        forfeits: dict[int, list[GameResult]] = {}
        for result in self.results:
            if result.crash:
                forfeits.setdefault(self.arena.seating(result.number)[result.crash.seat], []).append(result)
        return forfeits


class Scores:
    """The points of sides, which are bots or seats, against each other."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.deals: dict[int, dict[tuple[int, int], float]] = {}
        self.count: dict[int, int] = {}  # number of games on each deal
        self.games = [0] * len(names)
        self.scores = [0.0] * len(names)  # a game adds the mean of the points against all opponents

    def add(self, deal: int, points: Points) -> None:
        self.count[deal] = self.count.get(deal, 0) + 1
        gained = self.deals.setdefault(deal, {})
        for pair, point in points.items():
            gained[pair] = gained.get(pair, 0.0) + point
        sides = {side for side, _ in points}
        for side in sides:
            self.games[side] += 1
            self.scores[side] += sum(points[side, other] for other in sides - {side}) / (len(sides) - 1)

    def score(self, side: int) -> float:
        """Return the mean score, from 0 to 1."""
        return self.scores[side] / self.games[side]

    def ranking(self) -> list[int]:
        """Return the sides that have played, best score first."""
        return sorted((side for side, games in enumerate(self.games) if games), key=lambda side: -self.score(side))

    @property
    def is_connected(self) -> bool:
        """Whether every two sides have met or are linked by a chain of opponents."""
        reached = {0}
        pairs = {pair for points in self.deals.values() for pair in points}
        while added := {other for one, other in pairs if one in reached} - reached:
            reached |= added
        return len(reached) == len(self.names)


def pairwise_points(result: GameResult, seats: int) -> Points:
    """Return each seat's points against each other seat: 1 for a win alone, 1/2 if both or neither won."""
    won = [seat in result.winners for seat in range(seats)]
    return {
        (one, other): (1 + won[one] - won[other]) / 2 for one in range(seats) for other in range(seats) if one != other
    }


def mean_points(deals: Sequence[Points]) -> Points:
    pairs = {pair for points in deals for pair in points}
    return {pair: sum(points.get(pair, 0.0) for points in deals) / len(deals) for pair in pairs}
