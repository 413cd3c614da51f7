"""Rename tables and columns, and translate the summaries of tables.

Stored events stay as they are: `upcast.py` translates them on reading.
"""

import json

import sqlalchemy as sa
from alembic import op

from nodarium.server.upcast import summary_from_v1

revision = "0002"
down_revision = "0001"

TABLES = {"sitters": "table_users", "people": "users", "shared": "key_values"}
COLUMNS = [("table_users", "person", "user_id"), ("ratings", "person", "user_id"), ("rooms", "holder", "owner")]
BATCH = 1000


def upgrade() -> None:
    op.drop_index("rooms_by_holder", "rooms")
    for old, new in TABLES.items():
        op.rename_table(old, new)
    for table, old, new in COLUMNS:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    op.create_index("rooms_by_owner", "rooms", ["owner", "status"])
    translate_summaries()


def translate_summaries() -> None:
    rooms = sa.table("rooms", sa.column("id"), sa.column("summary"))
    change = rooms.update().where(rooms.c.id == sa.bindparam("room")).values(summary=sa.bindparam("written"))
    connection, last = op.get_bind(), ""
    while rows := connection.execute(
        sa.select(rooms.c.id, rooms.c.summary).where(rooms.c.id > last).order_by(rooms.c.id).limit(BATCH)
    ).all():
        last = rows[-1].id
        written = [{"room": row.id, "written": json.dumps(summary_from_v1(json.loads(row.summary)))} for row in rows]
        connection.execute(change, written)


def downgrade() -> None:
    raise NotImplementedError("Restore a backup: the older version can't read the events of this one.")
