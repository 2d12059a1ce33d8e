"""What a bot can tell a player: every legal action with what to expect from it, and why in a line.

    for option in advise(view, stream).options: …     best first

From a view alone: nobody is told more than their seat may know. Chances are calibrated (bench/calibration.py).
"""

from nokosu.bots.advice.advise import advise
from nokosu.bots.advice.model import Advice, Option

__all__ = ["Advice", "Option", "advise"]
