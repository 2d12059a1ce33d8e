"""`python -m nokosu` is the command `nokosu`."""

from nokosu.cli import main

if __name__ == "__main__":
    main()
