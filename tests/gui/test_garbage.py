"""Tidying up in bites: what stays is put away, what holds itself is freed before, and all is as it
was afterwards."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.data.table import read_table
from gpstudio.gui.garbage import GarbageCollection
from gpstudio.session.fitting import fit_series

PATIENCE = 10_000


class Ring:
    """Holds itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def settling() -> Iterator[GarbageCollection]:
    """With Python's own thresholds, from which tests otherwise depart."""
    of_tests = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    made = GarbageCollection()
    made.begin()
    yield made
    made.close()
    gc.set_threshold(*of_tests)


def test_that_what_stays_is_put_away_and_rings_are_freed(
    settling: GarbageCollection, qtbot: QtBot
) -> None:
    before = gc.get_freeze_count()
    assert before > 0
    ring = Ring()
    gone = weakref.ref(ring)
    del ring
    kept = [[number] for number in range(200_000)]
    qtbot.waitUntil(lambda: gc.get_freeze_count() > before + 100_000, timeout=PATIENCE)
    assert gone() is None
    assert len(kept) == 200_000


def test_that_python_has_its_own_way_back(settling: GarbageCollection) -> None:
    usual = settling._usual
    assert gc.get_threshold() != usual
    settling.close()
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() == 0
    settling.close()


def test_that_a_document_holds_no_ring(sample: Path) -> None:
    """So that it is freed where nobody looks any more."""
    table = read_table(sample)
    fit = fit_series(table.series[0], Recipe())
    gone = [weakref.ref(part) for part in (table, table.series[0], fit, fit.posterior, fit.dates)]
    gc.collect()
    gc.disable()
    try:
        del table, fit
        assert [part() for part in gone] == [None] * len(gone)
    finally:
        gc.enable()
