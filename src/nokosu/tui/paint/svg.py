"""A canvas as SVG: the pictures of docs/terminal.md are made by the program itself."""

from __future__ import annotations

from html import escape
from typing import Final

from rich.color import ColorType

from nokosu.tui.paint.canvas import Canvas, width

CELL: Final = (9.0, 19.0)
_FONT: Final = "'DejaVu Sans Mono','Fira Code',Menlo,Consolas,'Noto Sans Mono CJK JP',monospace"


def to_svg(canvas: Canvas) -> str:
    """Return the picture; every run of letters is as wide as its cells, wide letters too."""
    columns, rows = CELL
    size = (canvas.columns * columns, canvas.rows * rows)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]:g} {size[1]:g}" font-family="{_FONT}">']
    texts = []
    for y in range(canvas.rows):
        x = 0
        for segment in canvas.row(y):
            cells, style = width(segment.text), segment.style
            assert style is not None
            paper = _colour(style.bgcolor) or "#15332a"
            parts.append(
                f'<rect x="{x * columns:g}" y="{y * rows:g}" width="{cells * columns + 0.4:g}"'
                f' height="{rows + 0.4:g}" fill="{paper}"/>'
            )
            if segment.text.strip():
                lead = len(segment.text) - len(segment.text.lstrip())
                shown = segment.text.strip()
                weight = ' font-weight="bold"' if style.bold else ""
                texts.append(
                    f'<text x="{(x + lead) * columns:g}" y="{y * rows + 14.5:g}" font-size="15"{weight}'
                    f' fill="{_colour(style.color) or "#f3e8d3"}" textLength="{width(shown) * columns:g}"'
                    f' lengthAdjust="spacingAndGlyphs" xml:space="preserve">{escape(shown)}</text>'
                )
            x += cells
    return "\n".join([*parts, *texts, "</svg>\n"])


def _colour(colour: object) -> str | None:
    kind = getattr(colour, "type", None)
    if colour is None or kind is ColorType.DEFAULT:
        return None
    found: str = colour.get_truecolor().hex  # type: ignore[attr-defined]  # a Color of Rich
    return found
