"""Faults of the libraries we stand on that would take the whole program down."""

from __future__ import annotations

import sys

import pytest


@pytest.mark.gui
def test_that_qt_calls_which_return_none_leave_the_count_of_none_alone(qtbot: object) -> None:
    """PySide6 6.12.0 on Python 3.11 drops one reference a call, until the process dies."""
    from PySide6.QtWidgets import QLabel

    label = QLabel()
    try:
        label.setText("warm up")
        before = sys.getrefcount(None)
        for number in range(200):
            label.setText(str(number))
        lost = before - sys.getrefcount(None)
    finally:
        label.deleteLater()
    assert lost < 100, f"200 calls lost {lost} references to None: this PySide6 is not safe to use"
