"""The figures of bench/browser.py as rows with their goals, and as the page docs/benchmarks/browser.md."""

from typing import Any

from bench.timing import sentence
from tools.pages import goal, table

SLOWED = 4
"""How many times slower the processor is while motion is measured."""
TRICKS = 6
FRAMES_PER_SECOND = 60
HEAD = """\
# The web client in a browser

Written by `bench/browser.py --write`; the numbers with all that belongs to them are in [browser.json](browser.json).
Chromium {chromium} before a server of its own over loopback, nothing kept from earlier visits; medians of
{visits} visits and of {moves} moves, in milliseconds on the wall. "Until" counts from the start of the visit by the
page's own clock; the first line is what Playwright sees from outside, its own way there and back included. "Play now"
counts from the press to the frame that shows the table, by the page's own clock; from outside, Playwright's checks
before the press are in it. Frames and tasks are measured while tricks are played at the normal pace with the processor
slowed down four times. There is no GPU here: Chromium paints in software. The processor time of a frame tells the
page's own part from what a GPU does on other devices. Times on the wall grow with the load of the machine.
{provenance}
"""

Row = tuple[str, str, str]


def rows(data: dict[str, Any]) -> list[Row]:
    """Return one row per figure: its name, the result and the goal."""
    first, click, motion = data["first_page_ms"], data["click_ms"], data["motion"]
    task, of_processor = motion["longest_task_ms"], SLOWED * motion["longest_task_processor_ms"]
    return [
        _at_most("first page: button ready", first["seen"], 1000, "ms"),
        _at_most("– script by then, with the picture of the table", first["script"] / 1000, 60, "kB"),
        ("– until the server's answer", f"{first['answer']:.0f} ms", ""),
        (
            f"– until {first['count']:.0f} files are there, {first['bytes'] / 1000:.0f} kB",
            f"{first['files']:.0f} ms",
            "",
        ),
        ("– until the button is on the page", f"{first['button']:.0f} ms", ""),
        _at_most("play now: table there", first["table"], 500, "ms"),
        ("– from outside", f"{first['table_from_outside']:.0f} ms", ""),
        (
            "click to card in the trick",
            f"{click['p50']:.0f} ms, slowest {click['slowest']:.0f} ms",
            goal("≤ 50 ms", reached=click["p50"] <= 50),
        ),
        (
            f"frames per second while pieces move, CPU ÷ {SLOWED}",
            f"{motion['per_second']:.0f}, {motion['late_share']:.0%} late",
            goal(f"{FRAMES_PER_SECOND}", reached=motion["per_second"] >= FRAMES_PER_SECOND - 0.5),
        ),
        (
            f"longest task during {TRICKS} tricks, CPU ÷ {SLOWED}",
            f"{task:.0f} ms" if task else "none over 50 ms",
            goal("≤ 50 ms", reached=task <= 50),
        ),
        (f"– its processor time × {SLOWED}, whatever else the machine does", f"{of_processor:.0f} ms", ""),
        *_of_a_frame(motion),
        *_on_the_device(data["device"], data["search"]),
    ]


def _of_a_frame(motion: dict[str, Any]) -> list[Row]:
    """Return what a frame costs the slowed processor; a GPU takes painting and display off it."""
    spent = motion.get("frame_processor_ms")
    if spent is None:
        return []
    script, software = SLOWED * (spent["page"] + spent["compositor"]), SLOWED * (spent["painting"] + spent["display"])
    frame = 1000 / FRAMES_PER_SECOND
    return [
        (
            f"processor time of a frame × {SLOWED}, from a trace: page and layers",
            f"{script:.1f} ms",
            goal(f"≤ {frame:.1f} ms", reached=script <= frame),
        ),
        ("– painting and display in software, a GPU's work elsewhere", f"{software:.1f} ms", ""),
    ]


def _on_the_device(device: dict[str, float], search: dict[str, float]) -> list[Row]:
    native, wasm = search["native_per_s"], search["wasm_per_s"]
    return [
        (
            "everything without a network: transfer",
            f"{device['transfer_mb']:.2f} MB",
            goal("≤ 5 MB", reached=device["transfer_mb"] <= 5),
        ),
        _at_most("play now on this device, ready: table there", device["ready_ms"], 300, "ms"),
        _at_most("– after a cold start without the server", device["cold_ms"], 3000, "ms"),
        _at_most("– memory of the page and its workers after a round", device["memory_mb"], 200, "MB"),
        (
            "– search: simulations per second, one thread",
            f"{wasm:,.0f} of {native:,.0f}, {wasm / native:.0%}",
            goal("≥ 60% of native", reached=wasm >= 0.6 * native),
        ),
        _at_most("– click to card in the trick", device["click_ms"], 50, "ms"),
    ]


def _at_most(name: str, seen: float, most: int, unit: str) -> Row:
    return name, f"{seen:.0f} {unit}", goal(f"≤ {most} {unit}", reached=seen <= most)


def page(data: dict[str, Any]) -> str:
    """Return the page in docs."""
    return HEAD.format(**{**data, "provenance": sentence(data)}) + "\n" + table(("", "seen", "figure"), rows(data))
