"""What can be clicked in the scene of Nodes & Colonies, and which move a sequence of clicks means."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from nodarium.core.errors import IllegalMove
from nodarium.core.message import Message, any_of, say
from nodarium.core.scene import Path, Target
from nodarium.games.colonies.board import COLONISED, END, KIND_NAMES, MOVE, PHASES, WHAT, WHERE, card_power, card_title
from nodarium.games.colonies.notation import format_move
from nodarium.games.colonies.rules import State
from nodarium.games.colonies.seat_view import SeatView, neighbours


def choices(seen: SeatView) -> tuple[tuple[Target, ...], tuple[Path, ...]]:
    """Return the targets, and the path of targets for each legal move: a card or a Colony, then a spot.

    A spot is clicked on its topmost Colony, if it has one.
    """
    state, seat = seen.state, seen.seat
    if seat is None:
        return (), ()
    labels: dict[str, Message] = {}
    prompts: dict[str, tuple[Message, ...]] = {}
    invaders: dict[str, list[str]] = {}  # by the spot of another player's Colony
    paths = []
    for action in state.legal_actions(seat):
        targets = ["end"]
        if action == END:
            labels["end"] = say("colonies-end-turn")
        else:
            spot = state.name_of(WHERE[action])
            labels[seen.key(spot)] = seen.describe(spot)
            if action < MOVE:
                card = KIND_NAMES[WHAT[action]]
                labels[f"hand-{card}"], prompts[f"hand-{card}"] = _card_texts(card)
                targets = [f"hand-{card}", seen.key(spot)]
            else:
                start = state.name_of(WHAT[action])
                labels[seen.key(start)] = seen.describe(start)
                mover = card_title(seen.nodes[start]["colonies"][-1]["card"])
                prompts[seen.key(start)] = (say("colonies-then-move", card=mover, node=seen.numbers[start]),)
                if seen.nodes[spot]["seat"] not in {None, seat}:
                    invaders.setdefault(spot, []).append(seen.nodes[start]["colonies"][-1]["card"])
                targets = [seen.key(start), seen.key(spot)]
        paths.append(Path(move=format_move(state, seat, action), targets=tuple(targets)))
    for spot, cards in invaders.items():
        titles = tuple([card_title(card) for card in sorted(set(cards))])
        labels[seen.key(spot)] = say("colonies-can-invade", spot=seen.name(spot), cards=any_of(titles))
    found = [Target(key=key, label=label, prompts=prompts.get(key, ())) for key, label in labels.items()]
    return tuple(found), tuple(paths)


@cache
def _card_texts(card: str) -> tuple[Message, tuple[Message, ...]]:
    """What a card in the hand does, and what comes next once it is chosen."""
    if card == "N":
        return say("colonies-play-node"), (say("colonies-then-lay"),)
    title = card_title(card)
    return say("colonies-play-colony", card=title, power=card_power(card)), (say("colonies-then-place", card=title),)


def move_from_targets(state: State, seat: int, keys: Sequence[str]) -> str | None:
    seen = SeatView(state, seat)
    spots = {seen.key(spot): spot for spot in (*seen.nodes, *seen.empty_spots())}
    spots |= {spot: spot for spot in seen.nodes}
    first, *rest = keys
    if first == "end":
        return first
    where = spots.get(rest[-1]) if rest else None
    if first.startswith("hand-"):
        card = first.removeprefix("hand-")
        return f"{card}@{where or (_spot_for_node(seen) if card == 'N' else _spot_for_colony(seen))}"
    start = spots.get(first)
    if start is None:
        return None
    if start not in seen.nodes or seen.nodes[start]["seat"] != seat:
        if seen.view["phase"] == PHASES[COLONISED]:
            raise IllegalMove(say("colonies-choose-colony-first"), rule="C-10")
        raise IllegalMove(say("colonies-choose-card-first"), rule="C-6")
    return f"{start}>{where or next(spot for spot in neighbours(start) if spot in seen.nodes)}"


def _spot_for_node(seen: SeatView) -> str:
    """Return an empty spot next to a Node, as an example."""
    return next(spot for node in seen.nodes for spot in neighbours(node) if spot not in seen.nodes)


def _spot_for_colony(seen: SeatView) -> str:
    """Return a Node without a Colony, or any Node if all have one, as an example."""
    return next((spot for spot, node in seen.nodes.items() if not node["colonies"]), next(iter(seen.nodes)))
