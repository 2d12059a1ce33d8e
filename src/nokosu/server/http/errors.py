"""Turn every failure into an Error with a reason, without showing internals."""

from __future__ import annotations

import logging
from typing import Any, Final

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from nokosu.core.errors import Reason, reason
from nokosu.server.store import Conflict, StoreFailed, Unstorable
from nokosu.table.refusal import Refused
from nokosu.wire.base import wire_reason
from nokosu.wire.updates import Error

LOG: Final = logging.getLogger("nokosu.server.http")
_STATUS: Final = {
    "server.no-name": 401,
    "server.signed-out": 401,
    "account.confirm": 403,
    "server.operator-only": 403,
    "server.banned": 403,
    "server.foreign-origin": 403,
    "table.not-host": 403,
    "table.no-seat": 403,
    "table.no-spectators": 403,
    "table.no-hints": 403,
    "table.no-coach": 403,
    "table.coach-alone": 403,
    "table.hints-remember": 403,
    "server.no-table": 404,
    "server.damaged-table": 410,
    "server.damaged-record": 410,
    "server.no-puzzle": 404,
    "server.no-record": 404,
    "server.no-session": 404,
    "daily.not-here": 404,
    "daily.no-day": 404,
    "contest.unknown": 404,
    "contest.not-here": 404,
    "contest.no-round": 404,
    "contest.no-entrant": 404,
    "contest.not-host": 403,
    "contest.not-entered": 403,
    "contest.settings": 400,
    "table.event": 403,
    "table.rated": 403,
    "table.rated-passkey": 403,
    "passkey.unknown": 404,
    "server.too-long": 413,
    "server.too-many": 429,
    "table.many-hints": 429,
    "table.many-tables": 429,
    "table.many-public": 429,
    "record.many-imports": 429,
    "record.imports-full": 413,
    "server.busy": 503,
    "server.disk-full": 507,
    "server.bad-request": 400,
}
_OTHER: Final = 409
_WRONG: Final = {
    404: reason("server.not-found"),
    405: reason("server.not-found"),
    413: reason("server.too-long"),
}
"""Return the reason for a bad request by its HTTP status."""
_LEFT: Final = "client disconnected prematurely"
"""Litestar's words, with status 500, for a client that is gone before all of its body has come."""
AnyRequest = Request[Any, Any, State]


def answer(why: Reason, status: int | None = None) -> Response[Error]:
    """Return an error's answer."""
    code = status or _STATUS.get(why.message, _OTHER)
    return Response(Error(reason=wire_reason(why)), status_code=code, media_type="application/json")


def refused(_request: AnyRequest, error: Refused) -> Response[Error]:
    """Return what may not be."""
    return answer(error.why)


def http_error(_request: AnyRequest, error: HTTPException) -> Response[Error]:
    """Return what Litestar found wrong with a request: its own words stay in here."""
    status = 400 if error.detail == _LEFT else error.status_code
    if status >= 500:
        LOG.error("request failed with status %d", status)
        return answer(reason("server.failed"), status)
    return answer(_WRONG.get(status, reason("server.bad-request")), status)


def store_failed(_request: AnyRequest, _error: Exception) -> Response[Error]:
    """Try again later."""
    return answer(reason("server.busy"), 503)


def unreadable(_request: AnyRequest, _error: Exception) -> Response[Error]:
    """Answer a body that is nested too deeply, or whose texts or numbers cannot be stored; ours never are."""
    return answer(reason("server.bad-request"), 400)


def unexpected(request: AnyRequest, error: Exception) -> Response[Error]:
    """Return a fault of ours: the log says what, the answer does not."""
    LOG.error("%s %s failed", request.method, request.scope["path"], exc_info=error)
    return answer(reason("server.failed"), 500)


HANDLERS: Final[dict[int | type[Exception], Any]] = {
    Refused: refused,
    HTTPException: http_error,
    StoreFailed: store_failed,
    Conflict: store_failed,
    RecursionError: unreadable,
    UnicodeDecodeError: unreadable,
    Unstorable: unreadable,
    Exception: unexpected,
}
