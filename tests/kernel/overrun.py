"""Plants a read past the end of an array, which only a sanitiser can notice: this process must not survive."""

from nokosu.kernel.state import State
from tests.kernel.planted import FAULTS, planted
from tests.kernel.positions import RULESETS

with planted(len(FAULTS) + 1):
    State.from_seed(RULESETS[0], b"", 0, 0).legal_mask()
