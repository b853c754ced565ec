"""Series are the used entries of each field, in the order of time, equal times in file order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.core.resolution import resolution
from gpstudio.data.entries import series_of as module
from gpstudio.data.entries.entries import Entries
from gpstudio.data.entries.ledger import Ledger
from gpstudio.data.entries.series_of import series_of, sorted_order
from gpstudio.session.readings import readings_of


def entries_of(rows, weight=None):
    """Rows of field, time and whether they are used; values tell the rows apart."""
    ledger = Ledger(len(rows))
    ledger.set_aside(np.array([not used for *_, used in rows], dtype=np.bool_), "not used")
    return Entries(
        time=np.array([time for _, time, _ in rows], dtype=float),
        value=np.arange(len(rows), dtype=float),
        fields=tuple("abcde"),
        field_of=np.array([field for field, *_ in rows], dtype=np.int32),
        ledger=ledger,
        dated=False,
        time_name="t",
        value_name="v",
        time_format="number",
        value_format="number",
        decimal=".",
        weight=weight,
    )


ROWS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 9), st.booleans()), max_size=40)


@pytest.mark.parametrize("run", [1, 3, 1 << 17])
@given(rows=ROWS)
def test_that_each_field_has_its_readings_in_order(run, rows):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "AT_ONCE", run)
        found = series_of(entries_of(rows))
    order = list(dict.fromkeys(field for field, _, used in rows if used))
    assert [series.group for series in found] == ["abcde"[field] for field in order]
    for field, series in zip(order, found, strict=True):
        mine = [(time, k) for k, (f, time, used) in enumerate(rows) if f == field and used]
        expected = sorted(mine, key=lambda pair: pair[0])
        assert list(zip(series.time, series.value, strict=True)) == expected
        assert series.weight is None


@given(ROWS)
def test_that_weights_go_with_their_readings(rows):
    weight = np.linspace(1.0, 0.1, len(rows)) if rows else np.zeros(0)
    for series in series_of(entries_of(rows, weight)):
        taken = weight[series.value.astype(int)]
        if series.weight is None:
            assert (taken == 1.0).all()
        else:
            assert series.weight.tolist() == taken.tolist()


@given(st.lists(st.integers(0, 20)), st.integers(1, 6))
def test_that_sorting_in_turns_is_stable_sorting(keys, run):
    keys = np.array(keys, dtype=float)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "AT_ONCE", run)
        assert sorted_order(keys).tolist() == np.argsort(keys, kind="stable").tolist()


def test_that_a_column_tells_in_which_step_few_readings_are_written() -> None:
    """Three tenths are of tenths by themselves, and of hundredths among hundredths; what a dozen
    values say of themselves stands."""
    entries = entries_of([(0, time, True) for time in range(3)] + [(1, t, True) for t in range(30)])
    entries.value[:] = [0.2, 0.5, 0.3, *(0.05 * np.arange(29) + 0.1), 0.11]
    few, many = series_of(entries)
    assert resolution(few.value) == pytest.approx(0.1)
    assert few.written_in == pytest.approx(0.01)
    assert readings_of(few).resolution == few.written_in
    assert many.written_in is None
    entries = entries_of([(0, time, True) for time in range(3)])
    entries.value[:] = [0.2, 0.5, 0.3]
    (alone,) = series_of(entries)
    assert alone.written_in is None
