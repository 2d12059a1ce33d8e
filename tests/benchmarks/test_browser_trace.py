"""The cost of a frame, from a trace."""

import json
from typing import Any

import pytest

from bench.browser_trace import frame_processor_ms

PAGE, VIZ, WORKER = (1, 1), (2, 1), (1, 9)


def name(thread: tuple[int, int], said: str) -> dict[str, Any]:
    return {"pid": thread[0], "tid": thread[1], "name": "thread_name", "args": {"name": said}}


def task(thread: tuple[int, int], what: str, start: int, lasted: int, worked: int) -> dict[str, Any]:
    return {"pid": thread[0], "tid": thread[1], "name": what, "ts": start, "dur": lasted, "tdur": worked}


EVENTS = [
    name(PAGE, "CrRendererMain"),
    name(VIZ, "VizCompositorThread"),
    task(PAGE, "RunTask", 0, 9000, 4000),
    # Within the task before it, so not counted again.
    task(PAGE, "ThreadControllerImpl::RunTask", 100, 8000, 3900),
    task(PAGE, "RunTask", 20_000, 5000, 2000),
    task(WORKER, "RasterTask", 200, 3000, 1000),
    task(WORKER, "RunTask", 200, 3000, 1000),
    task(VIZ, "RunTask", 50_000, 800, 600),
    task(VIZ, "Display::DrawAndSwap", 50_100, 500, 400),
    task(VIZ, "Display::DrawAndSwap", 70_100, 500, 400),
]


def test_a_frame_costs_what_its_threads_worked() -> None:
    trace = json.dumps({"traceEvents": EVENTS}).encode()
    assert frame_processor_ms(trace) == {"page": 3.0, "compositor": 0.0, "display": 0.3, "painting": 0.5}


def test_a_trace_without_frames_is_refused() -> None:
    with pytest.raises(ValueError, match="no frames"):
        frame_processor_ms(json.dumps({"traceEvents": EVENTS[:-2]}).encode())
