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
    Column("damage", Text),  # why its events can't be read, if they can't
    # Where the host came from, see `addresses.py`; null after the games.
    Column("network", String(50)),
    Column("address", String(50)),  # of a guest only
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
    Column("last_seen", BigInteger),  # the day of their last request; None if that was before the column existed
    Column("email", String(254)),  # verified
    Column("old_token", Boolean, nullable=False, server_default=false()),  # may still exchange a signed token
    Column("account_skeleton", String(200), index=True),  # what the account's name looks like, see `names.py`
    Column("aborts", Integer, nullable=False, server_default="0"),
    Index("users_by_email", "email"),
)

# Sessions and API tokens. The tokens themselves aren't stored.
ACCESS_TOKENS = Table(
    "access_tokens",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("user_id", String(32), ForeignKey("users.id"), nullable=False),
    Column("kind", String(10), nullable=False),  # session, api, or old: a signed token of version 1
    Column("name", String(40), nullable=False),  # of an API token; the device of a session
    Column("scopes", String(40), nullable=False),  # separated by spaces
    Column("created", BigInteger, nullable=False),
    Column("last_used", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("confirmed", BigInteger, nullable=False),  # when the user last proved who they are
    Index("access_tokens_by_user", "user_id"),
    Index("access_tokens_by_expiry", "expires"),
)

# Links in mails, recovery codes and the challenges of passkeys. Each works once.
ONE_TIME_TOKENS = Table(
    "one_time_tokens",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("purpose", String(20), nullable=False),
    Column("user_id", String(32), ForeignKey("users.id")),
    Column("email", String(254)),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("one_time_tokens_by_user", "user_id", "purpose"),
    Index("one_time_tokens_by_expiry", "expires"),
)

PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("id", String(1400), primary_key=True),  # the credential's id, base64url
    Column("user_id", String(32), ForeignKey("users.id"), nullable=False),
    Column("name", String(40), nullable=False),
    Column("public_key", Text, nullable=False),  # base64url
    Column("sign_count", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("last_used", BigInteger, nullable=False),
    Index("passkeys_by_user", "user_id"),
)

# Failed attempts to log in, by a digest of the account's name or of a known device. See `passwords.py`.
LOGIN_FAILURES = Table(
    "login_failures",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
    Index("login_failures_by_time", "last"),
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
    Column("event_format", Integer),  # the newest format of events that it can read; None before the column existed
)

# Values that all processes share, such as the key that signs cookies.
KEY_VALUES = Table(
    "key_values",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# Roles and restrictions of users; a user without a row has neither. Times are in milliseconds since 1970.
STANDINGS = Table(
    "standings",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("role", String(10)),
    Column("suspended_until", BigInteger),
    Column("muted_until", BigInteger),
    Column("name_fixed", Boolean, nullable=False),  # a moderator chose the name: the user can't change it
)

# What players have reported to the moderators.
REPORTS = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("time", BigInteger, nullable=False),
    Column("reporter", String(32), nullable=False),
    Column("kind", String(10), nullable=False),  # "name" or "chat"
    Column("user_id", String(32), nullable=False),  # the reported user
    Column("room", String(32)),
    Column("number", Integer),  # the event of the chat message
    Column("text", Text, nullable=False),  # the name or message, as it was
    Column("comment", Text, nullable=False),
    Column("status", String(10), nullable=False),  # "open", "resolved" or "dismissed"
    Column("closed", BigInteger),  # when it was resolved or dismissed
    Index("reports_by_status", "status", "time"),
)

# What moderators and the command line have done. Rows are never changed.
AUDIT_LOG = Table(
    "audit_log",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("time", BigInteger, nullable=False),
    Column("actor", String(32)),  # None for the command line
    Column("action", String(20), nullable=False),
    Column("user_id", String(32)),
    Column("room", String(32)),
    Column("details", Text, nullable=False),
    Index("audit_log_by_time", "time"),
)

# With SQLite, lines for the running server from other programs; see `store/notifications.py`.
OUTSIDE_LINES = Table(
    "outside_lines",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("line", Text, nullable=False),
)

# With PostgreSQL: what is left of the limits that all processes share, see `shared_limits.py`.
RATE_LIMITS = Table(
    "rate_limits",
    METADATA,
    Column("key", String(100), primary_key=True),
    Column("tokens", Float, nullable=False),
    Column("updated", BigInteger, nullable=False),
)
