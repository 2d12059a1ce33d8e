"""A match told in words, round by round: as the whole table knows it afterwards, or as one seat saw it.

What a seat saw is told from its views alone, which cannot hold anything hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from nokosu.api import lines
from nokosu.api.drawing import draw_round
from nokosu.api.view import dress
from nokosu.core.deal import Deal
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.trump import Suit
from nokosu.core.view import View, view
from nokosu.locale import language, mark, plural, t
from nokosu.record.model import Record, Substitution
from nokosu.record.replay import match_at, round_end, round_start

_STATUS = {
    "finished": mark("replay.finished"),
    "abandoned": mark("replay.abandoned"),
    "underway": mark("replay.underway"),
}
_LONGEST = 40
_INDENT = "  "


def seat_names(record: Record) -> tuple[str, ...]:
    """Return what to call each seat: its name, printable and short, with its number where two are the same."""
    plain = [_printable(seat.name) for seat in record.seats]
    times = Counter(plain)
    return tuple(name if name and times[name] == 1 else f"{name} ({seat})" for seat, name in enumerate(plain))


@dataclass(frozen=True, slots=True)
class Account:
    """The match and whose account it is: a seat's, or everybody's (None)."""

    record: Record
    match: Match
    names: tuple[str, ...]
    seat: int | None

    def header(self) -> Iterator[str]:
        """Say who played what. The seed would reveal everything, so a seat's account omits it."""
        rules = self.match.ruleset
        rounds = plural("replay.rounds", rules.rounds)
        yield t("replay.match", edition=rules.edition, players=rules.players, rounds=rounds)
        for seat, info in enumerate(self.record.seats):
            bot = "" if info.bot is None else t("replay.bot", bot=_printable(info.bot))
            yield _INDENT + t("show.labelled", label=seat, text=f"{self.names[seat]}{bot}")
        if self.seat is not None:
            yield t("replay.as-seat", name=self.names[self.seat])
        elif self.record.seed is not None:
            yield t("replay.seed", seed=self.record.seed.hex())
        yield t(_STATUS[self.record.status.value])

    def round(self, index: int) -> Iterator[str]:
        """Yield one round, as far as it came."""
        start = view(round_start(self.match, index), self.seat)
        end = view(round_end(self.match, index), self.seat)
        removed = "" if end.removed_colour is None else t(lines.SUITS[Suit(end.removed_colour)])
        yield t("replay.round", round=index + 1, rounds=end.rounds, dealer=self.names[end.dealer])
        said = [
            *([t("replay.removed", colour=removed)] if removed else []),
            *self._dealt(start, self.match.rounds[index].deal if self.seat is None else None),
            *self._decided(end),
            *self._changed(index),
            *(self._result(end) if end.phase is Phase.OVER else self._now(end)),
        ]
        yield from (_INDENT + line for line in said)

    def _dealt(self, start: View, deal: Deal | None) -> Iterator[str]:
        """H1: a seat's account has its own hand. H3: and never the card aside."""
        for seat, name in enumerate(self.names):
            hand = deal.cards[seat] if deal else start.hand if seat == self.seat else None
            if hand is None:
                yield t("replay.dice", name=name, dice=lines.pieces(start.drawn[seat]))
            else:
                yield t("replay.hand", name=name, cards=lines.pieces(hand), dice=lines.pieces(start.drawn[seat]))
        if deal and deal.aside:
            yield t("replay.aside", cards=lines.pieces(deal.aside))
        yield t("replay.middle", dice=lines.pieces(start.pool_rolled))

    def _decided(self, end: View) -> Iterator[str]:
        """H2: picks, declarations and plays are public."""
        for at in range(0, len(end.draft), len(self.names)):
            picks = (
                t("replay.zero-pick" if pick.zero else "replay.pick", name=self.names[pick.seat], die=pick.die)
                for pick in end.draft[at : at + len(self.names)]
            )
            yield t("replay.draft", picks=t("show.comma").join(picks))
        if end.trump is not None:
            yield t("replay.trump", die=end.trump)
        for said in end.declarations:
            name = self.names[said.seat]
            if said.returned is None:
                yield t("replay.no-zero", name=name)
            else:
                yield t("replay.zero", name=name, die=said.returned)
        for number, won in enumerate(end.tricks, 1):
            plays = lines.plays(won.trick, self.names)
            yield t("replay.trick", number=number, plays=plays, winner=self.names[won.winner])
        if end.trick is not None and end.trick.plays:
            plays = lines.plays(end.trick, self.names)
            yield t("replay.open-trick", number=len(end.tricks) + 1, plays=plays)

    def _changed(self, index: int) -> Iterator[str]:
        for item in self.record.substitutions or ():
            if item.round == index:
                yield self._substitution(item)

    def _substitution(self, item: Substitution) -> str:
        name, why = self.names[item.seat], _printable(item.why)
        if item.by is None:
            return t("replay.back", decision=item.decision + 1, name=name, why=why)
        return t("replay.replaced", decision=item.decision + 1, name=name, by=_printable(item.by), why=why)

    def _result(self, end: View) -> Iterator[str]:
        """S1 to S4: who kept what, who made it, what it paid."""
        for seat, name in enumerate(self.names):
            die = None if end.zero[seat] else end.dice[seat][0]
            made = end.won[seat] == (0 if die is None else die.number)
            contract = t("replay.zero-contract") if die is None else t("replay.kept", die=die)
            yield t(
                "replay.made" if made else "replay.missed",
                name=name,
                contract=contract,
                tricks=plural("replay.tricks", end.won[seat]),
                points=plural("replay.points", end.scores[-1][seat]),
            )
        totals = (f"{name} {total}" for name, total in zip(self.names, end.totals, strict=True))
        yield t("replay.totals", totals=t("show.comma").join(totals))

    def drawn(self, index: int) -> str:
        """Return a picture of one round, as this account's audience saw it."""
        start = dress(view(round_start(self.match, index), self.seat))
        end = dress(view(round_end(self.match, index), self.seat))
        hands = self.match.rounds[index].deal.cards if self.seat is None else ()
        return draw_round(start, end, hands=hands, names=self.names, language=language())

    def winners(self) -> str:
        """M4, M5: who has won a match that is over."""
        names = [self.names[seat] for seat in self.match.winners]
        return plural("replay.winners", len(names), names=t("show.comma").join(names))

    def _now(self, end: View) -> Iterator[str]:
        """Say where an unfinished match is."""
        if end.hand is not None:
            yield t("replay.holds", cards=lines.pieces(end.hand))
        assert end.to_act is not None
        yield t("replay.to-act", name=self.names[end.to_act])


def account(record: Record, seat: int | None) -> Account:
    """Return the account of a record that has been verified."""
    return Account(record, match_at(record), seat_names(record), seat)


def _printable(text: str) -> str:
    """Make a foreign text safe for the terminal: no control characters, not too long."""
    return "".join(character if character.isprintable() else "?" for character in text[:_LONGEST])
