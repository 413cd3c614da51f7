"""Mark tables whose events can't be read."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("damage", sa.Text))


def downgrade() -> None:
    op.drop_column("rooms", "damage")
