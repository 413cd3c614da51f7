"""What the server keeps beside the events: the tables to look up, and ratings. All of it follows from the events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from nodarium.core.outcome import Outcome
from nodarium.server import events, frames, wire
from nodarium.server.schema import PROCESSES, RATINGS, ROOMS, SHARED, SITTERS
from nodarium.server.store import insert_event
from nodarium.server.table import Table, UnrecordedResult

SHOWN = 200  # tables in a list
FIRST_RATING = 1500
FACTOR, FIRST_FACTOR, FIRST_GAMES = 24, 40, 20  # how much one game changes; the first ones change more
GOING_ON = ("open", "playing")
LEFT = "left"  # when a process last left of its own accord

encode = msgspec.json.Encoder().encode
decode_listed = msgspec.json.Decoder(wire.TableSummary).decode


# ---- tables ----


def enter_table(connection: Connection, table: Table, holder: str) -> None:
    """A new table, with its first event."""
    first = table.event_log[0]
    connection.execute(
        insert(ROOMS),
        {
            "id": table.id,
            "created": first.time,
            "status": table.status,
            "listed": table.terms.listed,
            "host": table.host,
            "request": first.request,
            "holder": holder,
            "summary": encode(frames.table_summary(table)).decode(),
        },
    )
    insert_event(connection, table.id, 1, first)
    seat_people(connection, table.id, people_at(table))


def begin_game(connection: Connection, table_id: str, number: int, event: events.Event) -> None:
    """An event with which a game begins: from then on somebody has to look after the table."""
    insert_event(connection, table_id, number, event)
    connection.execute(update(ROOMS).where(ROOMS.c.id == table_id).values(status="playing"))


def people_at(table: Table) -> list[str]:
    return sorted({place.player.person for place in table.places if place.player and place.player.person})


def update_table(connection: Connection, table_id: str, status: str, summary: str, people: Sequence[str]) -> None:
    """What has changed about a table."""
    connection.execute(update(ROOMS).where(ROOMS.c.id == table_id).values(status=status, summary=summary))
    seat_people(connection, table_id, people)


def seat_people(connection: Connection, table_id: str, people: Sequence[str]) -> None:
    seated = connection.execute(select(SITTERS.c.person).where(SITTERS.c.room == table_id)).scalars().all()
    gone = [person for person in seated if person not in people]
    if gone:
        connection.execute(delete(SITTERS).where(SITTERS.c.room == table_id, SITTERS.c.person.in_(gone)))
    fresh = [{"person": person, "room": table_id} for person in people if person not in seated]
    if fresh:
        connection.execute(insert(SITTERS), fresh)


def table_asked_for(connection: Connection, host: str, request: str) -> str | None:
    """The table that a request of this person has opened."""
    found: str | None = connection.execute(
        select(ROOMS.c.id).where(ROOMS.c.host == host, ROOMS.c.request == request)
    ).scalar()
    return found


def count_tables(connection: Connection, host: str) -> tuple[int, int]:
    """How many tables go on, in all and of this person."""
    going_on = ROOMS.c.status.in_(GOING_ON)
    everywhere = connection.execute(select(func.count()).select_from(ROOMS).where(going_on)).scalar_one()
    own = connection.execute(select(func.count()).select_from(ROOMS).where(ROOMS.c.host == host, going_on)).scalar_one()
    return everywhere, own


def lobby(connection: Connection) -> list[wire.TableSummary]:
    """The tables that are listed: the open ones, then those where people play."""
    wanted = select(ROOMS.c.summary).where(ROOMS.c.status == bindparam("status"), ROOMS.c.listed)
    wanted = wanted.order_by(ROOMS.c.created.desc()).limit(SHOWN)
    rows = [row for status in GOING_ON for row in connection.execute(wanted, {"status": status}).scalars()]
    return [decode_listed(row) for row in rows]


def tables_of(connection: Connection, person: str) -> list[wire.TableSummary]:
    """Where a person has sat, the latest first."""
    wanted = select(ROOMS.c.summary).join(SITTERS, SITTERS.c.room == ROOMS.c.id).where(SITTERS.c.person == person)
    rows = connection.execute(wanted.order_by(ROOMS.c.created.desc()).limit(SHOWN)).scalars()
    return [decode_listed(row) for row in rows]


# ---- ratings ----


def new_ratings(before: Mapping[str, tuple[int, int]], people: Sequence[str], outcome: Outcome) -> dict[str, int]:
    """By Elo: everybody has played against everybody else, and those who won have beaten those who did not."""
    after = {person: float(before[person][0]) for person in people}
    for one, other in combinations(range(len(people)), 2):
        first, second = before[people[one]], before[people[other]]
        expected = 1 / (1 + 10 ** ((second[0] - first[0]) / 400))
        result = 0.5 + 0.5 * ((one in outcome.winners) - (other in outcome.winners))
        for player, change, games in ((one, result - expected, first[1]), (other, expected - result, second[1])):
            factor = FIRST_FACTOR if games < FIRST_GAMES else FACTOR
            after[people[player]] += factor * change / (len(people) - 1)
    return {person: round(rating) for person, rating in after.items()}


def enter_result(
    connection: Connection, table_id: str, number: int, time: int, result: UnrecordedResult
) -> events.ResultRecorded:
    """Change the ratings of those who played, and add the event that says so."""
    game, people = result.game, result.people
    before = dict.fromkeys(people, (FIRST_RATING, 0))
    for person in sorted(people):  # always in this order, so that nobody waits for each other
        wanted = select(RATINGS).where(RATINGS.c.person == person, RATINGS.c.game == game).with_for_update()
        row = connection.execute(wanted).first()
        if row:
            before[person] = (row.rating, row.games)
        else:
            connection.execute(insert(RATINGS), {"person": person, "game": game, "rating": FIRST_RATING, "games": 0})
    after = new_ratings(before, people, result.outcome) if people else {}
    for person, rating in after.items():
        changed = update(RATINGS).where(RATINGS.c.person == person, RATINGS.c.game == game)
        connection.execute(changed.values(rating=rating, games=before[person][1] + 1))
    event = events.ResultRecorded(time=time, ratings={person: (before[person][0], after[person]) for person in people})
    insert_event(connection, table_id, number, event)
    return event


# ---- processes ----


def beat(connection: Connection, process: str, now: int) -> None:
    """Say that a process lives."""
    if not connection.execute(update(PROCESSES).where(PROCESSES.c.id == process).values(seen=now)).rowcount:
        connection.execute(insert(PROCESSES), {"id": process, "seen": now})


def last_beat(connection: Connection) -> int | None:
    """When a process was last alive; None if there never was one."""
    seen = connection.execute(select(func.max(PROCESSES.c.seen))).scalar()
    left = connection.execute(select(SHARED.c.value).where(SHARED.c.name == LEFT)).scalar()
    return max((int(time) for time in (seen, left) if time is not None), default=None)


def any_alive(connection: Connection, dead_since: int) -> bool:
    return connection.execute(select(PROCESSES.c.id).where(PROCESSES.c.seen >= dead_since)).first() is not None


def take_over(connection: Connection, process: str, dead_since: int) -> None:
    """Look after the tables that nobody alive looks after, and forget the dead."""
    alive = select(PROCESSES.c.id).where(PROCESSES.c.seen >= dead_since)
    orphaned = ROOMS.c.status.in_(GOING_ON) & (ROOMS.c.holder.is_(None) | ROOMS.c.holder.not_in(alive))
    connection.execute(update(ROOMS).where(orphaned).values(holder=process))
    connection.execute(delete(PROCESSES).where(PROCESSES.c.seen < dead_since))


def let_go(connection: Connection, process: str) -> None:
    """A process leaves: its tables are for others to look after."""
    connection.execute(update(ROOMS).where(ROOMS.c.holder == process).values(holder=None))
    connection.execute(delete(PROCESSES).where(PROCESSES.c.id == process))


def note_leaving(connection: Connection, now: int) -> None:
    """It may have been the last."""
    if not connection.execute(update(SHARED).where(SHARED.c.name == LEFT).values(value=str(now))).rowcount:
        connection.execute(insert(SHARED), {"name": LEFT, "value": str(now)})


def held(connection: Connection, process: str) -> list[str]:
    """The tables with a game that a process looks after."""
    return list(
        connection.execute(select(ROOMS.c.id).where(ROOMS.c.holder == process, ROOMS.c.status == "playing")).scalars()
    )


def going_on(connection: Connection, process: str, before: int) -> list[str]:
    """The tables of a process that are open or have a game, and were opened before a time."""
    wanted = select(ROOMS.c.id).where(ROOMS.c.holder == process, ROOMS.c.status.in_(GOING_ON), ROOMS.c.created < before)
    return list(connection.execute(wanted).scalars())
