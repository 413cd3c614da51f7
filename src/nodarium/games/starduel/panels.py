"""Star Duel's panels and its prompt."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from nodarium.core.message import Message, Text, any_of, say
from nodarium.core.outcome import outcome_message
from nodarium.core.scene import Panel, Row, Step, Token
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
from nodarium.games.starduel.seat_view import STEPS, SeatView
from nodarium.games.starduel.shapes import seat_sign

GAUGES = {  # by track: what the gauge is called, and its hue
    "energy": ("starduel-track-energy", "yellow"),
    "population": ("starduel-track-population", "green"),
    "minerals": ("starduel-track-minerals", "blue"),
}
SIGNS = {  # what the drawings on the map mean, and their style
    "starduel-needs": ("starduel-means-needs", ""),
    "starduel-gains": ("starduel-means-gains", ""),
    "starduel-spent": ("starduel-means-spent", ""),
    "starduel-shield": ("starduel-means-shield", "art white"),
    "starduel-cost": ("starduel-means-cost", "art yellow"),
    "starduel-energy": ("starduel-track-energy", ""),
    "starduel-population": ("starduel-track-population", ""),
    "starduel-minerals": ("starduel-track-minerals", ""),
    "starduel-influence": ("starduel-track-influence", ""),
}
PARTS = {"executed": "starduel-step-execute", "exhausted": "starduel-step-exhaust", "moved": "starduel-step-move"}
LOSSES = {NO_INFLUENCE: "starduel-loser-without-influence", NO_POPULATION: "starduel-loser-without-population"}


def panels(seen: SeatView) -> tuple[Panel, ...]:
    dial = (_dial(seen),) if seen.acts and seen.is_programming else ()
    return (*(_player(seen, player) for player in seen.near_to_far[::-1]), *dial, _round(seen), _legend())


def _player(seen: SeatView, player: int) -> Panel:
    name = SEAT_NAMES[player]
    facts = seen.view["players"][player]
    acts = player in seen.view["to_act"]
    rows = [
        Row(
            label=say(name_of_track),
            text=str(facts[track]),
            symbol=f"starduel-{track}",
            style=f"piece {hue}",
            gauge=(facts[track], seen.state.track),
        )
        for track, (name_of_track, hue) in GAUGES.items()
    ]
    if seen.state.outcome is None:
        style = "piece strong" if acts and seen.is_programming else "piece"
        rows.append(Row(label=say("starduel-program"), text=_program(seen, player), style=style))
    return Panel(
        key=name,
        title=seen.title(player),
        value=say("starduel-influence", count=facts["influence"]),
        badge=seat_sign(f"{name}-badge", player, (0, 0), 1.6),
        rows=tuple(rows),
        style=f"panel seat-{player} strong" if acts else "panel",
        seat=player,
    )


def _program(seen: SeatView, player: int) -> Text:
    facts = seen.view["players"][player]
    if facts["program"]:
        return say("starduel-program-and-goal", program=facts["program"], goal=seen.goal(player))
    if facts["committed"]:
        return say("starduel-locked-in")
    return say("starduel-set-the-dial" if player == seen.seat else "starduel-choosing")


def _dial(seen: SeatView) -> Panel:
    """Two digits for the spaces, and the two programs that aren't spaces."""
    names = [*seen.map.names, "14", "15"]
    replacing = "cell dim" if seen.replace_fails() else "cell"
    what_14, what_15 = say("starduel-program-14"), say("starduel-program-15", count=PRODUCED)
    others = (
        Token(key="program-14", style=replacing, label=what_14, text=say("starduel-14-replace")),
        Token(key="program-15", style="cell", label=what_15, text=say("starduel-15-energy", count=PRODUCED)),
    )
    return Panel(
        key="dial",
        title=say("starduel-dial"),
        dock=True,
        rows=(
            Row(label=say("starduel-first-digits"), layout="drum", tokens=_drum("tens", {name[0] for name in names})),
            Row(label=say("starduel-second-digits"), layout="drum", tokens=_drum("unit", {name[1] for name in names})),
            Row(label="", tokens=others),
        ),
    )


def _drum(key: str, digits: set[str]) -> tuple[Token, ...]:
    return tuple(Token(key=f"{key}-{digit}", style="cell", label=digit, text=digit) for digit in sorted(digits))


def _round(seen: SeatView) -> Panel:
    view = seen.view
    unseen = {tier: ", ".join(seen.cards[card].name for card in view["unseen"][tier]) for tier in "23"}
    spares = say("starduel-spares-left", tier2=view["spares"]["2"], tier3=view["spares"]["3"])
    rows = (
        Row(label=say("starduel-quiet-rounds"), text=say("starduel-of", count=view["quiet_rounds"], most=QUIET_ROUNDS)),
        Row(label=say("starduel-first-if-equal"), text=seen.title(view["first_if_equal"])),
        Row(label=say("starduel-spares"), text=spares),
        Row(label=say("starduel-unseen-tier-2"), text=unseen["2"] or say("starduel-none")),
        Row(label=say("starduel-unseen-tier-3"), text=unseen["3"] or say("starduel-none")),
        Row(label=say("starduel-all-cards"), text=say("starduel-all-cards-rule")),
    )
    value = say("starduel-of", count=view["round"], most=ROUNDS)
    return Panel(key="round", title=say("starduel-round"), value=value, rows=rows)


@cache
def _legend() -> Panel:
    rows = [
        Row(label=say(meaning), layout="legend", symbol=symbol, style=style)
        for symbol, (meaning, style) in SIGNS.items()
    ]
    return Panel(key="legend", title=say("starduel-signs"), rows=tuple(rows))


# ---- The prompt and the steps ----


def steps(seen: SeatView) -> tuple[Step, ...]:
    """The parts of a round: the program, then those of a turn, which can be done in any order (S-8)."""
    if seen.state.outcome is not None:
        return ()
    programs = Step(label=say("starduel-step-program"), state="now" if seen.is_programming else "done")
    return (programs, *(Step(label=say(text), state=_state(seen, part)) for part, text in PARTS.items()))


def _state(seen: SeatView, part: str) -> str:
    if seen.is_programming:
        return "next"
    if seen.view["players"][seen.view["to_act"][0]][part]:
        return "done"
    return "now" if STEPS[part] & seen.legal_words else "skipped"


def hint(seen: SeatView) -> Text:
    if seen.state.outcome is not None:
        return ""
    if seen.is_programming:
        tie = seen.title(seen.view["first_if_equal"])
        return say("starduel-hint-program", round=seen.view["round"], seat=tie)
    return say("starduel-hint-turn", round=seen.view["round"])


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
    space = seen.aim(player)
    where = "" if space is None else seen.place(space)
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
