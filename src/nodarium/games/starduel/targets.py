"""What can be clicked in Star Duel's scene, and which move a sequence of clicks means."""

from __future__ import annotations

from collections.abc import Sequence

from nodarium.core.errors import IllegalMove
from nodarium.core.message import Message, say
from nodarium.core.scene import Path, Target
from nodarium.games.starduel.board import (
    ACTIVATE,
    ATTACK,
    END,
    EXHAUST,
    MAX_SPACES,
    MOVE,
    PAIRS,
    PRODUCE,
    PRODUCED,
    REPLACE,
    SWAP,
    amounts_in_words,
    list_amounts,
)
from nodarium.games.starduel.notation import format_move
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.seat_view import SeatView

Click = tuple[str, Message]  # key and label of a target


def choices(seen: SeatView) -> tuple[tuple[Target, ...], tuple[Path, ...]]:
    """Return the targets, and the path of targets for each legal move.

    A program is a space, two digits or a token of the dial, then `lock`. An execution is `execute` or its target, then
    the payment. A move is a node, then its goal; an exhaustion is a node, then `exhaust`. The label of a move that
    loses at once (S-17) says so.
    """
    if seen.seat is None or not seen.acts:
        return (), ()
    labels: dict[str, Message] = {}
    paths = []
    for action in seen.state.legal_actions(seen.seat):
        move = format_move(seen.state, seen.seat, action)
        for clicks in _clicks(seen, seen.seat, action, move):
            if seen.state.loses_at_once(seen.seat, action):
                key, label = clicks.pop()
                clicks.append((key, say("starduel-loses", what=label)))
            for key, label in clicks:
                labels.setdefault(key, label)
            paths.append(Path(move=move, targets=tuple(key for key, _ in clicks)))
    return tuple(Target(key=key, label=label, prompts=_next(seen, key)) for key, label in labels.items()), tuple(paths)


def _next(seen: SeatView, key: str) -> tuple[Message, ...]:
    """Say what comes after a target, if it isn't the last one of its path."""
    kind = key.partition("-")[0]
    if kind in {"lock", "pay", "exhaust", "end"}:
        return ()
    if seen.is_programming:
        return (say("starduel-then-second-digit") if kind == "tens" else _then_lock_in(seen, key),)
    if seen.state.target_defense(seen.seat or 0) and (kind == "execute" or key == seen.aimed_key):
        return (say("starduel-then-pay"),)
    return (say("starduel-then-exhaust-or-move"),) if kind == "card" else ()


def _then_lock_in(seen: SeatView, key: str) -> Message:
    """Say what a program would cost, or that it would do nothing: on a touch screen, nobody points before choosing."""
    space = seen.spaces_by_key.get(key)
    if space is None:
        return say("starduel-then-lock-in")
    if seen.fails_at(space):
        return say("starduel-then-lock-useless", place=seen.kind(space))
    return say("starduel-then-lock-target", place=seen.kind(space), cost=len(seen.target_paths[space]))


def _clicks(seen: SeatView, seat: int, action: int, move: str) -> list[list[Click]]:
    """Return every sequence of clicks that makes a move."""
    if action == END:
        return [[("end", say("starduel-end-turn"))]]
    if action < ACTIVATE:
        digits: list[Click] = [
            (f"tens-{move[0]}", say("starduel-first-digit", digit=move[0])),
            (f"unit-{move[1]}", say("starduel-second-digit", digit=move[1])),
        ]
        lock = f"lock-{move}", say("starduel-lock-in", program=move)
        return [[_program_click(seen, move), lock], [*digits, lock]]
    if action == PRODUCE:
        return [[("execute", say("starduel-gain-energy", count=PRODUCED))]]
    if action < PRODUCE:
        own = seen.map.names.index(seen.view["players"][seat]["program"])
        ways = [[("execute", _execute_label(seen, action, own))], [_click(seen, own)]]
        if action >= ATTACK:
            paid, defense = action - ATTACK, seen.state.target_defense(seat)
            pay = (f"pay-{paid}", say("starduel-pay", payment=list_amounts(0, paid, defense - paid)))
            ways = [[*way, pay] for way in ways]
        return ways
    if action < EXHAUST:
        return [[_click(seen, action - REPLACE)]]
    if action < MOVE:
        own = action - EXHAUST
        card = seen.cards[seen.content(seen.space(own))["card"]]
        label = say("starduel-exhaust-card", card=card.name, gain=amounts_in_words(card.exhaustion))
        return [[_click(seen, own), (f"exhaust-{card.id}", label)]]
    if action < SWAP:
        return [[_click(seen, own) for own in divmod(action - MOVE, MAX_SPACES)]]
    one, two = (_click(seen, own) for own in PAIRS[action - SWAP])
    return [[one, two], [two, one]]


def _program_click(seen: SeatView, program: str) -> Click:
    if program == "14":
        return "program-14", _warn(say("starduel-program-14"), fails=seen.replace_fails())
    if program == "15":
        return "program-15", say("starduel-program-15", count=PRODUCED)
    return _click(seen, seen.map.names.index(program))


def _execute_label(seen: SeatView, action: int, own: int) -> Message:
    """Say what executing a program does that is aimed at a space with an own number."""
    space = seen.space(own)
    target, cost = seen.place(space), len(seen.target_paths[space])
    if action >= ATTACK:
        return say("starduel-attack-target", target=target, cost=cost)
    return say("starduel-activate-target", target=target, cost=cost)


def _click(seen: SeatView, own: int) -> Click:
    """Return key and label of a space with an own number."""
    space = seen.space(own)
    label = seen.describe(space)
    if seen.is_programming and seen.content(space)["card"]:
        label = say("starduel-program-at", number=seen.map.names[own], what=label)
    path = seen.target_paths.get(space)
    if path:
        label = say("starduel-away", what=label, cost=len(path))
    return seen.key(space), _warn(label, fails=seen.fails_at(space))


def _warn(label: Message, *, fails: bool) -> Message:
    """Add to the label of a program that it would do nothing, if so."""
    return say("starduel-does-nothing", what=label) if fails else label


def move_from_targets(state: State, seat: int, keys: Sequence[str]) -> str | None:
    seen = SeatView(state, seat)
    if seen.is_programming and seat in state.to_act:
        return _program(seen, keys)
    found = [seen.spaces_by_key[key] for key in keys if key in seen.spaces_by_key]
    player = seen.view["players"][seat]
    program = player["program"]
    if keys[0] == "execute" and program in seen.map.names:
        found.insert(0, seen.space(seen.map.names.index(program)))
    if not found:
        return {"end": "end", "execute": "energy"}.get(keys[0])
    names = [seen.map.name_of(space, seat) for space in found]
    owner = seen.content(found[0])["owner"]
    if owner == seat:
        if len(found) == 1:
            return f"exhaust {names[0]}"
        own = seen.content(found[1])["owner"] == seat
        return f"swap {names[0]}<>{names[1]}" if own else f"move {names[0]}>{names[1]}"
    if program == "14":
        return f"replace {names[-1]}"
    if names[0] != program:
        if seen.is_open(found[0]):
            raise IllegalMove(say("starduel-choose-node-first"), rule="S-16")
        if player["executed"]:
            return "activate"
        raise IllegalMove(say("starduel-other-target", program=program), rule="S-8")
    if owner is None:
        return "activate"
    paid = next((int(key.removeprefix("pay-")) for key in keys if key.startswith("pay-")), 0)
    return f"attack {paid}P{max(0, state.target_defense(seat) - paid)}M"


def _program(seen: SeatView, keys: Sequence[str]) -> str | None:
    """Return the program that a space, two digits or a token of the dial stand for."""
    kind, _, digit = keys[0].partition("-")
    if kind == "tens":
        number = digit + next((key.removeprefix("unit-") for key in keys if key.startswith("unit-")), "")
        if len(number) > 1 and number not in {*seen.map.names, "14", "15"}:
            raise IllegalMove(say("starduel-unknown-space"), rule="S-6")
        return number if len(number) > 1 else None
    if kind == "program":
        return digit
    found = [seen.spaces_by_key[key] for key in keys if key in seen.spaces_by_key]
    return seen.map.name_of(found[-1], seen.seat or 0) if found else None
