"""Where a request comes from, as limits count it: an IPv6 connection has 2^64 addresses, and counts as one.

Behind proxies the address is in a header that each proxy appends to. Clients can forge all entries but the last few:
as many as there are proxies of the operator's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

UNKNOWN: Final = "unknown"
"""All requests whose proxies do not say where they come from."""
FORWARDED_FOR: Final = b"x-forwarded-for"
FORWARDED: Final = b"forwarded"
_PROTO: Final = b"x-forwarded-proto"
_WITH_PORT: Final = re.compile(r"\[(?P<six>[^\]]*)\](?::\d+)?|(?P<four>[0-9.]+):\d+")
_PAIR: Final = re.compile(r'\s*([A-Za-z]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;,"]*)\s*(?:;|$)')
_ELEMENT: Final = re.compile(r'(?:[^,"]|"(?:[^"\\]|\\.)*")+')
Headers = Iterable[tuple[bytes, bytes]]


@lru_cache(4096)
def limited_as(address: str) -> str:
    """Return what limits and bans know an address by: itself, or the /64 network of an IPv6 address."""
    found = _parsed(address)
    if found is None:
        return address[:64]
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found.packed, 64), strict=False))
    return str(found)


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """Return an address without its port, brackets and zone."""
    text = text.strip()
    if found := _WITH_PORT.fullmatch(text):
        text = found["six"] if found["four"] is None else found["four"]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def forwarded_entries(headers: Headers, header: bytes) -> list[str]:
    """Return all entries of all lines of a forwarding header, the nearest proxy's last."""
    joined = ",".join(value.decode("latin-1") for name, value in headers if name.lower() == header)
    if not joined:
        return []
    if header == FORWARDED_FOR:
        return [entry.strip() for entry in joined.split(",")]
    return [_pairs(element).get("for", "") for element in _ELEMENT.findall(joined)]


def _pairs(element: str) -> dict[str, str]:
    """Return the pairs of one element of `Forwarded` (RFC 7239), such as `for="[2001:db8::1]:80";proto=https`."""
    return {name.lower(): value.strip().strip('"') for name, value in _PAIR.findall(element)}


def client_address(headers: Headers, hops: int, header: bytes = FORWARDED_FOR) -> str:
    """Return the address that the outermost of so many proxies saw; UNKNOWN if they do not say it."""
    entries = forwarded_entries(headers, header)
    if len(entries) < hops:
        return UNKNOWN
    found = _parsed(entries[-hops])
    return UNKNOWN if found is None else limited_as(str(found))


def client_scheme(headers: Headers, header: bytes = FORWARDED_FOR) -> str:
    """Return the scheme that the browser used, as the nearest proxy says; "" if it says nothing."""
    if header == FORWARDED:
        joined = ",".join(value.decode("latin-1") for name, value in headers if name.lower() == FORWARDED)
        elements = _ELEMENT.findall(joined)
        return _pairs(elements[-1]).get("proto", "").lower() if elements else ""
    joined = ",".join(value.decode("latin-1") for name, value in headers if name.lower() == _PROTO)
    return joined.rpartition(",")[2].strip().lower()
