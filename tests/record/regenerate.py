"""The archive: records of earlier versions, which every later version must read, replay and find true.

python -m tests.record.regenerate              write what is missing or not released; released records stay
python -m tests.record.regenerate --release    the same, and from now on these records stay as they are
"""

import hashlib
import json
import sys
from pathlib import Path

from nokosu.record import Record, encode
from tests.record.archive_cases import cases

FOLDER = Path(__file__).parent / "archive"
RELEASED = "released.json"


def files(folder: Path = FOLDER) -> list[Path]:
    return sorted(folder.glob("*.jsonl"))


def released(folder: Path = FOLDER) -> dict[str, str]:
    """The digests of the files that may not change any more, by name."""
    listed: dict[str, str] = json.loads((folder / RELEASED).read_text("utf-8"))
    return listed


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def write(record: Record, file: Path) -> None:
    """Write a record's file, unless it is released."""
    if file.name in released(file.parent):
        raise PermissionError(f"{file.name} is released: records of its version must stay readable as they are")
    file.write_text(encode(record) + "\n", "utf-8", newline="\n")


def regenerate(folder: Path = FOLDER) -> list[str]:
    """Write every record that is not released; the names of the files written."""
    kept = released(folder)
    fresh = [(f"{name}.jsonl", make) for name, make in cases() if f"{name}.jsonl" not in kept]
    for name, make in fresh:
        write(make(), folder / name)
    return [name for name, _ in fresh]


def release(folder: Path = FOLDER) -> None:
    """From now on the files that there are stay as they are."""
    listed = released(folder) | {file.name: digest(file) for file in files(folder) if file.name not in released(folder)}
    (folder / RELEASED).write_text(json.dumps(listed, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    if not (FOLDER / RELEASED).exists():
        (FOLDER / RELEASED).write_text("{}\n", "utf-8")
    sys.stdout.write("".join(f"{name}\n" for name in regenerate()))
    if "--release" in sys.argv[1:]:
        release()
