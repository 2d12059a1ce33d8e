"""A site without a server, in a folder of a web host that a test may shut down."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urldefrag

from click.testing import CliRunner
from playwright.sync_api import Page

from nokosu.cli import main
from nokosu.server.site_host import site_host

BASE = "/games/nokosu/"


class Host:
    """The host, and the address of the site there."""

    def __init__(self, folder: Path) -> None:
        self._server = site_host(folder, base=BASE)
        self._lines: list[socket.socket] = []
        accept = self._server.get_request

        def remember() -> tuple[socket.socket, Any]:
            line, address = accept()
            self._lines.append(line)
            return line, address

        self._server.get_request = remember  # type: ignore[method-assign]  # the lines that `cut` cuts
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        # Service workers need https or this name.
        self.url = f"http://localhost:{self._server.server_port}{BASE}"

    def cut(self) -> None:
        """The network is gone, for lines that are open too; doing this twice is fine."""
        self._server.shutdown()
        self._server.server_close()
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


@contextmanager
def hosted(folder: Path, *options: str) -> Iterator[Host]:
    """`nokosu site build` and a host for what it wrote."""
    done = CliRunner().invoke(main, ["site", "build", str(folder), *options])
    assert done.exit_code == 0, done.output
    host = Host(folder)
    try:
        yield host
    finally:
        host.cut()


def links(page: Page) -> set[str]:
    """The addresses that a page links to, on this host, without the places in them."""
    found: list[str] = page.eval_on_selector_all(
        "a[href]", "all => all.map(({ href }) => href).filter((each) => new URL(each).origin === location.origin)"
    )
    return {urldefrag(each).url for each in found}


def broken(page: Page, start: str) -> set[str]:
    """Open every page that can be reached from here by links; return the addresses that lead nowhere."""
    seen, waiting, nowhere = {start}, [start], set()
    while waiting:
        address = waiting.pop()
        answer = page.goto(address)
        if answer is None or not answer.ok:
            nowhere.add(address)
            continue
        page.locator("h1").first.wait_for()
        # Some cards of the first page are loaded after it.
        page.wait_for_load_state("networkidle")
        fresh = links(page) - seen
        seen |= fresh
        waiting += sorted(fresh)
    return nowhere
