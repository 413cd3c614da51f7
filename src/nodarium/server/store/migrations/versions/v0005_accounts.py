"""Add access tokens, one-time tokens, passkeys, failed logins and e-mail addresses.

Users of earlier versions hold signed tokens. Each can be exchanged once, until the cut-off.
"""

from time import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

OLD_TOKEN_DAYS = 180


def upgrade() -> None:
    op.add_column("users", sa.Column("email", sa.String(254)))
    op.add_column("users", sa.Column("old_token", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("users_by_email", "users", ["email"])
    op.create_table(
        "access_tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("user_id", sa.String(32), sa.ForeignKey("users.id"), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("scopes", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("last_used", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("confirmed", sa.BigInteger, nullable=False),
    )
    op.create_index("access_tokens_by_user", "access_tokens", ["user_id"])
    op.create_index("access_tokens_by_expiry", "access_tokens", ["expires"])
    op.create_table(
        "one_time_tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("user_id", sa.String(32), sa.ForeignKey("users.id")),
        sa.Column("email", sa.String(254)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("one_time_tokens_by_user", "one_time_tokens", ["user_id", "purpose"])
    op.create_index("one_time_tokens_by_expiry", "one_time_tokens", ["expires"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("user_id", sa.String(32), sa.ForeignKey("users.id"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("last_used", sa.BigInteger, nullable=False),
    )
    op.create_index("passkeys_by_user", "passkeys", ["user_id"])
    op.create_table(
        "login_failures",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
    op.create_index("login_failures_by_time", "login_failures", ["last"])
    users = sa.table("users", sa.column("old_token", sa.Boolean))
    op.execute(users.update().values(old_token=True))
    values = sa.table("key_values", sa.column("name", sa.String), sa.column("value", sa.Text))
    cut_off = int((time() + OLD_TOKEN_DAYS * 86400) * 1000)
    op.execute(values.insert().values(name="old_tokens_until", value=str(cut_off)))


def downgrade() -> None:
    for name in ("login_failures", "passkeys", "one_time_tokens", "access_tokens"):
        op.drop_table(name)
    op.execute("DELETE FROM key_values WHERE name = 'old_tokens_until'")
    op.drop_index("users_by_email", "users")
    op.drop_column("users", "old_token")
    op.drop_column("users", "email")
