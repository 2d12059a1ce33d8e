"""Run the notebooks of examples/, as a reader would: `make notebooks`. The results are in build/notebooks.

With `--write`, their plots go into docs/images, where the tutorials show them.
"""

import argparse
import base64
from pathlib import Path
from typing import Final

import nbclient
import nbformat

ROOT: Final = Path(__file__).parents[1]
OUT: Final = ROOT / "build/notebooks"
IMAGES: Final = ROOT / "docs/images"


def main() -> None:
    """Run all of them; a cell that fails ends it with that cell's error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write their plots into docs/images")
    write = parser.parse_args().write
    OUT.mkdir(parents=True, exist_ok=True)
    for path in sorted((ROOT / "examples").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute(cwd=str(OUT))
        nbformat.write(notebook, OUT / path.name)
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        (picture,) = [output.data["image/png"] for output in outputs if "image/png" in output.get("data", {})]
        (IMAGES if write else OUT).joinpath(f"{path.stem}.png").write_bytes(base64.b64decode(picture))
        print(f"{path.relative_to(ROOT)} runs")


if __name__ == "__main__":
    main()
