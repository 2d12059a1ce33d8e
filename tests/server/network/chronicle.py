"""What everybody at one table heard and was answered, held against each other and against the table's log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from nokosu.core.match import Match
from nokosu.core.view import view
from nokosu.server.store.log import LogRow
from nokosu.table.state import apply, start
from nokosu.wire import entries as log
from nokosu.wire.updates import Ack, AnyPublicEntry, Refusal, Update
from nokosu.wire.views import view_to_json
from tests.chaos.ledger import Ledger, Sent, audit

Audience = int | None
Json = dict[str, Any]


class Broken(AssertionError):
    """Something that must never happen did."""


def must(holds: object, *said: object) -> None:
    if not holds:
        raise Broken(*said)


@dataclass(frozen=True)
class Asked:
    """A command as it travels, and whose it is."""

    seat: int
    body: Json

    @property
    def client_id(self) -> str:
        return str(self.body["client_id"])


@dataclass
class Chronicle:
    """One table."""

    table: str
    ledger: Ledger = field(default_factory=Ledger)
    asked: dict[str, Asked] = field(default_factory=dict)
    acks: dict[str, list[Ack]] = field(default_factory=dict)
    newest: int = 0
    _happened: dict[tuple[int, Audience | str], Json] = field(default_factory=dict)
    _views: dict[tuple[int, Audience], Json | None] = field(default_factory=dict)

    # What clients send and are answered

    def ask(self, asked: Asked) -> None:
        """Somebody sends this for the first time, or again."""
        if asked.client_id in self.asked:
            return
        self.asked[asked.client_id] = asked
        if asked.body["type"] == "move":
            body = asked.body
            self.ledger.send(Sent(asked.client_id, self.table, asked.seat, body["expected_seq"], body["action"]))

    def answer(self, answer: Ack | Refusal) -> None:
        """Of two answers to one command at most one says that it was done just now; and none that it was not."""
        client_id = answer.client_id
        must(client_id in self.asked, "an answer to nobody", answer)
        assert client_id is not None
        if isinstance(answer, Refusal):
            if client_id in self.ledger.sent:
                must(client_id not in self.acks, "acknowledged, then refused", answer, self.acks.get(client_id))
                self.ledger.refuse(client_id)
            return
        self.acks.setdefault(client_id, []).append(answer)
        must(sum(not ack.repeated for ack in self.acks[client_id]) <= 1, "done twice", self.acks[client_id])
        if client_id in self.ledger.sent:
            must(client_id not in self.ledger.refused, "refused, then acknowledged", answer)
            self.ledger.acknowledge(client_id, answer.seq)

    @property
    def unanswered(self) -> list[Asked]:
        return [self.asked[client_id] for client_id in sorted(self.ledger.unanswered)]

    # What clients hear

    def hear(self, audience: Audience, update: Update, since: int) -> None:
        """An update that comes to somebody who knows everything up to entry `since`."""
        must(update.seat == audience, "somebody else's view", update.seat, audience)
        must(update.after == since, "a gap, or a step back", since, update.after)
        numbers = [entry.seq for entry in update.entries]
        must(numbers == list(range(since + 1, update.seq + 1)), "numbers", numbers, since, update.seq)
        for entry in update.entries:
            self.ledger.hear(self.table, entry)
            self._happens(audience, entry)
        seen = msgspec.to_builtins(update.view)
        known = self._views.setdefault((update.seq, audience), seen)
        must(known == seen, "two views of one moment", audience, update.seq)
        self.newest = max(self.newest, update.seq)

    def _happens(self, audience: Audience, entry: AnyPublicEntry) -> None:
        own: Json = msgspec.to_builtins(entry)
        public = {**own, "effects": [_public(effect) for effect in own.get("effects", ())]}
        for whose, said in ((audience, own), ("public", public)):
            known = self._happened.setdefault((entry.seq, whose), said)
            # What followed from an action is not told again once it was taken back.
            if known.get("effects") and said.get("effects"):
                must(known == said, "told differently", whose, known, said)
            else:
                must({**known, "effects": []} == {**said, "effects": []}, "told differently", whose, known, said)

    # What the log says

    def judge(self, entries: Sequence[LogRow]) -> Match | None:
        """Everything that was heard and answered is so; the match that the log leads to."""
        findings = audit(self.ledger, {self.table: entries})
        must(findings.faults == 0, findings)
        must(len(entries) >= self.newest, "heard of what is not stored", self.newest, len(entries))
        self._judge_commands(entries)
        return self._judge_views(entries)

    def _judge_commands(self, entries: Sequence[LogRow]) -> None:
        """Each command made entries at most once; an acknowledged one exactly once, where the ack says."""
        played = [entry for entry in entries if not isinstance(log.decode(entry.body), log.Seated)]
        first = {entry.client.partition(":")[2]: entry for entry in played if entry.client}
        for client_id in first:
            must(client_id in self.asked, "nobody asked for this", client_id)
        for client_id, acks in self.acks.items():
            if self.asked[client_id].body["type"] == "ping":
                continue
            must(client_id in first, "acknowledged and not stored", client_id)
            last = first[client_id].seq
            while last < len(entries) and not entries[last].client and entries[last].at == first[client_id].at:
                last += 1
            for ack in acks:
                must(first[client_id].seq <= ack.seq <= last, "stored elsewhere", ack, first[client_id].seq)
        reactions = Counter((body.seat, body.reaction) for body in _bodies(entries) if isinstance(body, log.Reacted))
        for (seat, reaction), number in reactions.items():
            asked = [each.body for each in self.asked.values() if each.seat == seat and each.body["type"] == "react"]
            must(number <= sum(body["reaction"] == reaction for body in asked), "a reaction too many", seat, reaction)

    def _judge_views(self, entries: Sequence[LogRow]) -> Match | None:
        """Every view that somebody had of a moment is the view of the log up to there; no move answers an older one."""
        bodies = _bodies(entries)
        created = bodies[0]
        assert isinstance(created, log.Created)
        state = start(self.table, created, entries[0].at)
        client: str | None = None
        for entry, body in zip(entries[1:], bodies[1:], strict=True):
            client = entry.client or client
            if isinstance(body, log.Moved) and body.by == "person":
                assert client is not None
                expected = self.asked[client.partition(":")[2]].body["expected_seq"]
                must(expected >= state.play_seq, "a stale move was done", entry.seq, expected)
            apply(state, body, entry.at)
            for audience in (*range(len(state.chairs)), None):
                heard = self._views.get((entry.seq, audience), ...)
                if heard is not ...:
                    true = None if state.match is None else view_to_json(view(state.match, audience))
                    must(heard == true, "not what the log says", audience, entry.seq)
        return state.match


def _public(effect: Json) -> Json:
    return {name: value for name, value in effect.items() if name != "hand"}


def _bodies(entries: Sequence[LogRow]) -> list[log.AnyEntry]:
    return [log.decode(entry.body) for entry in entries]
