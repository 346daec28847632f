"""The notebooks of `examples/python`: each is executed, gives what is kept in it, and passes `mypy --strict`.

`SAWTOOTH_RECORD_NOTEBOOKS=1` keeps the outputs instead, in the commit that wants the difference. Not here: the widget in a browser
(`python/walks`).
"""

from __future__ import annotations

import os
import subprocess
import sys
from base64 import b64decode, b64encode
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

nbformat: Any = pytest.importorskip("nbformat", reason="the notebooks' tools are not installed: npm test -- python")
nbclient: Any = pytest.importorskip("nbclient", reason="the notebooks' tools are not installed: npm test -- python")

ROOT = Path(__file__).parents[3]
NOTEBOOKS = sorted((ROOT / "examples" / "python").glob("*.ipynb"))
#: Outputs that a file keeps: a widget needs its kernel.
KEPT = ("text/plain", "text/html", "image/png")


def said(notebook: Any) -> list[list[tuple[str, str]]]:
    """Output of each cell of code: compared as text, and pictures by their being there."""
    return [
        [
            (output["name"], output["text"])
            if output["output_type"] == "stream"
            else (", ".join(sorted(output.get("data", {}))), output.get("data", {}).get("text/plain", ""))
            for output in cell["outputs"]
        ]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def executed(path: Path, folder: Path) -> Any:
    """The notebook with the outputs of a kernel that begins in an empty folder."""
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        store_widget_state=False,
    )
    client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # the clock
        for output in cell.get("outputs", []):
            if "data" in output:
                output["data"] = {kind: data for kind, data in output["data"].items() if kind in KEPT}
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def small(notebook: Any) -> None:
    """Gives pictures a palette: a quarter of the bytes."""
    from PIL import Image

    for output in (output for cell in notebook.cells for output in cell.get("outputs", [])):
        if "image/png" in output.get("data", {}):
            picture, packed = Image.open(BytesIO(b64decode(output["data"]["image/png"]))), BytesIO()
            picture.convert("RGB").quantize(32).save(packed, "png", optimize=True)
            output["data"]["image/png"] = b64encode(packed.getvalue()).decode()


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["dask", "first_run", "sweep"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_gives_what_it_keeps(path: Path, tmp_path: Path) -> None:
    found = executed(path, tmp_path)
    if os.environ.get("SAWTOOTH_RECORD_NOTEBOOKS"):
        small(found)
        nbformat.write(found, path)
    assert said(found) == said(nbformat.read(path, as_version=4))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_types(path: Path, tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    script = tmp_path / f"notebook_{path.stem}.py"  # another name than that of a library
    script.write_text("\n\n".join(cells) + "\n", encoding="utf-8")
    config = ["--config-file", str(ROOT / "python" / "pyproject.toml"), "--strict"]
    checked = subprocess.run([sys.executable, "-m", "mypy", *config, str(script)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
