"""Files of every format that there was still open, and what is newer is said to be."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.session.project.codec.records import value_of
from gpstudio.session.project.codec.table import table_of
from gpstudio.session.project.codec.texts import json_of, json_part
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.loading import load
from gpstudio.session.project.part import Part
from gpstudio.session.project.project import Project
from gpstudio.session.project.schema import VERSION
from gpstudio.session.project.store import save

FORMATS = Path(__file__).with_name("formats")
KEPT = sorted(FORMATS.glob("v*.gpstudio"))


def test_that_a_file_of_every_format_is_kept() -> None:
    assert [path.name for path in KEPT] == [f"v{n}.gpstudio" for n in range(1, VERSION + 1)]


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_that_every_format_opens_with_what_was_saved_in_it(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / kept.name
    shutil.copyfile(kept, path)
    with Project.open(path) as project:
        assert project.contents.problems == ()
        table = table_of(project.contents)
        recipe: Recipe = value_of(Recipe, project.contents, "recipe")
        project.save(project.contents.parts.values())
    west, east = table.series
    # written out here, and not taken from what wrote the file: that may change
    assert (west.group, east.group) == ("west", "east")
    assert (west.time[0], west.time[-1]) == (18_000.0, 18_200.0)
    assert west.value[10] == 0.2 + 0.6
    assert west.value.tolist() == [0.2 + 0.6 / (1 + (k / 4 - 2.5) ** 2) for k in range(21)]
    assert east.weight is not None
    assert east.weight.tolist() == np.linspace(0.5, 1.0, 21).tolist()
    assert east.aside is not None
    assert east.aside[1].tolist() == [7.0, -3.0]
    assert west.excluded is not None
    assert (west.excluded.time.tolist(), west.excluded.value.tolist()) == ([18_031.0], [0.9])
    assert table.sentence == (
        "42 readings of 2 fields, comma, dates as , year first because 2019-04-14 occurs; "
        "2 rows set aside: out of the range of an index"
    )
    assert recipe.text("kernel") == "0.1 * matern32(held(40)) + white(0.01)"
    assert load(path).parts.keys() == project.contents.parts.keys()


@pytest.mark.skipif(VERSION > 1, reason="what wrote the older formats is gone")
def test_that_the_kept_file_is_what_is_written_now() -> None:
    """As long as a version is not done, its file follows it: run formats/make.py."""
    spec = importlib.util.spec_from_file_location("make", FORMATS / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    now = {part.name: bytes(part.content) for part in make.parts_of_table(make.table())}
    kept = {name: bytes(part.content) for name, part in load(KEPT[-1]).parts.items()}
    assert now.items() <= kept.items()


def test_that_an_older_format_is_brought_up_to_date_step_by_step(tmp_path: Path) -> None:
    """As if there had been a version 0 that called its numbers otherwise."""
    path = tmp_path / "old.gpstudio"
    save(path, [json_part("horizon in weeks", 4), json_part("title", "Ähre")], version=0)

    def in_days(parts: Mapping[str, Part]) -> Mapping[str, Part]:
        kept = dict(parts)
        weeks = json_of(Contents(path, parts), kept.pop("horizon in weeks").name)
        return {**kept, "horizon": json_part("horizon", 7 * weeks)}

    steps = MappingProxyType({0: in_days})
    contents = load(path, steps)
    assert set(contents.parts) == {"horizon", "title"}
    assert json_of(contents, "horizon") == 28
    with Project.create(path, contents.parts.values()):
        pass
    assert json_of(load(path, {}), "horizon") == 28


def test_that_an_older_format_without_a_way_is_said(tmp_path: Path) -> None:
    path = tmp_path / "old.gpstudio"
    save(path, [json_part("title", "")], version=0)
    with pytest.raises(InputError, match=r"'old\.gpstudio' has format 0, which"):
        load(path, {})


@pytest.mark.parametrize("parts", [(), (json_part("title", ""),)])
def test_that_a_newer_format_is_refused_and_left_as_it_is(
    tmp_path: Path, parts: tuple[Part, ...]
) -> None:
    path = tmp_path / "new.gpstudio"
    save(path, parts, version=VERSION + 1)
    before = path.read_bytes()
    with pytest.raises(InputError, match="was saved by a newer GP Studio"):
        Project.open(path)
    assert path.read_bytes() == before
