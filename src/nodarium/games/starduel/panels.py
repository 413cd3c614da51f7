"""Star Duel's panels and its prompt."""

from __future__ import annotations

from msgspec.structs import replace

from nodarium.core.message import Message, Text, any_of, say
from nodarium.core.outcome import outcome_message
from nodarium.core.scene import Panel, Row, Token
from nodarium.games.starduel.board import (
    LAST_ROUND,
    NO_INFLUENCE,
    NO_POPULATION,
    PRODUCED,
    QUIET_ROUNDS,
    ROUNDS,
    SEAT_NAMES,
    STANDSTILL,
)
from nodarium.games.starduel.explain import deciding_track, program_failure
from nodarium.games.starduel.seat_view import HUES, SeatView
from nodarium.games.starduel.shapes import seat_sign

AMOUNTS = {"energy": "starduel-energy", "population": "starduel-population", "minerals": "starduel-minerals"}
LOSSES = {NO_INFLUENCE: "starduel-loser-without-influence", NO_POPULATION: "starduel-loser-without-population"}


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
            label=say(AMOUNTS[track], count=facts[track]),
            text=f"{facts[track]}{track[0].upper()}",
        )
        for track, hue in HUES.items()
    )
    rows = [
        Row(label=say("starduel-resources"), tokens=tokens),
        Row(label=say("starduel-program"), tokens=_program(seen, player)),
    ]
    if acts and not seen.is_programming:
        rows.append(Row(label=say("starduel-still-possible"), text=seen.still_open()))
    return Panel(
        key=name,
        title=seen.title(player),
        value=say("starduel-influence", count=facts["influence"]),
        badge=seat_sign(f"{name}-badge", player, (0, 0), 1.6),
        rows=tuple(rows),
        style=f"panel seat-{player} strong" if acts else "panel",
        seat=player,
    )


def _program(seen: SeatView, player: int) -> tuple[Token, ...]:
    """Show the program, a placeholder while it is unknown, or the two programs that aren't spaces."""
    key = f"{SEAT_NAMES[player]}-program"
    facts = seen.view["players"][player]
    replacing, producing = say("starduel-14-replace"), say("starduel-15-energy")
    if facts["program"]:
        program = facts["program"]
        what: Text = {"14": replacing, "15": producing}.get(program) or seen.program_name(program, player)
        label = say("starduel-programmed", seat=seen.title(player), program=what)
        return (Token(key=key, style=f"piece seat-{player}", label=label, text=what),)
    if facts["committed"]:
        return (Token(key=key, style=f"piece seat-{player}", label=say("starduel-program-hidden"), text="?"),)
    if player == seen.seat and seen.acts:
        style = "cell white dim" if seen.replace_fails() else "cell white"
        return (
            Token(key="program-14", style=style, label=replacing, text=replacing),
            Token(key="program-15", style="cell white", label=producing, text=producing),
        )
    return (Token(key=key, style="cell dim", label=say("starduel-program-missing"), text="–"),)


def _round(seen: SeatView) -> Panel:
    view = seen.view
    unseen = {tier: ", ".join(seen.cards[card].name for card in view["unseen"][tier]) for tier in "23"}
    spares = say("starduel-spares-left", tier2=view["spares"]["2"], tier3=view["spares"]["3"])
    rows = (
        Row(label=say("starduel-on-cards"), text=say("starduel-card-signs")),
        Row(label=say("starduel-log-numbers"), text=_log_numbers(seen)),
        Row(label=say("starduel-quiet-rounds"), text=say("starduel-of", count=view["quiet_rounds"], most=QUIET_ROUNDS)),
        Row(label=say("starduel-first-if-equal"), text=seen.title(view["first_if_equal"])),
        Row(label=say("starduel-spares"), text=spares),
        Row(label=say("starduel-unseen-tier-2"), text=unseen["2"] or say("starduel-none")),
        Row(label=say("starduel-unseen-tier-3"), text=unseen["3"] or say("starduel-none")),
    )
    value = say("starduel-of", count=view["round"], most=ROUNDS)
    return Panel(key="round", title=say("starduel-round"), value=value, rows=rows)


def _log_numbers(seen: SeatView) -> Message:
    if seen.seat is None:
        return say("starduel-log-numbers-both", other=seen.title(1), viewer=seen.title(0))
    return say("starduel-log-numbers-yours", other=seen.title(1 - seen.seat))


def prompt(seen: SeatView) -> Message:
    if seen.state.outcome is not None:
        return _ending(seen)
    to_act = tuple([seen.title(player) for player in seen.view["to_act"]])
    if seen.is_programming:
        if seen.acts and seen.seat is not None:
            return say("starduel-choose-program", seat=seen.title(seen.seat))
        return say("starduel-await-programs", seats=to_act, count=len(to_act))
    player = seen.view["to_act"][0]
    steps = _possible_steps(seen, player)
    can, count = any_of(steps), len(steps)
    reason = program_failure(seen.state, player) if seen.acts else None
    if reason:  # other steps of the turn can change that
        return say("starduel-program-fails", seat=to_act[0], reason=reason, steps=can, count=count)
    return say("starduel-turn", seat=to_act[0], steps=can, count=count)


def _possible_steps(seen: SeatView, player: int) -> tuple[Message, ...]:
    where = seen.program_name(seen.view["players"][player]["program"], player)
    steps = {
        "activate": say("starduel-can-activate", space=where),
        "attack": say("starduel-can-attack", space=where),
        "replace": say("starduel-can-replace"),
        "energy": say("starduel-can-gain-energy", count=PRODUCED),
        "exhaust": say("starduel-can-exhaust"),
    }
    possible = [step for word, step in steps.items() if word in seen.legal_words]
    if seen.legal_words & {"move", "swap"}:
        possible.append(say("starduel-can-move"))
    return (*possible, say("starduel-can-end"))


def _ending(seen: SeatView) -> Message:
    """Say who has won and why: name the loser (S-17), or add the tracks that decided (S-19)."""
    outcome = seen.state.outcome
    assert outcome is not None
    ending = seen.state.ending_index
    if ending in LOSSES:
        outcome = replace(outcome, reason=say(LOSSES[ending], loser=seen.title(1 - outcome.winners[0])))
    elif ending in (STANDSTILL, LAST_ROUND):
        outcome = replace(outcome, reason=_comparison(seen, outcome.reason))
    return outcome_message(outcome, [seen.title(player) for player in range(2)])


def _comparison(seen: SeatView, reason: Text) -> Message:
    track = deciding_track(seen.state)
    if track is None:
        return say("starduel-all-equal", reason=reason)
    less, more = sorted(player[track] for player in seen.view["players"])
    return say("starduel-track-decides", reason=reason, track=track, more=more, less=less)
