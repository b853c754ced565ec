"""Dates cut from bytes are those that the families' patterns cut from texts, bit for bit."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.data.columns.coded import CodedColumn
from gpstudio.data.cutting.blocks import block_of
from gpstudio.data.dates.cells import STAMPS, cut
from gpstudio.data.dates.column import read_distinct
from gpstudio.data.dates.families import FAMILIES
from data.dates.columns_of_text import column

KNOWN = [family for family in FAMILIES if family.name in STAMPS]
MARKS = st.sampled_from(["-", "-", "/", "/", ".", "_", " ", ""])
ZONES = st.sampled_from(
    [
        "",
        "",
        "",
        "Z",
        "Z",
        "z",
        "+02:00",
        "-0330",
        "+01",
        "+14:30",
        "-1500",
        " UTC",
        " CET",
        "UTC+2",
    ]
)


def likely(good, bad):
    """Mostly the one, sometimes the other."""
    return st.integers(0, 9).flatmap(lambda k: bad if k == 0 else good)


def number(least, most, size):
    plain = st.integers(least, most).map(lambda k: f"{k:0{size}d}")
    return likely(plain, st.integers(0, 9_999).map(str))


@st.composite
def stamps(draw):
    """Dates as machines write them, and such that only resemble them."""
    mark, size = draw(MARKS), draw(st.sampled_from([1, 2, 2]))
    year = draw(st.one_of(number(1900, 2100, 4), number(0, 99, 4), number(0, 99, 2)))
    parts = [year, draw(number(1, 12, size)), draw(number(1, 31, size))]
    date = mark.join(parts[:: draw(st.sampled_from([1, -1]))])
    colon = draw(st.sampled_from([":", ""] if mark == "" else [":"]))
    clock = [draw(number(0, most, 2)) for most in (24, 60, 60)][: draw(st.integers(0, 3))]
    if len(clock) == 3 and draw(st.booleans()):
        clock[2] += draw(st.sampled_from([".", ","])) + draw(st.text("0123456789", max_size=10))
    if not clock:
        return date
    between = draw(likely(st.sampled_from("T T_"), st.sampled_from(["  ", ",", ":", ""])))
    return (
        date
        + (between if mark else draw(st.sampled_from(["", "T"])))
        + (colon.join(clock) + draw(ZONES))
    )


@st.composite
def mangled(draw):
    """A stamp with one letter more, less or other."""
    text = draw(stamps())
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(st.text("0123456789-:./TZ+ é", max_size=1)) + text[at + 1 :]


CELLS = st.lists(likely(stamps(), mangled()), min_size=10, max_size=40)


def as_bytes(cells):
    kept = CodedColumn()
    kept.add(block_of(cells), 0)
    return kept.finish().distinct


def distinct(cells):
    return list(dict.fromkeys(cell.strip() for cell in cells))


@pytest.mark.parametrize("family", KNOWN, ids=lambda family: family.name)
@given(cells=CELLS)
def test_that_bytes_come_to_the_same_days_as_patterns(family, cells):
    cells = distinct(cells)
    ours, theirs = cut(family, as_bytes(cells)), cut(family, column(*cells))
    assert ours.matched.tolist() == theirs.matched.tolist()
    for order in family.orders:
        for less in (0, 543):
            assert ours.days(order, less).tobytes() == theirs.days(order, less).tobytes()


@given(CELLS)
def test_that_a_whole_column_means_the_same_from_bytes(cells):
    cells = distinct(cells)
    ours, theirs = read_distinct("date", as_bytes(cells)), read_distinct("date", column(*cells))
    assert (ours is None) == (theirs is None)
    if ours is not None and theirs is not None:
        assert ours.days.tobytes() == theirs.days.tobytes()
        assert ours.blank.tolist() == theirs.blank.tolist()
        assert (ours.format, ours.look, ours.decisions) == (
            theirs.format,
            theirs.look,
            theirs.decisions,
        )


@given(
    st.lists(
        st.datetimes(
            datetime(1900, 1, 1),
            datetime(2100, 1, 1),
            timezones=st.sampled_from([UTC, timezone(timedelta(hours=-9, minutes=-30))]),
        ),
        min_size=1,
        unique=True,
    )
)
def test_that_moments_are_those_of_the_standard_library(moments):
    found = read_distinct("time", as_bytes([moment.isoformat() for moment in moments]))
    zero = datetime(1970, 1, 1, tzinfo=UTC)
    expected = [(moment - zero).total_seconds() / 86_400 for moment in moments]
    assert found is not None
    np.testing.assert_allclose(found.days, expected, rtol=0, atol=1e-10)


def test_that_odd_cells_amid_many_are_read_by_their_pattern():
    cells = [
        f"2021-{m:02d}-{d:02d} {h:02d}:30" for m in range(1, 13) for d in (1, 2) for h in (3, 4)
    ]
    odd = ["2021-02-30 10:00", "2021-03-01 3 pm", "2021-3-1 3:00 UTC", "n/a"]
    found = read_distinct("time", as_bytes([*cells, *odd]))
    assert found is not None
    days = found.days[-4:] - (datetime(2021, 3, 1) - datetime(1970, 1, 1)).days
    assert np.isfinite(found.days[:-4]).all()
    assert np.isnan(days[[0, 3]]).all()
    assert days[[1, 2]].tolist() == [0.625, 0.125]
    assert found.blank.tolist() == [False] * (len(cells) + 3) + [True]
