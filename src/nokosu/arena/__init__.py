"""Bots against bots, measured honestly: match-ups, seats by rotation, intervals clustered by deal (docs/arena.md).

A `Plan` is cut into `Unit`s, each a match-up and a range of deals. Playing a unit is a pure function of its
description, so that it does not matter where or when it is played: here, in other processes, on a Ray cluster, or
after an interruption.
"""
