"""Migrations of PostgreSQL with nodes of two versions: first add, then let all change, then take away."""

import shutil
from pathlib import Path

import pytest

from barragoon.server.store import migrations

from .admin_command import admin
from .postgres_process import shared_postgres
from .server_process import PROGRAM, Client, Server, match, running

EXPAND = """
import sqlalchemy as sa
from alembic import op
revision, down_revision = "0004", "0003"
def upgrade():
    op.add_column("games", sa.Column("future", sa.String))
    op.add_column("nodes", sa.Column("future", sa.Integer, nullable=False, server_default="1"))
    op.create_table("futures", sa.Column("id", sa.String, primary_key=True))
"""
CONTRACT = """
from alembic import op
revision, down_revision = "0005", "0004"
def upgrade():
    op.drop_column("games", "opener_id")
"""


def made_for(version: str) -> str:
    """A program whose newest tables are of a version that does not exist yet."""
    return f"from barragoon.server.store import migrations; migrations.newest_version = lambda: {version!r}; {PROGRAM}"


@pytest.fixture
def future(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The migrations of the next releases: this process, in which operators' commands run, has them."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrations.FOLDER, folder)
    (folder / "versions" / "0004_expand.py").write_text(EXPAND, "utf-8")
    monkeypatch.setattr(migrations, "FOLDER", folder)
    return folder


def node_on(folder: Path, url: str, program: str = PROGRAM) -> Server:
    return Server(folder, {"BARRAGOON_DATABASE": url}, program)


def test_a_running_node_ignores_what_the_next_version_adds(tmp_path: Path, future: Path) -> None:
    url = shared_postgres().empty_database()
    with pytest.MonkeyPatch.context() as today:
        today.setattr(migrations, "FOLDER", Path(migrations.__file__).parent)
        assert admin("migrate", "--database", url)["after"] == "0003"
    with running(tmp_path / "node", {"BARRAGOON_DATABASE": url}) as node, match(node) as game:
        game.play("d2d5")
        done = admin("migrate", "--database", url)
        assert (done["before"], done["after"], done["oldest"]) == ("0003", "0004", "0003")
        game.play("d8d6")
        node.restart()
        assert Client(node, game.white_client.token).command(game.game, "act", 3, action="e2e3").status == 200
        assert admin("migrate", "--database", url)["before"] == "0004", "the second time there is nothing to do"
    assert future.exists()


def test_a_node_refuses_tables_that_are_older_than_it_needs(tmp_path: Path) -> None:
    url = shared_postgres().new_database()
    with pytest.raises(AssertionError, match="of an older version; run: barragoon admin migrate"):
        node_on(tmp_path / "node", url, made_for("0004"))


def test_what_a_running_node_needs_is_not_taken_away(
    tmp_path: Path, future: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = shared_postgres().new_database()
    (future / "versions" / "0005_contract.py").write_text(CONTRACT, "utf-8")
    monkeypatch.setattr(migrations, "OLDEST", "0004")
    with running(tmp_path / "node", {"BARRAGOON_DATABASE": url}) as node, match(node) as game:
        sentence = admin("migrate", "--database", url, code=2)
        assert "1 processes of version" in sentence
        assert "in between" in sentence
        game.play("d2d5", "d8d6")
        node.stop()
    assert admin("migrate", "--database", url)["after"] == "0005"
    with pytest.raises(AssertionError, match="is used by a newer version of Barragoon"):
        node_on(tmp_path / "again", url)
