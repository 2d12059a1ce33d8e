"""What an operator chooses. Everything has a default that is safe for a game at home."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from nokosu.bots import registry
from nokosu.bots.characters import DEFAULT_BOT, parties
from nokosu.bots.levels import LEVELS
from nokosu.table.create import MOST_BOTS


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one session may ask of the server."""

    message_bytes: int = 4_096
    record_bytes: int = 1_048_576
    rate: float = 20.0
    """Messages and requests a second, in the long run."""
    burst: int = 60
    sockets: int = 20
    outbound: int = 256
    """Frames that may wait for a slow subscriber."""
    broken: int = 20
    """Invalid messages before a socket is closed."""
    connections: int = 400
    """Open connections from one address, unless it is the proxy's. This and the next ones: see server/door.py."""
    loop_ms_a_second: int = 150
    """Time of the event loop for one address, in milliseconds a second."""
    bytes_in_a_second: int = 1_000_000
    bytes_out_a_second: int = 10_000_000
    connects_a_second: int = 20
    """New connections from one address."""
    broken_a_minute: int = 60
    """Requests from one address that are not HTTP."""
    headers: int = 100
    """Header lines of one request."""
    header_bytes: int = 16_384
    request_s: float = 30.0
    """For a request to arrive completely, and for a peer to take some of the answer."""
    handshake_s: float = 10.0
    goodbye_s: float = 5.0
    """For the last word to a subscriber who may not be taking anything."""
    people_per_address: int = 10
    """One address may do what so many people may."""
    hints_a_minute: int = 20
    """For one person, at all tables."""
    thinking_s_a_minute: float = 60.0
    """How long bots may think for one person's tables. Beyond it, they wait."""
    computing_s_a_minute: float = 20.0
    """Checking, replaying and judging records."""
    tables_an_hour: int = 60
    """New tables of one person, rematches included."""
    public_tables: int = 5
    """Public tables with open seats at which one person waits."""
    log_entries: int = 4_000
    """Entries in the log of one table. Beyond it, the match can only be played to its end."""
    imports_an_hour: int = 30
    """Imported records of one person."""
    imported_bytes: int = 8_388_608
    """All imported records of one person together, as they are stored."""
    import_bytes: int = 131_072
    """One imported record, as it is stored: a match of twenty rounds has half of that."""
    exports_an_hour: int = 12
    """Downloads of all of one's data, the archive, the file of a day and the results of a contest."""
    disk_reserve_mb: int = 32
    """Kept free beside a database file: with less than that, nothing new is begun. 0: no reserve."""
    program_processes: int = 8
    """Processes for the operator's own bots (cmd:), for everybody together."""
    guests_an_hour: int = 200
    """New people from one address."""
    recoveries_an_hour: int = 60
    """Recovery codes tried from one address."""
    logins_an_hour: int = 300
    """Passkey ceremonies begun, and lists of recovery codes made, from one address."""
    reports_an_hour: int = 10
    """Names that one person may report."""
    puzzle_answers_an_hour: int = 120
    """Answers to puzzles from one address that are counted."""
    puzzle_reports_an_hour: int = 10
    """Puzzles that may be reported from one address."""
    wrong_codes_an_hour: int = 60
    """Table codes from one address that lead nowhere."""


@dataclass(frozen=True, slots=True)
class Config:
    """How a server runs."""

    store: str
    """A file, or postgresql://…"""
    host: str = "127.0.0.1"
    port: int = 8000
    lan_address: str | None = None
    """Where others in the local network find this server, such as http://192.168.1.20:8000/; None: not at all."""
    origins: tuple[str, ...] = ()
    """Origins that pages may come from, besides the server's own address; such as https://nokosu.example."""
    hosts: tuple[str, ...] = ()
    """Names that requests may be for, besides localhost and addresses; empty: any."""
    trusted_proxies: int = 0
    """How many proxies of the operator's each request passes; they say where it comes from."""
    proxy_header: Literal["x-forwarded-for", "forwarded"] = "x-forwarded-for"
    """The header in which they say it."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """Bots that are offered: the name that people see, and what it stands for. Empty: the characters."""
    bot_processes: int = 2
    bot_delay_ms: int = 900
    forbidden_names: frozenset[str] = frozenset()
    operator_token: str | None = None
    push_contact: str | None = None
    """A mailto: or https: address for Web Push; None: no push messages."""
    push_services: tuple[str, ...] = ()
    """Push services besides those of the browser makers that may be called, each as a host or as host:port."""
    limits: Limits = field(default_factory=Limits)

    def offered(self) -> dict[str, str]:
        """Return the bots by the name that people see. A program (cmd:) is there only if the operator names it."""
        return dict(self.bots) or registry.offered()

    def known(self) -> dict[str, str]:
        """Return the bots that may play: also the levels, if the operator names no bots.

        Tables from before have them.
        """
        return dict(self.bots) or self.offered() | {level: registry.of_level(level) for level in LEVELS}

    def accepted(self) -> tuple[str, ...]:
        """Return the bots that may sit down: of the levels only those that are bots themselves, such as club."""
        return tuple(self.bots) or (*self.offered(), *(level for level, bots in LEVELS.items() if level in bots))

    @property
    def default_bot(self) -> str:
        """Return the default opponent and stand-in: Otto, club, or the last that is offered."""
        offered = self.offered()
        return next((name for name in (DEFAULT_BOT, "club") if name in offered), list(offered)[-1])

    @property
    def default_level(self) -> str:
        """The level that is chosen for newcomers."""
        levels = self.levels()
        return "beginner" if "beginner" in levels else self.default_bot

    def levels(self) -> dict[str, tuple[str, ...]]:
        """Return who sits down at a table that is started at once, by level.

        The operator's own bots are a level each.
        """
        if self.bots:
            return {name: (name,) * MOST_BOTS for name in self.bots}
        return parties(MOST_BOTS, self.offered())
