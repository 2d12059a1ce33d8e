"""What is looked at when a test is over and its event loop is closed."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.server.fuzz.hall import faults


@pytest.fixture
def no_faults(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing was logged as an error; lost tasks are heard of when they are collected."""
    yield
    gc.collect()
    assert faults([*caplog.get_records("call"), *caplog.records]) == []
