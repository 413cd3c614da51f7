"""Run by Alembic: takes the steps over the connection that the store has made."""

from alembic import context

from nodarium.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
