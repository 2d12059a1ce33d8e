"""Weights for the package: the averaged policy and the critic of a run, and where they came from."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from torch import nn

from nokosu.bots.neural.weights import Array, dumps, loads
from nokosu.train.loop import Run
from nokosu.train.network import fill
from nokosu.train.rollout import ZEROS


def export(run: Run, folder: Path, commit: str) -> Path:
    """Write weights.bin and its provenance, weights.json, into a folder."""
    config = json.loads(run.config.dumps())
    about: dict[str, Any] = {"commit": commit, "decisions": run.decisions, "updates": run.updates, "config": config}
    tensors = {f"actor.{name}": value for name, value in tensors_of(run.average).items()}
    tensors["actor.heads.bias"][: len(ZEROS)][np.array(ZEROS)] += run.config.zeros_shift
    tensors |= {f"critic.{name}": value for name, value in tensors_of(run.critic).items()}
    data = dumps(tensors, about)
    path = folder / "weights.bin"
    path.write_bytes(data)
    evaluations = run.folder / "evaluations.jsonl"
    rows = [json.loads(line) for line in evaluations.read_text("utf-8").splitlines()] if evaluations.exists() else []
    about |= {"sha256": hashlib.sha256(data).hexdigest(), "seconds": round(run.seconds), "evaluations": rows}
    (folder / "weights.json").write_text(json.dumps(about, indent=1) + "\n", "utf-8")
    return path


def start_from(run: Run, path: Path) -> None:
    """Take the networks from a file of weights; the optimisers start afresh."""
    network = loads(path.read_bytes())
    for module, name in ((run.actor, "actor"), (run.average, "actor"), (run.critic, "critic")):
        fill(module, network, name)
    run.updates, run.decisions = network.about["updates"], network.about["decisions"]


def tensors_of(module: nn.Module) -> dict[str, Array]:
    """Return a network's weights by name, as a file of weights takes them."""
    return {name: np.array(value.detach().float().cpu().numpy()) for name, value in module.state_dict().items()}
