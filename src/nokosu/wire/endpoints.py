"""Every address of the server: what goes in, what comes out, who may. Handlers, documents and tests follow it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from nokosu.wire import contests, daily, house, lobby, people, puzzles, ratings, replay, review, tables, updates
from nokosu.wire.commands import AnyCommand


class Who(Enum):
    """The role that a caller needs for an address."""

    ANYBODY = "anybody"
    PERSON = "a person: somebody with a session and a name"
    SPECTATOR = "anybody who has the table's link, where its settings allow spectators; else its seats"
    SEAT = "a person who sits at the table"
    OPERATOR = "the operator: with the operator's token; where none is set, from this machine and past no proxy"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address. `answer` None: no JSON message, see `note`."""

    method: str
    path: str
    who: Who
    answer: Any = None
    body: Any = None
    note: str = ""


_T: Final = "/api/tables/{table}"
_R: Final = "/api/records/{record}"
_P: Final = "/api/puzzles/{puzzle}"
_C: Final = "/api/contests/{contest}"

ENDPOINTS: Final = (
    Endpoint("GET", "/health", Who.ANYBODY, updates.Health),
    Endpoint("GET", "/metrics", Who.OPERATOR, note="Prometheus text"),
    Endpoint("GET", "/api/openapi.json", Who.ANYBODY, note="the OpenAPI document"),
    Endpoint("GET", "/api/offer", Who.ANYBODY, lobby.Offer),
    Endpoint("GET", "/api/me", Who.ANYBODY, people.Identity),
    Endpoint("POST", "/api/me", Who.ANYBODY, people.Identity, people.Introduce),
    Endpoint("POST", "/api/logout", Who.ANYBODY, people.Identity),
    Endpoint("POST", "/api/me/passkeys/options", Who.PERSON, people.PasskeyOptions),
    Endpoint("POST", "/api/me/passkeys", Who.PERSON, people.Identity, people.PasskeyAnswer),
    Endpoint("GET", "/api/me/passkeys", Who.PERSON, people.Passkeys),
    Endpoint("DELETE", "/api/me/passkeys/{passkey}", Who.PERSON, people.Passkeys, note="removes it; sessions stay"),
    Endpoint("GET", "/api/me/blocks", Who.PERSON, people.Blocks),
    Endpoint("POST", "/api/me/blocks", Who.PERSON, people.Blocks, body=people.SeatRef, note="blocks a person"),
    Endpoint("DELETE", "/api/me/blocks/{block}", Who.PERSON, people.Blocks, note="takes a block back"),
    Endpoint("POST", "/api/reports", Who.PERSON, people.Reported, body=people.SeatRef, note="reports a name"),
    Endpoint("GET", "/api/me/sessions", Who.PERSON, people.Sessions),
    Endpoint("DELETE", "/api/me/sessions/{session}", Who.PERSON, people.Sessions, note="signs out one browser"),
    Endpoint(
        "DELETE",
        "/api/me/sessions",
        Who.PERSON,
        people.Sessions,
        note="signs out all browsers, with ?others=true all but this one",
    ),
    Endpoint("POST", "/api/login/options", Who.ANYBODY, people.PasskeyOptions),
    Endpoint("POST", "/api/login", Who.ANYBODY, people.Identity, people.Login, "rotates the session"),
    Endpoint("POST", "/api/me/recovery-codes", Who.PERSON, people.RecoveryCodes),
    Endpoint("POST", "/api/me/confirm", Who.PERSON, people.Identity, people.Confirm, "proves again who one is"),
    Endpoint("GET", "/api/me/events", Who.PERSON, people.AccountEvents),
    Endpoint("POST", "/api/recover", Who.ANYBODY, people.Identity, people.Recover, "rotates the session"),
    Endpoint("GET", "/api/me/tables", Who.PERSON, lobby.MyTables),
    Endpoint("GET", "/api/me/contests", Who.PERSON, contests.MyContests, note="the newest 50"),
    Endpoint("GET", "/api/me/matches", Who.PERSON, people.MatchPage, note="?before= for the next page"),
    Endpoint("GET", "/api/me/statistics", Who.PERSON, people.Statistics),
    Endpoint("GET", "/api/me/rounds", Who.PERSON, people.PlayedRounds, note="of the newest 100 matches"),
    Endpoint("GET", "/api/me/ratings", Who.PERSON, ratings.OwnRatings, note="up to 200 matches each"),
    Endpoint("GET", "/api/me/export", Who.PERSON, note="everything about oneself, as one JSON file"),
    Endpoint("POST", "/api/me/delete", Who.PERSON, people.Identity, people.DeleteMe),
    Endpoint("POST", "/api/me/push", Who.PERSON, people.Identity, people.PushSubscription),
    Endpoint("POST", "/api/me/push/cancel", Who.PERSON, people.Identity, people.PushCancel),
    Endpoint("GET", "/api/lobby", Who.ANYBODY, lobby.Lobby),
    Endpoint("POST", "/api/reserve", Who.PERSON, lobby.Reservation),
    Endpoint("POST", "/api/tables", Who.PERSON, lobby.TableRef, lobby.CreateTable),
    Endpoint("POST", "/api/play", Who.PERSON, lobby.TableRef, lobby.PlayNow),
    Endpoint(
        "POST", "/api/house-rules", Who.ANYBODY, house.HouseOffer, house.CheckHouse, "checks a file; keeps nothing"
    ),
    Endpoint("GET", "/api/codes/{code}", Who.ANYBODY, lobby.TableRef),
    Endpoint("GET", _T, Who.SPECTATOR, tables.TableState),
    Endpoint("POST", f"{_T}/join", Who.PERSON, lobby.TableRef, lobby.JoinTable),
    Endpoint(
        "GET",
        f"{_T}/events",
        Who.SPECTATOR,
        updates.Update,
        note="?after= the last entry that one has seen, &wait= seconds; at most 500 entries; &before= for older ones",
    ),
    Endpoint(
        "POST", f"{_T}/commands", Who.PERSON, updates.Ack | updates.Refusal, AnyCommand, "refusals have status 409"
    ),
    Endpoint("POST", f"{_T}/hint", Who.SEAT, updates.Hint),
    Endpoint("POST", f"{_T}/chances", Who.SEAT, updates.DraftChances),
    Endpoint("POST", f"{_T}/coach", Who.SEAT, updates.Coaching, updates.AskCoach),
    Endpoint("GET", f"{_T}/socket", Who.SPECTATOR, updates.AnyFromTable, AnyCommand, "WebSocket; ?after= as above"),
    Endpoint(
        "POST", "/api/records", Who.PERSON, replay.RecordRef, note="body: a record (docs/records.md), at most 1 MB"
    ),
    Endpoint("GET", _R, Who.ANYBODY, replay.RecordSummary),
    Endpoint("GET", f"{_R}/file", Who.ANYBODY, note="the record itself, as a file to keep"),
    Endpoint("GET", f"{_R}/rounds/{{round}}", Who.ANYBODY, replay.ReplayRound),
    Endpoint("GET", f"{_R}/rounds/{{round}}/advice/{{decision}}", Who.ANYBODY, replay.RecordAdvice),
    Endpoint(
        "GET",
        f"{_R}/review/{{seat}}",
        Who.ANYBODY,
        review.ReviewStep,
        note="?depth= quick or deep, &after= judgements seen so far; ask again until `review` is there",
    ),
    Endpoint("POST", "/api/doubts", Who.PERSON, review.Doubted, review.Doubt, "reports a judgement"),
    Endpoint("GET", "/api/positions", Who.ANYBODY, replay.SharedPosition, note="?text= a position (docs/notation.md)"),
    Endpoint("GET", "/api/positions/advice", Who.ANYBODY, replay.RecordAdvice, note="?text= as above"),
    Endpoint("GET", _P, Who.ANYBODY, puzzles.Puzzle),
    Endpoint("GET", f"{_P}/line", Who.ANYBODY, puzzles.PuzzleLine, note="?action= the answer"),
    Endpoint("POST", f"{_P}/answers", Who.ANYBODY, puzzles.PuzzleCount, puzzles.PuzzleAnswer, "counts a first answer"),
    Endpoint("POST", f"{_P}/reports", Who.ANYBODY, puzzles.PuzzleCount, note="reports a bad puzzle"),
    Endpoint("GET", "/api/daily", Who.ANYBODY, daily.Daily),
    Endpoint("POST", "/api/daily", Who.PERSON, lobby.TableRef, note="begins today's deal, or goes on with it"),
    Endpoint("GET", "/api/daily/{day}", Who.ANYBODY, daily.DailyResult),
    Endpoint("GET", "/api/daily/{day}/file", Who.ANYBODY, note="all results of a day that is over, JSON Lines"),
    Endpoint("POST", "/api/contests", Who.PERSON, contests.Contest, contests.CreateContest),
    Endpoint("GET", _C, Who.ANYBODY, contests.Contest, note="for anybody who has the link"),
    Endpoint("POST", f"{_C}/enter", Who.PERSON, contests.Contest),
    Endpoint(
        "POST", f"{_C}/withdraw", Who.PERSON, contests.Contest, contests.Withdraw, "the host may withdraw others too"
    ),
    Endpoint("POST", f"{_C}/start", Who.PERSON, contests.Contest, note="the host: see `may` of Contest"),
    Endpoint("POST", f"{_C}/end", Who.PERSON, contests.Contest, note="the host: ends it now"),
    Endpoint("POST", f"{_C}/play", Who.PERSON, lobby.TableRef, note="one's own table of this round"),
    Endpoint(
        "GET", f"{_C}/rounds/{{round}}", Who.ANYBODY, contests.ComparedRound, note="once the round's results are open"
    ),
    Endpoint("GET", f"{_C}/results.json", Who.ANYBODY, note="the results that are open, as a file"),
    Endpoint("GET", f"{_C}/results.csv", Who.ANYBODY, note="the standings, as a table with one line per entrant"),
    Endpoint("GET", "/api/ratings", Who.ANYBODY, ratings.Leaderboards),
    Endpoint("GET", "/api/archive", Who.ANYBODY, note="all finished matches of public tables, JSON Lines"),
)
