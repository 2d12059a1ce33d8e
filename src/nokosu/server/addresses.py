"""Network addresses as limits count them: an IPv6 connection has 2^64 addresses, and counts as one."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address


def limited_as(address: str) -> str:
    """Return what limits and bans know an address by: itself, or the /64 network of an IPv6 address."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address.strip("[] ").partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(IPv6Network((found.packed, 64), strict=False))
    return str(found)
