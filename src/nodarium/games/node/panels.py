"""NODE's panels, its prompt and the parts of a turn.

A panel is made of few facts, which are its arguments, so that the next scene can use it again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from nodarium.core.message import Message, Text, say
from nodarium.core.outcome import outcome_message
from nodarium.core.scene import Panel, Row, Step, Token
from nodarium.games.node import board
from nodarium.games.node.board import (
    ADVANCED,
    COLOUR_NAMES,
    COLOURS,
    END,
    OTHER,
    SEAT_NAMES,
    SEAT_TITLES,
    TRADE,
    VARIANTS,
)
from nodarium.games.node.rules import State
from nodarium.games.node.shapes import node_shape

NETWORK_POINTS = 2  # N-26
NETWORK_PLACES = 8  # of the bar of a network, as long as it is short
FEW_BRANCHES = 9
SLOTS = 3
BRANCH, NODE = (1, 0, 1, 0), (0, 2, 0, 2)  # what they cost, by colour (N-14, N-15)

View = dict[str, Any]
Counts = tuple[int, ...]  # cubes, by colour


def panels(view: View, seat: int | None, actions: list[int]) -> tuple[Panel, ...]:
    """The seats, the hand of the seat that looks, then what stands at the side."""
    playing = bool(view["to_act"])
    hand = seat if playing else None
    buyer = seat if seat is not None else view["to_act"][0] if playing else 0
    bank = None if view["bank"] is None else tuple(view["bank"].values())
    players = view["players"]
    made = [_player(view, owner, shows_cubes=owner != hand) for owner in (0, 1)]
    if hand is not None:
        left = tuple(players[hand]["trades_left"].values()) if hand in view["to_act"] else (0, 0)
        theirs = tuple(players[1 - hand]["cubes"].values())
        made.append(_hand(hand, counts_of(players[hand]), theirs, bank, left))
    else:
        made.append(_bank(bank))
    if playing:
        placing = seat in view["to_act"] and view["phase"] == "turn"
        no_place = placing and not any(action < END or action >= OTHER for action in actions)
        made.append(_prices(counts_of(players[buyer]), no_place=no_place))
    lengths = [(player["largest_network"], player["branches_left"]) for player in players]
    made.append(_networks(*lengths))
    return (*made, _legend(any(square["tile"] == "T" for square in view["squares"].values())))


def counts_of(player: View) -> Counts:
    return tuple(player["cubes"].values())


# ---- seats ----


def _player(view: View, seat: int, *, shows_cubes: bool) -> Panel:
    player, other = view["players"][seat], view["players"][1 - seat]
    return _seat_panel(
        seat,
        counts_of(player) if shows_cubes else None,
        tuple(player["income"].values()),
        (len(player["nodes"]), len(player["captured"])),
        (player["largest_network"], other["largest_network"]),
        acts=seat in view["to_act"],
        loses=view["variant"] == VARIANTS[ADVANCED],
    )


@lru_cache(8192)
def _seat_panel(
    seat: int,
    cubes: Counts | None,
    income: Counts,
    counted: tuple[int, int],
    networks: tuple[int, int],
    *,
    acts: bool,
    loses: bool,
) -> Panel:
    name = SEAT_NAMES[seat]
    network = NETWORK_POINTS if networks[0] > networks[1] else 0
    score = sum(counted) + network
    rows = [
        Row(label="", tokens=_track(seat, (*counted, network), loses=loses), layout="track"),
        Row(label="", text=_point_parts(counted, networks)),
    ]
    if cubes is not None:
        rows.append(Row(label="", tokens=_chips(name, cubes)))
    paid = _income(f"{name}-income", income)
    rows.append(Row(label="", tokens=paid, text="" if paid else say("node-no-income-now")))
    return Panel(
        key=name,
        title=SEAT_TITLES[seat],
        value=say("node-score", score=score, goal=board.GOAL),
        badge=node_shape(f"{name}-badge", seat, (0, 0), 1.6),
        rows=tuple(rows),
        style=f"panel seat-{seat} strong" if acts else "panel",
        seat=seat,
    )


@lru_cache(1024)
def _track(seat: int, points: tuple[int, int, int], *, loses: bool) -> tuple[Token, ...]:
    """A place for each point up to the goal; a point has the form of what earned it."""
    name, style = SEAT_NAMES[seat], f"art seat-{seat}"
    kinds = (f"node-piece-{seat}", f"node-capture-{seat}", "node-network")
    labels = (say("node-point-node"), say("node-point-captured"), say("node-point-network"))
    made = [(kind, label) for kind, label, count in zip(kinds, labels, points, strict=True) for _ in range(count)]
    tokens = [
        Token(key=f"{name}-{place}", style=style, label=label, symbol=kind)
        for place, (kind, label) in enumerate(made[: board.GOAL], 1)
    ]
    for place in range(len(tokens) + 1, board.GOAL):
        tokens.append(Token(key=f"{name}-{place}", style="art dim", label=say("node-point-open"), symbol="node-point"))
    if len(tokens) < board.GOAL:
        label, symbol = (say("node-point-loses"), "node-limit") if loses else (say("node-point-wins"), "node-goal")
        tokens.append(Token(key=f"{name}-{board.GOAL}", style="art dim", label=label, symbol=symbol))
    return tuple(tokens)


def _point_parts(counted: tuple[int, int], networks: tuple[int, int]) -> Message:
    nodes, captured = counted
    if networks[0] > networks[1]:
        return say("node-point-parts-with-network", nodes=nodes, captured=captured, network=NETWORK_POINTS)
    return say("node-point-parts", nodes=nodes, captured=captured, own=networks[0], other=networks[1])


def _chips(prefix: str, counts: Counts) -> tuple[Token, ...]:
    """A cube and a number for each colour."""
    return tuple([_chip(prefix, colour, str(count), cubes_label(colour, count)) for colour, count in enumerate(counts)])


def _income(prefix: str, counts: Counts) -> tuple[Token, ...]:
    """The same for each colour that the next turn brings."""
    return tuple(
        [
            _chip(prefix, colour, f"+{count}", say("node-income-of", cubes=cubes_label(colour, count)))
            for colour, count in enumerate(counts)
            if count
        ]
    )


def _chip(prefix: str, colour: int, text: str, label: Message) -> Token:
    return Token(
        key=f"{prefix}-{COLOURS[colour]}",
        style=_cube_style(colour, dim=text == "0"),
        label=label,
        text=text,
        symbol=f"node-cube-{COLOURS[colour]}",
    )


def _cube_style(colour: int, *, dim: bool) -> str:
    return f"art {COLOUR_NAMES[colour]} dim" if dim else f"art {COLOUR_NAMES[colour]}"


@lru_cache(256)
def cubes_label(colour: int, count: int) -> Message:
    return say("node-cubes-of", colour=COLOUR_NAMES[colour], count=count)


# ---- the hand and the bank ----


@lru_cache(8192)
def _hand(seat: int, cubes: Counts, theirs: Counts, bank: Counts | None, left: tuple[int, int]) -> Panel:
    """Cubes, places for those to give, the bank: a trade from left to right."""
    piles = tuple(
        Token(
            key=f"{SEAT_NAMES[seat]}-{COLOURS[colour]}",
            style=_cube_style(colour, dim=not count),
            label=cubes_label(colour, count),
            symbol=f"node-cube-{COLOURS[colour]}",
            count=count,
        )
        for colour, count in enumerate(cubes)
    )
    slots = tuple(
        Token(
            key=f"give-{place}",
            style="spot dashed" if any(left) else "spot dim dashed",
            label=say("node-give-place", place=place),
        )
        for place in range(1, SLOTS + 1)
    )
    rows = (
        Row(label=say("node-own-cubes"), tokens=piles, layout="pile"),
        Row(label=_trade_label(left), tokens=slots, layout="slots"),
        Row(label=say("node-bank"), tokens=_stock(bank, cubes, theirs), layout="pile", symbol="node-arrow"),
    )
    return Panel(key="hand", title=say("node-hand"), rows=rows, dock=True, seat=seat)


def _trade_label(left: tuple[int, int]) -> Message:
    kinds = _trade_kinds(left)
    return say("node-trade", trades=kinds) if kinds else say("node-no-trade")


def _trade_kinds(left: tuple[int, int]) -> tuple[Text, ...]:
    """The trades that a seat can still make."""
    kinds = zip(("3:1", "2:1"), left, strict=True)
    return tuple([kind if count == 1 else f"{count} × {kind}" for kind, count in kinds if count])


def trades_left(left: tuple[int, int]) -> Message:
    kinds: list[Text] = [f"{count} × {kind}" for kind, count in zip(("3:1", "2:1"), left, strict=True) if count]
    return say("node-trades-left", trades=tuple(kinds)) if kinds else say("node-no-trades-left")


@lru_cache(8192)
def _bank(bank: Counts | None) -> Panel:
    rows = (Row(label=say("node-cubes"), tokens=_stock(bank, (0,) * 4, (0,) * 4)),)
    return Panel(key="bank", title=say("node-bank"), rows=rows)


def _stock(bank: Counts | None, own: Counts, theirs: Counts) -> tuple[Token, ...]:
    """The bank's cubes. A colour that nobody can give is faded."""
    if bank is None:
        labels = [say("node-cubes-unlimited", colour=hue) for hue in COLOUR_NAMES]
        texts, short = ["∞"] * 4, [False] * 4
    else:
        labels = [cubes_label(colour, count) for colour, count in enumerate(bank)]
        texts = [str(count) for count in bank]
        short = [not count and theirs[colour] <= own[colour] for colour, count in enumerate(bank)]  # N-20
    return tuple(
        Token(
            key=f"bank-{COLOURS[colour]}",
            style=_cube_style(colour, dim=short[colour]),
            label=labels[colour],
            text=texts[colour],
            symbol=f"node-cube-{COLOURS[colour]}",
        )
        for colour in range(4)
    )


# ---- what stands at the side ----


@lru_cache(8192)
def _prices(cubes: Counts, *, no_place: bool) -> Panel:
    branch = _price(cubes, "branch", BRANCH, say("node-price-branch"), no_place=no_place)
    node = _price(cubes, "node", NODE, say("node-price-node"), no_place=no_place)
    return Panel(key="prices", title=say("node-prices"), rows=(branch, node))


def _price(cubes: Counts, key: str, price: Counts, label: Message, *, no_place: bool) -> Row:
    tokens = []
    for colour, needed in enumerate(price):
        letter = COLOURS[colour]
        for place in range(needed):
            held = place < cubes[colour]
            tokens.append(
                Token(
                    key=f"{key}-price-{letter}{place + 1}",
                    style=_cube_style(colour, dim=False),
                    label=say("node-price-held" if held else "node-price-missing", colour=COLOUR_NAMES[colour]),
                    symbol=f"node-cube-{letter}" if held else f"node-hole-{letter}",
                )
            )
    enough = affordable(cubes, price) > 0
    text = say("node-no-place") if enough and no_place else _purchase_in_short(cubes, price)
    return Row(
        label=label,
        text=text,
        tokens=tuple(tokens),
        layout="price",
        style="art strong" if enough and not no_place else "art dim",
    )


def affordable(cubes: Counts, price: Counts) -> int:
    """How many times cubes pay a price."""
    return min(held // needed for held, needed in zip(cubes, price, strict=True) if needed)


def purchase(cubes: Counts, price: Counts) -> Message:
    """For how many pieces cubes are enough, or which ones are missing."""
    count = affordable(cubes, price)
    if count:
        return say("node-enough-for", count=count)
    short = [needed - held for held, needed in zip(cubes, price, strict=True)]
    missing = tuple([cubes_label(colour, left) for colour, left in enumerate(short) if left > 0])
    return say("node-short", cubes=missing)


def _purchase_in_short(cubes: Counts, price: Counts) -> Message:
    """The same, but of several colours only how many cubes are missing: the tokens show which."""
    short = [max(0, needed - held) for held, needed in zip(cubes, price, strict=True)]
    return say("node-short-in-all", count=sum(short)) if sum(map(bool, short)) > 1 else purchase(cubes, price)


@lru_cache(4096)
def _networks(*lengths: tuple[int, int]) -> Panel:
    """The largest network of each seat, and how many branches each has left to build once they are few."""
    places = max(NETWORK_PLACES, *(length for length, _ in lengths))
    rows = tuple(
        Row(
            label=SEAT_TITLES[seat],
            text=str(length),
            symbol=f"node-piece-{seat}",
            style=f"piece seat-{seat}",
            gauge=(length, places),
        )
        for seat, (length, _) in enumerate(lengths)
    )
    if min(left for _, left in lengths) <= FEW_BRANCHES:
        rows += (Row(label=say("node-branches-left"), text=" · ".join(str(left) for _, left in lengths)),)
    return Panel(key="networks", title=say("node-networks"), rows=rows)


@lru_cache(2)
def _legend(has_post: bool) -> Panel:
    signs = [
        (say("node-legend-taken"), "node-taken", "art blue"),
        (say("node-legend-free"), "node-free", "art blue"),
        (say("node-legend-exhausted"), "node-worn", "art grey"),
        (say("node-legend-captured"), "node-capture-0", "art seat-0"),
        (say("node-legend-paid"), "node-income-Y1", "art"),
    ]
    if has_post:
        signs.append((say("node-legend-post"), "node-post", "art"))
    rows = tuple(Row(label=label, layout="legend", symbol=symbol, style=style) for label, symbol, style in signs)
    return Panel(key="legend", title=say("node-legend"), rows=rows)


# ---- the prompt ----

PROMPTS = {
    "setup-node": "node-prompt-node",
    "setup-branch": "node-prompt-branch",
    (True, True): "node-prompt-trade-or-build",
    (True, False): "node-prompt-trade",
    (False, True): "node-prompt-build",
    (False, False): "node-prompt-end",
}


def what_is_possible(actions: list[int]) -> tuple[bool, bool]:
    """Whether a seat can trade, and whether it can build."""
    return (
        any(TRADE <= action < OTHER for action in actions),
        any(action < END or action >= OTHER for action in actions),
    )


def prompt(state: State, view: View) -> Message:
    outcome = state.outcome
    if outcome is not None:
        return outcome_message(outcome, SEAT_TITLES)
    seat = state.to_act[0]
    phase = view["phase"]
    return say(
        PROMPTS[what_is_possible(state.legal_actions(seat)) if phase == "turn" else phase], seat=SEAT_TITLES[seat]
    )


def hint(view: View) -> Text:
    """What the seat that is to act can pay for."""
    if view["phase"] == "over":
        return ""
    if view["phase"] != "turn":
        return say("node-hint-setup")
    return _purchases(counts_of(view["players"][view["to_act"][0]]))


@lru_cache(4096)
def _purchases(cubes: Counts) -> Message:
    return say("node-hint", branch=purchase(cubes, BRANCH), node=purchase(cubes, NODE))


@lru_cache(64)
def steps(phase: str, *, traded_or_built: bool, only_end: bool) -> tuple[Step, ...]:
    """The parts of a turn, or of a set in the setup."""
    if phase == "over":
        return ()
    if phase == "turn":
        acting = ("done" if traded_or_built else "skipped") if only_end else "now"
        return (
            Step(label=say("node-step-collect"), state="done"),
            Step(label=say("node-step-act"), state=acting),
            Step(label=say("node-step-end"), state="now" if only_end else "next"),
        )
    placed = phase == "setup-branch"
    return (
        Step(label=say("node-step-node"), state="done" if placed else "now"),
        Step(label=say("node-step-branch"), state="now" if placed else "next"),
    )
