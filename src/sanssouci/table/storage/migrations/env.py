"""Alembic runs this; the connection comes from `sanssouci.table.storage.database`."""

from __future__ import annotations

from alembic import context

from sanssouci.table.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
