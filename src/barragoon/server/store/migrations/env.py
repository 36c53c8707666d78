"""What Alembic runs: the migrations, on the connection that it is given."""

from alembic import context

from barragoon.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
