"""Advice for a player: every legal action with its expected outcome and a one-line reason.

    for option in advise(view, stream).options: …     best first

Advice uses the view alone, so it reveals nothing hidden. Chances are calibrated (bench/calibration.py).
"""

from nokosu.bots.advice.advise import advise
from nokosu.bots.advice.model import Advice, Option

__all__ = ["Advice", "Option", "advise"]
