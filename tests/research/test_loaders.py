"""The decisions in Parquet and as tensors are those of the records."""

import sys
import types
from pathlib import Path

import numpy as np
import pytest

from nokosu.research import decisions

EXAMPLES = Path(__file__).parents[2] / "examples/matches.jsonl"


def test_parquet_holds_the_same_decisions(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    out = tmp_path / "decisions.parquet"
    assert decisions.write_parquet(EXAMPLES, out, size=200) == 540
    for one, other in zip(decisions.batches(EXAMPLES, 200), decisions.parquet_batches(out, 200), strict=True):
        for name, values in one.items():
            assert values.dtype == other[name].dtype
            assert np.array_equal(values, other[name]), name


def test_tensors_hold_the_same_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyTorch only wraps the arrays, so its function can be the identity here."""
    torch = types.ModuleType("torch")
    torch.from_numpy = lambda values: values  # type: ignore[attr-defined]  # the one function that is used
    monkeypatch.setitem(sys.modules, "torch", torch)
    (plain,), (tensors,) = list(decisions.batches(EXAMPLES)), list(decisions.torch_batches(EXAMPLES))
    assert set(tensors) == set(plain) - {"bots"}
    assert np.array_equal(tensors["actions"], plain["actions"])


def test_without_a_library_its_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'nokosu\[data\]'"):
        decisions.write_parquet(EXAMPLES, tmp_path / "x")
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'nokosu\[train\]'"):
        next(decisions.torch_batches(EXAMPLES))


@pytest.mark.parametrize("size", [0, -5])
def test_a_batch_has_at_least_one_decision(size: int) -> None:
    with pytest.raises(ValueError, match=f"size: expected at least 1, got {size}"):
        next(decisions.batches(EXAMPLES, size))
