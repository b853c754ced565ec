"""Dates cut from bytes are those that the families' patterns cut from texts, bit for bit."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from random import Random

import numpy as np
import pytest
from data.dates.columns_of_text import column
from hypothesis import given, settings
from hypothesis import strategies as st

from gpstudio.data.columns.coded import CodedColumn
from gpstudio.data.cutting.blocks import block_of
from gpstudio.data.dates.cells import STAMPS, cut
from gpstudio.data.dates.column import read_distinct
from gpstudio.data.dates.families import FAMILIES

KNOWN = [family for family in FAMILIES if family.name in STAMPS]
ZONES = ("", "", "Z", "z", "+02:00", "-0330", "+01", "+14:30", "-1500", " UTC", " CET", "UTC+2")


def stamp(random):
    """A date as machines write them, or one that only resembles them."""

    def number(least, most, size):
        return f"{random.randint(least, most if random.random() < 0.97 else 9_999):0{size}d}"

    mark, size = random.choice(["-", "/", ".", "_", " ", "", ""]), random.choice([1, 2, 2])
    year = random.choice([number(1900, 2100, 4), number(0, 99, 4), number(0, 99, 2)])
    parts = [year, number(1, 12, size), number(1, 31, size)]
    text = mark.join(parts[:: random.choice([1, -1])])
    clock = [number(0, most, 2) for most in (24, 60, 60)][: random.randint(0, 3)]
    if random.random() < 0.1:
        clock = ["24", "00", "00"]
    if len(clock) == 3 and random.random() < 0.5:
        digits = random.randint(0, 10**10) if random.random() < 0.3 else random.randint(0, 999)
        clock[2] += random.choice(".,") + str(digits)
    if clock:
        between = random.choice("TT _,:" if mark else ["", "T", "_"])
        colon = ":" if mark or random.random() < 0.1 else ""
        text += between + colon.join(clock) + random.choice(ZONES)
    if random.random() < 0.1:
        at = random.randint(0, len(text))
        text = text[:at] + random.choice([*"0123456789-:./TZ+ é", ""]) + text[at + 1 :]
    return text


# by a seed: what is drawn letter by letter takes minutes to cover as much
SEEDS = st.integers(0, 2**32).map(Random)


def as_bytes(cells):
    kept = CodedColumn()
    kept.add(block_of(cells), 0)
    return kept.finish().distinct


def distinct(cells):
    return list(dict.fromkeys(cell.strip() for cell in cells))


@pytest.mark.parametrize("family", KNOWN, ids=lambda family: family.name)
@given(random=SEEDS)
@settings(max_examples=30)
def test_that_bytes_come_to_the_same_days_as_patterns(family, random):
    cells = distinct(stamp(random) for _ in range(400))
    ours, theirs = cut(family, as_bytes(cells)), cut(family, column(*cells))
    assert ours.matched.tolist() == theirs.matched.tolist()
    for order in family.orders:
        for less in (0, 543):
            assert ours.days(order, less).tobytes() == theirs.days(order, less).tobytes()


@given(SEEDS, st.integers(1, 60))
def test_that_a_whole_column_means_the_same_from_bytes(random, size):
    cells = distinct(stamp(random) for _ in range(size))
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
