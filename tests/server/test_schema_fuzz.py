"""Requests made by schemathesis from our own OpenAPI document, by somebody with a session: never a status of 500."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy
from schemathesis.core.result import Ok

from nokosu.server.tables.registry import TableRegistry
from tests.server.serving import serving

EXAMPLES = settings(
    max_examples=5,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@contextmanager
def served(store: str) -> Iterator[str]:
    """The address of a server that runs in another thread: schemathesis waits for its answers."""
    started: SimpleQueue[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]] = SimpleQueue()

    async def serve() -> None:
        async with serving(store) as running:
            stop = asyncio.Event()
            started.put((running.url, asyncio.get_running_loop(), stop))
            await stop.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    url, loop, stop = started.get(timeout=30)
    try:
        yield url
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


def failures(url: str) -> tuple[int, list[str]]:
    """How many requests were made, and which of them the server could not answer."""
    answers: list[tuple[str, int]] = []
    for found in schemathesis.openapi.from_url(f"{url}/api/openapi.json").get_all_operations():
        assert isinstance(found, Ok), found
        _ask(url, found.ok().as_strategy(), answers)
    return len(answers), [f"{label}: {status}" for label, status in answers if status >= 500]


def _ask(url: str, cases: SearchStrategy[Any], answers: list[tuple[str, int]]) -> None:
    # A new person for each address: some requests end a session.
    cookie = httpx.post(f"{url}/api/me", json={"name": "Ann"}).cookies["nokosu"]

    @EXAMPLES
    @given(cases)
    def ask(case: Any) -> None:
        answer = case.call(headers={"cookie": f"nokosu={cookie}"}, timeout=30)
        answers.append((f"{case.method} {case.formatted_path}", answer.status_code))

    ask()


def test_no_request_that_the_document_allows_fails(tmp_path: Path) -> None:
    with served(str(tmp_path / "nokosu.db")) as url:
        made, failed = failures(url)
    assert made > 80
    assert failed == []


def test_a_handler_that_raises_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_hub: TableRegistry) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(TableRegistry, "reserve", broken)
    with served(str(tmp_path / "nokosu.db")) as url:
        _, failed = failures(url)
    assert failed[0] == "POST /api/reserve: 500"
