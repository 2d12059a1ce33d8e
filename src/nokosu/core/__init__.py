"""The rules of Nokosu Dice: pure, immutable, standard library only.

A file per noun of the rule book (docs/rules.md); docstrings name the clauses that they state.
"""
