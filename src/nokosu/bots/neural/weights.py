"""The network's weights as a file: matrices in bytes with a scale for each row, the rest in half precision."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nokosu.bots.neural.layout import layout_digest

FORMAT: Final = "nokosu-network/1"
Array = NDArray[np.float32]


class WeightsError(ValueError):
    """The file does not contain a network, or contains one for a different layout."""


@dataclass(frozen=True, slots=True)
class Network:
    """Tensors by name, and where they came from."""

    tensors: dict[str, Array]
    about: dict[str, Any]


def dumps(tensors: dict[str, Array], about: dict[str, Any]) -> bytes:
    """Return a file of weights: one line of JSON, then the tensors one after the other."""
    shapes: list[dict[str, Any]] = []
    parts: list[bytes] = []
    for name, tensor in tensors.items():
        shapes.append({"name": name, "shape": list(tensor.shape)})
        if tensor.ndim == 1:
            parts.append(tensor.astype("<f2").tobytes())
            continue
        scale = np.maximum(np.abs(tensor).max(1), 1e-8) / 127
        parts.append(scale.astype("<f4").tobytes())
        parts.append(np.rint(tensor / scale[:, None]).astype(np.int8).tobytes())
    head = {"format": FORMAT, "layout": layout_digest(), "tensors": shapes, "about": about}
    return json.dumps(head).encode() + b"\n" + b"".join(parts)


def loads(data: bytes) -> Network:
    """Return the network in a file of weights. Raises WeightsError where it does not fit this version."""
    line, _, rest = data.partition(b"\n")
    try:
        head = json.loads(line)
        if head["format"] != FORMAT:
            raise WeightsError(f"expected {FORMAT}, found {head['format']}")
        layout, shapes = head["layout"], [(row["name"], tuple(row["shape"])) for row in head["tensors"]]
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, WeightsError):
            raise
        raise WeightsError("not a file of network weights") from None
    if layout != layout_digest():
        raise WeightsError(f"these weights are for observation layout {layout}, this version has {layout_digest()}")
    at = 0

    def take(kind: str, count: int) -> NDArray[Any]:
        nonlocal at
        size = np.dtype(kind).itemsize * count
        if at + size > len(rest):
            raise WeightsError("the file of network weights is not complete")
        found = np.frombuffer(rest, kind, count, at)
        at += size
        return found

    tensors: dict[str, Array] = {}
    for name, shape in shapes:
        if len(shape) == 1:
            tensors[name] = take("<f2", shape[0]).astype(np.float32)
            continue
        scale = take("<f4", shape[0])
        tensors[name] = take("i1", shape[0] * shape[1]).reshape(shape).astype(np.float32) * scale[:, None]
    return Network(tensors, head["about"])


@cache
def shipped() -> Network:
    """Return the network that comes with the package."""
    return loads(resources.files("nokosu.bots.neural").joinpath("weights.bin").read_bytes())
