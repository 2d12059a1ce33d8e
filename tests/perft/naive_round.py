"""A whole round a second time, in plain lists of texts: an independent counter of action sequences.

Nothing of core is used: the deal and the numbers come in as plain values, the tricks from tests.reference.naive.
"""

from dataclasses import dataclass, field, replace

from tests.reference import naive


@dataclass
class Table:
    """Everything that lies on the table, changed in place by `do`."""

    players: int
    picks_each: int
    tricks: int
    zero_dice: int | None
    dealer: int
    hands: list[list[str]]
    dice: list[list[str]]
    middle: list[str]
    leader: int
    zero: list[bool]
    said: int = 0
    picked: int = 0
    finished: int = 0
    lying: list[str] = field(default_factory=list)

    def _left_of_dealer(self, turn: int) -> int:
        return (self.dealer + 1 + turn) % self.players

    @property
    def _phase(self) -> str:
        if self.picked < self.players * self.picks_each:
            return "draft"
        if self.zero_dice is None and self.said < self.players:
            return "declare"
        return "play" if self.finished < self.tricks else "over"

    def possible(self) -> set[str]:
        """What may be done now, as texts."""
        if self._phase == "draft":
            seat = self._left_of_dealer(self.picked)
            zero_free = self.zero_dice is not None and sum(self.zero) < self.zero_dice and not self.zero[seat]
            return {f"{word} {die}" for die in self.middle for word in (("take", "zero") if zero_free else ("take",))}
        if self._phase == "declare":
            return {"pass"} | {f"zero {die}" for die in self.dice[self._left_of_dealer(self.said)]}
        if self._phase == "play":
            seat = (self.leader + len(self.lying)) % self.players
            lead = self.lying[0] if self.lying else None
            pieces = naive.allowed(self.hands[seat], self.dice[seat], lead, self.middle[0], zero=self.zero[seat])
            return {f"play {piece}" for piece in pieces}
        return set()

    def do(self, action: str) -> None:
        word, _, piece = action.partition(" ")
        if self._phase == "draft":
            seat = self._left_of_dealer(self.picked)
            self.middle.remove(piece)
            if word == "take":
                self.dice[seat].append(piece)
            else:
                self.zero[seat] = True
            self.picked += 1
        elif self._phase == "declare":
            seat = self._left_of_dealer(self.said)
            if word == "zero":
                self.dice[seat].remove(piece)
                self.zero[seat] = True
            self.said += 1
        else:
            seat = (self.leader + len(self.lying)) % self.players
            (self.dice if naive.is_die(piece) else self.hands)[seat].remove(piece)
            self.lying.append(piece)
            if len(self.lying) == self.players:
                self.leader = (self.leader + naive.taken_by(self.lying, self.middle[0])) % self.players
                self.lying = []
                self.finished += 1


def count(table: Table, actions: int) -> list[int]:
    """How many sequences of 1, 2, … up to so many actions there are: all tables that can be, one action at a time."""
    tables = [table]
    numbers = []
    for _ in range(actions):
        tables = [after(before, action) for before in tables for action in before.possible()]
        numbers.append(len(tables))
    return numbers


def after(table: Table, action: str) -> Table:
    copied = replace(
        table,
        hands=[list(own) for own in table.hands],
        dice=[list(own) for own in table.dice],
        middle=list(table.middle),
        zero=list(table.zero),
        lying=list(table.lying),
    )
    copied.do(action)
    return copied
