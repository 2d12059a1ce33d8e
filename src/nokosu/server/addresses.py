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
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*(?:(?P<end>")|\\?\Z)|[^",;]+|[,;]')
"""A piece of `Forwarded`: quoted, quoted without an end, plain, or a mark. It never goes back: no header is slow."""
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
    lines = [value.decode("latin-1") for name, value in headers if name.lower() == header]
    if header == FORWARDED_FOR:
        return [entry.strip() for line in lines for entry in line.split(",")]
    return [element for line in lines for element in _split(line, ",")]


def _split(text: str, mark: str) -> list[str]:
    """Split a line of `Forwarded` (RFC 7239) at this mark, unless it is quoted.

    A quotation mark without its partner is a client's; it cannot swallow what the proxy has written behind it.
    """
    if '"' not in text:
        return text.split(mark)
    found = [""]
    for token in _TOKEN.finditer(text):
        if token[0] == mark:
            found.append("")
        elif token["end"]:
            found[-1] += token[0]
        else:
            first, *others = token[0].split(mark)
            found[-1] += first
            found += others
    return found


def _value(element: str, name: str) -> str:
    """Return what an element such as `for="[2001:db8::1]:80";proto=https` says about this; "" for nothing."""
    pairs = (each.partition("=") for each in _split(element, ";"))
    return next((value.strip().strip('"') for key, _, value in pairs if key.strip().lower() == name), "")


def client_address(headers: Headers, hops: int, header: bytes = FORWARDED_FOR) -> str:
    """Return the address that the outermost of so many proxies saw; UNKNOWN if they do not say it."""
    entries = forwarded_entries(headers, header)
    if len(entries) < hops:
        return UNKNOWN
    entry = entries[-hops]
    found = _parsed(_value(entry, "for") if header == FORWARDED else entry)
    return UNKNOWN if found is None else limited_as(str(found))


def client_scheme(headers: Headers, header: bytes = FORWARDED_FOR) -> str:
    """Return the scheme that the browser used, as the nearest proxy says; "" if it says nothing."""
    if header == FORWARDED:
        lines = [value.decode("latin-1") for name, value in headers if name.lower() == FORWARDED]
        return _value(_split(lines[-1], ",")[-1], "proto").lower() if lines else ""
    joined = ",".join(value.decode("latin-1") for name, value in headers if name.lower() == _PROTO)
    return joined.rpartition(",")[2].strip().lower()
