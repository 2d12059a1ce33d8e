"""What a trace of Chromium says about the cost of a frame, in processor time, however busy the machine is."""

import json

# Who works on a frame: the page's script, style and layout; layers and animations; pixels painted in software where
# there is no GPU; what is painted put together on the screen.
_THREADS = {"CrRendererMain": "page", "Compositor": "compositor", "VizCompositorThread": "display"}
_TASKS = ("RunTask", "ThreadControllerImpl::RunTask")
_PAINTED = "RasterTask"
_SHOWN = "Display::DrawAndSwap"
CATEGORIES = ["toplevel", "cc", "viz"]
"""What `start_tracing` has to record for this."""


def frame_processor_ms(trace: bytes) -> dict[str, float]:
    """Return the processor time of a frame in milliseconds, on average: page, compositor, painting and display."""
    events = json.loads(trace)["traceEvents"]
    threads = {
        (each["pid"], each["tid"]): _THREADS[each["args"]["name"]]
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] in _THREADS
    }
    spent = dict.fromkeys((*_THREADS.values(), "painting"), 0.0)
    until: dict[tuple[int, int], float] = {}
    shown = 0
    for each in sorted(events, key=lambda event: event.get("ts", 0)):
        thread = (each["pid"], each["tid"])
        shown += each["name"] == _SHOWN
        if "tdur" not in each:
            continue
        if each["name"] == _PAINTED:
            spent["painting"] += each["tdur"]
        # A task within a task is part of it.
        elif each["name"] in _TASKS and thread in threads and each["ts"] >= until.get(thread, 0):
            until[thread] = each["ts"] + each["dur"]
            spent[threads[thread]] += each["tdur"]
    if not shown:
        raise ValueError("the trace has no frames in it")
    return {name: round(total / 1000 / shown, 1) for name, total in spent.items()}
