"""The fold of a table's events, and the requests that a table accepts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import nodarium
from nodarium import GameOver, IllegalMove, NotYourTurn, UnreadableMove
from nodarium.server import events, wire
from nodarium.server.clock import DAY_MS, Correspondence, Fischer, PerTurn, TimeControl
from nodarium.server.errors import BadRequest, LosingMove, NotAllowed, NotFound, NotNow
from nodarium.server.events import Participant
from nodarium.server.requests import event_for
from nodarium.server.table import CLAIM_AFTER_MS, Table
from tests.record.play import simultaneous_moves
from tests.server.play import (
    ANN,
    AT_ONCE,
    BOB,
    BOT,
    CYD,
    GAMES,
    LONG_TURNS,
    ONE_BY_ONE,
    OPEN_GAMES,
    SECRET_GAMES,
    START,
    Room,
    at_most_half,
    dealer,
    fold_again,
)

games = pytest.mark.parametrize("game", GAMES)
open_games = pytest.mark.parametrize("game", OPEN_GAMES)


def assert_same_state(one: Table, other: Table) -> None:
    """Assert that two tables are in the same state."""
    assert one.event_log == other.event_log
    assert (one.slots, one.status, one.handled_requests, one.away) == (
        other.slots,
        other.status,
        other.handled_requests,
        other.away,
    )
    assert (one.deadline, one.score, one.closed, one.reveals) == (
        other.deadline,
        other.score,
        other.closed,
        other.reveals,
    )
    assert [game.match.record() for game in one.games] == [game.match.record() for game in other.games]
    if one.clock and other.clock:
        assert (one.clock.remaining_ms, one.clock.running, one.clock.since) == (
            other.clock.remaining_ms,
            other.clock.running,
            other.clock.since,
        )


# ---- the fold ----


@games
def test_folding_the_events_again_gives_the_same_table(game: str) -> None:
    room = Room(game, clock=Fischer(seconds=600, increment=2), best_of=3)
    dice = Random(1)
    for _ in range(at_most_half(game, 12)):
        match = room.table.match
        assert match
        seat = dice.choice(match.to_act)
        room.now += dice.randrange(2000)
        room.apply(events.Moved(time=room.now, seat=seat, move=dice.choice(match.legal_moves(seat))))
    room.ask(ANN, wire.Say(text="well"))
    room.apply(events.Disconnected(time=room.now, slot=1))
    room.apply(events.DowntimeCredited(time=room.now + 500, milliseconds=400))
    assert_same_state(room.table, fold_again(room.table))
    room.ask(BOB, wire.Resign(request="r1"))
    assert_same_state(room.table, fold_again(room.table))
    assert room.table.status == "over"


@games
def test_a_game_is_played_to_its_end_and_its_record_can_be_replayed(game: str) -> None:
    room = Room(game)
    room.play_out()
    match = room.table.match
    assert match
    assert match.outcome
    record = match.record()
    assert nodarium.Match.from_record(record).outcome == match.outcome
    assert record.commitment
    assert room.frame_for(CYD).table is not None
    assert room.table.games[0].sha256 == record.commitment.sha256


@games
def test_every_move_is_described_with_its_ply_and_turn(game: str) -> None:
    room = Room(game)
    room.play_out()
    match = room.table.match
    assert match
    moves = [event for event in room.frame_for(CYD).events if isinstance(event, wire.Moved)]
    assert [event.ply for event in moves] == list(range(1, len(match.history) + 1))
    for event, move in zip(moves, match.history, strict=True):
        assert (event.seat, event.move) == (move.seat, move.move)
        assert (event.text, event.rule) == match.describe_move(event.ply - 1, move.seat, move.move)
        assert event.turn == match.state_after(event.ply - 1).turn - match.state_after(0).turn + 1
    now = room.frame_for(CYD).now
    assert now
    assert (now.game, now.num_moves) == (0, len(moves))


@open_games
def test_a_move_that_was_taken_back_keeps_its_description(game: str) -> None:
    room = Room(game, ANN, BOT)
    match = room.table.match
    assert match
    while match.to_act != (0,):
        room.move()
    room.move()
    number = room.table.last_event
    before = fold_again(room.table).move_text(number)
    room.ask(ANN, wire.Propose(what="take-back"))
    assert room.table.move_text(number) == fold_again(room.table).move_text(number) == before
    now = room.frame_for(ANN).now
    assert now
    assert now.num_moves == before.ply - 1


# ---- sitting down ----


@open_games
def test_the_game_starts_when_the_last_slot_is_taken(game: str) -> None:
    room = Room(game, ANN, None)
    assert room.table.status == "open"
    with pytest.raises(NotNow, match="hasn’t started"):
        room.ask(ANN, wire.Move(move="a1"))
    sat = room.ask(BOB, wire.Sit())
    assert isinstance(sat, events.Joined)
    assert (sat.slot, room.table.status) == (1, "playing")


@open_games
def test_a_taken_slot_is_refused(game: str) -> None:
    room = Room(game, ANN, None)
    with pytest.raises(NotNow, match="already"):
        room.ask(ANN, wire.Sit())
    with pytest.raises(NotAllowed, match="taken"):
        room.ask(BOB, wire.Sit(slot=0))
    with pytest.raises(NotFound, match="Slot 9 doesn’t exist"):
        room.ask(BOB, wire.Sit(slot=9))
    room.ask(BOB, wire.Sit(slot=1))
    with pytest.raises(NotNow, match="has started"):
        room.ask(CYD, wire.Sit())


def test_a_reserved_slot_is_for_one_person() -> None:
    room = Room(OPEN_GAMES[0], ANN, None)
    room.table.slots[1] = events.Slot(reserved_for=CYD)
    with pytest.raises(NotAllowed, match="reserved"):
        room.ask(BOB, wire.Sit())
    room.ask(CYD, wire.Sit())
    assert room.seat(CYD) == 1


def test_a_guest_cannot_join_a_rated_table() -> None:
    room = Room(OPEN_GAMES[0], ANN, None, rated=True)
    with pytest.raises(NotAllowed, match="account"):
        room.ask(BOB, wire.Sit())
    room.ask(Participant(name="Bob", user_id="bob", registered=True), wire.Sit())


def test_standing_up_frees_the_slot() -> None:
    room = Room(OPEN_GAMES[0], ANN, None)
    with pytest.raises(NotNow, match="no slot"):
        room.ask(BOB, wire.Stand())
    room.ask(ANN, wire.Stand())
    room.ask(BOB, wire.Sit())
    assert (room.table.status, room.seat(BOB)) == ("open", 0)


# ---- acting ----


@games
def test_only_its_player_can_act_for_a_seat(game: str) -> None:
    room = Room(game, ANN, BOB)
    match = room.table.match
    assert match
    move = match.legal_moves(match.to_act[0])[0]
    stranger = Participant(name="Eve", user_id="eve")
    for request in (
        wire.Move(move=move),
        wire.Resign(),
        wire.Propose(what="draw"),
        wire.Claim(),
        wire.Say(text="hm"),
        wire.Abort(),
    ):
        with pytest.raises(NotAllowed):
            room.ask(stranger, request)
    assert room.table.last_event == 1


@open_games
def test_a_refusal_changes_nothing(game: str) -> None:
    room = Room(game)
    match = room.table.match
    assert match
    first = room.table.player_in(match.to_act[0])
    other = room.table.player_in(1 - match.to_act[0])
    for who, text, kind in (
        (first, "%%%", UnreadableMove),
        (other, match.legal_moves(match.to_act[0])[0], NotYourTurn),
    ):
        with pytest.raises(kind):
            room.ask(who, wire.Move(move=text))
    illegal = next(a for a in range(match.game.num_actions + 1) if a not in match.legal_actions())
    with pytest.raises(IllegalMove):
        match.canonical_move(illegal)
    assert room.table.last_event == 1


def test_a_losing_move_is_refused_if_the_player_asked_for_that() -> None:
    room, move = next(daring_rooms())
    match = room.table.match
    assert match
    seat = match.to_act[0]
    player, length = room.table.player_in(seat), len(match.history)
    with pytest.raises(LosingMove) as refused:
        room.ask(player, wire.Move(move=move, reject_losing=True))
    assert refused.value.rule in {ending.rule for ending in match.game.endings}
    assert len(match.history) == length
    room.ask(player, wire.Move(move=move))
    assert match.outcome
    assert seat not in match.outcome.winners


def daring_rooms() -> Iterator[tuple[Room, str]]:
    """Rooms from random games in which a seat has a losing move, and that move."""
    for seed in range(10):
        dice = Random(seed)
        for game in GAMES:
            room = Room(game)
            match = room.table.match
            assert match
            while not match.outcome:
                seat = match.to_act[0]
                moves = match.legal_moves(seat)
                losing = (
                    [move for move in moves if match.immediate_loss(move, seat)] if len(match.history) % 4 == 3 else []
                )
                if losing:
                    yield room, losing[0]
                room.apply(events.Moved(time=room.now, seat=seat, move=dice.choice(moves)))


@games
def test_a_handled_request_is_remembered_by_user_and_id(game: str) -> None:
    room = Room(game)
    room.ask(ANN, wire.Say(text="one", request="7"))
    room.ask(BOB, wire.Say(text="two", request="7"))
    assert room.table.handled_requests == {("ann", "7"): 2, ("bob", "7"): 3}


@open_games
def test_a_move_for_an_earlier_position_is_refused(game: str) -> None:
    room = Room(game)
    match = room.table.match
    assert match
    mover, seen = room.table.player_in(match.to_act[0]), room.table.last_event
    moves = match.legal_moves(match.to_act[0])
    room.ask(BOB, wire.Say(text="hello"))
    room.ask(mover, wire.Move(move=moves[0], last_seen=seen))  # a chat message changes nothing
    known = room.table.last_event
    for request in (
        wire.Move(move=moves[1], last_seen=seen),
        wire.Resign(last_seen=seen),
        wire.Propose(what="draw", last_seen=seen),
    ):
        with pytest.raises(NotNow, match="has changed"):
            room.ask(mover, request)
    assert room.table.last_event == known
    room.ask(mover, wire.Propose(what="draw", last_seen=known))


@pytest.mark.parametrize("game", AT_ONCE)
def test_another_seats_simultaneous_choice_does_not_make_a_move_stale(game: str) -> None:
    room = Room(game)
    match = room.table.match
    assert match
    seen = room.table.last_event
    for who in (ANN, BOB):
        room.ask(who, wire.Move(move=match.legal_moves(room.seat(who))[0], last_seen=seen))
    assert room.table.last_event == seen + 2


@open_games
def test_an_answer_to_an_unseen_proposal_is_refused(game: str) -> None:
    room = Room(game)
    match = room.table.match
    assert match
    seat = match.to_act[0]
    while seat in match.to_act:
        room.move()
    mover, other = room.table.player_in(seat), room.table.player_in(1 - seat)
    room.ask(mover, wire.Propose(what="take-back"))
    seen = room.table.last_event
    with pytest.raises(NotNow, match="Another proposal"):
        room.ask(mover, wire.Propose(what="draw"))
    room.ask(mover, wire.Decline())
    room.ask(mover, wire.Propose(what="draw"))
    for request in (wire.Accept(last_seen=seen), wire.Decline(last_seen=seen)):
        with pytest.raises(NotNow, match="has changed"):
            room.ask(other, request)
    assert not match.outcome
    room.ask(other, wire.Accept(last_seen=room.table.last_event))
    assert match.outcome


@games
def test_no_seat_can_act_after_the_end(game: str) -> None:
    room = Room(game)
    room.ask(ANN, wire.Resign())
    for request in (wire.Resign(), wire.Move(move="a1"), wire.Propose(what="draw"), wire.Propose(what="take-back")):
        with pytest.raises(GameOver):
            room.ask(BOB, request)


def test_a_game_can_be_aborted_before_its_first_move_only() -> None:
    room = Room(OPEN_GAMES[0])
    room.move()
    with pytest.raises(NotNow, match="first move"):
        room.ask(ANN, wire.Abort())
    other = Room(OPEN_GAMES[0])
    other.ask(BOB, wire.Abort())
    assert other.table.status == "closed"
    with pytest.raises(NotNow, match="closed"):
        other.move()


def test_an_empty_message_is_refused() -> None:
    room = Room(OPEN_GAMES[0])
    with pytest.raises(BadRequest, match="empty"):
        room.ask(ANN, wire.Say(text=" "))


def test_chat_can_be_off() -> None:
    room = Room(OPEN_GAMES[0], chat=False)
    with pytest.raises(NotAllowed, match="Chat is off"):
        room.ask(ANN, wire.Say(text="hello"))


# ---- proposals ----


@open_games
def test_a_draw_needs_both_players(game: str) -> None:
    room = Room(game)
    room.ask(ANN, wire.Propose(what="draw"))
    with pytest.raises(NotNow, match="No proposal"):
        room.ask(ANN, wire.Accept())
    room.ask(BOB, wire.Decline())
    with pytest.raises(NotNow, match="No proposal"):
        room.ask(BOB, wire.Accept())
    room.ask(BOB, wire.Propose(what="draw"))
    room.ask(ANN, wire.Propose(what="draw"))  # accepts the proposal
    match = room.table.match
    assert match
    assert match.outcome
    assert match.outcome.winners == ()


@pytest.mark.parametrize("game", [game for game in GAMES if len(nodarium.find_game(game).seat_names) > 2])
def test_a_second_proposal_keeps_earlier_agreements(game: str) -> None:
    room = Room(game, ANN, BOB, CYD, options={"players": 3})
    room.ask(ANN, wire.Propose(what="draw"))
    room.ask(BOB, wire.Accept())
    for who in (ANN, BOB):
        with pytest.raises(NotNow, match="already agreed"):
            room.ask(who, wire.Propose(what="draw"))
    room.ask(CYD, wire.Propose(what="draw"))  # accepts the proposal
    assert room.table.status == "over"


@open_games
def test_a_proposal_is_declined_by_others_and_withdrawn_by_its_seat(game: str) -> None:
    room = Room(game)
    room.ask(ANN, wire.Propose(what="draw"))
    assert isinstance(room.ask(BOB, wire.Decline()), events.ProposalDeclined)
    room.ask(ANN, wire.Propose(what="draw"))
    assert isinstance(room.ask(ANN, wire.Decline()), events.ProposalWithdrawn)
    assert room.table.pending is None
    assert_same_state(room.table, fold_again(room.table))


def test_the_opponents_move_declines_a_draw() -> None:
    room = Room(OPEN_GAMES[0])
    match = room.table.match
    assert match
    waiting = room.table.player_in(1 - match.to_act[0])
    room.ask(waiting, wire.Propose(what="draw"))
    room.move()
    assert room.table.pending is None


def test_bots_accept_no_draws() -> None:
    room = Room(OPEN_GAMES[0], ANN, BOT)
    with pytest.raises(NotAllowed, match="Bots"):
        room.ask(ANN, wire.Propose(what="draw"))


def position(table: Table) -> str:
    assert table.match
    return table.game.notation.format_position(table.match.state)


@pytest.mark.parametrize("game", LONG_TURNS)
def test_a_move_of_an_unfinished_turn_is_taken_back_at_once(game: str) -> None:
    room = Room(game)
    match = room.table.match
    assert match
    dice = Random(3)
    for _ in range(200):  # until a turn has a second step
        before, seat, turn = position(room.table), match.to_act[0], match.state.turn
        room.move(text=dice.choice(match.legal_moves(seat)))
        if match.to_act == (seat,) and match.state.turn == turn:
            break
    assert match.state.turn == turn
    room.ask(room.table.player_in(seat), wire.Propose(what="take-back"))
    assert position(room.table) == before
    assert_same_state(room.table, fold_again(room.table))


@open_games
def test_other_take_backs_need_consent(game: str) -> None:
    room = Room(game)
    match = room.table.match
    assert match
    seat = match.to_act[0]
    before = position(room.table)
    dice = Random(1)
    while seat in match.to_act:
        kept = position(room.table)
        room.move(text=dice.choice(match.legal_moves(seat)))
    mover, other = room.table.player_in(seat), room.table.player_in(1 - seat)
    after = position(room.table)
    room.ask(mover, wire.Propose(what="take-back"))
    assert position(room.table) == after
    room.ask(other, wire.Accept())
    assert position(room.table) == kept
    assert match.to_act == (seat,)
    assert before
    assert_same_state(room.table, fold_again(room.table))


@pytest.mark.parametrize("game", ONE_BY_ONE)
def test_a_take_back_against_bots_is_always_granted(game: str) -> None:
    seats = nodarium.new(game).state.seats
    room = Room(game, ANN, *[BOT] * (seats - 1))
    match = room.table.match
    assert match
    while match.to_act != (0,):
        room.move()
    before = position(room.table)
    while match.to_act == (0,):
        before = position(room.table)
        room.move()
    room.move()
    room.ask(ANN, wire.Propose(what="take-back"))
    assert position(room.table) == before


@pytest.mark.parametrize("game", AT_ONCE)
def test_a_simultaneous_choice_cannot_be_taken_back(game: str) -> None:
    room = Room(game, ANN, BOB)
    match = room.table.match
    assert match
    room.move(ANN)
    with pytest.raises(NotAllowed, match="at the same time"):
        room.ask(ANN, wire.Propose(what="take-back"))


@pytest.mark.parametrize("game", SECRET_GAMES)
def test_a_move_that_revealed_something_needs_consent(game: str) -> None:
    """A take-back within a turn is granted at once only if no other deal would have shown the seat anything else."""
    for seed in range(6):
        room = Room(game, ANN, BOB)
        match, dice = room.table.match, Random(seed)
        assert match
        while not match.outcome:
            seat, before = dice.choice(match.to_act), match.state.copy()
            move = dice.choice(match.legal_moves(seat))
            room.apply(events.Moved(time=room.now, seat=seat, move=move))
            if (
                match.outcome
                or seat not in match.to_act
                or match.state.turn != before.turn
                or simultaneous_moves(match)[-1]
            ):
                continue
            event = event_for(room.table, room.table.player_in(seat), wire.Propose(what="take-back"), room.now, dealer)
            revealed = False
            for other_deal in range(100, 120):
                other = before.copy()
                other.determinize(seat, other_deal)
                other.apply(match.game.notation.parse_move(other, seat, move), seat)
                revealed = revealed or other.view(seat) != match.view(seat)
            assert isinstance(event, events.ProposalMade if revealed else events.TookBack)


# ---- series and rematch ----


@open_games
def test_in_a_series_seats_alternate_and_the_score_follows_the_player(game: str) -> None:
    room = Room(game, best_of=3)
    room.ask(BOB, wire.Resign())
    assert room.table.score == (1, 0)
    room.ask(ANN, wire.Propose(what="rematch"))
    room.ask(BOB, wire.Accept())
    assert (room.seat(ANN), room.seat(BOB)) == (1, 0)
    room.ask(BOB, wire.Resign())
    assert room.table.score == (2, 0)
    assert room.table.series_over
    room.ask(BOB, wire.Propose(what="rematch"))
    room.ask(ANN, wire.Accept())
    assert room.table.score == (0, 0)
    assert (room.seat(ANN), room.seat(BOB)) == (1, 0)
    room.ask(ANN, wire.Resign())
    assert room.table.score == (0, 1)
    assert_same_state(room.table, fold_again(room.table))


@open_games
def test_seats_change_after_a_single_game(game: str) -> None:
    room = Room(game)
    with pytest.raises(NotNow, match="isn’t over"):
        room.ask(ANN, wire.Propose(what="rematch"))
    room.ask(BOB, wire.Resign())
    room.ask(ANN, wire.Propose(what="rematch"))
    room.ask(BOB, wire.Accept())
    assert (room.seat(ANN), room.seat(BOB), room.table.status) == (1, 0, "playing")
    assert len(room.table.games) == 2
    assert room.table.score == (1, 0)
    room.ask(ANN, wire.Resign())
    assert room.table.score == (1, 1)


def test_a_bot_always_accepts_a_rematch() -> None:
    room = Room(OPEN_GAMES[0], ANN, BOT)
    room.ask(ANN, wire.Resign())
    room.ask(ANN, wire.Propose(what="rematch"))
    assert room.table.status == "playing"
    assert room.seat(ANN) == 1


# ---- clocks ----


@open_games
def test_a_move_after_the_deadline_loses_on_time(game: str) -> None:
    room = Room(game, clock=Fischer(seconds=10))
    match = room.table.match
    assert match
    seat = match.to_act[0]
    assert room.table.deadline == START + 10_000
    room.now += 9_999
    assert room.table.due_event(room.now) is None
    room.now += 1
    with pytest.raises(GameOver, match="out of time"):
        room.move()
    assert match.outcome
    assert match.outcome.winners == (1 - seat,)
    assert room.table.event_log[-1].time == START + 10_000


@games
def test_the_clock_gives_an_increment_for_a_turn_not_for_a_step(game: str) -> None:
    room = Room(game, ANN, BOB, clock=Fischer(seconds=100, increment=7))
    match, clock = room.table.match, room.table.clock
    assert match
    assert clock
    seat, turn = match.to_act[0], match.state.turn
    left = clock.remaining_ms[seat]
    while True:
        room.now += 1000
        left -= 1000
        room.apply(events.Moved(time=room.now, seat=seat, move=match.legal_moves(seat)[0]))
        if seat not in match.to_act or match.state.turn != turn:
            break
        assert clock.remaining_ms[seat] == left
    assert clock.remaining_ms[seat] == left + 7000
    assert clock.running == match.to_act


@open_games
@pytest.mark.parametrize(
    ("control", "left"),
    [
        (PerTurn(seconds=60), [60_000, 60_000]),
        (Correspondence(days=1), [DAY_MS, DAY_MS]),
        (Fischer(seconds=100, increment=7), [90_000, 96_000]),  # no increment; the time used is lost
        (Fischer(seconds=11, increment=7), [1_000, 7_000]),
        (Fischer(seconds=10, increment=20), [1_000, 6_000]),  # at least a second is left
    ],
)
def test_a_take_back_removes_the_time_that_the_clock_gained(game: str, control: TimeControl, left: list[int]) -> None:
    room = Room(game, clock=control)
    match, clock = room.table.match, room.table.clock
    assert match
    assert clock
    seat = match.to_act[0]
    room.now += 9_990
    while seat in match.to_act:
        room.move()
    room.now += 4_000
    room.ask(room.table.player_in(seat), wire.Propose(what="take-back"))
    room.ask(room.table.player_in(1 - seat), wire.Accept())
    assert [clock.remaining_ms[seat], clock.remaining_ms[1 - seat]] == pytest.approx(left, abs=10)
    assert_same_state(room.table, fold_again(room.table))


@pytest.mark.parametrize("game", LONG_TURNS)
def test_a_take_back_within_a_turn_leaves_the_clock_alone(game: str) -> None:
    room = Room(game, clock=PerTurn(seconds=60))
    match, clock, dice = room.table.match, room.table.clock, Random(3)
    assert match
    assert clock
    while True:  # until a turn has a second step
        seat, turn = match.to_act[0], match.state.turn
        room.now += 1000
        room.move(text=dice.choice(match.legal_moves(seat)))
        if match.to_act == (seat,) and match.state.turn == turn:
            break
    room.now += 1000
    room.ask(room.table.player_in(seat), wire.Propose(what="take-back"))
    assert clock.remaining_ms[seat] == 58_000


def test_downtime_is_credited_to_the_clock() -> None:
    room = Room(OPEN_GAMES[0], clock=Fischer(seconds=10))
    room.apply(events.DowntimeCredited(time=START + 60_000, milliseconds=59_000))
    assert room.table.deadline == START + 69_000


def test_no_clock_runs_after_the_game() -> None:
    room = Room(OPEN_GAMES[0], clock=Fischer(seconds=10))
    room.ask(ANN, wire.Resign())
    assert room.table.deadline is None
    assert room.table.clock
    assert room.table.clock.running == ()


# ---- claims ----


def test_a_game_can_be_claimed_from_a_player_who_is_gone() -> None:
    room = Room(OPEN_GAMES[0])
    match = room.table.match
    assert match
    seat = match.to_act[0]
    claimer = room.table.player_in(1 - seat)
    room.apply(events.Disconnected(time=room.now, slot=seat))
    now = room.frame_for(claimer).now
    assert now
    assert now.claim_at == room.now + CLAIM_AFTER_MS
    room.now += CLAIM_AFTER_MS - 1
    with pytest.raises(NotNow, match="away"):
        room.ask(claimer, wire.Claim())
    room.now += 1
    room.ask(claimer, wire.Claim())
    assert match.outcome
    assert match.outcome.winners == (1 - seat,)


def test_a_game_cannot_be_claimed_from_a_player_who_is_back() -> None:
    room = Room(OPEN_GAMES[0])
    match = room.table.match
    assert match
    seat = match.to_act[0]
    room.apply(events.Disconnected(time=room.now, slot=seat))
    room.now += CLAIM_AFTER_MS
    room.apply(events.Reconnected(time=room.now, slot=seat))
    with pytest.raises(NotNow, match="away"):
        room.ask(room.table.player_in(1 - seat), wire.Claim())


def test_a_correspondence_game_cannot_be_claimed() -> None:
    room = Room(OPEN_GAMES[0], clock=Correspondence(days=1))
    match = room.table.match
    assert match
    seat = match.to_act[0]
    room.apply(events.Disconnected(time=room.now, slot=seat))
    room.now += CLAIM_AFTER_MS * 10
    with pytest.raises(NotNow, match="correspondence"):
        room.ask(room.table.player_in(1 - seat), wire.Claim())


def test_nobody_closes_a_table_at_which_somebody_has_just_sat_down() -> None:
    room = Room(OPEN_GAMES[0], ANN, None)
    seen = room.table.last_event
    room.ask(BOB, wire.Sit())
    with pytest.raises(NotNow, match="has changed"):
        room.ask(ANN, wire.Abort(last_seen=seen))
    room.ask(ANN, wire.Abort(last_seen=room.table.last_event))
    assert room.table.closed
