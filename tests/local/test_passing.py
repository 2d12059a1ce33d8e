"""Pass and play: the page is sent the view of the person who holds the device, and nobody's while it is passed on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.editions import ruleset
from nokosu.local import table as local
from nokosu.local.table import DeviceTable
from nokosu.local.worker_api import WorkerApi
from nokosu.record import decode, verify
from nokosu.table import frames as shown
from nokosu.table import state
from tests.hidden.redeal import played_and_redealt
from tests.server.recorded import DealtAs

TABLE, SECRET, NEXT = "local" + "a" * 11, "12" * 32, "local" + "b" * 11
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve")
Frame = dict[str, Any]


def sat_down(people: int, **wish: Any) -> WorkerApi:
    api = WorkerApi()
    guests = [{"name": name, "face": "hat"} for name in NAMES[:people]]
    api.play_together(json.dumps(wish), json.dumps(guests), TABLE, SECRET, 0)
    return api


def updates(said: str) -> list[Frame]:
    return [frame for frame in json.loads(said)["frames"] if frame["type"] == "update"]


class Device:
    """People around a device who take it in turn and do the first legal thing, or what a script says."""

    def __init__(self, api: WorkerApi) -> None:
        self.api, self.now, self.number = api, 0, 0
        self.newest: Frame = {}
        self.log: list[tuple[int | None, Frame]] = []
        """Whose hand may be shown, and what was sent."""

    def note(self, holder: int | None, said: str) -> None:
        for frame in updates(said):
            self.log.append((holder, frame))
            self.newest = frame

    def pass_on(self) -> int | None:
        """Put the device down, and give it to the next person; None once the match is over."""
        self.note(None, self.api.enter(TABLE, 0, self.now))
        if self.newest["table"]["status"] != "playing":
            return None
        seats, to_act = self.newest["table"]["seats"], self.newest["view"]["to_act"]
        around = [(to_act + step) % len(seats) for step in range(len(seats))]
        seat: int = next(seat for seat in around if seats[seat]["kind"] == "person")
        self.note(seat, self.api.enter(TABLE, 0, self.now, seat))
        return seat

    def bots_move(self, holder: int, round_: int) -> None:
        due = json.loads(self.api.enter(TABLE, 0, self.now, holder))["due"]
        while due is not None and self.newest["view"]["round"] == round_:
            self.now = due
            said = self.api.wake(TABLE, due)
            self.note(holder if self._same(said, round_) else None, said)
            due = json.loads(said)["due"]

    def move(self, holder: int, action: str) -> None:
        self.number += 1
        round_ = self.newest["view"]["round"]
        seq = self.newest["seq"]
        command = {"type": "move", "client_id": f"c{self.number}", "expected_seq": seq, "action": action}
        said = self.api.command(TABLE, json.dumps(command), NEXT, SECRET, self.now)
        self.note(holder if self._same(said, round_) else None, said)

    def _same(self, said: str, round_: int) -> bool:
        return all(frame["view"]["round"] == round_ for frame in updates(said))

    def play(self) -> None:
        chance = Stream(seed_from_number(1), "people")
        while (holder := self.pass_on()) is not None:
            self.bots_move(holder, self.newest["view"]["round"])
            legal = self.newest["view"].get("legal")
            if self.newest["seat"] == holder and legal:
                self.move(holder, legal[chance.below(len(legal))])

    def shown_to_others(self) -> list[tuple[int | None, int | None]]:
        """Hands that were sent while somebody else held the device, or nobody; after the last trick there are none."""
        return [
            (holder, frame["seat"])
            for holder, frame in self.log
            if frame["view"].get("hand") and frame["seat"] != holder
        ]


def test_a_whole_match_shows_every_hand_to_its_holder_alone_and_its_record_is_true() -> None:
    device = Device(sat_down(2, players=4, rounds=2, level="beginner"))
    device.play()
    assert device.shown_to_others() == []
    seats = {frame["seat"] for _, frame in device.log}
    assert seats == {None, 0, 2}
    record = decode(json.loads(device.api.record(TABLE))["answer"])
    assert verify(record) is None
    assert [seat.name for seat in record.seats][::2] == ["Ana", "Ben"]
    ask = json.dumps({"type": "rematch", "client_id": "again"})
    made = json.loads(device.api.command(TABLE, ask, NEXT, SECRET, device.now))
    assert made["frames"][-1]["table"] == NEXT
    assert [seat["name"] for seat in made["lists"][NEXT]["seats"]][1::2] == ["Ana", "Ben"]
    assert made["lists"][NEXT]["status"] == "playing"


def _everybody_may_look(patch: pytest.MonkeyPatch) -> None:
    plain = DeviceTable.enter
    patch.setattr(DeviceTable, "enter", lambda table, after, now, seat=None: plain(table, after, now, seat or 0))


def _the_next_hand_is_shown(patch: pytest.MonkeyPatch) -> None:
    """To whoever still holds the device while all look at the result."""
    plain = DeviceTable.take

    def take(table: DeviceTable, *about: Any) -> local.Outcome:
        holder = table.holder
        outcome = plain(table, *about)
        if table.holder is None and outcome.frames:
            table.holder = holder
            outcome.frames = [table.enter(0, 0, table.state.to_act).frames[0]]
        return outcome

    patch.setattr(DeviceTable, "take", take)


@pytest.mark.parametrize("plant", [_everybody_may_look, _the_next_hand_is_shown])
def test_a_hand_that_is_shown_to_somebody_else_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    device = Device(sat_down(3, players=3, rounds=2))
    device.play()
    assert device.shown_to_others()


def test_the_device_is_given_to_the_person_who_is_next_and_nothing_moves_before() -> None:
    device = Device(sat_down(2, players=4, level="club"))
    before = json.loads(device.api.enter(TABLE, 0, 0))
    assert before["due"] is None
    next_seat = device.pass_on()
    for seat in range(4):
        (frame,) = updates(device.api.enter(TABLE, 0, 0, seat))
        assert frame["seat"] == (seat if seat == next_seat else None)


@pytest.mark.parametrize(
    ("guests", "message"),
    [
        ([{"name": "Ana"}, {"name": "Ana", "face": "hat"}], "table.same-name"),
        ([{"name": "Ana"}], "table.people-count"),
        ([{"name": name} for name in NAMES], "table.people-count"),
    ],
)
def test_people_need_names_of_their_own_and_seats(guests: list[object], message: str) -> None:
    said = WorkerApi().play_together(json.dumps({"players": 4}), json.dumps(guests), TABLE, SECRET, 0)
    assert json.loads(said)["refused"]["message"] == message


# The same match with other hidden cards

CHANCE = re.compile(r'"commitment": "\w{64}"')


def sent(world: Match, script: list[str], audience: int | None, patch: pytest.MonkeyPatch) -> Iterator[str]:
    """All that the page is sent while this person holds the device, or nobody does."""
    patch.setattr(state, "Match", DealtAs(world))
    device = Device(
        sat_down(world.ruleset.players, players=world.ruleset.players, edition=world.ruleset.edition, rounds=1)
    )
    for action in script:
        holder = device.pass_on()
        assert holder is not None
        device.move(holder, action)
    device.pass_on()
    for holder, frame in device.log:
        if holder is None or holder == audience:
            yield CHANCE.sub("-", json.dumps(frame))


def differences(
    edition: str, players: int, moment: int, audience: int | None, patch: pytest.MonkeyPatch
) -> list[tuple[str, str]]:
    """What the page is told of cards that this person cannot know."""
    table = ruleset(edition, players, rounds=1)
    match, other, script = played_and_redealt(table, seed_from_number(7), moment, audience)
    one, another = (list(sent(world, script, audience, patch)) for world in (match, other))
    assert len(one) > moment
    return [pair for pair in zip(one, another, strict=True) if pair[0] != pair[1]]


MOMENTS = [
    # In the draft, among the declarations, in the tricks; for somebody who holds the device, and for nobody.
    *[("second", 4, 5, 1), ("second", 3, 21, 2), ("hungarian", 4, 14, 0), ("first", 4, 20, None), ("roger", 5, 9, 4)],
]


@pytest.mark.parametrize(("edition", "players", "moment", "audience"), MOMENTS)
def test_H4_with_other_hidden_cards_the_page_is_sent_the_same(
    edition: str, players: int, moment: int, audience: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert differences(edition, players, moment, audience, monkeypatch) == []


@pytest.mark.parametrize("audience", [None, 1])
def test_H4_a_leak_to_the_page_is_found(audience: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = shown.Frames.for_seat

    def leaky(frames: shown.Frames, seat: int | None) -> bytes:
        assert frames._match is not None
        strong = sum(card.number**2 + 9 * card.colour for card in frames._match.round.hands[0])
        return plain(frames, seat).replace(b'"watching":0', b'"watching":%d' % strong)

    monkeypatch.setattr(shown.Frames, "for_seat", leaky)
    assert differences("second", 3, 6, audience, monkeypatch)
