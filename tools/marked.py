"""Parts of a page that a program writes, between two comments that name them."""

from collections.abc import Mapping


def renewed(page: str, tool: str, parts: Mapping[str, str]) -> str:
    """The page with these parts written again; ValueError if it has no place for one of them."""
    for name, written in parts.items():
        start, end = f"<!-- {name}: written by tools/{tool}.py -->\n", f"<!-- end of {name} -->\n"
        if start not in page or end not in page:
            raise ValueError(f"the page has no part {name}: it needs {start.strip()} and {end.strip()}")
        before, _, rest = page.partition(start)
        page = before + start + written + end + rest.partition(end)[2]
    return page
