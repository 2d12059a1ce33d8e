"""Whole matches in the full-screen game: by keys and by mouse, in every edition with every number of players."""

import pytest

from nokosu import editions
from nokosu.record import verify
from tests.night import NIGHTLY
from tests.tui.pilot import By, game, play_out, wish

FEW = (("second", 5), ("first", 3))
"""Zero dice and declarations, the most players and the fewest; `make nightly` plays all."""


@pytest.mark.parametrize("by", ["keys", "mouse"])
@pytest.mark.parametrize(("edition", "players"), editions.pairs() if NIGHTLY else FEW)
async def test_a_match_is_played_to_its_end(edition: str, players: int, by: By) -> None:
    app = game(wish(edition, players))
    async with app.run_test(size=(80, 24) if by == "keys" else (120, 40)) as pilot:
        table = await play_out(app, pilot, by)
        assert table.model.outcome is not None
        assert app.last is not None
        assert verify(app.last.record()) is None
        assert [seat.bot for seat in app.last.record().seats][1] == "otto"
