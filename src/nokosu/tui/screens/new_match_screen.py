"""A new match: edition, players, opponents, rounds, seed; or several people at this keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from nokosu import editions
from nokosu.bots import own_level, registry
from nokosu.bots.characters import CHARACTERS, parties
from nokosu.bots.levels import LINES, TEXTS
from nokosu.core.errors import NokosuError
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.tui.folder import remember, settings
from nokosu.tui.new_match import NewMatch
from nokosu.tui.saved import own_results
from nokosu.tui.screens.form import Field, Form, names_in
from nokosu.tui.screens.leaving import leave
from nokosu.tui.words import bot_name

if TYPE_CHECKING:
    from nokosu.tui.screens.app import Game

_OWN = "own"
"""Opponents that are chosen one by one."""
_MY_LEVEL = "my-level"


class NewMatchScreen(Screen[str]):
    """The form. It ends with "start", once the game knows what is wished for, or with "home"."""

    ALLOW_SELECT = False
    CSS = """
    NewMatchScreen { align: center middle; }
    NewMatchScreen > Vertical { width: auto; height: auto; padding: 1 3; background: $surface; border: round $primary; }
    NewMatchScreen .title { width: auto; text-style: bold; color: $primary; margin-bottom: 1; }
    NewMatchScreen .foot { width: auto; color: $text-muted; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+c", "home", show=False)]

    @property
    def game(self) -> Game:
        return self.app  # type: ignore[return-value]  # it is the only application

    def compose(self) -> ComposeResult:
        """Lay the form out."""
        with Vertical():
            yield Static(t("web.pad.new"), classes="title")
            yield Form(self._fields(), t("web.pass.start"))
            keys = (
                ("↑↓", t("term.choose")),
                ("←→", t("term.change")),
                ("Enter", t("web.pass.start")),
                ("Esc", t("web.menu.home")),
            )
            yield Static("   ".join(f"{key} {text}" for key, text in keys), classes="foot", markup=False)

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(Form).focus()

    def _fields(self) -> list[Field]:
        known = settings().get("match", {})
        last: dict[str, str] = known if isinstance(known, dict) else {}
        here = registry.offered()
        levels = [(name, t(TEXTS[name])) for name in parties(4, here)]
        bots = [(name, bot_name(name)) for name in here]
        lines = {name: t(each.line) for name, each in CHARACTERS.items()}
        edition = last.get("edition", editions.DEFAULT)
        fields = [
            Field(
                "edition",
                t("web.new.edition"),
                [(name, t(f"web.edition.{name}")) for name in editions.names()],
                edition if edition in editions.names() else editions.DEFAULT,
                {name: t(f"web.edition.{name}.about") for name in editions.names()},
            ),
            Field(
                "players",
                t("web.new.players"),
                [(str(number), str(number)) for number in (3, 4, 5)],
                last.get("players", "4"),
            ),
            Field(
                "rounds",
                t("web.new.rounds"),
                [("", t("term.usual")), *((str(number), str(number)) for number in range(1, 11))],
                last.get("rounds", ""),
            ),
            Field(
                "level",
                t("web.home.opponents"),
                [*levels, (_MY_LEVEL, t(own_level.TEXT)), (_OWN, t("term.one-by-one"))],
                last.get("level", levels[0][0]),
                {_MY_LEVEL: t(own_level.LINE)} | {name: t(LINES[name]) for name, _ in levels},
            ),
        ]
        fields += [
            Field(f"bot{number}", f"  {number}", bots, last.get(f"bot{number}", "otto"), lines)
            for number in (1, 2, 3, 4)
        ]
        fields += [
            Field(
                "coach",
                t("web.new.coach"),
                [("", self.game.signs.dash), ("yes", self.game.signs.made)],
                last.get("coach", ""),
                {"yes": t("web.new.coach.about")},
            ),
            Field("name", t("term.name"), value=last.get("name", ""), hint=t("play.you")),
            Field("people", t("web.pass.people"), value="", hint=t("term.people.hint")),
            Field("seed", t("term.seed"), value="", hint=t("term.seed.hint")),
            Field("house", t("term.house"), value="", hint=t("term.house.hint")),
        ]
        self._all = fields
        return self._visible(fields)

    def _visible(self, fields: list[Field]) -> list[Field]:
        """Return the fields that matter: opponents one by one only where they are chosen so."""
        values = {each.name: each.value for each in fields}
        others = int(values["players"]) - 1 if values["level"] == _OWN else 0
        return [each for each in fields if not each.name.startswith("bot") or int(each.name[3:]) <= others]

    def on_form_changed(self, message: Form.Changed) -> None:
        """Show or hide opponents; keep to what the edition allows."""
        form = self.query_one(Form)
        values = {each.name: each for each in self._all}
        allowed = [str(number) for number in editions.load(values["edition"].value).players]
        if values["players"].value not in allowed and message.name == "players":
            while values["players"].value not in allowed:
                values["players"].step(1)
        elif values["players"].value not in allowed:
            values["players"].value = allowed[-1]
        current = form.fields[form.row].name if form.row < len(form.fields) else ""
        form.fields = self._visible(self._all)
        form.row = next((row for row, each in enumerate(form.fields) if each.name == current), len(form.fields))
        form.refresh(layout=True)

    def on_form_sent(self) -> None:
        """Start the match, or say what is wrong."""
        values = {each.name: each.value.strip() for each in self._all}
        remember(match={name: value for name, value in values.items() if name not in {"seed", "house", "people"}})
        try:
            self.game.wish = wish_from(values)
        except NokosuError as error:
            self.game.say(error)
            return
        leave(self, "start")

    def action_home(self) -> None:
        """Go back."""
        leave(self, "home")


def wish_from(values: dict[str, str]) -> NewMatch:
    """Return what a filled-in form asks for. Raises NokosuError."""
    from nokosu.api import reading  # noqa: PLC0415  for seeds alone

    players = int(values["players"])
    people = tuple(name[:24] for name in names_in(values["people"]))
    seed = values["seed"]
    try:
        given = reading.seed(seed) if seed else None
    except NokosuError:
        raise NokosuError(t("option.seed.bad", value=quoted(seed), most=reading.LARGEST_SEED)) from None
    others = players - max(len(people), 1)
    if len(people) == 1 or others < 0:
        raise NokosuError(t("table.people-count", fewest=2, most=players))
    if values["level"] == _OWN:
        bots = tuple(values[f"bot{number}"] for number in range(1, 5))[:others]
    elif values["level"] == _MY_LEVEL:
        bots = own_level.opponents(own_results(own_level.LAST), others, registry.offered())
    else:
        bots = parties(4, registry.offered())[values["level"]][:others]
    return NewMatch(
        edition=values["house"] or values["edition"],
        players=players,
        rounds=int(values["rounds"]) if values["rounds"] else None,
        bots=bots,
        name=values["name"][:24],
        people=people,
        seed=given,
        coach=values["coach"] == "yes",
    )
