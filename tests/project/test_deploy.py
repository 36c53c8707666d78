"""The files of deploy/: they can be read, and every setting, metric and command that they name exists."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer

from barragoon.cli import admin, app
from barragoon.server.metrics import Metrics
from barragoon.server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
DASHBOARDS = sorted((DEPLOY / "grafana").glob("*.json"))
FOREIGN_METRICS = {"probe_ssl_earliest_cert_expiry", "pg_replication_lag_seconds"}
"""Metrics of other exporters; the alerts say which."""


def name_of(path: Path) -> str:
    return path.relative_to(DEPLOY).as_posix()


def read_yaml(path: Path) -> Any:  # noqa: ANN401 - whatever is in it
    return msgspec.yaml.decode(path.read_bytes())


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_setting_exists(path: Path) -> None:
    named = set(re.findall(r"\bBARRAGOON_([A-Z_]+)", path.read_text("utf-8")))
    assert {name.lower() for name in named} <= {*Settings.__struct_fields__, "settings"}


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_command_exists(path: Path) -> None:
    known = {command.name for command in app.registered_commands} | {group.name for group in app.registered_groups}
    named = re.findall(r"(?:bin/|\")barragoon ([a-z]+)", path.read_text("utf-8"))
    assert set(named) <= known


# -- containers --------------------------------------------------------------------------------------------------


def test_the_compose_file_says_what_it_must() -> None:
    services = read_yaml(DEPLOY / "compose.yaml")["services"]
    assert {"nginx", "node", "worker", "postgres", "valkey"} <= set(services)
    for name in ("node", "worker"):
        service = services[name]
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["stop_grace_period"] == "30s", name
        assert service["secrets"] == ["server.toml"], name
    assert services["node"]["command"][0] == "serve"
    assert services["worker"]["command"][0] == "work"
    assert "POSTGRES_PASSWORD" not in services["postgres"]["environment"], "secrets come as files"
    assert services["valkey"]["profiles"], "it is optional"


def test_the_settings_file_of_the_compose_file_can_be_read() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    found = re.search(r"printf '(.*)'", text)
    assert found
    written = tomllib.loads(found[1].replace("\\n", "\n") % "password")
    assert msgspec.convert(written, Settings).database.startswith("postgresql://barragoon:password@postgres/")


def test_the_image_runs_as_nobody_in_particular() -> None:
    lines = (DEPLOY / "Dockerfile").read_text("utf-8").splitlines()
    assert lines.count("FROM python:3.11-slim") == 1
    assert "USER barragoon" in lines
    assert lines.index("USER barragoon") < lines.index('ENTRYPOINT ["barragoon"]')
    assert any("/live" in line for line in lines), "HEALTHCHECK"


# -- systemd -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", UNITS, ids=name_of)
def test_units_are_hardened(path: Path) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    unit.optionxform = str  # type: ignore[assignment, method-assign]  # names are case-sensitive
    unit.read(path, "utf-8")
    service = unit["Service"]
    if "backup" not in path.name:
        assert service["Type"] == "notify"
        assert service["Restart"] == "always", "so that 'barragoon admin roll' can let it stop"
        assert int(service["TimeoutStopSec"]) > 20
    assert service["User"] == "barragoon"
    for name in ("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome"):
        assert service[name] == "yes", name
    assert service["ProtectSystem"] == "strict"
    assert service["UMask"] == "0077"
    assert service["StateDirectoryMode"] == "0700"


@pytest.mark.skipif(shutil.which("runuser") is None, reason="runuser is not installed")
def test_the_operators_command_takes_the_servers_settings(tmp_path: Path) -> None:
    """The script as it is shipped, with its paths in a folder and a program that says what it was called with."""
    (tmp_path / "server.env").write_text(
        'BARRAGOON_DATABASE="postgresql://ann@a,b/games?sslmode=require&a=b"\n', "utf-8"
    )
    program, runuser = tmp_path / "barragoon", tmp_path / "runuser"
    program.write_text('#!/bin/sh\necho "$@" "$BARRAGOON_DATABASE" "$BARRAGOON_DATA" "$LOGNAME"\n', "utf-8")
    runuser.write_text('#!/bin/sh\nshift 3\nLOGNAME=barragoon exec "$@"\n', "utf-8")  # tests need not be root
    text = (DEPLOY / "barragoon-admin").read_text("utf-8")
    text = text.replace("/etc/barragoon/server.env", str(tmp_path / "server.env")).replace(
        "exec runuser", f"exec {runuser}"
    )
    script = tmp_path / "barragoon-admin"
    script.write_text(text.replace("/opt/barragoon/bin/barragoon", str(program)), "utf-8")
    for file in (program, runuser, script):
        file.chmod(0o755)
    done = subprocess.run(
        [script, "nodes", "--json"],
        capture_output=True,
        text=True,
        env={"PATH": "/bin:/usr/bin", "SUDO_USER": "eve"},
        check=True,
    )
    assert (
        done.stdout == "admin nodes --json postgresql://ann@a,b/games?sslmode=require&a=b /var/lib/barragoon eve\n"
    ), done


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("path", UNITS, ids=name_of)
def test_systemd_can_read_the_units(path: Path, tmp_path: Path) -> None:
    unit = tmp_path / path.name.replace("@", "@8001")
    unit.write_text(path.read_text("utf-8").replace("/opt/barragoon/bin/barragoon", "/bin/true"), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, timeout=60, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if unit.name in line]
    assert complaints == []


# -- the operator's page -----------------------------------------------------------------------------------------


def test_every_command_of_the_operators_page_can_be_given_as_it_is_written() -> None:
    """Words in capitals and dots stand for something; a change that is written out has its reason."""
    text = (DEPLOY.parent / "docs/operating.md").read_text("utf-8")
    group = typer.main.get_group(admin.app)
    written = [
        *re.findall(r"`barragoon admin ([^`]+)`", text),
        *re.findall(r"^barragoon admin (.+)$", text, re.MULTILINE),
    ]
    written += re.findall(r"`sudo barragoon-admin ([^`]+)`", text)
    assert len(written) > 25
    for line in written:
        command: Any = group
        words = shlex.split(line)
        while words and isinstance(command, typer.core.TyperGroup):
            assert words[0] in command.commands, line
            command = command.commands[words.pop(0)]
        if words:  # else it is only named
            command.make_context(line, words)


# -- what is watched ---------------------------------------------------------------------------------------------


def metric_names() -> set[str]:
    """Everything that /metrics shows, under all names that Prometheus gives it."""
    ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    metrics = [*Metrics().registry.collect()]
    ours = {f"{metric.name}{end}" for metric in metrics for end in ends.get(metric.type, ("",))}
    return ours | FOREIGN_METRICS | {"up"}


def named_in(expression: str) -> set[str]:
    """The metrics of an expression: names that are neither functions nor labels."""
    bare = re.sub(r"\{[^}]*\}|\[[^]]*\]|\b(by|without) \([^)]*\)", "", expression)
    functions = set(re.findall(r"([a-z_]+)\s*\(", bare))
    return set(re.findall(r"[a-z_][a-z_0-9]*", bare)) - functions - {"by", "le", "sum", "max", "min"}


@pytest.mark.parametrize("path", DASHBOARDS, ids=name_of)
def test_every_metric_of_a_dashboard_exists(path: Path) -> None:
    panels = json.loads(path.read_text("utf-8"))["panels"]
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    assert len(expressions) >= len(panels) > 3
    for expression in expressions:
        named = named_in(expression)
        assert named, expression
        assert named <= metric_names(), expression


def test_every_metric_of_an_alert_exists() -> None:
    (group,) = read_yaml(DEPLOY / "alerts.yaml")["groups"]
    assert len(group["rules"]) > 10
    for rule in group["rules"]:
        named = named_in(rule["expr"])
        assert named, rule
        assert named <= metric_names(), rule
        assert rule["annotations"]["summary"]


def test_every_runbook_that_an_alert_names_is_there() -> None:
    page = (DEPLOY.parent / "docs/operating.md").read_text("utf-8").lower()
    alerts = (DEPLOY / "alerts.yaml").read_text("utf-8")
    for names in re.findall(r"\(runbooks?: ([^)]*)\)", alerts):
        for name in names.split(", "):
            assert f"### {name}" in page, name
