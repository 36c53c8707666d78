"""The notebook of the guides runs from top to bottom."""

from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "guides" / "tour.ipynb"


@pytest.mark.filterwarnings("default")  # what Jupyter's own packages warn of is not ours
def test_the_tour_runs_and_shows_pictures() -> None:
    nbclient = pytest.importorskip("nbclient", reason="the notebook needs nbclient and ipykernel: the extra docs")
    pytest.importorskip("ipykernel", reason="the notebook needs nbclient and ipykernel: the extra docs")
    from nbformat import reads

    notebook = reads(NOTEBOOK.read_text("utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    pictures = [any("image/svg+xml" in output.get("data", {}) for output in cell.outputs) for cell in cells]
    assert pictures == [True, True, True, False, False, True, False]
    assert '[White "Level 5"]' in cells[-1].outputs[0].text


def test_the_tour_is_stored_without_its_results() -> None:
    text = NOTEBOOK.read_text("utf-8")
    assert '"outputs": []' in text
    assert "image/svg+xml" not in text
