"""The club player: what strong people do, as small terms that can be read and tuned (docs/club.md).

`faces` numbers the pieces, `position` is what a seat can tell from its view, `estimate` says how often a piece
takes a trick, `targets` what a holding is worth, `odds` who takes the trick on the table; `features` puts them
into named numbers for every legal play, and `weights` adds those up. `draft` and `zero` choose the dice.
"""
