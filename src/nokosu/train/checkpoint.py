"""Checkpoints: everything that a run needs to go on, in files of at most 16 MB."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, Final

import torch

from nokosu.bots.neural.layout import layout_digest
from nokosu.train.config import Config, with_settings
from nokosu.train.learn import Learner
from nokosu.train.network import Actor

FILE_BYTES: Final = 15_000_000
_PARTS: Final = "part-{:02}.bin"


class CheckpointError(ValueError):
    """A folder that holds no checkpoint, or one that does not fit."""


def save(
    folder: Path, learner: Learner, average: Actor, state: dict[str, Any], generators: dict[str, torch.Tensor]
) -> None:
    """Write a checkpoint: networks in full, the optimisers' moments in half precision, and the run's counters."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {
        "actor": learner.actor.state_dict(),
        "critic": learner.critic.state_dict(),
        "average": {name: value.half() for name, value in average.state_dict().items()},
        "actor_optimiser": _half(learner.actor_optimiser.state_dict()),
        "critic_optimiser": _half(learner.critic_optimiser.state_dict()),
        "generators": generators,
    }
    buffer = io.BytesIO()
    torch.save(data, buffer)
    whole = buffer.getvalue()
    parts = [whole[at : at + FILE_BYTES] for at in range(0, len(whole), FILE_BYTES)]
    for old in folder.glob("part-*.bin"):
        old.unlink()
    for number, part in enumerate(parts):
        (folder / _PARTS.format(number)).write_bytes(part)
    (folder / "config.json").write_text(learner.config.dumps(), "utf-8")
    about = {**state, "parts": len(parts), "bytes": len(whole), "layout": layout_digest()}
    (folder / "state.json").write_text(json.dumps(about, indent=2) + "\n", "utf-8")


def about(folder: Path) -> tuple[Config, dict[str, Any]]:
    """Return the configuration and the counters of a checkpoint."""
    try:
        state = json.loads((folder / "state.json").read_text("utf-8"))
        config = with_settings(Config(), json.loads((folder / "config.json").read_text("utf-8")))
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{folder} holds no checkpoint: {error}") from None
    if state["layout"] != layout_digest():
        raise CheckpointError(f"the checkpoint in {folder} was made for another observation layout")
    return config, state


def load(folder: Path, learner: Learner, average: Actor) -> dict[str, torch.Tensor]:
    """Fill a learner and the averaged policy; returns the generators' states."""
    _, state = about(folder)
    whole = b"".join((folder / _PARTS.format(number)).read_bytes() for number in range(state["parts"]))
    if len(whole) != state["bytes"]:
        raise CheckpointError(f"the checkpoint in {folder} is not complete")
    data = torch.load(io.BytesIO(whole), map_location=learner.device, weights_only=True)
    learner.actor.load_state_dict(data["actor"])
    learner.critic.load_state_dict(data["critic"])
    average.load_state_dict(data["average"])
    for optimiser, name in (
        (learner.actor_optimiser, "actor_optimiser"),
        (learner.critic_optimiser, "critic_optimiser"),
    ):
        optimiser.load_state_dict(data[name])  # moments come back in the parameters' own precision
    generators: dict[str, torch.Tensor] = data["generators"]
    return generators


def _half(state: dict[str, Any]) -> dict[str, Any]:
    """Return an optimiser's state with its moments in bfloat16."""
    moments = {
        number: {
            name: value.to(torch.bfloat16) if isinstance(value, torch.Tensor) and value.numel() > 1 else value
            for name, value in row.items()
        }
        for number, row in state["state"].items()
    }
    return {"state": moments, "param_groups": state["param_groups"]}
