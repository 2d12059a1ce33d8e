"""A small client for a terminal: everything that docs/wire-protocol.md asks of one.

    nokosu serve                                     in one terminal
    python examples/client.py Ann                    makes a table for two people and two bots, and says its code
    python examples/client.py Bea --join CODE        sits down there

It needs two packages, which `nokosu[server]` brings: pip install httpx websockets

Type the number of an action. With --auto the first legal one is played. When the server goes away the client waits and
comes back; a move whose answer was lost is sent again, and is done once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import uuid
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Json = dict[str, Any]
OPEN, BOT = {"kind": "open"}, {"kind": "bot", "bot": "beginner"}


class Table:
    """One seat at one table: what was seen last, and a move that has no answer yet."""

    def __init__(self, address: str, cookie: str, *, auto: bool) -> None:
        self.address = address
        self.cookie = cookie
        self.auto = auto
        self.seen: int | None = None
        self.view: Json | None = None
        self.unanswered: Json | None = None
        self.over = False

    async def play(self) -> None:
        """Stay until the match is over, whatever happens to the connection."""
        wait = 0.2
        while not self.over:
            where = self.address if self.seen is None else f"{self.address}?after={self.seen}"
            try:
                async with connect(where, additional_headers={"cookie": self.cookie}) as socket:
                    wait = 0.2
                    await self.listen(socket)
            except (OSError, WebSocketException):
                print("The connection is lost; trying again.")
            await asyncio.sleep(wait * (0.5 + os.urandom(1)[0] / 255))
            wait = min(wait * 2, 5.0)

    async def listen(self, socket: ClientConnection) -> None:
        """Read what the table says; answer when it is our turn."""
        if self.unanswered:
            await socket.send(json.dumps(self.unanswered))
        async for text in socket:
            message: Json = json.loads(text)
            match message["type"]:
                case "update":
                    self.updated(message)
                case "ack":
                    self.unanswered = None
                case "refusal":
                    print("Refused:", said(message["reason"]))
                    self.unanswered = None
                case "closing":
                    print("The server closes this connection:", said(message["reason"]))
                case _:
                    # Who is here and what the clocks say: nothing for a terminal as small as this.
                    continue
            if self.over:
                return
            await self.consider(socket)

    def updated(self, update: Json) -> None:
        """Tell what happened."""
        self.seen, self.view = update["seq"], update["view"]
        for each in update["entries"]:
            if each["kind"] == "moved":
                print(f"  seat {each['seat']}: {each['action']}")
        if self.view is None:
            print("Waiting for the others.")
        elif self.view["phase"] == "over":
            print("Totals:", self.view["totals"])
            self.over = True

    async def consider(self, socket: ClientConnection) -> None:
        """Move, if it is our turn and no earlier move is still without an answer."""
        if self.view is not None and self.view["legal"] and self.unanswered is None:
            action = await self.choose(self.view)
            self.unanswered = {
                "type": "move",
                "client_id": uuid.uuid4().hex,
                "expected_seq": self.seen,
                "action": action,
            }
            await socket.send(json.dumps(self.unanswered))

    async def choose(self, view: Json) -> str:
        """Ask the person at the keyboard."""
        legal: list[str] = view["legal"]
        if self.auto:
            return legal[0]
        trick = " ".join(view["trick"]["plays"]) if view["trick"] else ""
        print(f"\nHand: {' '.join(view['hand'])}  dice: {view['dice']}  trump: {view['trump']}  trick: {trick}")
        print("  ".join(f"{number}:{action}" for number, action in enumerate(legal)))
        while True:
            typed = await asyncio.to_thread(input, "> ")
            if typed.isdigit() and int(typed) < len(legal):
                return legal[int(typed)]


def said(reason: Json) -> str:
    """Return why not: the id of a text and its parameters. A client for people would word it (src/nokosu/locale)."""
    return " ".join([reason["message"], *(f"{name}={value}" for name, value in reason.get("params", {}).items())])


async def main() -> None:
    """Introduce oneself, find or make a table, play."""
    parser = argparse.ArgumentParser(description="Play Nokosu Dice at a server.")
    parser.add_argument("name")
    parser.add_argument("--server", default="http://127.0.0.1:8000")
    parser.add_argument("--join", metavar="CODE")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--auto", action="store_true")
    wanted = parser.parse_args()
    async with httpx.AsyncClient(base_url=wanted.server) as http:
        (await http.post("/api/me", json={"name": wanted.name})).raise_for_status()
        if wanted.join:
            table = (await http.get(f"/api/codes/{wanted.join}")).raise_for_status().json()["table"]
            (await http.post(f"/api/tables/{table}/join", json={})).raise_for_status()
        else:
            form = {"settings": {"rounds": wanted.rounds}, "seats": [{"kind": "me"}, OPEN, BOT, BOT]}
            made = (await http.post("/api/tables", json=form)).raise_for_status().json()
            table = made["table"]
            print("The code of the table:", made["code"], flush=True)
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    address = f"{wanted.server.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    await Table(address, cookie, auto=wanted.auto).play()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except httpx.HTTPStatusError as error:
        sys.exit(f"The server says no: {said(error.response.json()['reason'])}")
    except httpx.TransportError as error:
        sys.exit(f"There is no server: {error}")
