"""Alembic runs this file: it applies the migrations over the connection that the store passes in."""

from alembic import context

from nodarium.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
