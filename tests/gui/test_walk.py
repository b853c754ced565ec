"""A walk over every widget of every surface: its name, its tooltip, its place in the way of the tab
key, the room that its words have, and how they stand out in both themes.

The surfaces are the rows of ``surfaces``; the window at twice its size, and the one that speaks
another language, walk in processes of their own meanwhile.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from other_words import write_catalogue
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
    # by a name without a folder: the platform's words are parted by colons
    platform = {"QT_QPA_PLATFORM": "offscreen:configfile=screen.json", "QT_SCALE_FACTOR": "2"}
    yield from _walking("tests.gui.walks.at_scale", folder, platform)


@pytest.fixture(scope="module")
def in_other_words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    """Where every text of the program has other letters, and every name of the table is hostile."""
    folder = tmp_path_factory.mktemp("words")
    yield from _walking(
        "tests.gui.walks.in_other_words", folder, write_catalogue(folder / "languages")
    )


def _walking(
    module: str, folder: Path, environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[str]]:
    everything = {
        **os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]),
        **{f"XDG_{kind}_HOME": str(folder) for kind in ("CONFIG", "DATA", "STATE")},
        **environment,
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", module, str(folder)], cwd=folder, env=everything, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    yield process
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def found(
    qapp: QApplication,
    twice: subprocess.Popen[str],
    in_other_words: subprocess.Popen[str],
    tmp_path_factory: pytest.TempPathFactory,
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
    read: dict[str, Any] = _told(twice)
    assert read["scale"] == 2.0
    return read


def _told(walker: subprocess.Popen[str]) -> Any:
    """Its last line: those above are what Qt says."""
    told, trouble = walker.communicate(timeout=PATIENCE)
    assert walker.returncode == 0, trouble
    return json.loads(told.splitlines()[-1])


def test_that_no_words_are_cut_at_twice_the_size(answer: dict[str, Any]) -> None:
    assert not answer["faults"], "\n".join(answer["faults"])


def test_that_no_words_are_cut_where_letters_are_larger(answer: dict[str, Any]) -> None:
    assert not answer["of_larger_letters"], "\n".join(answer["of_larger_letters"])


@pytest.fixture(scope="module")
def other(found: Found, in_other_words: subprocess.Popen[str]) -> Found:
    """What the process with other words and hostile names found."""
    read: Found = _told(in_other_words)
    return read


def test_that_every_text_can_be_said_in_another_language(other: Found) -> None:
    assert not other["words"], "\n".join(other["words"])


def test_that_what_stands_in_a_file_is_shown_as_it_stands_there(other: Found) -> None:
    assert not other["literal"], "\n".join(other["literal"])
    assert not other["never met"], "the walk did not come to these names"
