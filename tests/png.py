"""PNG files, read bit by bit."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator


def png_size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG whose every part is as its checksum says, with a line of pixels for every row."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    parts = list(_parts(png[8:]))
    assert [kind for kind, _ in parts][-1] == b"IEND"
    (head,) = (body for kind, body in parts if kind == b"IHDR")
    width, height, depth, colour = struct.unpack(">IIBB", head[:10])
    rows = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    assert len(rows) == height * (1 + (width * channels * depth + 7) // 8)
    return width, height


def _parts(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    while png:
        length, kind = struct.unpack(">I4s", png[:8])
        body, check = png[8 : 8 + length], png[8 + length : 12 + length]
        assert zlib.crc32(kind + body) == int.from_bytes(check)
        yield kind, body
        png = png[12 + length :]
