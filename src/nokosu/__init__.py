"""Nokosu Dice: the rules as a library, and everything that is built on them."""

__version__ = "0.1.0"
