"""The tables of the database. `migrations/` holds how they came about; a test compares the two."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()

# What happened at the tables: the truth. Everything about a table in `rooms` can be made from it again.
EVENTS = Table(
    "events",
    METADATA,
    Column("room", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("event", Text, nullable=False),  # as JSON
    sqlite_with_rowid=False,
)

# The tables to play at, for looking them up. Called rooms here, because everything in a database is a table.
ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("status", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", String(32), nullable=False),
    Column("request", String(64)),  # with which the host asked for it
    Column("holder", String(32)),  # the process that looks after its clocks and bots
    Column("summary", Text, nullable=False),  # `wire.Listed` as JSON
    Index("rooms_by_status", "status", "listed", "created"),
    Index("rooms_by_request", "host", "request", unique=True),
    Index("rooms_by_holder", "holder", "status"),
)

SITTERS = Table(
    "sitters",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("room", String(32), ForeignKey("rooms.id"), primary_key=True),
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("account", String(40)),
    Column("account_key", String(200), unique=True),  # the account's name as it is compared
    Column("password", String(200)),  # its argon2 hash
    Column("created", BigInteger, nullable=False),
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("rating", Integer, nullable=False),
    Column("games", Integer, nullable=False),
)

# The processes that serve this database, and when they last said that they live.
PROCESSES = Table(
    "processes",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

# What all processes have to know, such as the key that cookies are signed with.
SHARED = Table(
    "shared",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
