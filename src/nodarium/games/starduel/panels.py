"""Star Duel's panels and its prompt."""

from __future__ import annotations

from nodarium.core.scene import Panel, Row, Token
from nodarium.games.starduel.board import QUIET_ROUNDS, ROUNDS, SEAT_NAMES
from nodarium.games.starduel.explain import deciding_track, program_failure
from nodarium.games.starduel.seat_view import HUES, SeatView
from nodarium.games.starduel.shapes import LEGEND, seat_sign


def panels(seen: SeatView) -> tuple[Panel, ...]:
    return (*(_player(seen, player) for player in seen.near_to_far[::-1]), _round(seen))


def _player(seen: SeatView, player: int) -> Panel:
    name = SEAT_NAMES[player]
    facts = seen.view["players"][player]
    acts = player in seen.view["to_act"]
    tokens = tuple(
        Token(
            key=f"{name}-{track}",
            style=f"piece {hue}" if facts[track] else f"piece {hue} dim",
            label=f"{facts[track]} {track}",
            text=f"{facts[track]}{track[0].upper()}",
        )
        for track, hue in HUES.items()
    )
    rows = [Row(label="Stock", tokens=tokens), Row(label="Program", tokens=_program(seen, player))]
    if acts and not seen.is_programming:
        rows.append(Row(label="Still open", text=seen.still_open()))
    return Panel(
        key=name,
        title=name,
        value=f"Influence {facts['influence']}",
        badge=seat_sign(f"{name}-badge", player, (0, 0), 1.6),
        rows=tuple(rows),
        style=f"panel seat-{player} strong" if acts else "panel",
        seat=player,
    )


def _program(seen: SeatView, player: int) -> tuple[Token, ...]:
    """Show the program, a placeholder while it is unknown, or the two programs that aren't spaces."""
    name = SEAT_NAMES[player]
    facts = seen.view["players"][player]
    if facts["program"]:
        program = facts["program"]
        what = {"14": "14 replace", "15": "15 energy"}.get(program, seen.program_name(program, player))
        return (Token(key=f"{name}-program", style=f"piece seat-{player}", label=f"programmed {what}", text=what),)
    if facts["committed"]:
        return (Token(key=f"{name}-program", style=f"piece seat-{player}", label="chosen and hidden", text="?"),)
    if player == seen.seat and seen.acts:
        style = "cell white dim" if seen.replace_fails() else "cell white"
        return (
            Token(key="program-14", style=style, label="14, replace a node", text="14 replace"),
            Token(key="program-15", style="cell white", label="15, gain 2 energy", text="15 energy"),
        )
    return (Token(key=f"{name}-program", style="cell dim", label="not chosen yet", text="–"),)


def _round(seen: SeatView) -> Panel:
    view = seen.view
    unseen = {tier: ", ".join(seen.cards[card].name for card in view["unseen"][tier]) for tier in "23"}
    other = SEAT_NAMES[1 - (seen.seat or 0)]
    numbers = f"are those of who acts: {other}'s 52 is {seen.whose_numbers} 12 (S-22)"
    rows = [
        Row(label="On a card", text=f"{LEGEND}. All cards: (S-3)"),
        Row(label="Numbers in the log", text=numbers),
        Row(label="Quiet rounds", text=f"{view['quiet_rounds']} of {QUIET_ROUNDS}"),
        Row(label="First if programs are equal", text=SEAT_NAMES[view["first_if_equal"]]),
        Row(label="Spares", text=f"{view['spares']['2']} of tier II, {view['spares']['3']} of tier III"),
        Row(label="Unseen of tier II", text=unseen["2"] or "none"),
        Row(label="Unseen of tier III", text=unseen["3"] or "none"),
    ]
    return Panel(key="round", title="Round", value=f"{view['round']} of {ROUNDS}", rows=tuple(rows))


def prompt(seen: SeatView) -> str:
    if seen.state.outcome is not None:
        return _ending(seen)
    names = " and ".join(SEAT_NAMES[player] for player in seen.view["to_act"])
    if seen.is_programming:
        if seen.acts and seen.seat is not None:
            return f"{SEAT_NAMES[seen.seat]}: program a space, 14 (replace) or 15 (energy)"
        return f"{names} still to program"
    player = seen.view["to_act"][0]
    where = seen.program_name(seen.view["players"][player]["program"], player)
    what = {"activate": f"activate {where}", "attack": f"attack {where}", "replace": "replace a node"}
    what |= {"energy": "gain energy", "exhaust": "exhaust a node"}
    options = [text for word, text in what.items() if word in seen.legal_words]
    options += ["move a node"] if seen.legal_words & {"move", "swap"} else []
    can = ", ".join([*options, "or end the turn"]) if options else "end the turn"
    reason = program_failure(seen.state, player) if seen.acts else ""
    if reason:  # other steps of the turn can change that
        return f"{names}: your program fails{' for now' * bool(options)}: {reason} {can[0].upper()}{can[1:]}"
    return f"{names}: {can}"


def _ending(seen: SeatView) -> str:
    """Say who has won and why. Where tracks decided (S-19), add their values."""
    outcome = seen.state.outcome
    assert outcome is not None
    who = f"{SEAT_NAMES[outcome.winners[0]]} wins" if outcome.winners else "A draw"
    reason = outcome.reason
    if outcome.rule == "S-19":
        track = deciding_track(seen.state)
        values = sorted(player[track] for player in seen.view["players"]) if track else []
        equal = "; influence, population and minerals are equal"
        reason += f"; {track} {values[1]} against {values[0]}" if track else equal
    return f"{who}: {reason} ({outcome.rule})"
