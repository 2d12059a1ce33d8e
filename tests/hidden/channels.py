"""Everything that reaches an audience, as bytes. A planted leak is a subclass that gets one of these wrong."""

import json
from collections.abc import Sequence

from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.errors import IllegalAction
from nokosu.core.match import Match
from nokosu.core.pieces import CARDS, DICE
from nokosu.locale import Texts
from nokosu.locale.reasons import word
from nokosu.record.position import position_of
from nokosu.table import Table
from nokosu.wire.events import event_to_json
from nokosu.wire.help import help_to_json
from nokosu.wire.views import view_to_json

ENGLISH = Texts("en")

Audience = int | None
Observation = dict[str, bytes]

ACTIONS: tuple[Action, ...] = (
    *(Take(die) for die in DICE),
    *(TakeZero(die) for die in DICE),
    Pass(),
    *(DeclareZero(die) for die in DICE),
    *(Play(piece) for piece in (*CARDS, *DICE)),
)
"""Every action that can be written down."""

LABELS = {action: f"refusal of {action!r}" for action in ACTIONS}


def encoded(data: object) -> bytes:
    return json.dumps(data).encode()


class Channels:
    """What an authority says to an audience, through the real table and the real codecs."""

    def view(self, match: Match, audience: Audience) -> object:
        return view_to_json(Table(match).view(audience))

    def position(self, match: Match, audience: Audience) -> str:
        """The audience's position in one line, to pass on."""
        return str(position_of(Table(match).view(audience)))

    def help(self, match: Match, audience: Audience) -> object:
        return help_to_json(Table(match).help_for(audience))

    def events(self, match: Match, audience: Audience) -> list[object]:
        return [event_to_json(event) for event in Table(match).events_for(audience)]

    def refusal(self, match: Match, audience: Audience, action: Action) -> str:
        """What the table answers to an illegal action: what was tried, the reason's data, and the words."""
        try:
            Table(match).act(audience, action)
        except IllegalAction as error:
            return f"{error}\n{word(error.reason, ENGLISH)}"
        return ""

    def after(self, match: Match, audience: Audience, action: Action) -> list[object]:
        """What the audience is told when it does this itself."""
        table = Table(match)
        seen = len(table.events_for(audience))
        table.act(audience, action)
        if table.match.round_index > match.round_index:
            # The next deal is news for everybody, and in another world it is another deal.
            return [len(table.events_for(audience, seen))]
        return [
            *(event_to_json(event) for event in table.events_for(audience, seen)),
            view_to_json(table.view(audience)),
        ]

    def observe(self, match: Match, audience: Audience, tried: Sequence[Action], done: Action | None) -> Observation:
        """All of it: the view, the help, what happened, the answers to what was tried, and what comes of `done`."""
        said = {
            "view": encoded(self.view(match, audience)),
            "position": self.position(match, audience).encode(),
            "help": encoded(self.help(match, audience)),
            "events": encoded(self.events(match, audience)),
        }
        for action in tried:
            said[LABELS[action]] = self.refusal(match, audience, action).encode()
        if done is not None:
            said["after"] = encoded(self.after(match, audience, done))
        return said
