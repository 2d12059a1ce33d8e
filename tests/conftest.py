"""What every suite shares: catalogues that are up to date, and how hard Hypothesis tries."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from nokosu import locale

# On CI and in `make test` the same examples every time; `make nightly` looks for new ones, and more of them.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True, database=None)
settings.register_profile("dev", deadline=None)
settings.register_profile(
    "nightly", max_examples=2_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Tests compare English texts, whatever the language of the machine they run on.
os.environ["NOKOSU_LANGUAGE"] = "en"

_FOLDER = Path(locale.__file__).parent
if any(_FOLDER.glob("*/LC_MESSAGES/*.po")):
    # A checkout: somebody may have worded a message since the last `make setup`. A wheel has only compiled ones.
    from tools.catalogues import compile_catalogues

    compile_catalogues(_FOLDER, _FOLDER)


def _with_postgresql(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", [])
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return "postgres_url" in fixtures or "postgresql" in parameters


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests with PostgreSQL where `make test` found none and said so."""
    if "postgresql" in os.environ.get("NOKOSU_LEFT_OUT", "").split():
        left_out = [item for item in items if _with_postgresql(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
