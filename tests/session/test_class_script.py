"""The classes of a document as a Python script: the same numbers when it is run."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

from gpstudio import read_table
from gpstudio.data.table import Table
from gpstudio.session.classified.choices import how_learnt
from gpstudio.session.classified.courses import SeasonsAsked, season_rows
from gpstudio.session.classified.learning import Classified, classify
from gpstudio.session.document import Document
from gpstudio.session.field_commands import ExcludeReadings
from gpstudio.session.labels import SetLabel
from gpstudio.session.script.classes import class_script, rows_script
from gpstudio.session.wished_classes import ClassWish

CHOSEN = (
    ("inference", "laplace"), ("learning", "fixed"), ("kernel", "10*matern32(8)"), ("folds", "2"),
)  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Table:
    random = np.random.default_rng(0)
    written = ["field,date,ndvi,crop"]
    for place in range(8):
        crop, peak = (("barley", 150.0), ("maize", 210.0))[place % 2]
        for day in range(20, 360, 20):
            value = 0.2 + 0.5 * np.exp(-(((day - peak) / 30.0) ** 2)) + random.normal(0.0, 0.02)
            date = np.datetime64("2021-01-01") + day
            written.append(f"f{place:02d},{date},{value:.3f},{crop if place < 7 else ''}")
    path = tmp_path / "fields.csv"
    path.write_text("\n".join(written) + "\n", encoding="utf-8")
    return read_table(path)


@pytest.fixture(autouse=True)
def _no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["script.py"])


def run(text: str, tmp_path: Path) -> Classified:
    path = tmp_path / "script.py"
    path.write_text(text, encoding="utf-8")
    found = runpy.run_path(str(path))["found"]
    assert isinstance(found, Classified)
    return found


@pytest.mark.parametrize("as_of", [None, 18_900.0])
def test_that_seasons_are_told_the_same(table: Table, tmp_path: Path, as_of: float | None) -> None:
    """With a reading taken out, and words about fields that no column says."""
    document = Document(table=table, labels=table.labels)
    series = table.series[0]
    document = ExcludeReadings("f00", ((float(series.time[8]), float(series.value[8])),)).apply(
        document
    )
    document = SetLabel(("f07",), "crop", "maize").apply(document)
    wish = ClassWish("crop", as_of, CHOSEN)
    assert document.table is not None
    rows = season_rows(document.table, document.labels, SeasonsAsked("crop", as_of)).rows
    wanted = classify(rows, how_learnt(dict(CHOSEN[:3]), 2, anyway=True))
    found = run(class_script(document, wish).text, tmp_path)
    assert np.array_equal(found.left_out, wanted.left_out)
    assert "f07" in found.rows.fields


def test_that_rows_of_a_file_are_told_the_same(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    lines = [f"{'ab'[row % 2]},{row % 2 + 0.1 * row:.2f}" for row in range(8)]
    path.write_text("kind,size\n" + "\n".join(lines) + "\n", encoding="utf-8")
    found = run(rows_script(path, ClassWish("kind", chosen=CHOSEN)).text, tmp_path)
    assert found.classes == ("a", "b")
    assert found.left_out.shape == (8, 2)


def test_that_the_script_run_by_itself_writes_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, script = tmp_path / "rows.csv", tmp_path / "script.py"
    path.write_text("kind,size\na,1\nb,2\na,1.2\nb,2.1\n", encoding="utf-8")
    script.write_text(rows_script(path, ClassWish("kind", chosen=CHOSEN)).text, encoding="utf-8")
    monkeypatch.setattr("sys.argv", [str(script), str(tmp_path / "out")])
    runpy.run_path(str(script), run_name="__main__")
    assert (tmp_path / "out" / "probabilities.csv").is_file()


def test_that_a_file_that_is_gone_is_told(table: Table) -> None:
    document = Document(table=table, labels=table.labels)
    table.path.unlink()
    assert "There is no file" in class_script(document, ClassWish("crop")).text
