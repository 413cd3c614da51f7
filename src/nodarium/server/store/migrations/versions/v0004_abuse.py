"""Where guests' tables come from, look-alike account names, aborts, and limits that all processes share."""

import sqlalchemy as sa
from alembic import op

from nodarium.server.names import skeleton

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("network", sa.String(50)))
    op.add_column("rooms", sa.Column("address", sa.String(50)))
    op.add_column("rooms", sa.Column("bots_only", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("rooms_by_network", "rooms", ["network", "status"])
    op.add_column("users", sa.Column("account_skeleton", sa.String(200)))
    op.add_column("users", sa.Column("aborts", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_users_account_skeleton", "users", ["account_skeleton"])
    op.create_table(
        "rate_limits",
        sa.Column("key", sa.String(100), primary_key=True),
        sa.Column("tokens", sa.Float, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    add_skeletons()


def add_skeletons() -> None:
    users = sa.table("users", sa.column("id"), sa.column("account"), sa.column("account_skeleton"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(users.c.id, users.c.account).where(users.c.account.is_not(None))).all():
        change = users.update().where(users.c.id == row.id)
        connection.execute(change.values(account_skeleton=skeleton(row.account)))


def downgrade() -> None:
    op.drop_table("rate_limits")
    op.drop_index("ix_users_account_skeleton", "users")
    op.drop_column("users", "aborts")
    op.drop_column("users", "account_skeleton")
    op.drop_index("rooms_by_network", "rooms")
    for name in ("bots_only", "address", "network"):
        op.drop_column("rooms", name)
