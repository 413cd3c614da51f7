"""Moderation and operations: standings, reports, the audit log, and what processes need for an upgrade."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "standings",
        sa.Column("user_id", sa.String(32), primary_key=True),
        sa.Column("role", sa.String(10)),
        sa.Column("suspended_until", sa.BigInteger),
        sa.Column("muted_until", sa.BigInteger),
        sa.Column("name_fixed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("user_id", sa.String(32), nullable=False),
        sa.Column("room", sa.String(32)),
        sa.Column("number", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("comment", sa.Text, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("closed", sa.BigInteger),
    )
    op.create_index("reports_by_status", "reports", ["status", "time"])
    op.create_table(
        "audit_log",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.String(32)),
        sa.Column("action", sa.String(20), nullable=False),
        sa.Column("user_id", sa.String(32)),
        sa.Column("room", sa.String(32)),
        sa.Column("details", sa.Text, nullable=False),
    )
    op.create_index("audit_log_by_time", "audit_log", ["time"])
    op.create_table(
        "outside_lines",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
    )
    op.add_column("users", sa.Column("last_seen", sa.BigInteger))
    op.add_column("processes", sa.Column("event_format", sa.Integer))


def downgrade() -> None:
    op.drop_column("processes", "event_format")
    op.drop_column("users", "last_seen")
    for name in ("outside_lines", "audit_log", "reports", "standings"):
        op.drop_table(name)
