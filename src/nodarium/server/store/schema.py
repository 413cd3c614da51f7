"""The tables of the database. `migrations/` creates them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

METADATA = MetaData()

# The source of truth. What `rooms` and `table_users` say about a table follows from its events.
EVENTS = Table(
    "events",
    METADATA,
    Column("room", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("event", Text, nullable=False),  # JSON, see `upcast.py`
    sqlite_with_rowid=False,
)

# The tables people play at. They are called rooms here, because everything in a database is a table.
ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("status", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", String(32), nullable=False),
    Column("request", String(64)),  # the id of the request that opened it
    Column("owner", String(32)),  # the process that runs its clocks and bots
    Column("summary", Text, nullable=False),  # `projections.TableEntry` as JSON
    # Where the guest who opened it came from, see `addresses.py`; null for people with accounts, and after the games.
    Column("network", String(50)),
    Column("address", String(50)),
    Column("bots_only", Boolean, nullable=False, server_default=false()),
    Index("rooms_by_status", "status", "listed", "created"),
    Index("rooms_by_request", "host", "request", unique=True),
    Index("rooms_by_owner", "owner", "status"),
    Index("rooms_by_network", "network", "status"),
)

TABLE_USERS = Table(
    "table_users",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("room", String(32), ForeignKey("rooms.id"), primary_key=True),
)

USERS = Table(
    "users",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("account", String(40)),
    Column("account_key", String(200), unique=True),  # the account's name, normalised for comparison
    Column("password", String(200)),  # its argon2 hash
    Column("created", BigInteger, nullable=False),
    Column("account_skeleton", String(200), index=True),  # what the account's name looks like, see `names.py`
    Column("aborts", Integer, nullable=False, server_default="0"),
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("user_id", String(32), ForeignKey("users.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("rating", Integer, nullable=False),
    Column("games", Integer, nullable=False),
)

# The processes that serve this database, and their last heartbeats.
PROCESSES = Table(
    "processes",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

# Values that all processes share, such as the key that signs cookies.
KEY_VALUES = Table(
    "key_values",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# With PostgreSQL: what is left of the limits that all processes share, see `shared_limits.py`.
RATE_LIMITS = Table(
    "rate_limits",
    METADATA,
    Column("key", String(100), primary_key=True),
    Column("tokens", Float, nullable=False),
    Column("updated", BigInteger, nullable=False),
)
