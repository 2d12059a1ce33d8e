"""The rules of a trick a second time, straight from section 4 of the rules: sets and sorting, nothing shared with core.

Pieces are texts here ("B4", "dB4"), and nothing is fast or clever.
"""


def colour(piece: str) -> str:
    return piece[-2]


def number(piece: str) -> int:
    return int(piece[-1])


def is_die(piece: str) -> bool:
    return piece.startswith("d")


def same_number(piece: str, trump: str) -> bool:
    return piece[-1] == trump[-1]


def trump_after(draft: list[str], stays: str, *, unless_pair: bool) -> str:
    """The die that stays; with the house rule, "-" for its number if the die taken last shows the same."""
    return f"{stays[:-1]}-" if unless_pair and same_number(draft[-1], stays) else stays


def trumps_among(pieces: list[str], trump: str) -> list[str]:
    """Pieces that have the trump die's colour or its number."""
    return [piece for piece in pieces if colour(piece) == colour(trump) or same_number(piece, trump)]


def of_the_led_suit(pieces: list[str], lead: str, trump: str) -> list[str]:
    """Trumps if a trump was led; otherwise the lead's colour without its trumps."""
    trumps = trumps_among(pieces, trump)
    if trumps_among([lead], trump):
        return trumps
    return [piece for piece in pieces if colour(piece) == colour(lead) and piece not in trumps]


def playable(cards: list[str], dice: list[str], *, zero: bool) -> list[str]:
    """All cards; all dice too, except the last one of a player without a zero contract."""
    may_play_dice = len(dice) >= 2 or zero
    return cards + dice if may_play_dice else cards


def allowed(cards: list[str], dice: list[str], lead: str | None, trump: str, *, zero: bool) -> set[str]:
    """The leader plays anything playable, a follower the led suit if any is playable, otherwise anything."""
    pieces = playable(cards, dice, zero=zero)
    if lead is None:
        return set(pieces)
    return set(of_the_led_suit(pieces, lead, trump)) or set(pieces)


def taken_by(plays: list[str], trump: str) -> int:
    """Which play takes the trick: the contenders by strength, of equals the last played."""
    trumps = trumps_among(plays, trump)
    if trumps:
        contenders = [place for place, piece in enumerate(plays) if piece in trumps]

        def rank(piece: str) -> tuple[bool, bool, int]:
            equal = same_number(piece, trump)
            twin = equal and colour(piece) == colour(trump)
            # among pieces of the trump number the colour decides nothing, and the number is the same
            return twin, equal, number(piece)
    else:
        contenders = [place for place, piece in enumerate(plays) if colour(piece) == colour(plays[0])]

        def rank(piece: str) -> tuple[bool, bool, int]:
            return False, False, number(piece)

    return max(contenders, key=lambda place: (rank(plays[place]), place))
