"""A contest as its page shows it: before results are open, nothing here depends on how anybody has played."""

from __future__ import annotations

import asyncio
import csv
import io
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nokosu.events import tables as events
from nokosu.events.results import CHAMPION, Line, Played, RoundScore, SeatOfDeal, Standing, compared, standings
from nokosu.record.fairness import commitment
from nokosu.server.contest_rounds import played
from nokosu.server.contests import may_enter, may_start
from nokosu.server.names import Names
from nokosu.server.store.contests import ContestRow, ContestTableRow, EntrantRow
from nokosu.table.public import NAMELESS
from nokosu.wire import contests as wire
from nokosu.wire.lobby import TableRef
from nokosu.wire.struct import encode

_FORMULA: Final = ("=", "+", "-", "@", "\t", "＝", "＋", "－", "＠")
"""How a cell begins that a spreadsheet would compute; with full-width signs some do too."""


@dataclass(frozen=True, slots=True)
class ContestView:
    """Everything that is known of a contest, and who looks at it."""

    row: ContestRow
    entrants: Sequence[EntrantRow]
    tables: Sequence[ContestTableRow]
    scores: Sequence[Mapping[int, RoundScore]]
    names: Names
    person: str | None
    champion_bot: str | None = None

    @property
    def me(self) -> EntrantRow | None:
        """Return the entrant that the caller is."""
        return next((each for each in self.entrants if self.person and each.person == self.person), None)

    @property
    def own_table(self) -> ContestTableRow | None:
        """Return the caller's table that is being played."""
        me = self.me
        mine = (each for each in self.tables if me and each.ended is None and me.entrant in each.players)
        return next(mine, None)

    def contest(self, table: TableRef | None) -> wire.Contest:
        """Return what the page shows; `table` is the caller's own, while it is played."""
        row, me = self.row, self.me
        ours = row.rules.form == "champion" and row.status == "over"
        against = [scores[CHAMPION] for scores in self.scores if CHAMPION in scores] if ours else []
        return wire.Contest(
            contest=row.id,
            name=row.name,
            settings=row.rules,
            status=row.shown_status,
            host=self.names.get(row.host, NAMELESS) if row.host else None,
            may=self._may(),
            me=me.entrant if me else None,
            table=table,
            round=row.round,
            opened=row.opened,
            standings=self.places(),
            tables=[self._table(each) for each in self.tables if each.round == row.round - 1 and self._shown],
            next=row.due,
            champion=next((each.champion for each in self.tables if each.champion), None) if ours else None,
            champion_score=round(sum(each.score for each in against), 2) if against else None,
            champion_points=sum(each.points for each in against) if against else None,
            commitment=commitment(bytes.fromhex(row.secret)).hex(),
            secret=row.secret if row.status == "over" else None,
            created=row.created,
            ended=row.ended,
        )

    @property
    def _shown(self) -> bool:
        return self.row.rules.form not in events.ALONE or self.row.status == "over"

    def _may(self) -> list[wire.Permission]:
        row, me = self.row, self.me
        found: list[wire.Permission] = []
        if row.status == "over":
            return found
        taking_part = me is not None and me.withdrawn is None
        if self.person and not taking_part and may_enter(row):
            found.append("enter")
        if taking_part and row.rules.form != "champion":
            found.append("withdraw")
        if self.person and row.host == self.person:
            active = sum(each.withdrawn is None for each in self.entrants)
            step = may_start(row)
            if step is not None and (step != "start" or active >= events.FEWEST[row.rules.kind]):
                found.append(step)
            found.append("end")
        if me is not None and taking_part and (self.own_table or self._more_to_play(me)):
            found.append("play")
        return found

    def _more_to_play(self, me: EntrantRow) -> bool:
        begun = sum(me.entrant in each.players for each in self.tables)
        return self.row.rules.form in events.ALONE and begun < self.row.rules.rounds

    def places(self) -> list[wire.ContestPlace]:
        """Return the standings."""
        played = Counter(player for table in self.tables if table.result is not None for player in table.players)
        if not self.scores:
            return [self._place(each, None, played[each.entrant]) for each in self.entrants]
        by_number = {each.entrant: each for each in self.entrants}
        ordered = standings(list(by_number), self.scores)
        return [self._place(by_number[each.player], each, played[each.player]) for each in ordered]

    def _place(self, each: EntrantRow, standing: Standing | None, done: int) -> wire.ContestPlace:
        return wire.ContestPlace(
            entrant=each.entrant,
            name=self._name(each),
            face=self.names.faces.get(each.person) if each.person else None,
            mine=each.person is not None and each.person == self.person,
            withdrawn=each.withdrawn is not None,
            place=standing.place if standing else None,
            score=round(standing.score, 2) if standing else None,
            points=standing.points if standing else 0,
            wins=standing.wins if standing else 0,
            played=done,
            rounds=[None if score is None else round(score, 2) for score in standing.rounds] if standing else [],
        )

    def _name(self, each: EntrantRow) -> str:
        return self.names.get(each.person, NAMELESS) if each.person else NAMELESS

    def _seats(self, players: Sequence[int], champion: str | None) -> list[wire.ContestSeat]:
        bots = [bot or champion or events.BOTS[0] for bot in events.bots_of(players)]
        return [
            wire.ContestSeat(entrant=player, name=self._name(self.entrants[player]))
            if player >= 0
            else wire.ContestSeat(name=bot, bot=bot)
            for player, bot in zip(players, bots, strict=True)
        ]

    def _table(self, each: ContestTableRow) -> wire.ContestTable:
        # Tables with different deals have nothing to hide from each other.
        is_open = each.round < self.row.opened or not self.row.rules.same_deals
        done = each.played
        me = self.me
        own = me is not None and me.entrant in each.players
        return wire.ContestTable(
            number=each.number,
            seats=self._seats(each.players, each.champion),
            finished=each.ended is not None,
            points=done.totals if done and is_open else None,
            table=each.table_id if own or (done and is_open) else None,
        )

    async def compared(self, number: int) -> wire.ComparedRound:
        """Return a round deal by deal: who did what with the same hand. The round is open.

        Between two deals others have their turn.
        """
        champions = {each.table_id: each.champion for each in self.tables}
        deals: list[wire.ComparedDeal] = []
        for deal, seats in enumerate(compared(played(self.tables, number))):
            deals.append(wire.ComparedDeal(deal=deal, seats=[self._seat(each, champions) for each in seats]))
            await asyncio.sleep(0)
        return wire.ComparedRound(contest=self.row.id, round=number, deals=deals)

    def _seat(self, each: SeatOfDeal, champions: Mapping[str, str | None]) -> wire.ComparedSeat:
        return wire.ComparedSeat(
            seat=each.seat,
            mean=round(each.mean, 2),
            lines=[self._line(line, champions[line.played.table]) for line in each.lines],
        )

    def _line(self, line: Line, champion: str | None) -> wire.ComparedLine:
        player = line.played.seats[line.seat]
        seat = self._seats(line.played.seats, champion)[line.seat]
        me = self.me
        return wire.ComparedLine(
            entrant=seat.entrant,
            name=seat.name,
            bot=seat.bot,
            champion=player == CHAMPION,
            mine=me is not None and player == me.entrant,
            counts=player >= 0 and line.played.result.counts[line.seat],
            line=line.line,
            matchpoints=line.matchpoints,
            over_mean=round(line.over_mean, 2),
            table=line.played.table,
        )

    # Files

    async def file(self) -> AsyncIterator[bytes]:
        """Yield all results that are open, as a file in pieces: others have their turn between them."""
        yield encode({"format": "nokosu-contest/1", "contest": self.contest(None)})[:-1]
        comma = b', "tables": ['
        opened = range(self.row.opened)
        for number in opened:
            for each in self.tables:
                if each.round == number:
                    yield comma + encode({"round": number, **_plain(self._table(each))})
                    comma = b", "
            await asyncio.sleep(0)
        yield (b"" if comma == b", " else comma) + b"]"
        comma = b', "rounds": ['
        for number in opened if self.row.rules.same_deals else ():
            yield comma + encode(await self.compared(number))
            comma = b", "
        yield (b"" if comma == b", " else comma) + b"]}"

    def csv(self) -> str:
        """Return the standings, one line for each entrant."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\r\n")
        rounds = [f"round {number + 1}" for number in range(len(self.scores))]
        writer.writerow(["place", "name", "score", "points", "wins", "played", "withdrawn", *rounds])
        for each in self.places():
            scores = ["" if score is None else score for score in each.rounds]
            plain = [each.place or "", _cell(each.name), "" if each.score is None else each.score]
            writer.writerow([*plain, each.points, each.wins, each.played, int(each.withdrawn), *scores])
        return out.getvalue()


def _cell(text: str) -> str:
    """Keep a spreadsheet from computing a name."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _plain(table: wire.ContestTable) -> dict[str, object]:
    return {name: getattr(table, name) for name in table.__struct_fields__}


__all__ = ["ContestView", "Played"]
