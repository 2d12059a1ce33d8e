"""`python -m tools.terminal_pictures`: the pictures of docs/terminal.md, drawn by the game itself from one seed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from nokosu.locale import in_language
from nokosu.tui.local_table import LocalTable
from nokosu.tui.model import TableModel
from nokosu.tui.new_match import NewMatch
from nokosu.tui.paint.palette import palette
from nokosu.tui.paint.signs import signs
from nokosu.tui.paint.svg import to_svg
from nokosu.tui.paint.table import draw
from nokosu.tui.screens.keys import footer_keys
from nokosu.wire.commands import Continue, Move
from nokosu.wire.updates import AnyFromTable, Update

FOLDER: Final = Path(__file__).parents[1] / "docs" / "images" / "terminal"
PICTURES: Final = (
    ("small-dark", 80, 24, "dark", "en", 4, 6),
    ("medium-dark", 120, 40, "dark", "en", 4, 6),
    ("medium-light", 120, 40, "light", "en", 5, 7),
    ("large-dark", 200, 60, "dark", "en", 5, 7),
    ("draft-japanese", 80, 24, "dark", "ja", 4, 1),
)
"""Name, columns, rows, theme, language, players, moves."""


def model_after(players: int, moves: int) -> TableModel:
    """Return a table after so many own moves, each the first that is legal; bots answer from their seeds."""
    wish = NewMatch(
        players=players, bots=("otto", "lili", "tofu", "mochi")[: players - 1], seed=bytes(32), secret=bytes(32)
    )
    table, model = LocalTable.create(wish, stored=False), TableModel()
    _hear(model, [*table.enter(0), *table.run_bots()])
    for number in range(moves):
        assert model.update is not None
        if model.legal:
            command = Move(client_id=f"m{number}", expected_seq=model.update.seq, action=model.legal[0])
            _hear(model, [*table.command(command), *table.run_bots()])
        else:
            _hear(model, [*table.command(Continue(client_id=f"c{number}")), *table.run_bots()])
    return model


def _hear(model: TableModel, frames: list[AnyFromTable]) -> None:
    for frame in frames:
        if isinstance(frame, Update):
            model.show(frame)
    model.settle()


def picture(columns: int, rows: int, theme: str, language: str, players: int, moves: int) -> str:
    """Return one picture."""
    with in_language(language):
        model = model_after(players, moves)
        shown = model.picture(footer_keys(model))
        assert shown is not None
        return to_svg(draw(shown, columns, rows, palette(theme), signs(ascii_only=False)).canvas)


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, *what in PICTURES:
        (FOLDER / f"{name}.svg").write_text(picture(*what), "utf-8")  # type: ignore[arg-type]  # one tuple for each


if __name__ == "__main__":
    main()
