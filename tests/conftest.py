"""What every suite shares: catalogues that are up to date, how hard Hypothesis tries, and how async tests run."""

import asyncio
import os
import signal
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from functools import wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from nokosu import locale
from nokosu.editions import house
from tests.night import NIGHTLY

# On CI and in `make test` the same examples every time; `make nightly` looks for new ones, and more of them.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True, database=None)
settings.register_profile("dev", deadline=None)
settings.register_profile(
    "nightly", max_examples=2_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# A shell that starts the tests in the background lets them ignore Ctrl-C, and every program that they start would too.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests compare English texts, whatever the language of the machine they run on.
os.environ["NOKOSU_LANGUAGE"] = "en"

# Matches that tests play in a terminal are not among those of the person who runs them.
os.environ["NOKOSU_HOME"] = tempfile.mkdtemp(prefix="nokosu-tests-")

_FOLDER = Path(locale.__file__).parent
if any(_FOLDER.glob("*/LC_MESSAGES/*.po")):
    # A checkout: somebody may have worded a message since the last `make setup`. A wheel has only compiled ones.
    from tools.catalogues import compile_catalogues

    compile_catalogues(_FOLDER, _FOLDER)


def _with_postgresql(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", [])
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return "postgres_url" in fixtures or "postgresql" in parameters


@pytest.fixture(autouse=True)
def _house_rules_of_one_test() -> Iterator[None]:
    """Every test starts as a new process would: no file of house rules has been read."""
    house._READ.clear()
    yield
    house._READ.clear()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests with PostgreSQL where `make test` found none and said so."""
    if "postgresql" in os.environ.get("NOKOSU_LEFT_OUT", "").split():
        left_out = [item for item in items if _with_postgresql(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


# Nothing in a test waits for longer than five minutes, on the slowest machine; nightly tests do everything more often.
_LONGEST_S = 300 * (100 if NIGHTLY else 1)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Every `async def test_…` gets its own asyncio event loop."""
    return "asyncio"


def _in_time(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., Coroutine[Any, Any, None]]:
    @wraps(test)
    async def limited(**arguments: Any) -> None:
        async with asyncio.timeout(_LONGEST_S):
            await test(**arguments)

    return limited


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    if iscoroutinefunction(pyfuncitem.obj):
        pyfuncitem.obj = _in_time(pyfuncitem.obj)
