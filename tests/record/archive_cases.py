"""What the archive of records holds: every edition and player count, every way a match can end, every odd record."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count

from nokosu import editions
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.core.round import Phase
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import seed_from_number
from nokosu.record import Record, Status
from tests.builders import play_on, random_match
from tests.record import samples
from tests.record.samples import match_of, record

Test = Callable[[Match], bool]


@dataclass(frozen=True)
class Ending:
    """A way a match can end, by which rules it can, and how to recognise it."""

    ruleset: Ruleset
    holds: Test

    def find(self) -> Match:
        """The first random match that ends so."""
        matches = (random_match(self.ruleset, 10**6, n, seed_from_number(n)) for n in count())
        return next(match for match in matches if self.holds(match))

    def record(self) -> Record:
        return record(self.find())


def rules(edition: str, players: int = 3, rounds: int = 1) -> Ruleset:
    return editions.ruleset(edition, players, rounds=rounds)


def tied(match: Match) -> list[int]:
    """The seats with the highest total."""
    return [seat for seat, total in enumerate(match.totals) if total == max(match.totals)]


def made(match: Match) -> list[bool]:
    return [seat.made for seat in match.round.score]


def zeros(match: Match) -> list[bool]:
    return [contract.is_zero for contract in match.round.contracts]


def zero_made(match: Match) -> bool:
    return any(score.zero_bonus for score in match.round.score)


ENDINGS: dict[str, Ending] = {
    "M4-one-winner": Ending(rules("first"), lambda match: len(match.winners) == 1),
    "M5-shared-by-two": Ending(rules("first"), lambda match: len(match.winners) == 2),
    "M5-shared-by-all": Ending(rules("roger"), lambda match: len(match.winners) == 3),
    "M5-broken-by-the-last-die": Ending(
        rules("second"), lambda match: len(tied(match)) == 2 and len(match.winners) == 1 and not any(zeros(match))
    ),
    "M5-broken-against-a-zero": Ending(
        rules("second"),
        lambda match: len(match.winners) == 1 < len(tied(match)) and any(zeros(match)[seat] for seat in tied(match)),
    ),
    "M5-equal-dice-still-shared": Ending(rules("second", 4), lambda match: len(match.winners) == 2),
    "M5-two-zeros-still-shared": Ending(
        rules("second"), lambda match: len(match.winners) > 1 and all(zeros(match)[seat] for seat in match.winners)
    ),
    "S3-everybody-made-it": Ending(rules("manual"), lambda match: all(made(match))),
    "S3-one-made-it": Ending(rules("manual", 4), lambda match: made(match).count(True) == 1),
    "S3-nobody-made-it": Ending(rules("hungarian", 4), lambda match: not any(made(match))),
    "S4-zero-made": Ending(rules("hungarian"), zero_made),
    "S4-zero-made-beside-a-die": Ending(
        rules("second", 5), lambda match: zero_made(match) and sum(made(match)) > sum(zeros(match))
    ),
    "Z7-all-said-zero": Ending(rules("first"), lambda match: all(zeros(match))),
    "Z5-nobody-said-zero": Ending(rules("first"), lambda match: not any(zeros(match))),
    "Z2-both-zero-dice-taken": Ending(rules("roger", 5), lambda match: sum(zeros(match)) == 2),
    "Z4-no-zero-die-taken": Ending(rules("roger", 4), lambda match: not any(zeros(match))),
}


def abandoned(edition: str, phase: Phase) -> Record:
    """A match that stopped in the second round, in this phase."""
    ruleset = rules(edition, rounds=3)
    matches = (random_match(ruleset, n, 4) for n in count(50))
    match = next(match for match in matches if match.round_index == 1 and match.round.phase is phase)
    return record(play_on(match, 2, 9), status=Status.ABANDONED)


ODD: dict[str, Callable[[], Record]] = {
    "abandoned-in-the-draft": lambda: abandoned("second", Phase.DRAFT),
    "abandoned-while-declaring": lambda: abandoned("first", Phase.DECLARE),
    "abandoned-in-a-trick": lambda: abandoned("roger", Phase.PLAY),
    "underway-before-the-first-pick": lambda: record(match_of(rounds=2, actions=0)),
    "underway-between-rounds": lambda: record(match_of("manual", 4, rounds=2, actions=12 + 4 + 56)),
    "M6-twenty-rounds": lambda: record(match_of("second", 3, rounds=20)),
    "M7-without-red": lambda: record(match_of("first", 3, rounds=2, removed=Colour.RED)),
    "dealt-by-hand": lambda: samples.given_record("hungarian", 3, rounds=2),
    "dealt-by-a-server-with-substitutions": samples.served_record,
}


def whole(edition: str, players: int) -> Record:
    return record(match_of(edition, players, rounds=None))


def cases() -> Iterator[tuple[str, Callable[[], Record]]]:
    """Every record of the archive by its file's name."""
    for edition, players in editions.pairs():
        yield f"{edition}-{players}", partial(whole, edition, players)
    for name, ending in ENDINGS.items():
        yield name, ending.record
    yield from ODD.items()
