"""Every figure of /metrics is explained in docs/metrics.md, and the new ones count what happens; logs read well."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import httpx
import pytest

from nokosu import __version__
from nokosu.server.logs import JsonLines, ReadableLines
from nokosu.server.metrics import Metrics
from nokosu.server.tables import registry
from tests.server.serving import serving

ROOT = Path(__file__).parents[2]
TABLES = 4


def unexplained(names: set[str], page: str) -> set[str]:
    return {name for name in names if f"`{name}`" not in page}


def test_every_metric_is_on_its_page() -> None:
    listed = re.findall(r"^# HELP (\S+)", Metrics().text().decode(), re.MULTILINE)
    names = {name for name in listed if not name.endswith("_created")}  # when a series began
    page = (ROOT / "docs/metrics.md").read_text("utf-8")
    assert {"nokosu_build_info", "nokosu_http_seconds", "nokosu_bots_waiting", "process_open_fds"} <= names
    assert unexplained(names, page) == set()
    assert unexplained({*names, "nokosu_secret"}, page) == {"nokosu_secret"}


def test_every_alert_is_explained_and_asks_for_metrics_that_exist() -> None:
    alerts, page = (ROOT / "deploy/alerts.yml").read_text("utf-8"), (ROOT / "docs/metrics.md").read_text("utf-8")
    names = re.findall(r"alert: (\w+)", alerts)
    assert len(names) >= 7
    assert all(f"`{name}`" in page for name in names)
    text = Metrics().text().decode()
    for asked in re.findall(r"\b((?:nokosu|process)_\w+?)(?:_bucket|_count|_total)?\b(?=[\[{ )])", alerts):
        assert asked in text


async def test_requests_are_timed_by_method_and_status(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db") as here, httpx.AsyncClient(base_url=here.url) as http:
        await http.get("/health")
        await http.get("/api/nothing.txt")
        await http.request("BREW", "/")
        said = (await http.get("/metrics")).text
    assert 'nokosu_http_seconds_count{method="GET",status="2xx"} 1.0' in said
    assert 'nokosu_http_seconds_count{method="GET",status="4xx"} 1.0' in said
    assert "BREW" not in said
    assert f'version="{__version__}"' in said
    assert 'store="sqlite"' in said


@pytest.mark.parametrize(("most", "all_are_kept"), [("_SWEEP_ABOVE", True), ("_AFTER_START", False)])
async def test_a_start_counts_the_tables_that_it_loads_and_keeps_them_for_those_who_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: str, all_are_kept: bool
) -> None:
    monkeypatch.setattr(registry, most, 1)
    async with serving(f"{tmp_path}/x.db") as here, httpx.AsyncClient(base_url=here.url) as http:
        await http.post("/api/me", json={"name": "A"})
        for _ in range(TABLES):
            (await http.post("/api/play", json={"players": 3, "rounds": 1})).raise_for_status()
    async with serving(f"{tmp_path}/x.db") as again, httpx.AsyncClient(base_url=again.url) as http:
        while f"nokosu_woken_tables_total {TABLES}.0" not in (said := (await http.get("/metrics")).text):
            continue
    assert (f"nokosu_tables {TABLES}.0" in said) == all_are_kept


def test_a_log_line_is_json_for_machines_and_readable_at_a_prompt() -> None:
    record = logging.LogRecord("nokosu.server", logging.WARNING, "x", 1, "the disk is %s", ("full",), None)
    assert json.loads(JsonLines().format(record))["message"] == "the disk is full"
    assert ReadableLines().format(record).endswith("  warning: the disk is full")
