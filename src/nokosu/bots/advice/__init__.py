"""Advice for a player: every legal action with its expected outcome and a one-line reason.

    for option in advise(view).options: …     best first

Hints, replays, `nokosu advise` and the library all ask this function, so their numbers never differ. It uses the view
alone, so it reveals nothing hidden. Chances are calibrated (bench/calibration.py).
"""

from nokosu.bots.advice.advise import advise, advise_remote
from nokosu.bots.advice.model import Advice, Option

__all__ = ["Advice", "Option", "advise", "advise_remote"]
