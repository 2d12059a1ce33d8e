"""Build the API reference of the documentation site, and free its pages from inline scripts and styles.

`make docs` builds the site with Sphinx, which calls `setup`. The server's Content-Security-Policy allows neither inline
scripts nor inline styles, so they become files.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
API: Final = DOCS / "api"
NESTED: Final = {
    "rules": ("rules.*",),
    "fair": ("fairness",),
    "champion": ("champion-log",),
    "architecture": ("decisions/*", "mutation"),
    "benchmarks/README": ("*",),
}
"""Pages under others in the table of contents: off the main path."""
OUTSIDE: Final = re.compile(
    r"\[([^]]+)\]\((?:\.\./)+((?:bench|examples|src|tests|tools|web|[A-Z]\w+\.)[^)#]*)(?:#[^)]*)?\)"
)
"""A link from docs/ to a file elsewhere in the repository."""
THEMED: Final = re.compile(r"^!\[([^]]+)\]\((images/[\w-]+?)\.jpg\)$", re.MULTILINE)
"""A picture in dark colours, alone on its line; it may have a sister `-day` in light ones."""
INLINE: Final = re.compile(r"<(script|style)(?![^>]*\bsrc=)[^>]*>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True)
class Name:
    """A public name: where it is found, and what kind of thing it is."""

    module: str
    name: str

    @property
    def full(self) -> str:
        return f"{self.module}.{self.name}"

    @property
    def thing(self) -> object:
        return getattr(import_module(self.module), self.name)

    @property
    def kind(self) -> str:
        """The directive that documents it."""
        thing = self.thing
        if inspect.ismodule(thing):
            return "module"
        if inspect.isclass(thing):
            return "exception" if issubclass(thing, BaseException) else "class"
        return "function" if inspect.isroutine(thing) else "data"


def public_names(module: str = "nokosu") -> Iterator[Name]:
    """Yield every public name of the package and of its public modules."""
    for name in import_module(module).__all__:
        found = Name(module, name)
        yield found
        if found.kind == "module":
            yield from public_names(found.full)


def api_pages() -> dict[str, str]:
    """Return the API reference's pages by file name: one per class, one each for functions, errors, the rest."""
    everything = sorted(public_names(), key=lambda name: name.module != "nokosu")
    names = [name for name in everything if name.kind != "module"]
    pages = {f"{name.full}.rst": _page(name.full, [_class(name)]) for name in names if name.kind == "class"}
    for kind, title in _TOGETHER.items():
        some = [name for name in names if name.kind == kind]
        pages[f"{title.lower()}.rst"] = _page(title, [_directive(name) for name in some])
    classes = sorted(pages.keys() - {f"{title.lower()}.rst" for title in _TOGETHER.values()})
    order = ("functions.rst", *classes, "errors.rst", "types.rst")
    modules = [
        f".. automodule:: {module}" for module in ("nokosu", *(n.full for n in everything if n.kind == "module"))
    ]
    pages["index.rst"] = _page("API reference", [modules[0], _table(names), *modules[1:], _toctree(order)])
    return pages


_TOGETHER: Final = {"function": "Functions", "exception": "Errors", "data": "Types"}


def _page(title: str, parts: list[str]) -> str:
    return "\n\n".join([f"{title}\n{'=' * len(title)}", *parts]) + "\n"


def _class(name: Name) -> str:
    """Return a class with its members, also those from classes of ours that it inherits from."""
    assert isinstance(name.thing, type)
    foreign = [base.__name__ for base in name.thing.__mro__ if base.__module__.partition(".")[0] != "nokosu"]
    return _directive(name, "members:", "undoc-members:", f"inherited-members: {', '.join(foreign)}")


def _directive(name: Name, *options: str) -> str:
    return "\n".join([f".. auto{name.kind}:: {name.full}", *(f"   :{option}" for option in options)])


def _table(names: list[Name]) -> str:
    """Return every name with the first line of its docstring."""
    rows = [".. list-table::\n   :widths: 30 70\n"]
    for name in names:
        role = {"class": "class", "exception": "exc", "function": "func"}.get(name.kind, "data")
        rows.append(f"   * - :py:{role}:`{name.full}`\n     - {_in_a_line(name)}")
    return "\n".join(rows)


def _in_a_line(name: Name) -> str:
    """Return the first line of a docstring; what a constant or a type is."""
    if name.kind != "data":
        return (inspect.getdoc(name.thing) or "").partition("\n")[0]
    either = [each.__name__ for each in getattr(name.thing, "__args__", ())]
    return " or ".join(f"``{each}``" for each in either or [repr(name.thing)])


def _toctree(pages: tuple[str, ...]) -> str:
    return "\n".join([".. toctree::\n   :hidden:\n", *(f"   {page.removesuffix('.rst')}" for page in pages)])


def write_api(*_: object) -> None:
    """Write the pages of the API reference that have changed; remove those of names that are gone."""
    pages = api_pages()
    API.mkdir(exist_ok=True)
    for old in API.glob("*.rst"):
        if old.name not in pages:
            old.unlink()
    for file, text in pages.items():
        path = API / file
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def without_inline(page: str, root: str, files: dict[str, str]) -> str:
    """Return a page that loads from files what it had inline; the files are added to `files`."""

    def moved(found: re.Match[str]) -> str:
        kind, text = found[1], found[2].strip()
        ending = {"script": "js", "style": "css"}[kind]
        name = next((name for name, known in files.items() if known == text), f"inline-{len(files)}.{ending}")
        files[name] = text
        address = f"{root}_static/{name}"
        return f'<script src="{address}"></script>' if kind == "script" else f'<link rel="stylesheet" href="{address}">'

    return INLINE.sub(moved, page)


def named(link: re.Match[str]) -> str:
    """Return a file in words, where the site has no link to it."""
    text, path = link[1].strip("`"), link[2]
    return f"`{path}`" if text in (path, Path(path).name) else f"{text} (`{path}`)"


def themed(picture: re.Match[str]) -> str:
    """Return a picture that has a light and a dark version, each for its theme."""
    said, name = picture[1], picture[2]
    if not (DOCS / f"{name}-day.jpg").exists():
        return picture[0]
    shown = {"only-light": f"{name}-day.jpg", "only-dark": f"{name}.jpg"}
    return "\n".join(f"```{{image}} {file}\n:class: {which}\n:alt: {said}\n```\n" for which, file in shown.items())


def adapt(_: object, page: str, source: list[str]) -> None:
    """Adapt a page written for GitHub to the site.

    Pages below others come into the table of contents, links to files outside of docs/ become their names, and pictures
    follow the theme.
    """
    source[0] = THEMED.sub(themed, OUTSIDE.sub(named, source[0]))
    if page == "index":
        source[0] = source[0].replace("- API reference:", "- [API reference](api/index.rst):")
    if page in NESTED:
        below = "\n".join(NESTED[page])
        source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n\n{below}\n```\n"


def accessible(page: str) -> str:
    """Return a page whose captions have a level, and whose code can be scrolled with a keyboard."""
    page = page.replace('class="caption" role="heading"', 'class="caption" role="heading" aria-level="2"')
    return page.replace("<pre>", '<pre tabindex="0">')


def finish(app: Any, error: Exception | None) -> None:  # noqa: ANN401  (Sphinx is installed by `make docs` alone)
    """Move inline scripts and styles into files, and check that no public name is missing."""
    if error is not None or app.builder.format != "html":
        return
    out, files = Path(app.outdir), dict[str, str]()
    for path in out.rglob("*.html"):
        page = path.read_text("utf-8")
        root = "../" * (len(path.relative_to(out).parts) - 1)
        if (changed := accessible(without_inline(page, root, files))) != page:
            path.write_text(changed, "utf-8")
    for name, text in files.items():
        (out / "_static" / name).write_text(text, "utf-8")
    documented = {name for name, *_ in app.env.get_domain("py").get_objects()}
    missing = [name.full for name in public_names() if name.full not in documented]
    if missing:
        raise RuntimeError(f"missing from the API reference: {', '.join(missing)}")


def setup(app: Any) -> dict[str, bool]:  # noqa: ANN401  (the same)
    """Register the steps above with Sphinx."""
    app.connect("builder-inited", write_api)
    app.connect("source-read", adapt)
    app.connect("build-finished", finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
