"""All messages between server and clients, in one place to import from.

The types live in files by subject: people, lobby (making tables), tables (public facts), commands (client to
table), updates (table to client) with effects, views and helps, replay; endpoints says which is used where.
"""

from nokosu.wire.base import Message, Reason
from nokosu.wire.commands import AnyCommand
from nokosu.wire.lobby import (
    CreateTable,
    JoinTable,
    Lobby,
    MyTables,
    Offer,
    PlayNow,
    Reservation,
    TableRef,
    TableSummary,
)
from nokosu.wire.people import (
    DeleteMe,
    Identity,
    Introduce,
    MatchPage,
    PasskeyAnswer,
    PasskeyOptions,
    PushCancel,
    PushSubscription,
    Recover,
    RecoveryCodes,
    Statistics,
)
from nokosu.wire.replay import RecordAdvice, RecordRef, RecordSummary, ReplayRound
from nokosu.wire.tables import TableState
from nokosu.wire.updates import Ack, AnyFromTable, Error, Health, Hint, Refusal, Update
from nokosu.wire.views import View

REQUESTS: tuple[type[Message], ...] = (
    Introduce,
    PasskeyAnswer,
    Recover,
    DeleteMe,
    PushSubscription,
    PushCancel,
    CreateTable,
    PlayNow,
    JoinTable,
)
RESPONSES: tuple[type[Message], ...] = (
    Identity,
    PasskeyOptions,
    RecoveryCodes,
    MatchPage,
    Statistics,
    Offer,
    Lobby,
    MyTables,
    Reservation,
    TableRef,
    TableSummary,
    TableState,
    Update,
    Ack,
    Refusal,
    Hint,
    RecordRef,
    RecordSummary,
    RecordAdvice,
    ReplayRound,
    Error,
    Health,
)

__all__ = ["REQUESTS", "RESPONSES", "AnyCommand", "AnyFromTable", "Message", "Reason", "View"]
