"""People: guests, passkeys, their matches, statistics and data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from nokosu.wire.base import END, Message, Moment, PersonId, PersonName, Seat, TableId
from nokosu.wire.lobby import FaceName
from nokosu.wire.struct import Meta

Language = Annotated[
    str, Meta(pattern="^[a-z]{2,3}" + END, description="A language that the server has texts in: see Offer.")
]
RecoveryCode = Annotated[str, Meta(min_length=8, max_length=40)]


class Introduce(Message, frozen=True, kw_only=True):
    """POST /api/me: take a name; a guest's cookie comes with the answer. Again: another name, language or face."""

    name: PersonName
    language: Language | None = None
    face: FaceName | None = None
    """null: as before."""


class Identity(Message, frozen=True, kw_only=True):
    """GET /api/me: the person of this session; `person` is null until a name is chosen."""

    person: PersonId | None
    name: str | None = None
    language: Language | None = None
    face: FaceName | None = None
    passkeys: int = 0
    """How many passkeys keep this identity; 0 for a guest whose cookie is all there is."""
    recovery_codes: int = 0
    """How many recovery codes are unused."""


class PasskeyOptions(Message, frozen=True, kw_only=True):
    """Options for navigator.credentials.create or .get, as the browser's own JSON form has them."""

    ceremony: str
    """Send it back with the answer."""
    public_key: dict[str, Any]


class PasskeyAnswer(Message, frozen=True, kw_only=True):
    """What the browser made of the options: the credential's toJSON()."""

    ceremony: Annotated[str, Meta(max_length=64)]
    credential: dict[str, Any]


class Login(Message, frozen=True, kw_only=True):
    """POST /api/login: sign in with a passkey."""

    ceremony: Annotated[str, Meta(max_length=64)]
    credential: dict[str, Any]
    leave_seats: bool = False
    """See Recover."""


class Confirm(Message, frozen=True, kw_only=True):
    """POST /api/me/confirm: prove again who you are, with a passkey or a recovery code, which is used up.

    The options for a passkey come from POST /api/login/options. For five minutes you may then add and remove passkeys,
    make recovery codes, download and delete your data. Without it they are refused as `account.confirm`, unless you
    have neither passkey nor code.
    """

    ceremony: Annotated[str, Meta(max_length=64)] | None = None
    credential: dict[str, Any] | None = None
    code: RecoveryCode | None = None


AccountEventName = Literal[
    "signed-in",
    "sign-in-failed",
    "recovered",
    "confirmed",
    "confirm-failed",
    "passkey-added",
    "passkey-removed",
    "codes-made",
    "exported",
    "signed-out-elsewhere",
]


class AccountEvent(Message, frozen=True, kw_only=True):
    """Something that happened to your account."""

    at: Moment
    event: AccountEventName
    device: str | None
    """The browser that did it: see Session."""


class AccountEvents(Message, frozen=True, kw_only=True):
    """GET /api/me/events: what happened to your account in the last months, newest first."""

    events: list[AccountEvent]


class Passkey(Message, frozen=True, kw_only=True):
    """A passkey of yours."""

    id: str
    since: Moment


class Passkeys(Message, frozen=True, kw_only=True):
    """GET /api/me/passkeys: your passkeys, oldest first."""

    passkeys: list[Passkey]


class Session(Message, frozen=True, kw_only=True):
    """A browser in which you are signed in."""

    id: str
    since: Moment
    seen: Moment
    """When it was last used, to the hour."""
    device: str | None
    """Browser and system, such as "Firefox, Linux"; null where they are not known."""
    current: bool
    """Whether this is the session that asks."""


class Sessions(Message, frozen=True, kw_only=True):
    """GET /api/me/sessions: where you are signed in, the last used first."""

    sessions: list[Session]


class RecoveryCodes(Message, frozen=True, kw_only=True):
    """POST /api/me/recovery-codes: fresh codes, shown this once; earlier ones no longer work."""

    codes: list[str]
    replaced: int
    """How many unused codes these replace."""


class Recover(Message, frozen=True, kw_only=True):
    """POST /api/recover: become oneself again with a recovery code."""

    code: RecoveryCode
    leave_seats: bool = False
    """A guest who plays in this browser could never come back to their seats: the answer is `recovery.guest-plays`.
    With true, the guest leaves those tables. A bot plays on, or the seat is open again."""


class MatchSummary(Message, frozen=True, kw_only=True):
    """A match of yours that is over."""

    table: TableId
    edition: str
    players: int
    rounds: int
    names: list[str]
    seat: Seat | None = None
    """Your seat."""
    totals: list[int] | None = None
    """Points per seat; null where the match was ended early."""
    winners: list[Seat] | None = None
    ended: Moment
    status: Literal["finished", "abandoned"]
    assisted: bool
    """Whether undo or hints were used; such a match does not count in statistics."""


class MatchPage(Message, frozen=True, kw_only=True):
    """GET /api/me/matches: newest first; `before` for the next page, null on the last one."""

    matches: list[MatchSummary]
    before: Moment | None = None


class Figures(Message, frozen=True, kw_only=True):
    """How one played an edition at one number of players."""

    edition: str
    players: int
    matches: int
    rounds: int
    wins: int
    contracts_made: int
    zero_tried: int
    zero_made: int
    mean_points: float
    """Points per round."""


class Statistics(Message, frozen=True, kw_only=True):
    """GET /api/me/statistics: finished matches in which nobody used undo or hints."""

    figures: list[Figures]


class PlayedRound(Message, frozen=True, kw_only=True):
    """A round of a finished match, from one's own seat."""

    record: str
    ended: Moment
    edition: str
    players: int
    round: int
    place: int
    """In the draft, from 0: left of the dealer."""
    target: int | None
    """Null for zero."""
    won: int
    made: bool
    points: int


class PlayedRounds(Message, frozen=True, kw_only=True):
    """GET /api/me/rounds: of the newest matches, those in which nobody used undo or hints."""

    rounds: list[PlayedRound]


class PushKeys(Message, frozen=True, kw_only=True):
    """The two keys of a push subscription."""

    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class PushSubscription(Message, frozen=True, kw_only=True):
    """POST /api/me/push: what PushManager.subscribe gave."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern="^https://")]
    keys: PushKeys


class PushCancel(Message, frozen=True, kw_only=True):
    """POST /api/me/push/cancel."""

    endpoint: Annotated[str, Meta(max_length=1000)]


class SeatRef(Message, frozen=True, kw_only=True):
    """POST /api/me/blocks and /api/reports: the person in a seat of a table that you can see."""

    table: TableId
    seat: Seat


class Blocked(Message, frozen=True, kw_only=True):
    """A person whom you have blocked."""

    id: str
    """Names the block, to take it back."""
    name: str
    since: Moment


class Blocks(Message, frozen=True, kw_only=True):
    """GET /api/me/blocks: people who neither join tables where you sit nor meet you at theirs, newest first."""

    blocks: list[Blocked]


class Reported(Message, frozen=True, kw_only=True):
    """The operator will see that you have reported this name."""

    name: str


class DeleteMe(Message, frozen=True, kw_only=True):
    """POST /api/me/delete: the log stays, the person in it becomes anonymous. The name is typed again to be sure."""

    name: PersonName
