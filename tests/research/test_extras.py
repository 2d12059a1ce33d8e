"""A research module without its library says in one line what to install."""

import subprocess
import sys

import pytest

CASES = [
    ("gymnasium", "gymnasium", "gymnasium"),
    ("gymnasium", "numpy", "gymnasium"),
    ("pettingzoo", "pettingzoo", "pettingzoo"),
    ("openspiel", "pyspiel", "openspiel"),
    ("ismcts", "open_spiel", "openspiel"),
    ("decisions", "numpy", "data"),
]


@pytest.mark.parametrize(("module", "library", "extra"), CASES)
def test_a_missing_library_is_named_with_its_extra(module: str, library: str, extra: str) -> None:
    program = f"import sys\nsys.modules[{library!r}] = None\nimport nokosu.research.{module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert last == f"ModuleNotFoundError: this needs {library}: pip install 'nokosu[{extra}]'"
