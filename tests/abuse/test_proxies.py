"""Attacks on limits behind proxies: forged lines, forged entries, ports, and headers in other forms."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nokosu.server.addresses import UNKNOWN, client_address, client_scheme, limited_as
from tests.abuse.test_shares import limits
from tests.server.people import client
from tests.server.serving import serving

FORGED = "198.51.100.9"


def lines(name: str, values: Sequence[str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for value in values]


@pytest.mark.parametrize(
    ("values", "hops", "seen"),
    [
        (["203.0.113.7"], 1, "203.0.113.7"),
        ([FORGED, "203.0.113.7"], 1, "203.0.113.7"),
        ([f"{FORGED}, 203.0.113.7"], 1, "203.0.113.7"),
        (["203.0.113.7:51234"], 1, "203.0.113.7"),
        ([f"{FORGED}, 203.0.113.7", "10.0.0.1"], 2, "203.0.113.7"),
        ([f"{FORGED}", "203.0.113.7, 10.0.0.1"], 2, "203.0.113.7"),
        (["[2001:db8::1]:443"], 1, "2001:db8::/64"),
        (["2001:db8::1"], 1, "2001:db8::/64"),
        (["::ffff:203.0.113.7"], 1, "203.0.113.7"),
        ([], 1, UNKNOWN),
        (["203.0.113.7"], 2, UNKNOWN),
        (["203.0.113.7, nonsense"], 1, UNKNOWN),
        ([FORGED, ""], 1, UNKNOWN),
    ],
)
def test_the_address_is_the_one_that_the_outermost_proxy_saw(values: list[str], hops: int, seen: str) -> None:
    assert client_address(lines("X-Forwarded-For", values), hops) == seen


@pytest.mark.parametrize(
    ("values", "seen"),
    [
        (["for=203.0.113.7"], "203.0.113.7"),
        ([f"for={FORGED};proto=http", 'For="203.0.113.7:4711";Proto=https'], "203.0.113.7"),
        ([f'for={FORGED}, for="[2001:db8::17]:4711";by=10.0.0.1;proto=https'], "2001:db8::/64"),
        ([f'for="{FORGED}, for=1.2.3.4", for=203.0.113.7;proto=https'], "203.0.113.7"),
        (["for=_hidden"], UNKNOWN),
        (["by=10.0.0.1"], UNKNOWN),
    ],
)
def test_forwarded_is_understood(values: list[str], seen: str) -> None:
    headers = lines("Forwarded", values)
    assert client_address(headers, 1, b"forwarded") == seen
    assert client_scheme(headers, b"forwarded") == ("https" if "https" in values[-1] else "")


def test_the_scheme_is_what_the_nearest_proxy_says() -> None:
    assert client_scheme(lines("X-Forwarded-Proto", ["https", "http"])) == "http"
    assert client_scheme(lines("X-Forwarded-Proto", ["http, HTTPS"])) == "https"
    assert client_scheme([]) == ""


@given(st.lists(st.text('0123456789.,:;[]= "forwardedby%\\', max_size=40), max_size=4), st.integers(1, 3))
def test_nothing_that_a_client_writes_before_the_proxys_entry_counts(forged: list[str], hops: int) -> None:
    trusted = ["203.0.113.7", "10.0.0.1", "10.0.0.2"][:hops]
    headers = lines("X-Forwarded-For", [*forged, ", ".join(trusted)])
    assert client_address(headers, hops) == "203.0.113.7"


@given(st.text(max_size=60))
def test_no_text_is_too_odd_for_an_address(text: str) -> None:
    value = text.encode("latin-1", "replace")
    for name in (b"x-forwarded-for", b"forwarded"):
        found = client_address([(name, value)], 1, name)
        assert found == UNKNOWN or limited_as(found) == found or "/" in found


async def test_a_second_line_defeats_no_limit(tmp_path: Path) -> None:
    wanted = limits(guests_an_hour=3)
    async with serving(f"{tmp_path}/x.db", trusted_proxies=1, limits=wanted) as running:
        statuses = []
        for number in range(6):
            async with client(running) as eve:
                headers = [
                    ("x-forwarded-for", f"198.51.100.{number}"),
                    ("x-forwarded-for", f"203.0.113.7:{4000 + number}"),
                    ("content-type", "application/json"),
                ]
                answer = await eve.http.post("/api/me", content='{"name":"Eve"}', headers=headers)
                statuses.append(answer.status_code)
        assert statuses == [200, 200, 200, 429, 429, 429]


@pytest.mark.parametrize(
    ("address", "scheme", "seen"),
    [
        ("8.8.8.8", "https", "a public address, with TLS"),
        ("2a00::7", "https", "a public address, with TLS"),
        ("10.0.0.1", "http", "a private address, without TLS"),
    ],
)
async def test_operators_are_told_once_what_the_server_sees_through_the_proxy(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, address: str, scheme: str, seen: str
) -> None:
    with caplog.at_level(logging.INFO, "nokosu.server.http"):
        async with serving(f"{tmp_path}/x.db", trusted_proxies=1) as running, client(running) as probe:
            headers = {"x-forwarded-for": address, "x-forwarded-proto": scheme}
            for _ in range(3):
                await probe.http.get("/health", headers=headers)
    said = [record.getMessage() for record in caplog.records if "first request" in record.getMessage()]
    assert said == [f"the first request through 1 proxy: it comes from {seen}"]
    assert address not in caplog.text
