"""`make playthroughs`: write the golden files again. Read what changed before it is committed."""

from nokosu import editions
from tests.playthroughs.playthrough import FOLDER, path, playthrough


def main() -> None:
    """One file for every edition and number of players; files of pairs that are gone are removed."""
    wanted = {path(edition, players): (edition, players) for edition, players in editions.pairs()}
    for stale in set(FOLDER.glob("*.txt")) - set(wanted):
        stale.unlink()
    for file, pair in wanted.items():
        file.write_text(playthrough(*pair), encoding="utf-8")


if __name__ == "__main__":
    main()
