"""The addresses under which others in the same room find this machine, and a QR code for their phones."""

from __future__ import annotations

import contextlib
import io
import socket

import segno


def addresses(port: int) -> list[str]:
    """Addresses of this machine in its local networks, the most likely one first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        # Nothing is sent: it only asks which of our addresses would be used.
        probe.connect(("192.0.2.1", 9))
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    local = [address for address in dict.fromkeys(found) if not address.startswith("127.")]
    return [f"http://{address}:{port}/" for address in local]


def qr_code(text: str) -> str:
    """Return a QR code for a terminal."""
    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True)
    return out.getvalue()
