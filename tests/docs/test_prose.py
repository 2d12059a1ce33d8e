"""Documents and English texts pass tools/prose.py, which finds every planted phrase."""

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tools import prose

ROOT = Path(__file__).parents[2]
PLANTED = (
    "This is no match record.",
    "The words stand in the catalogue.",
    "What is expected\nstands there.",
    "Whoever joins a table sees it.",
    "There is long polling for who has no WebSocket.",
    "Each has a test of its own.",
    "The list has one entry a seat.",
    "Every bot has a file of its own, a file a bot.",
    "Who deals for others could choose a seed.",
    "Names are looked up: who deletes their data has none.",
    "Whether texts are kept is seen quicker.",
    "It raises an error for a level that there is not.",
    "The tests want PostgreSQL besides.",
    "It writes the page anew.",
    "Only the newest version is mended.",
    "There is no card of that kind.",
    "Each suit has a color.",
)
GOOD = (
    "There is no answer to this message, and it is no longer sent.",
    "The seat stands for a place. A bot is a stand-in for a player.",
    "The list has one entry per seat. It exits with 1 if a record is invalid.",
    "The server gives a player a card. You return one of your own dice.",
    "Who may pause a match? The host.",
    "It says whether a move is legal.",
    "It sends 20 messages a second and 200 an hour.",
    "`Whoever is no X stands here.` [text](whoever.md)",
    "```\nwhoever stands\n```",
    "<!-- Generated from src -->\nWhoever stands there.",
)


@pytest.mark.parametrize("sentence", PLANTED)
def test_a_planted_phrase_is_found(sentence: str) -> None:
    assert list(prose.faults(sentence)) != []


@pytest.mark.parametrize("sentence", GOOD)
def test_plain_english_code_and_generated_text_pass(sentence: str) -> None:
    assert list(prose.faults(sentence)) == []


def test_every_pattern_is_planted() -> None:
    found = {fault.suggestion for sentence in PLANTED for fault in prose.faults(sentence)}
    assert {suggestion for _, suggestion in prose.PATTERNS} - found == set()


def test_a_fault_names_its_line() -> None:
    text = "# A page\n\n```sh\nmake test\n```\n\nA sentence over\nmany lines is\nno sentence.\n\n| a | whoever |\n"
    assert [(fault.line, fault.phrase) for fault in prose.faults(text)] == [(8, "is no"), (11, "whoever")]


def test_a_catalogue_is_read_text_by_text() -> None:
    file = BytesIO(b'msgid "a.whoever"\nmsgstr "Fine."\n\nmsgid "b"\nmsgstr ""\n"{x} is "\n"no {y}."\n')
    assert [(fault.line, fault.phrase) for fault in prose.catalogue_faults(read_po(file))] == [(4, "is no")]


def test_the_documents_and_the_english_texts_pass() -> None:
    assert prose.main(["--docstrings"]) == 0


def test_every_hand_written_page_is_read() -> None:
    names = {str(path.relative_to(ROOT)) for path in prose.documents()}
    assert {"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/operating.md"} <= names
    assert not any(name.startswith("docs/rules") for name in names)


def test_a_fault_fails_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "README.md").write_text("# A\n\nThis is no page.\n", "utf-8")
    (tmp_path / "en.po").write_text('msgid "a"\nmsgstr "whoever comes"\n', "utf-8")
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    monkeypatch.setattr(prose, "ENGLISH", Path("en.po"))
    assert prose.main() == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" – write: ")[0] for line in lines] == ['README.md:3: "is no"', 'en.po:1: "whoever"']


def code(folder: Path, name: str, text: str) -> list[tuple[int, str]]:
    path = folder / name
    path.write_text(text, "utf-8")
    return [(fault.line, fault.phrase) for fault in prose.code_faults(path)]


def test_docstrings_and_comments_are_read(tmp_path: Path) -> None:
    python = '"""A file.\n\nWhoever reads it."""\nx = "whoever"  # the seat stands here\n'
    assert code(tmp_path, "a.py", python) == [(3, "Whoever"), (4, "stands")]
    source = '// Writes a row a game.\nconst x = "whoever"; // fine\n/**\n * One test of its own.\n */\n'
    assert code(tmp_path, "a.ts", source) == [(1, "a row a game"), (4, "of its own")]
    assert code(tmp_path, "b.py", '"""Whether it is open: who sits where."""\n') == []


def test_sources_leave_out_what_programs_write() -> None:
    names = {str(path.relative_to(ROOT)) for path in prose.sources()}
    assert {"src/nokosu/core/round.py", "src/nokosu/kernel/rules/state.hpp", "web/src/table/TrumpSign.svelte"} <= names
    assert not any("generated" in name for name in names)


def test_a_docstring_begins_with_a_verb(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(
        'def a():\n    """The first."""\n\n\ndef b():\n    """Return the second."""\n\n\n'
        'def c():\n    """T1: a piece is a trump."""\n\n\n@property\ndef d():\n    """The fourth."""\n',
        "utf-8",
    )
    assert [(fault.line, fault.phrase) for fault in prose.opening_faults(path)] == [(2, "The")]
