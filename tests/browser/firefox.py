"""`python -m tests.browser.firefox`: a round at the server, a match without it, in Debian's Firefox (`make nightly`).

Playwright drives a Firefox of its own only, so this speaks WebDriver BiDi, which every Firefox does, over a socket.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.playing import GO_ON, KEPT, act, look
from tests.browser.serving import Served

# Things happen at once, and the start is English.
PREFERENCES = """\
user_pref("ui.prefersReducedMotion", 1);
user_pref("intl.accept_languages", "en");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
"""
SETTINGS = """(liked) => { localStorage["nokosu.settings"] = liked; }"""
AT_THE_SERVER = json.dumps({"pace": "instant", "device": False})
ON_THE_DEVICE = json.dumps({"pace": "instant", "device": True, "players": 3, "rounds": "players"})
PRESS = """(selector) => { document.querySelector(selector).click(); }"""
THERE = """(selector) => document.querySelector(selector) !== null"""
# A bot that answers at once has answered many times over.
PATIENCE = 20_000
WAIT_S = 180
"""For one answer: among them, that Python and all of the site are stored on the device."""


class FirefoxPage:
    """One page in Firefox, with as much of Playwright's page as playing needs."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = count(1)
        self.complaints: list[str] = []
        self._command("session.new", capabilities={})
        self._command("session.subscribe", events=["log.entryAdded"])
        self._context = self._command("browsingContext.getTree")["contexts"][0]["context"]

    def _command(self, method: str, **params: Any) -> Any:
        asked = next(self._ids)
        self._socket.send(json.dumps({"id": asked, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=WAIT_S))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.complaints.append(str(answer["params"]["text"]))
            if answer.get("id") == asked:
                assert answer["type"] == "success", answer
                return answer["result"]

    def goto(self, url: str) -> None:
        """Open an address, and wait until it has loaded."""
        self._command("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, expression: str, arg: str | None = None) -> Any:
        """Call a function in the page with a text; what it returns is plain."""
        found = self._command(
            "script.callFunction",
            functionDeclaration=expression,
            arguments=[] if arg is None else [{"type": "string", "value": arg}],
            target={"context": self._context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        return found["result"].get("value")

    def wait_for(self, selector: str) -> None:
        """Until there is such an element."""
        for _ in range(PATIENCE):
            if self.evaluate(THERE, selector):
                return
        raise AssertionError(f"not found: {selector}")


@contextmanager
def firefox() -> Iterator[FirefoxPage]:
    """Start Debian's Firefox with an empty profile; its first page."""
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    assert found, "Firefox is missing: apt-get install firefox-esr"
    with tempfile.TemporaryDirectory() as profile:
        Path(profile, "user.js").write_text(PREFERENCES, "utf-8")
        process = subprocess.Popen(
            [found, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert process.stderr
            said = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
            address = next(line for line in said if line).group(1)
            with connect(f"{address}/session", max_size=None) as socket:
                yield FirefoxPage(socket)
        finally:
            process.kill()
            process.wait()


def play_round(page: FirefoxPage, url: str) -> None:
    """From the first page to the result of a round."""
    page.goto(url)
    page.evaluate(SETTINGS, AT_THE_SERVER)
    page.goto(url)
    page.wait_for("button.big")
    page.evaluate(PRESS, "button.big")
    page.wait_for(".own [data-piece]")
    for _ in range(PATIENCE):
        asked = look(page)
        if asked == "result":
            return
        act(page, asked)
    raise AssertionError("the round does not end")


def play_without_the_server(page: FirefoxPage, server: Served) -> None:
    """One visit; then a whole match alone with the server gone."""
    page.goto(server.url)
    page.evaluate(SETTINGS, ON_THE_DEVICE)
    page.goto(server.url)
    page.evaluate(KEPT)
    server.kill()
    page.goto(server.url)
    page.wait_for("button.big")
    page.evaluate(PRESS, "button.big")
    page.wait_for(".own [data-piece]")
    assert "/t/local" in str(page.evaluate("() => location.href"))
    for _ in range(PATIENCE):
        if page.evaluate(THERE, ".end .winner"):
            return
        if (asked := look(page)) == "result":
            page.evaluate(GO_ON)
        else:
            act(page, asked)
    raise AssertionError("the match does not end")


def main() -> None:
    """Play, and say so."""
    with tempfile.TemporaryDirectory() as folder, firefox() as page:
        server = Served(Path(folder))
        server.start()
        try:
            play_round(page, server.url)
            assert page.complaints == [], page.complaints
            sys.stdout.write("a round was played in Firefox\n")
            play_without_the_server(page, server)
        finally:
            server.kill()
        # The browser itself tells of requests that a server does not answer.
        own = [each for each in page.complaints if "NetworkError" not in each]
        assert own == [], own
    sys.stdout.write("a whole match was played in Firefox without the server\n")


if __name__ == "__main__":
    main()
