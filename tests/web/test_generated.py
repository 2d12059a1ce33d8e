"""What the web client takes from Python: message types, texts, and the size of its first page."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from nokosu.wire.schema import schema
from tools.web import compress, first_page_kb, uncompiled
from tools.web_kernel import linked_licences
from tools.web_texts import browser_texts, group_of
from tools.web_types import typescript


def test_every_message_becomes_a_type() -> None:
    types = typescript(schema())
    for name in schema()["$defs"]:
        assert f" {name} " in types


def test_what_may_be_left_out_null_or_one_of_some_words_is_said_so() -> None:
    shape = {
        "type": "object",
        "properties": {
            "seat": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "kind": {"enum": ["a", "b"]},
            "more": {"type": "array", "items": {"$ref": "#/$defs/Other"}},
            "params": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "required": ["seat", "kind"],
    }
    made = typescript({"$defs": {"One": shape}})
    for line in (
        "export interface One {",
        "seat: number | null;",
        'kind: "a" | "b";',
        "more?: (Other)[];",
        "params?: Record<string, string>;",
    ):
        assert line in made


def catalogue(**texts: str | tuple[str, str]) -> Catalog:
    made = Catalog(locale="en")
    for name, text in texts.items():
        made.add(name.replace("_", ".") if isinstance(text, str) else (name.replace("_", "."),) * 2, text)
    return made


def test_texts_go_to_the_page_that_needs_them_and_others_stay_behind() -> None:
    english = catalogue(web_a="A", web_rules_b="B", cli_c="C", why_d="D", web_n=("one", "many"))
    groups = browser_texts(english, english)
    assert groups["main"] == {"web.a": "A", "why.d": "D", "web.n": {"one": "one", "other": "many"}}
    assert groups["rules"] == {"web.rules.b": "B"}
    assert group_of("web.rulesx") == "main"


def test_no_line_breaks_before_a_french_colon() -> None:
    french = catalogue(web_a="Vous : « zéro » ; quoi ?", web_n=("{n} pli : un", "{n} plis : deux"))
    texts = browser_texts(french, french)["main"]
    space = "\N{NO-BREAK SPACE}"
    assert texts["web.a"] == f"Vous{space}: «{space}zéro{space}»{space}; quoi{space}?"
    assert texts["web.n"] == {"one": f"{{n}} pli{space}: un", "other": f"{{n}} plis{space}: deux"}


def test_plural_forms_are_named_as_browsers_name_them() -> None:
    polish = Catalog(locale="pl")
    polish.add(("web.n",) * 2, ("lewa", "lewy", "lew"))
    forms = {"one": "lewa", "few": "lewy", "many": "lew"}
    assert browser_texts(polish, polish)["main"]["web.n"] == forms


def test_what_is_not_translated_yet_is_said_in_english() -> None:
    english, french = catalogue(web_a="A", web_n=("one", "many")), catalogue(web_a="", web_n=("", ""))
    assert browser_texts(french, english)["main"] == {"web.a": "A", "web.n": {"one": "one", "other": "many"}}


def test_the_first_page_counts_what_it_imports_once_and_nothing_else(tmp_path: Path) -> None:
    for name, text in (("a.js", "x" * 4000), ("b.js", "y"), ("c.js", "z" * 9)):
        (tmp_path / name).write_text(text, "utf-8")
    manifest: dict[str, dict[str, object]] = {
        "index.html": {"file": "a.js", "imports": ["shared"]},
        "src/pages/Home.svelte": {"file": "b.js", "imports": ["shared", "index.html"]},
        "src/generated/texts/en/main.json": {"file": "b.js"},
        "shared": {"file": "b.js"},
        "other": {"file": "c.js"},
    }
    small = first_page_kb(tmp_path, manifest)
    manifest["shared"] = {"file": "b.js", "imports": ["other"]}
    manifest["src/pages/Home.svelte"] = {"file": "d.js", "imports": ["other"]}
    (tmp_path / "d.js").write_text("w", "utf-8")
    assert 0 < small < first_page_kb(tmp_path, manifest) < 1


def test_the_libraries_in_the_kernel_come_with_their_licences() -> None:
    zig = Path(pytest.importorskip("ziglang").__file__).parent
    texts = {each["name"]: each["text"] for each in linked_licences(zig)}
    assert "LLVM Exceptions" in texts["libc++"]
    assert "LLVM Exceptions" in texts["libc++abi"]
    assert "Zig contributors" in texts["compiler-rt"]
    assert "musl as a whole" in texts["wasi-libc"]
    with pytest.raises(OSError, match="LICENSE"):
        linked_licences(zig / "lib")


def test_what_has_no_compressed_copy_gets_one(tmp_path: Path) -> None:
    for name in ("pad/index.html", "assets/a.js", "assets/a.js.br", "icon.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name, "utf-8")
    compress(tmp_path)
    assert {path.name for path in (tmp_path / "pad").iterdir()} == {"index.html", "index.html.br"}
    assert (tmp_path / "assets/a.js.br").read_text("utf-8") == "assets/a.js.br"
    assert not (tmp_path / "icon.png.br").exists()


def test_a_worker_that_imports_state_of_the_pages_is_found(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/worker-1.js").write_text("const a=1;", "utf-8")
    assert uncompiled(tmp_path) is None
    (tmp_path / "assets/worker-1.js").write_text("const a=$state({});", "utf-8")
    assert uncompiled(tmp_path) == "worker-1.js"
