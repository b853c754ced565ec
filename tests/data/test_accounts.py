"""Whatever the cells hold: every row is used or set aside with a reason, and so is every cell."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpstudio import read_table
from gpstudio.core.errors import InputError

NUMBERS = st.sampled_from(
    "0.5 0.61 0.7 -0.1 0 1 3.5 -9999 -3000 5123 0,5 1,234 255 \u22120.2".split()
)
CELLS = NUMBERS | NUMBERS | NUMBERS | st.sampled_from(["", "NA", "cloud", "-", "#DIV/0!", "1e999"])
TIMES = st.dates().map(str) | st.sampled_from(
    ["2020-01-04", "2020-02-20", "2020-03-08", "", "x", "17/03/2020", "2020-02-31", "20200501"]
)
NAMES = st.sampled_from(["A", "B", "", "Mean", "NA", "plot 3"])
FLAGS = st.sampled_from(["0", "1", "2", "3", "", "x"])
SHAPES = ("long", "dates across", "fields across")


@st.composite
def tables(draw, shape):
    """A text, and how many entries it has: rows of a long table, cells of a wide one."""
    mark, height = draw(st.sampled_from(";\t|")), draw(st.integers(3, 25))
    if shape == "long":
        head = ["field", "date", "ndvi", "SummaryQA"]
        kinds, across = [NAMES, TIMES, CELLS, FLAGS], 1
    else:
        across = draw(st.integers(2, 12))
        days = [f"2020-{1 + n // 2:02d}-{4 + 16 * (n % 2):02d}" for n in range(across)]
        plots = [f"field {n}" for n in range(across)]
        head = ["plot", *days] if shape == "dates across" else ["date", *plots]
        kinds = [NAMES if shape == "dates across" else TIMES, *[CELLS] * across]
    # The first row is whole, so that the table is one.
    first = ["A", "2020-01-04", "0.512", "0"] if shape == "long" else None
    first = first or [("B" if head[0] == "plot" else "2020-01-04"), *["0.512"] * across]
    rows = [first, *([draw(kind) for kind in kinds] for _ in range(height))]
    lines = [mark.join(cells) for cells in [head, *rows]]
    return "\n".join(lines) + "\n", len(rows) * across


@pytest.mark.parametrize("shape", SHAPES)
@settings(max_examples=60)
@given(data=st.data())
def test_that_every_entry_is_used_or_set_aside(shape, data):
    text, entries = data.draw(tables(shape))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        path.write_text(text, encoding="utf-8")
        try:
            table = read_table(path)
            for _ in range(6):
                if not table.questions:
                    break
                answers = {q.about: q.choices[0] for q in table.questions}
                table = read_table(path, answers={**table.said.answers, **answers})
        except InputError as error:
            assert "\n" not in str(error)
            return
    assert not table.questions
    assert table.rows_in == table.rows_used + sum(aside.count for aside in table.set_aside)
    assert table.rows_used == sum(len(series) for series in table.series)
    # An answer may lay it out otherwise; else nothing has got lost on the way in.
    if (table.layout in ("long", "one series")) == (shape == "long"):
        assert table.rows_in == entries
    as_json = table.as_json()
    aside = sum(each["count"] for each in as_json["rows_set_aside"])
    assert as_json["rows_in"] == as_json["rows_used"] + aside
