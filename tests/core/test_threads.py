"""Pieces of work side by side."""

from __future__ import annotations

import threading

import pytest

from gpstudio.core import threads
from gpstudio.core.threads import side_by_side


def test_that_one_thread_is_the_one_that_asks() -> None:
    assert set(side_by_side(lambda _: threading.get_ident(), range(4), 1)) == {
        threading.get_ident()
    }


def test_that_so_many_work_at_once_as_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")  # of matrices, not of who said how many
    monkeypatch.setattr(threads, "processors", lambda: 8)
    together = threading.Barrier(3)
    assert side_by_side(lambda item: (together.wait(10.0), item)[1], range(3), 3) == [0, 1, 2]


def test_that_no_more_work_than_there_are_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "processors", lambda: 1)
    assert set(side_by_side(lambda _: threading.get_ident(), range(4), 40)) == {
        threading.get_ident()
    }


def test_that_an_error_in_one_ends_them_all() -> None:
    def work(item: int) -> int:
        return 1 // item

    with pytest.raises(ZeroDivisionError):
        side_by_side(work, [1, 0, 1], 2)
