"""A walk over every widget of every surface: its name, its tooltip, its place in the way of the tab
key, the room that its words have, and how they stand out in both themes.

The surfaces are the rows of ``surfaces``; the window at twice its size walks in a process of its
own meanwhile.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from .bench import Bench
from .walks.walk import Visit, walk

ROOT = Path(__file__).resolve().parents[2]
VISITS = (
    Visit(1000, 700, "light", ("names", "order", "room", "contrast")),
    Visit(1360, 860, "dark", ("room", "contrast")),
)
SCREEN = {"name": "wide", "x": 0, "y": 0, "width": 3840, "height": 2400, "dpr": 1}
SCREEN |= {"logicalDpi": 96, "logicalBaseDpi": 96}
PATIENCE = 200
"""Seconds for the other process, which has a window of its own to fit and to fill."""

Found = dict[str, list[str]]


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    """Begun before the other walk, so that both go on at the same time."""
    folder = tmp_path_factory.mktemp("twice")
    (folder / "screen.json").write_text(json.dumps({"screens": [SCREEN]}), encoding="utf-8")
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "QT_SCALE_FACTOR": "2",
        # by a name without a folder: the platform's words are parted by colons
        "QT_QPA_PLATFORM": "offscreen:configfile=screen.json",
        **{f"XDG_{kind}_HOME": str(folder) for kind in ("CONFIG", "DATA", "STATE")},
    }  # fmt: skip
    words = [sys.executable, "-m", "tests.gui.walks.at_scale", str(folder)]
    process = subprocess.Popen(
        words, cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    yield process
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def found(
    qapp: QApplication, twice: subprocess.Popen[str], tmp_path_factory: pytest.TempPathFactory
) -> Found:
    """What is wrong at the usual size, by kind."""
    bench = Bench(tmp_path_factory.mktemp("walk"))
    try:
        return walk(bench, VISITS)
    finally:
        bench.close()


def test_that_everything_says_what_it_is(found: Found) -> None:
    assert not found["names"], "\n".join(found["names"])


def test_that_the_tab_key_comes_to_everything_where_it_stands(found: Found) -> None:
    assert not found["order"], "\n".join(found["order"])


def test_that_no_words_are_cut(found: Found) -> None:
    assert not found["room"], "\n".join(found["room"])


def test_that_words_and_signs_stand_out_in_both_themes(found: Found) -> None:
    assert not found["contrast"], "\n".join(found["contrast"])


@pytest.fixture(scope="module")
def answer(found: Found, twice: subprocess.Popen[str]) -> dict[str, Any]:
    """What the other process found."""
    told, trouble = twice.communicate(timeout=PATIENCE)
    assert twice.returncode == 0, trouble
    read: dict[str, Any] = json.loads(told.splitlines()[-1])
    assert read["scale"] == 2.0
    return read


def test_that_no_words_are_cut_at_twice_the_size(answer: dict[str, Any]) -> None:
    assert not answer["faults"], "\n".join(answer["faults"])


def test_that_no_words_are_cut_where_letters_are_larger(answer: dict[str, Any]) -> None:
    assert not answer["of_larger_letters"], "\n".join(answer["of_larger_letters"])
