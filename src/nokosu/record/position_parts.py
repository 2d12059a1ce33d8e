"""Parts of a text that know where they are, so that an error can say what is wrong and in which column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NoReturn

from nokosu.core.errors import NotationError, Reason, reason
from nokosu.core.notation import parse_die, parse_piece
from nokosu.core.pieces import Piece
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.locale.reasons import word

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_GROUP: Final = re.compile(r"(d?[RBGYP])([0-7]+)")


class PositionError(NotationError):
    """A text that is not a position or a round, or one that cannot happen; `column` counts from 1."""

    def __init__(self, column: int, why: Reason, rule: Reason | None = None) -> None:
        super().__init__(column, why, rule)
        self.column = column
        self.reason = why
        self.rule = rule

    def __str__(self) -> str:
        what = word(self.reason)
        if self.rule is not None:
            what = t("record.because", what=what, why=word(self.rule), clause=self.rule.clause)
        return t("position.at", column=self.column, what=what)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the text and its first column, counted from 1."""

    text: str
    column: int = 1

    def fail(self, why: Reason, rule: Reason | None = None) -> NoReturn:
        raise PositionError(self.column, why, rule)

    def expected(self, example: str) -> NoReturn:
        """Refuse this part; the example is in notation, so it is the same in every language."""
        self.fail(reason("position.expected", expected=example, found=quoted(self.text)))

    def surplus(self) -> NoReturn:
        """Refuse this part because nothing more may follow here."""
        self.fail(reason("position.surplus", found=quoted(self.text)))

    def split(self, separator: str) -> list[Part]:
        """Return the parts between separators, of one character each."""
        parts, column = [], self.column
        for text in self.text.split(separator):
            parts.append(Part(text, column))
            column += len(text) + 1
        return parts

    def after(self, prefix: str) -> Part | None:
        """Return what follows a prefix; None where the part does not start with it."""
        if not self.text.startswith(prefix):
            return None
        return Part(self.text[len(prefix) :], self.column + len(prefix))

    def number(self, low: int, high: int) -> int:
        """Return a whole number in its shortest form."""
        if not _NUMBER.fullmatch(self.text) or not low <= int(self.text) <= high:
            self.expected(f"{low}–{high}")
        return int(self.text)

    def each(self, separator: str, count: int) -> list[Part]:
        """Return exactly this many parts, one per seat."""
        parts = self.split(separator)
        if len(parts) != count:
            self.fail(reason("position.expected-parts", count=count, separator=separator, found=len(parts)))
        return parts

    def piece(self) -> Piece:
        try:
            return parse_piece(self.text)
        except NotationError:
            self.expected("R5, dR5")

    def die(self) -> Piece:
        try:
            return parse_die(self.text)
        except NotationError:
            self.expected("dR5")

    def pieces(self, *, dice: bool) -> tuple[Piece, ...]:
        """Cards such as R024B5, dice such as dR225dB4, or - for none; in any order, returned sorted."""
        if self.text == "-":
            return ()
        found: list[Piece] = []
        at = 0
        while group := _GROUP.match(self.text, at):
            for number in group[2]:
                piece = Part(group[1] + number, self.column + at)
                found.append(piece.die() if dice else piece.card())
            at = group.end()
        if at < len(self.text) or not found:
            Part(self.text[at:], self.column + at).expected("dR225dB4" if dice else "R024B5")
        return tuple(sorted(found))

    def card(self) -> Piece:
        piece = self.piece()
        if piece.is_die:
            self.expected("R5")
        return piece
