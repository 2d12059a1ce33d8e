"""Records as arrays for learning: every decision with what its seat knew, what it could do and how its round ended.

>>> from nokosu.research import decisions
>>> batch = next(decisions.batches("examples/matches.jsonl"))
>>> batch["observations"].shape, str(batch["bots"][0])
((540, 856), 'club')
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from os import PathLike
from typing import Any, Final

from nokosu.research import needs_extra

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise needs_extra(error, "data") from None

from nokosu.core.actions import Action, Play
from nokosu.kernel.actions import SIZE, number_of
from nokosu.kernel.colours import to_canonical
from nokosu.kernel.layout import OBSERVATION_SIZE
from nokosu.kernel.state import State
from nokosu.record.data import MatchRecord, records
from nokosu.record.model import RecordedRound
from nokosu.record.replay import declaration_action, draft_action, ruleset_of

COLUMNS: Final[dict[str, tuple[Any, tuple[int, ...], str]]] = {
    "observations": (np.uint8, (OBSERVATION_SIZE,), "what the seat knew, in its own order of colours"),
    "masks": (np.uint8, (SIZE,), "1 for every legal action"),
    "actions": (np.int64, (), "the action chosen, in the same colours"),
    "seats": (np.int8, (), "the seat"),
    "margins": (np.float32, (), "its points in this round less the mean of the others'"),
    "bots": ("U40", (), "the bot in the seat, empty for a person"),
    "matches": (np.int32, (), "the line of the match in the file, from 1"),
}
"""The arrays of a batch, one row per decision: type, shape of a row, meaning."""

_Row = tuple[bytes, bytes, int, int, float, str, int]


def batches(file: str | PathLike[str], size: int = 65_536) -> Iterator[dict[str, NDArray[Any]]]:
    """Read a file of records, plain or compressed, and yield its decisions in their order, `size` at a time.

    Finished rounds only. Matches in which a player was replaced are left out.
    """
    if size < 1:
        raise ValueError(f"size: expected at least 1, got {size}")
    rows: list[_Row] = []
    for record in records(file):
        rows += _decisions(record)
        while len(rows) >= size:
            yield _arrays(rows[:size])
            del rows[:size]
    if rows:
        yield _arrays(rows)


def _decisions(record: MatchRecord) -> Iterator[_Row]:
    if record.json.get("substitutions"):
        return
    rules = ruleset_of(record.ruleset)
    bots = [seat.bot or "" for seat in record.seats]
    for played in record.rounds:
        if played.scores is None:
            continue
        state = State.from_deal(rules, played.dealer, played.deal)
        total, others = sum(played.scores), rules.players - 1
        margins = [own - (total - own) / others for own in played.scores]
        for action in _actions(played):
            seat = state.to_act
            assert seat is not None
            own, number = to_canonical(state.colour_order(seat)), number_of(action)
            mask = own.mask(state.legal_mask())
            yield state.observe(seat), mask, own.action(number), seat, margins[seat], bots[seat], record.number
            state.step(number)


def _actions(played: RecordedRound) -> Iterator[Action]:
    yield from map(draft_action, played.draft or ())
    yield from map(declaration_action, played.declarations or ())
    for trick in played.tricks or ():
        yield from map(Play, trick.plays)


def _arrays(rows: list[_Row]) -> dict[str, NDArray[Any]]:
    made: dict[str, NDArray[Any]] = {}
    for (name, (kind, shape, _)), values in zip(COLUMNS.items(), zip(*rows, strict=True), strict=True):
        if shape:
            made[name] = np.frombuffer(bytearray().join(values), np.uint8).reshape(len(rows), *shape)
        else:
            made[name] = np.array(values, np.dtype(kind))
    return made


def write_parquet(file: str | PathLike[str], to: str | PathLike[str], size: int = 65_536) -> int:
    """Write the decisions of a file of records to Parquet, and return how many; PyArrow is needed.

    Observations and masks are binary columns of a fixed size, one byte per entry.
    """
    arrow, parquet = _arrow()
    widths = {"observations": OBSERVATION_SIZE, "masks": SIZE}
    written, writer = 0, None
    for batch in batches(file, size):
        columns = {}
        for name, values in batch.items():
            if name in widths:
                columns[name] = arrow.array([row.tobytes() for row in values], arrow.binary(widths[name]))
            else:
                columns[name] = arrow.array(values.tolist() if name == "bots" else values)
        table = arrow.table(columns)
        writer = writer or parquet.ParquetWriter(to, table.schema, compression="zstd")
        writer.write_table(table)
        written += len(table)
    if writer is not None:
        writer.close()
    return written


def parquet_batches(file: str | PathLike[str], size: int = 65_536) -> Iterator[dict[str, NDArray[Any]]]:
    """Read a file that `write_parquet` wrote; the batches are those of `batches`."""
    _, parquet = _arrow()
    for part in parquet.ParquetFile(file).iter_batches(size):
        made: dict[str, NDArray[Any]] = {}
        for name, (kind, shape, _) in COLUMNS.items():
            values = part.column(name)
            if shape:
                joined = b"".join(values.to_pylist())
                made[name] = np.frombuffer(bytearray(joined), np.uint8).reshape(len(values), *shape)
            else:
                made[name] = np.array(values.to_pylist(), np.dtype(kind))
        yield made


def torch_batches(file: str | PathLike[str], size: int = 65_536) -> Iterator[dict[str, Any]]:
    """Yield the batches of a file of records, or of its Parquet, as tensors; PyTorch is needed. Texts stay out."""
    try:
        torch = import_module("torch")
    except ModuleNotFoundError as error:
        raise needs_extra(error, "train") from None
    read = parquet_batches if str(file).endswith(".parquet") else batches
    for batch in read(file, size):
        yield {name: torch.from_numpy(values) for name, values in batch.items() if name != "bots"}


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise needs_extra(error, "data") from None
