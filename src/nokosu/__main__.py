"""`python -m nokosu` is the command `nokosu`."""

import sys

LACKS = 3
"""The exit code where something is missing on this machine (cli/ending.py)."""

try:
    from nokosu.cli import main
except (ModuleNotFoundError, FileNotFoundError) as error:
    # A checkout that was never installed: no click, or no compiled texts.
    if str(getattr(error, "name", None)).startswith("nokosu"):
        raise
    sys.stderr.write(f"nokosu is not installed here ({error}): run `make setup` or `python -m pip install -e .`\n")
    sys.exit(LACKS)

if __name__ == "__main__":
    main()
