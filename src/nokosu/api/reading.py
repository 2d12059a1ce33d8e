"""Text in: pieces, actions, rulesets, seeds and deals from their text or plain value."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.deal import Deal
from nokosu.core.errors import DealError, NokosuError, NotationError, RulesetError
from nokosu.core.notation import parse_action, parse_piece
from nokosu.core.pieces import Colour, Piece
from nokosu.core.quoting import quoted
from nokosu.core.round import Phase
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import SEED_BYTES, seed_from_number

Rounds = int | Literal["players"]

ONE_PER_PLAYER: Final = "players"
DEFAULT_PLAYERS: Final = 4
ENGLISH: Final = "en"
"""The language of `str()` and of errors; `nokosu.locale` is loaded only when something is said."""
LARGEST_SEED: Final = 2**64 - 1
_SEED: Final = f"a whole number from 0 to 2**64 - 1, 64 hexadecimal digits or {SEED_BYTES} bytes"


def piece(given: Piece | str) -> Piece:
    """Read a card or a die from its text.

    >>> import nokosu
    >>> nokosu.piece("dR4").is_die
    True
    >>> nokosu.piece("X9")
    Traceback (most recent call last):
    nokosu.core.errors.NotationError: 'X9' is not a piece; cards are R0 to P7, dice dR1 to dP6
    """
    return given if isinstance(given, Piece) else parse_piece(given)


def pieces(given: str | Iterable[Piece | str]) -> tuple[Piece, ...]:
    """Read several pieces, from a text with spaces between them or one by one."""
    if isinstance(given, Piece) or not isinstance(given, Iterable):
        raise NotationError(f"expected pieces such as 'R5 dB3', got {type(given).__name__}")
    return tuple(piece(each) for each in (given.split() if isinstance(given, str) else given))


def action(given: Action | str, phase: Phase) -> Action:
    """Read an action of this phase. An action around a text, such as `Take("dR4")`, will do too."""
    match given:
        case str() | Take(str()) | TakeZero(str()) | DeclareZero(str()) | Play(str()):
            return parse_action(str(given), phase)
        case Pass() | Take(Piece()) | TakeZero(Piece()) | DeclareZero(Piece()) | Play(Piece()):
            return given
        case _:
            raise NotationError(f"expected an action or its text, got {type(given).__name__}")


def ruleset(
    edition: str | Ruleset | None = None,
    players: int | None = None,
    *,
    rounds: Rounds | None = None,
    removed_colour: Colour | str | None = None,
) -> Ruleset:
    """Return the rules of an edition for a number of players; by default the edition in print and four players.

    House rules are named by their file, whose name ends in `.toml`: `nokosu.ruleset("house.toml", 4)`.

    `rounds` overrides the number of rounds; `"players"` stands for one round per player. `removed_colour` is for
    editions that leave the choice to three players.

    >>> import nokosu
    >>> nokosu.ruleset("second", players=3).tricks
    12
    >>> nokosu.ruleset("first", 3, removed_colour="G").colours[2].word
    'yellow'
    """
    if isinstance(edition, Ruleset):
        if players not in {None, edition.players} or (rounds, removed_colour) != (None, None):
            raise RulesetError(
                f"the ruleset given is for {edition.players} players and {edition.rounds} rounds already"
            )
        return edition
    from nokosu import editions  # noqa: PLC0415  (loaded when used)

    if edition is not None and not isinstance(edition, str):
        raise RulesetError(f"expected an edition's name or a Ruleset, got {type(edition).__name__}")
    name = editions.DEFAULT if edition is None else edition
    number = DEFAULT_PLAYERS if players is None else players
    found = editions.find(name)
    own = found.ruleset(number, removed_colour=removed_colour)
    # One round per player is an override only where the edition says otherwise.
    if rounds is None or (rounds == ONE_PER_PLAYER and own.rounds == own.players):
        return own
    if isinstance(rounds, str) and rounds != ONE_PER_PLAYER:
        raise RulesetError(f"rounds: expected a whole number or {ONE_PER_PLAYER!r}, got {quoted(rounds)}")
    wanted = own.players if isinstance(rounds, str) else rounds
    return found.ruleset(number, wanted, removed_colour)


def seed(given: int | str | bytes | None, match: int = 0) -> bytes:
    """Return the seed that a number, its text or a record's digits stand for; None makes a new one.

    `match` counts the matches played from one number, as `nokosu simulate` does.
    """
    if given is None:
        import secrets  # noqa: PLC0415  (most matches have a seed)

        return secrets.token_bytes(SEED_BYTES)
    if isinstance(given, bytes | bytearray) and len(given) == SEED_BYTES:
        return bytes(given)
    if isinstance(given, str) and re.fullmatch(r"[0-9a-fA-F]{64}", given):
        return bytes.fromhex(given)
    number = _number(given)
    if number is None:
        # The type alone: a seed is a secret.
        raise DealError(f"expected a seed: {_SEED}; got {_kind(given)}")
    return seed_from_number(number, match)


def deal(given: Deal | Mapping[str, object]) -> Deal:
    """Read a deal: a Deal, or a mapping with its groups as texts: `{"cards": ["R1 R2", …], "pool": "dB1 …", …}`."""
    if isinstance(given, Mapping):
        unknown = set(given) - {"cards", "drawn", "pool", "aside"}
        if unknown or not {"cards", "drawn", "pool"} <= set(given):
            raise DealError("expected a deal with the keys cards, drawn, pool and, if a card is left over, aside")
        cards, drawn, pool, aside = given["cards"], given["drawn"], given["pool"], given.get("aside", ())
    elif isinstance(given, Deal):
        cards, drawn, pool, aside = given.cards, given.drawn, given.pool, given.aside
    else:
        raise DealError(f"expected a Deal or a mapping with its groups, got {type(given).__name__}")
    return Deal(_groups(cards), _group(aside), _groups(drawn), _group(pool))


def seat(given: int, players: int) -> int:
    """Check the number of a seat."""
    try:
        number = -1 if isinstance(given, bool) else operator.index(given)
    except TypeError:
        number = -1
    if not 0 <= number < players:
        raise NokosuError(f"expected a seat from 0 to {players - 1}, got {quoted(given)}")
    return number


def _number(given: object) -> int | None:
    """Return a whole number of any type or as decimal digits; None if it is not one, or too large."""
    if isinstance(given, str):
        number = int(given) if re.fullmatch(r"[0-9]{1,20}", given) else -1
    else:
        try:
            number = -1 if isinstance(given, bool) else operator.index(given)  # type: ignore[arg-type]  # anything may be given
        except TypeError:
            number = -1
    return number if 0 <= number <= LARGEST_SEED else None


def _kind(given: object) -> str:
    if isinstance(given, str | bytes | bytearray):
        return f"{type(given).__name__} of length {len(given)}"
    return "a number out of range" if isinstance(given, int) and not isinstance(given, bool) else type(given).__name__


def _groups(given: object) -> tuple[tuple[Piece, ...], ...]:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise DealError(f"expected one group of pieces per seat, got {type(given).__name__}")
    return tuple(_group(each) for each in given)


def _group(given: object) -> tuple[Piece, ...]:
    return pieces(given)  # type: ignore[arg-type]  # `pieces` says what it expected
