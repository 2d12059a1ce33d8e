"""Every clause of docs/rules.md is tested and is cited by the code, and nobody cites a clause that is not there.

A test carries its clauses in its name (`test_F2_the_last_die_stays`), code cites them in docstrings.
"""

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
SOURCES = ROOT / "src" / "nokosu"

CLAUSE = re.compile(r"^\*\*([A-Z]\d+)\*\* (?=\S)", re.MULTILINE)
SECTION = re.compile(r"^### ([A-Z]): ", re.MULTILINE)
SPAN = r"(?:[-–]| to )"


@dataclass(frozen=True)
class Citation:
    """One clause number, and where it is cited."""

    clause: str
    where: str


def clauses(rule_book: str) -> list[str]:
    return CLAUSE.findall(rule_book)


def letters(known: Iterable[str]) -> str:
    """The letters that begin a clause; R, B, G, Y and P are colours and begin a piece."""
    return "".join(sorted({clause[0] for clause in known}))


def expanded(text: str, known: Iterable[str]) -> list[str]:
    """The clause numbers in a text; a span such as "W1 to W4" names those between as well."""
    number = rf"([{letters(known)}])(\d{{1,2}})"
    found = []
    for match in re.finditer(rf"\b{number}(?:{SPAN}\1(\d{{1,2}}))?\b", text):
        letter, first, last = match.groups()
        found += [f"{letter}{n}" for n in range(int(first), int(last or first) + 1)]
    return found


def names_of_tests(source: str) -> list[str]:
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]


def docstrings(source: str) -> list[str]:
    """Bare strings: docstrings of modules, classes and functions, and those below an attribute."""
    return [
        node.value.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]


def cited_by_tests(sources: dict[str, str], known: Iterable[str]) -> list[Citation]:
    return [
        Citation(clause, f"{where}: {name}")
        for where, source in sources.items()
        for name in names_of_tests(source)
        for clause in expanded(name.replace("_", " "), known)
    ]


def cited_by_code(sources: dict[str, str], known: Iterable[str]) -> list[Citation]:
    return [
        Citation(clause, where)
        for where, source in sources.items()
        for text in docstrings(source)
        for clause in expanded(text, known)
    ]


def faults(rule_book: str, tests: dict[str, str], code: dict[str, str]) -> list[str]:
    known = clauses(rule_book)
    by_tests, by_code = cited_by_tests(tests, known), cited_by_code(code, known)
    tested = {citation.clause for citation in by_tests}
    named = {citation.clause for citation in by_code}
    return [
        *(f"{clause} has no test" for clause in known if clause not in tested),
        *(f"{clause} is in no docstring" for clause in known if clause not in named),
        *(
            f"{citation.where} cites {citation.clause}, which is no clause"
            for citation in by_tests + by_code
            if citation.clause not in known
        ),
    ]


def python_files(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))}


def rule_book() -> str:
    return (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_every_clause_is_tested_and_cited() -> None:
    assert faults(rule_book(), python_files(TESTS), python_files(SOURCES)) == []


def test_clauses_are_numbered_without_gaps_under_their_letter() -> None:
    text = rule_book()
    found = clauses(text)
    assert len(found) > 40
    for letter in SECTION.findall(text):
        section = text.split(f"\n### {letter}: ")[1].split("\n### ")[0]
        inside = clauses(section)
        assert inside == [f"{letter}{n}" for n in range(1, len(inside) + 1)]
        assert inside == [clause for clause in found if clause[0] == letter]
    assert letters(found) == "".join(sorted(SECTION.findall(text)))


def test_the_rule_book_cites_only_its_own_clauses() -> None:
    text = rule_book()
    known = clauses(text)
    assert set(expanded(text, known)) == set(known)


BOOK = "### F: following\n\n**F1** Play.\n\n**F2** Keep.\n\n### W: winning\n\n**W1** Win.\n"
GOOD_TESTS = {"a.py": "def test_F1_F2_x(): ...\nclass T:\n    async def test_W1(self): ..."}
GOOD_CODE = {"b.py": '"""F1 to F2."""\ndef f():\n    """Says W1."""'}


def test_a_complete_set_has_no_faults() -> None:
    assert faults(BOOK, GOOD_TESTS, GOOD_CODE) == []


def test_planted_faults_are_found() -> None:
    untested = {"a.py": "def test_F1_x(): ...\ndef helper_F2(): ...\ndef test_W1(): '''F2'''"}
    assert faults(BOOK, untested, GOOD_CODE) == ["F2 has no test"]
    unnamed = {"b.py": '"""F1 and W1."""\n# F2\nF2 = "F2"'}
    assert faults(BOOK, GOOD_TESTS, unnamed) == ["F2 is in no docstring"]
    unknown_test = GOOD_TESTS | {"c.py": "def test_W2_y(): ..."}
    assert faults(BOOK, unknown_test, GOOD_CODE) == ["c.py: test_W2_y cites W2, which is no clause"]
    unknown_docstring = GOOD_CODE | {"d.py": "class C:\n    '''See F9, and R5.'''"}
    assert faults(BOOK, GOOD_TESTS, unknown_docstring) == ["d.py cites F9, which is no clause"]
