"""No text for people is in the code: it comes from a catalogue."""

import pytest

from tools.messages import bypasses, bypasses_in
from tools.web_messages import web_bypasses, web_bypasses_in

# Texts that are the same in every language, and why they are.
ALLOWED = dict.fromkeys(
    ("nokosu is not installed here (", "): run `make setup` or `python -m pip install -e .`\n"),
    "said where there are no catalogues",
)
WEB_ALLOWED = {
    "Nokosu Dice": "the game's name",
    "ABCD2345": "what a code looks like",
    "=&nbsp;": "a sum",
}


def test_every_text_for_people_comes_from_a_catalogue() -> None:
    assert [found for found in bypasses() if found.text not in ALLOWED] == []


def test_every_exception_is_still_needed() -> None:
    assert set(ALLOWED) <= {found.text for found in bypasses()}


@pytest.mark.parametrize(
    "code",
    [
        'click.echo("You win")',
        'click.secho(f"{name} wins", bold=True)',
        'print("Hello")',
        'console.print("[bold]Hello[/bold]")',
        'console.print("a" if x else "You lose")',
        'echo("You have " + str(n))',
        'echo("{} tricks".format(n))',
        'echo(", ".join(["one", x]))',
        'sys.stderr.write("broken\\n")',
        'raise click.ClickException("No such file")',
        'raise UsageError(f"What is {text}?")',
        'raise click.BadParameter("bad", param_hint=x)',
        'click.option("--seed", help="The seed")',
        'click.prompt("Your move")',
        'Table(title="Scores")',
        'table.add_column("Seat")',
        'track(items, description="Playing")',
        'raise HTTPException(detail="No such table")',
        '@main.command()\ndef play():\n    """Play a match."""',
        '@click.group\ndef main():\n    """Nokosu Dice."""',
        '@main.command("play", short_help=x)\ndef play():\n    """Play a match."""',
        "@main.command()\ndef play():\n    pass",
    ],
)
def test_a_planted_text_is_found(code: str) -> None:
    assert list(bypasses_in(code, "x.py"))


@pytest.mark.parametrize(
    "code",
    [
        'click.echo(t("match.won", name=name))',
        "click.echo(f\"{t('x.y')}: {n}\")",
        'console.print(f"[bold]{name}[/bold] {points:>4}")',
        'click.echo(json.dumps({"winner": 1}))',
        'click.echo("")',
        'click.option("--seed", help=t("option.seed"))',
        '@main.command(help=t("command.play"))\ndef play():\n    """Not shown."""',
        'log.info("table opened")',
        'def helper():\n    """Not a command."""',
    ],
)
def test_what_people_do_not_read_is_left_alone(code: str) -> None:
    assert list(bypasses_in(code, "x.py")) == []


def test_every_text_of_the_web_client_comes_from_a_catalogue() -> None:
    assert [found for found in web_bypasses() if found.text not in WEB_ALLOWED] == []


def test_every_exception_of_the_web_client_is_still_needed() -> None:
    assert set(WEB_ALLOWED) <= {found.text for found in web_bypasses()}


@pytest.mark.parametrize(
    "markup",
    [
        "<p>Hello</p>",
        "<p>{#if a > b}Hello{/if}</p>",
        '<button aria-label="Close">x</button>',
        "<b onclick={() => a > 1}>You win</b>",
        '<img alt="A die" />',
    ],
)
def test_a_planted_text_in_the_web_client_is_found(markup: str) -> None:
    assert list(web_bypasses_in(markup, "X.svelte"))


@pytest.mark.parametrize(
    "markup",
    [
        '<script lang="ts">f("Hello");</script><p class="big">{t("hello")}</p><style>p { color: red; }</style>',
        "<!-- Hello --><p>{n}: {a ? `${b} x` : ''} ✕ 3</p>",
        '<path d="M4 4h16v12" />',
    ],
)
def test_what_people_do_not_read_in_the_web_client_is_left_alone(markup: str) -> None:
    assert list(web_bypasses_in(markup, "X.svelte")) == []
