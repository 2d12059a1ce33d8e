"""The same units on a Ray cluster (extra `ray`). Losing a worker costs only time.

Ray plays a unit again when the process or the machine that played it is gone; since a unit's result follows from its
description, it does not matter who finished it.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from importlib import import_module
from itertools import islice
from typing import Any, Final

from nokosu.arena.play import play_unit
from nokosu.arena.processes import AHEAD, ArenaError
from nokosu.arena.result import UnitResult
from nokosu.arena.unit import Unit
from nokosu.locale import t

LOCAL: Final = "local"
RETRIES: Final = 5
_PATIENCE_S: Final = 5.0


def on_ray(units: Iterable[Unit], address: str, jobs: int, *, keep_records: bool) -> Iterator[UnitResult]:
    """Units on the cluster at this address, or on a local one with this many workers (`local`)."""
    # Ray always reports lost workers on standard output, which is where our results go.
    with redirect_stdout(sys.stderr):
        ray = _connected(address, jobs)
        try:
            remote = ray.remote(num_cpus=1, max_retries=RETRIES)(play_unit)
            left, waiting = iter(units), list[object]()
            while True:
                # A cluster may grow during the run.
                room = AHEAD * _workers(ray) - len(waiting)
                waiting += [remote.remote(unit, keep_records=keep_records) for unit in islice(left, max(room, 1))]
                if not waiting:
                    return
                done, waiting = ray.wait(waiting, num_returns=1)
                yield _result(ray, done[0])
        finally:
            ray.shutdown()


def _workers(ray: Any) -> int:  # noqa: ANN401  (Ray is an extra, imported when it is asked for)
    return int(ray.cluster_resources().get("CPU", 1))


def _connected(address: str, jobs: int) -> Any:  # noqa: ANN401  (the same)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        ray = import_module("ray")
    except ImportError:
        raise ArenaError(t("arena.no-ray")) from None
    _must_answer(address)
    # Retries are on purpose; keep their log lines away from the progress bar.
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    here = {"num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, **here, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ArenaError(t("arena.ray-failed", address=address, error=str(error).splitlines()[0])) from None
    return ray


def _must_answer(address: str) -> None:
    """Check the address first: Ray itself would try for minutes to reach a missing machine."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE_S).close()
    except (OSError, OverflowError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise ArenaError(t("arena.ray-failed", address=address, error=said)) from None


def _result(ray: Any, reference: object) -> UnitResult:  # noqa: ANN401  (the same)
    try:
        result = ray.get(reference)
    except ray.exceptions.RayError as error:
        raise ArenaError(t("arena.ray-lost", error=str(error).strip().splitlines()[-1])) from None
    assert isinstance(result, UnitResult)
    return result
