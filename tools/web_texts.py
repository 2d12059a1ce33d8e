"""The catalogues as the browser reads them: one JSON file for each language and group of pages."""

import gettext
import json
from pathlib import Path

from babel.messages.catalog import Catalog

from tools.catalogues import po_files, read, unbroken

# Ids that the browser words: its own, and those that the server sends as reasons.
SHARED = (
    *(
        "web.",
        "why.",
        "suit.",
        "piece.",
        "phase.",
        "tell.",
        "table.",
        "server.",
        "record.un",
        "record.many-imports",
        "record.imports-full",
        "name.",
        "passkey.",
        "push.",
        "daily.",
        "contest.",
    ),
    *("people.", "recovery.", "highlight.", "advice.", "coach.", "judge.", "position.", "rules.", "house."),
)
# Pages with many words have their own file, so that the first page stays small.
GROUPS = {
    "rules.": "rules",
    "web.rules.": "rules",
    "web.tutorial.": "tutorial",
    "web.pad.": "pad",
    "web.replay.": "replay",
    "advice.": "table",
    "coach.": "table",
    "web.coach": "table",
    "highlight.": "table",
    "web.assist.": "table",
    "web.away.": "table",
    "web.declare.": "table",
    "web.doubt.": "table",
    "web.draft.": "table",
    "web.news.": "table",
    "web.reaction.": "table",
    "web.say.": "table",
    "web.stand-in.": "table",
    "web.take-back.": "table",
    "web.turn.": "table",
    "web.words.": "table",
    "web.end.": "table",
    "web.pass.": "table",
    "record.": "replay",
    "web.fair.": "fair",
    "web.puzzles.": "puzzles",
    "web.daily.": "daily",
    "web.ratings.": "ratings",
    "web.contests.": "contests",
    "contest.": "contests",
    "web.analysis.": "analysis",
    "position.": "analysis",
    "web.review.": "review",
    "web.learn.": "review",
    "web.progress.": "review",
    "judge.": "review",
    "house.": "house",
    "web.house.": "house",
    "web.me.codes": "own",
    "web.me.data": "own",
    "web.me.delete": "own",
    "web.me.event": "own",
    "web.me.export": "own",
    "web.me.keep": "own",
    "web.me.login": "own",
    "web.me.passkeys": "own",
    "web.me.recover": "own",
    "web.me.session": "own",
    "web.me.sign-out": "own",
    "web.me.welcome-back": "own",
    "web.abandon.": "table",
    "web.grace": "table",
    "web.next-table": "table",
    "web.paused": "table",
    "web.action.": "table",
    "web.board.": "table",
    "tell.": "table",
}
MAIN = "main"

Texts = dict[str, str | dict[str, str]]


def group_of(message_id: str) -> str:
    """Return the file that contains an id."""
    return next((group for prefix, group in GROUPS.items() if message_id.startswith(prefix)), MAIN)


def browser_texts(catalogue: Catalog, fallback: Catalog) -> dict[str, Texts]:
    """Return the texts of one language by group; plurals by CLDR category, English where a translation is missing."""
    groups: dict[str, Texts] = {MAIN: {}, **{group: {} for group in GROUPS.values()}}
    english = {_identity(message.id): message.string for message in fallback if message.id}
    for message in catalogue:
        name = _identity(message.id) if message.id else ""
        if not name.startswith(SHARED):
            continue
        worded = (message.string if any(message.string or ()) else english[name]) or ""
        forms = [unbroken(form) for form in ([worded] if isinstance(worded, str) else worded)]
        groups[group_of(name)][name] = forms[0] if isinstance(worded, str) else _by_category(catalogue, forms)
    return groups


def _by_category(catalogue: Catalog, forms: list[str]) -> dict[str, str]:
    """Plural forms as Intl.PluralRules names them, where a catalogue counts them."""
    assert catalogue.locale is not None
    category, index = catalogue.locale.plural_form, gettext.c2py(catalogue.plural_expr)
    # Small numbers take every form that whole numbers have.
    return {category(n): forms[index(n)] for n in range(1000) if index(n) < len(forms)}


def _identity(message_id: str | list[str] | tuple[str, ...]) -> str:
    return message_id if isinstance(message_id, str) else message_id[0]


def write_texts(target: Path) -> None:
    """Write <target>/<language>/<group>.json for all languages; unchanged files keep their modification time."""
    english = next(read(po) for po in po_files() if po.parent.parent.name == "en")
    for po in po_files():
        folder = target / po.parent.parent.name
        folder.mkdir(parents=True, exist_ok=True)
        for group, texts in browser_texts(read(po), english).items():
            write_if_new(folder / f"{group}.json", json.dumps(texts, ensure_ascii=False, sort_keys=True, indent=0))


def write_if_new(path: Path, text: str) -> None:
    """Write a file only if its content changes, to avoid needless rebuilds."""
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
