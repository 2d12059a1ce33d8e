"""The ladder as a page for any web host: ranking, crosstable, and rounds to look at. No script, no outside file."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Template
from typing import Final

from nokosu import __version__
from nokosu.arena.ladder import Entrant, Lopsided
from nokosu.arena.ranking import ranking
from nokosu.arena.sprt import UntilSure
from nokosu.arena.statistics import Interval
from nokosu.arena.tables import interval_text, verdicts
from nokosu.arena.tally import Tally
from nokosu.arena.unit import Plan
from nokosu.cli.account import account
from nokosu.locale import language, t
from nokosu.pictures.faces import BOTS, face
from nokosu.record.codec import decode

_PAGE: Final = Template("""<!doctype html>
<html lang="$lang"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>$title</title><style>
:root { color-scheme: light dark; --line: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; } .wide { overflow-x: auto; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child, .ranking :nth-child(2) { text-align: left; } td, th { white-space: nowrap; }
.wide th:first-child { position: sticky; left: 0; background: Canvas; }
svg.face { width: 2rem; height: 2rem; vertical-align: middle; margin-right: .3em; }
@media (max-width: 40rem) { table { font-size: .9rem; } th, td { padding: .3rem; } }
@media (max-width: 40rem) { .ranking th { white-space: normal; } svg.face { width: 1.5rem; } }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.quiet { opacity: .75; } .drawn svg { max-width: 100%; height: auto; }
</style></head><body>$body</body></html>
""")
_STRANGER: Final = (
    '<circle fill="#8a8f98" cx="24" cy="24" r="20"/><rect fill="#fff" x="12" y="18" width="24" height="14" rx="5"/>'
    '<circle fill="#223" cx="19" cy="25" r="3"/><circle fill="#223" cx="29" cy="25" r="3"/>'
    '<path stroke="#8a8f98" stroke-width="3" d="M24 6V1"/>'
)


def write_page(
    out: Path,
    plan: Plan,
    tally: Tally,
    until: UntilSure,
    entrants: Sequence[Entrant],
    rounds: Sequence[Lopsided],
    faults: dict[str, str],
) -> Path:
    """Write index.html and the pages of the rounds; return the index."""
    (out / "rounds").mkdir(parents=True, exist_ok=True)
    links = [_write_round(out, number, each) for number, each in enumerate(rounds, 1)]
    by_spec = {each.spec: each for each in entrants}
    body = [
        f"<h1>{t('ladder.title')}</h1>",
        f"<p>{html.escape(t('ladder.how', edition=plan.edition, players=plan.players))}</p>",
        _ranking(plan, tally, by_spec),
        _verdicts(plan, tally, until),
        f"<h2>{t('ladder.crosstable')}</h2><p>{t('ladder.crosstable.how')}</p>",
        _crosstable(plan, tally),
        f"<h2>{t('ladder.rounds')}</h2><ol>{''.join(links)}</ol>" if links else "",
        _faults(faults),
        f'<p class="quiet"><a href="results.json">results.json</a> · nokosu {__version__}</p>',
    ]
    index = out / "index.html"
    index.write_text(_PAGE.substitute(lang=language(), title=t("ladder.title"), body="\n".join(body)), "utf-8")
    return index


def _face(entrant: Entrant) -> str:
    drawn = face(entrant.name) if not entrant.submitted and entrant.name in BOTS else _STRANGER
    return f'<svg class="face" viewBox="0 0 48 48" aria-hidden="true">{drawn}</svg>'


def _ranking(plan: Plan, tally: Tally, by_spec: dict[str, Entrant]) -> str:
    rows = []
    for place, rank in enumerate(ranking(plan.bots, tally.pairs), 1):
        entrant, side = by_spec[rank.bot], tally.sides[rank.bot]
        name = f"<strong>{html.escape(entrant.name)}</strong>" if entrant.submitted else html.escape(entrant.name)
        cells = [_strength(rank.strength), _percent(side.share(side.made)), str(side.seats)]
        rows.append(
            f"<tr><td>{place}</td><td>{_face(entrant)}{name}</td>"
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + "</tr>"
        )
    heads = ("", t("ladder.bot"), t("ladder.strength"), t("ladder.made"), t("ladder.seats"))
    return _table(heads, rows, "ranking")


def _verdicts(plan: Plan, tally: Tally, until: UntilSure) -> str:
    """Say how certain the order of neighbours is."""
    order = [rank.bot for rank in ranking(plan.bots, tally.pairs)]
    how, *lines = (html.escape(line) for line in verdicts(plan, until, order))
    return f"<p>{how}</p><ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"


def _crosstable(plan: Plan, tally: Tally) -> str:
    margins = {(pair.a, pair.b): pair.margin for pair in tally.pairs}
    order = [rank.bot for rank in ranking(plan.bots, tally.pairs)]
    rows = []
    for a in order:
        cells = ["<td></td>" if a == b else f"<td>{_strength(margins[a, b])}</td>" for b in order]
        rows.append(f"<tr><th>{html.escape(plan.called[a])}</th>{''.join(cells)}</tr>")
    return _table(("", *(plan.called[b] for b in order)), rows)


def _table(headings: Iterable[str], rows: Iterable[str], kind: str = "") -> str:
    head = "".join(f'<th scope="col">{html.escape(heading)}</th>' for heading in headings)
    return f'<div class="wide"><table class="{kind}"><tr>{head}</tr>{"".join(rows)}</table></div>'


def _faults(faults: dict[str, str]) -> str:
    if not faults:
        return ""
    items = "".join(f"<li>{html.escape(t('show.labelled', label=name, text=why))}</li>" for name, why in faults.items())
    return f"<h2>{t('ladder.faults')}</h2><ul>{items}</ul>"


def _write_round(out: Path, number: int, found: Lopsided) -> str:
    told = account(decode(found.record), None)
    lines = [*told.header(), "", *told.round(0)]
    drawn = f'<div class="drawn">{told.drawn(0)}</div>'
    text = html.escape("\n".join(lines))
    body = f'<p><a href="../index.html">{t("ladder.title")}</a></p>{drawn}<pre>{text}</pre>'
    (out / "rounds" / f"{number}.html").write_text(
        _PAGE.substitute(lang=language(), title=t("ladder.round", n=number), body=body), "utf-8"
    )
    (out / "rounds" / f"{number}.jsonl").write_text(found.record + "\n", "utf-8")
    names = ", ".join(
        html.escape(f"{name} {points}") for name, points in zip(told.names, told.match.totals, strict=True)
    )
    said = html.escape(t("ladder.by", points=f"{found.margin:.1f}"))
    return (
        f'<li><a href="rounds/{number}.html">{names}</a>: {said} '
        f'(<a href="rounds/{number}.jsonl">{t("ladder.record")}</a>)</li>'
    )


def _strength(found: Interval | None) -> str:
    return html.escape(interval_text(found).replace("-", "−"))


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f} %"
