"""What `import nokosu` gives: the rules with text in, text out and pictures.

`nokosu.core` is the law and stays pure: values in, values out, no language. The API is a thin layer above core,
editions, record and locale. Its types are core's own, subclassed, so everything that takes a core match or view takes
these too.

- `match`, `view`, `trick`, `hand`: core's values with `str()`, a short `repr()` and pictures.
- `reading`: text in. Reads an action, a piece, a ruleset or a seed from its text or number, or says what was expected.
- `text`, `lines`, `colour`: text out, in any language. The terminal and the command line print with the same functions.
- `drawing`, `canvas`: pictures, from the pieces of `nokosu.pictures`.

A view made here is made from a core view and nothing else, so it can show only what its seat may know. The `repr()` of
a match or a view shows no cards at all: it ends up in logs and tracebacks.
"""
