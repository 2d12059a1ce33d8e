"""The score pad: a match with real cards and dice, in the file of docs/score-pad.md, as the web client writes it."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from nokosu import editions
from nokosu.core.errors import NokosuError, RulesetError
from nokosu.core.ruleset import Ruleset, TieRule, ZeroRule
from nokosu.editions.house import ENDING as HOUSE_ENDING
from nokosu.locale import t
from nokosu.tui.folder import folder, write_whole

FORMAT: Final = "nokosu-score-pad/1"
HIGHEST: Final = 6
LONGEST_NAME: Final = 40


class BadPad(NokosuError):
    """Something that cannot be on a score pad; the message says what."""


@dataclass(frozen=True, slots=True)
class PadRound:
    """Tricks won and the number on the die kept, 0 for zero, one entry per player."""

    won: tuple[int, ...]
    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pad:
    """One match on the pad."""

    id: str
    edition: str
    players: tuple[str, ...]
    dealer: int
    length: int
    started: int
    rounds: tuple[PadRound, ...] = ()
    house: Mapping[str, Any] | None = None
    """The numbers of house rules, whose name is the edition."""

    @property
    def rules(self) -> Ruleset:
        if self.house is not None:
            return editions.house_edition(self.edition, len(self.players), self.house).ruleset(len(self.players))
        return editions.ruleset(self.edition, len(self.players))

    @property
    def points(self) -> list[list[int]]:
        """S1 to S4: points by round and player."""
        return [_score(self.rules, each) for each in self.rounds]

    @property
    def totals(self) -> list[int]:
        return [sum(row[player] for row in self.points) for player in range(len(self.players))]

    @property
    def over(self) -> bool:
        return len(self.rounds) >= self.length

    @property
    def winners(self) -> list[int]:
        """M4, M5: who has won, once the last round is written down."""
        if not self.over:
            return []
        totals = self.totals
        tied = [player for player, total in enumerate(totals) if total == max(totals)]
        if self.rules.tie_rule is TieRule.SHARED:
            return tied
        kept = self.rounds[-1].kept
        return [player for player in tied if kept[player] == max(kept[other] for other in tied)]

    @property
    def deals(self) -> int:
        """The player who deals the next round."""
        return (self.dealer + len(self.rounds)) % len(self.players)

    def write(self, entered: PadRound) -> Pad:
        """Write the next round down. Raises BadPad."""
        if self.over:
            raise BadPad(t("table.over"))
        said = problem(self, entered.won, entered.kept)
        if said:
            raise BadPad(said)
        return replace(self, rounds=(*self.rounds, entered))

    def undo(self) -> tuple[Pad, PadRound]:
        """Take the last round off again; return it too, to be entered once more."""
        return replace(self, rounds=self.rounds[:-1]), self.rounds[-1]


def new_pad(
    edition: str,
    players: tuple[str, ...],
    length: int | None = None,
    dealer: int = 0,
    house: Mapping[str, Any] | None = None,
) -> Pad:
    """Begin a match by an edition, a file of house rules, or the numbers of some. Raises BadPad or RulesetError."""
    if len(set(players)) < len(players):
        raise BadPad(t("web.pad.same-name"))
    if edition.endswith(HOUSE_ENDING):
        found = editions.find(edition)
        found.ruleset(len(players))
        edition, house = found.name, editions.edition_numbers(found, len(players))
    names = tuple(name[:LONGEST_NAME] for name in players)
    pad = Pad(
        secrets.token_hex(6), edition, names, dealer % max(1, len(players)), 1, time.time_ns() // 1_000_000, (), house
    )
    usual = pad.rules.rounds  # raises where the edition is not for so many players
    rounds = length or usual
    if not 1 <= rounds <= editions.MOST_ROUNDS:
        raise BadPad(t("web.pad.rounds-between", most=editions.MOST_ROUNDS))
    return replace(pad, length=rounds)


def problem(pad: Pad, won: tuple[int | None, ...], kept: tuple[int | None, ...]) -> str:
    """Return what cannot be so in a round; None is what is still missing."""
    rules, names = pad.rules, pad.players
    for player, name in enumerate(names):
        if won[player] is None:
            return t("web.pad.tricks-missing", name=name)
        if kept[player] is None:
            return t("web.pad.die-missing", name=name)
    tricks = sum(each or 0 for each in won)
    if tricks != rules.tricks:
        return t("web.pad.sum", sum=tricks, tricks=rules.tricks)
    if rules.zero_rule is ZeroRule.BLACK_DICE and list(kept).count(0) > rules.zero_dice:
        return t("web.pad.zero-dice", most=rules.zero_dice)
    return ""


def proposal(pad: Pad, won: tuple[int | None, ...]) -> tuple[int, int] | None:
    """Return the last player without a number, and the tricks that are left for them."""
    missing = [player for player, each in enumerate(won) if each is None]
    rest = pad.rules.tricks - sum(each or 0 for each in won)
    return (missing[0], rest) if len(missing) == 1 and rest >= 0 else None


def _score(rules: Ruleset, entered: PadRound) -> list[int]:
    made = [won == kept for won, kept in zip(entered.won, entered.kept, strict=True)]
    missed = made.count(False)
    return [
        rules.trick_points * won
        + (rules.bonus * missed if fits else 0)
        + (rules.zero_bonus if fits and kept == 0 else 0)
        for won, kept, fits in zip(entered.won, entered.kept, made, strict=True)
    ]


def to_file(pad: Pad) -> str:
    """Return the file of a match, with the points for programs that do not count."""
    return json.dumps(_fields(pad), ensure_ascii=False, indent=2) + "\n"


def to_line(pad: Pad) -> str:
    """Return the same on one line, with the winners."""
    return json.dumps(_fields(pad) | {"winners": pad.winners}, ensure_ascii=False)


def _fields(pad: Pad) -> dict[str, Any]:
    fields: dict[str, Any] = {"format": FORMAT} | asdict(pad)
    points = pad.points
    fields["players"] = list(pad.players)
    if pad.house is None:
        del fields["house"]
    fields["rounds"] = [
        {"won": list(each.won), "kept": list(each.kept), "points": points[index]}
        for index, each in enumerate(pad.rounds)
    ]
    return fields | {"totals": pad.totals}


def from_file(text: str) -> Pad:
    """Return a match from its file, counted again. Raises BadPad for one that cannot have been played."""
    try:
        pad = _read(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RulesetError) as error:
        raise BadPad(t("web.pad.bad-file")) from error
    if pad is None:
        raise BadPad(t("web.pad.bad-file"))
    return pad


def _read(data: dict[str, Any]) -> Pad | None:
    """Return the match of a file; None, or any error, where it is none."""
    house = data.get("house")
    if data["format"] != FORMAT or (house is None and not editions.known(data["edition"])):
        return None
    players = tuple(str(name)[:LONGEST_NAME] for name in data["players"])
    pad = Pad(
        str(data["id"]),
        data["edition"],
        players,
        int(data["dealer"]),
        int(data["length"]),
        int(data["started"]),
        (),
        house,
    )
    pad.rules  # noqa: B018  (raises where there are none such)
    if not 0 <= pad.dealer < len(players) or not 1 <= pad.length <= editions.MOST_ROUNDS:
        return None
    for each in data["rounds"]:
        won, kept = tuple(map(int, each["won"])), tuple(map(int, each["kept"]))
        if len(won) != len(players) or len(kept) != len(players):
            return None
        if not all(0 <= number <= pad.rules.tricks for number in won) or not all(0 <= die <= HIGHEST for die in kept):
            return None
        pad = pad.write(PadRound(won, kept))
    return pad


def keep(pad: Pad, path: Path | None = None) -> Path:
    """Put a match on the disk; return where."""
    where = (
        path or folder("pads") / f"nokosu-{time.strftime('%Y-%m-%d', time.localtime(pad.started / 1000))}-{pad.id}.json"
    )
    write_whole(where, to_file(pad))
    return where


def newest() -> tuple[Pad, Path] | None:
    """Return the pad that was written last, where it is not full."""
    files = sorted(folder("pads").glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in files:
        try:
            pad = from_file(path.read_text("utf-8"))
        except (OSError, BadPad, UnicodeDecodeError):
            continue
        return None if pad.over else (pad, path)
    return None
