"""Measure a card set of Star Duel against S-20, by self-play. Shares have 95 % intervals (Wilson)."""

from __future__ import annotations

import math
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from nodarium.core.discovery import find_game
from nodarium.core.errors import NodariumError
from nodarium.games.starduel.board import ACTIVATE, ATTACK, CARDS, EXHAUST, MOVE, PRODUCE, REPLACE
from nodarium.games.starduel.rules import State
from nodarium.record.factory import new
from nodarium.search.bots import make_bot

GAME = find_game("starduel")
KINDS = {
    "activations": range(ACTIVATE, ATTACK),
    "attacks": range(ATTACK, PRODUCE),
    "energy programs": range(PRODUCE, REPLACE),
    "replacements": range(REPLACE, EXHAUST),
    "exhaustions": range(EXHAUST, MOVE),
    "moves and swaps": range(MOVE, GAME.num_actions - 1),
}


@dataclass(frozen=True)
class PlayedGame:
    """What S-20 needs to know about one game."""

    winner: int | None
    rule: str | None
    rounds: int
    seen: frozenset[str]  # cards that were on the map
    activated_by: dict[str, int]  # card to seat
    actions: Counter[str]  # by kind


def play(bot: str, cards: Path | None, seed: int) -> PlayedGame:
    options: dict[str, Any] = {"cards": cards} if cards else {}
    match = new(GAME.id, seed=seed, deal=None, player_names=None, **options)
    bots = [make_bot(GAME, bot, 2 * seed + seat) for seat in range(2)]
    seen, activated_by, actions_played = set(cards_on_map(match.state)), dict[str, int](), Counter[str]()
    while match.to_act:
        for seat in match.to_act:
            before = match.state
            action = bots[seat].choose(match.decision_state(seat), seat)
            match.play(action, seat)
            owned = owned_nodes(match.state, seat) - owned_nodes(before, seat)
            actions_played.update(kind for kind, actions in KINDS.items() if action in actions)
            if action == ACTIVATE:
                activated_by.update(dict.fromkeys(owned, seat))
        seen |= cards_on_map(match.state)
    outcome = match.outcome
    assert outcome
    assert isinstance(match.state, State)
    winner = outcome.winners[0] if len(outcome.winners) == 1 else None
    return PlayedGame(winner, outcome.rule, match.state.round, frozenset(seen), activated_by, actions_played)


def cards_on_map(state: object) -> set[str]:
    assert isinstance(state, State)
    return {state.card_set.cards[card].id for card in list(state.card)[: state.size] if card < CARDS}


def owned_nodes(state: object, seat: int) -> set[str]:
    assert isinstance(state, State)
    places = enumerate(state.map.places)
    return {state.card_set.cards[state.card[space]].id for space, place in places if state.owned[seat] >> place & 1}


def share(part: int, whole: int) -> str:
    """Format a percentage with its 95 % interval."""
    if not whole:
        return "–"
    p, z = part / whole, 1.96
    middle = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    width = z * math.sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return f"{100 * p:.1f} % ({100 * (middle - width):.1f} to {100 * (middle + width):.1f})"


def report(games: Sequence[PlayedGame]) -> str:
    decided = [game for game in games if game.winner is not None]
    mean = sum(game.rounds for game in games) / len(games)
    spread = 1.96 * math.sqrt(sum((game.rounds - mean) ** 2 for game in games)) / len(games)
    kurth = sum(game.winner == 0 for game in decided)
    force = sum(game.rule != "S-19" for game in decided)
    cards = sorted({card for game in games for card in game.seen}, key=lambda card: (card[0], len(card), card))
    used = {card: [card in game.activated_by for game in games if card in game.seen] for card in cards}
    least = min(((sum(one), len(one)) for one in used.values()), key=lambda one: one[0] / one[1])
    lines = [
        "| measure | S-20 | result |",
        "|---|---|---|",
        f"| Kurth wins (decided games) | 47 to 53 % | {share(kurth, len(decided))} |",
        f"| draws | under 5 % | {share(len(games) - len(decided), len(games))} |",
        f"| mean number of rounds | 10 to 30 | {mean:.1f} ± {spread:.1f} |",
        f"| decided by S-17 or S-18 | at least half | {share(force, len(decided))} |",
        f"| least activated card, in games it was on the map | at least 5 % | at least {share(*least)} |",
        "",
        "Per game: "
        + ", ".join(f"{sum(game.actions[kind] for game in games) / len(games):.1f} {kind}" for kind in KINDS),
        "",
        "| card | activated, in games it was on the map | won by the player who activated it |",
        "|---|---|---|",
    ]
    for card in cards:
        winners = [(game.activated_by[card], game.winner) for game in decided if card in game.activated_by]
        won = share(sum(seat == winner for seat, winner in winners), len(winners))
        lines.append(f"| {card} | {share(sum(used[card]), len(used[card]))} | {won} |")
    return "\n".join(lines)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=Path, help="card set to measure (default: the shipped one)")
    parser.add_argument("--bot", default="master:playouts=300", help="bot that plays both seats (default: %(default)s)")
    parser.add_argument("--games", type=int, default=1000, help="number of games (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first deal (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=2, help="parallel processes (default: %(default)s)")
    args = parser.parse_args()
    if args.games < 1:
        parser.error(f"--games must be at least 1, not {args.games}")
    try:
        make_bot(GAME, args.bot)
        GAME.resolve_options({"cards": args.cards} if args.cards else {})
    except NodariumError as error:
        parser.error(str(error))
    games: list[PlayedGame] = []
    with ProcessPoolExecutor(args.workers, get_context("spawn")) as pool:
        seeds = range(args.seed, args.seed + args.games)
        for played in pool.map(partial(play, args.bot, args.cards), seeds, chunksize=4):
            games.append(played)
            sys.stderr.write(f"\r{len(games)} of {args.games} games")
    sys.stderr.write("\n")
    sys.stdout.write(report(games) + "\n")


if __name__ == "__main__":
    main()
