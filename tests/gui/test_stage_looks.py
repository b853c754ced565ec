"""Stages that every eye tells apart."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import get_args

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from gpstudio.gui.stage_looks import STROKES, draw_look, mark_path
from gpstudio.gui.theme import DARK, LIGHT, Theme
from gpstudio.gui.words import stage_help, stage_scales, stage_short, stage_title
from gpstudio.phenology.rules import RULES, Mark, Stage, StageLook, Stroke
from gpstudio.phenology.template_stages import LAST_COLOUR
from gpstudio.phenology.templates import shown_stages

SHOWN = shown_stages()
LOOKS = [stage.look for stage in SHOWN if stage.order <= 1]
"""What a season has several times looks alike."""
MARKS: tuple[Mark, ...] = get_args(Mark)
APART = 15.0
"""Distance in CIELAB: colours of neighbours in the season, seen by any eye."""
EYES = {
    "normal": np.eye(3),
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
"""Linear RGB as seen without one kind of cone: Machado, Oliveira and Fernandes 2009."""


def lab(colour: str, eye: str) -> np.ndarray:
    """CIELAB under D65 of a written colour."""
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.asarray(EYES[eye]) @ linear, 0.0, 1.0)
    to_xyz = [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
    xyz = np.asarray(to_xyz) @ seen / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def tells_apart(one: int, other: int, theme: Theme, eye: str) -> bool:
    """Whether an eye tells two of the theme's colours of stages apart."""
    colours = (lab(theme.of_stages[place], eye) for place in (one, other))
    return float(np.linalg.norm(np.subtract(*colours))) >= APART


def neighbours(stage: Stage) -> list[Stage]:
    """On screen with a crop, and without one."""
    found = []
    for row in (SHOWN, tuple(RULES)):
        for before, after in pairwise(row):
            if not (before.repeated and before.repeated == after.repeated):
                found += [after] if before is stage else [before] if after is stage else []
    return found


def test_that_every_stage_has_a_colour_of_both_themes() -> None:
    last = len(LIGHT.of_stages) - 1
    assert last == len(DARK.of_stages) - 1 == LAST_COLOUR
    for stage in SHOWN:
        assert 0 <= stage.look.colour <= last, f"{stage.name}: colours go from 0 to {last}"


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("stage", SHOWN, ids=lambda stage: stage.name)
def test_that_neighbours_in_the_season_differ_in_colour_for_every_eye(
    stage: Stage, theme: Theme, eye: str
) -> None:
    for other in neighbours(stage):
        assert tells_apart(stage.look.colour, other.look.colour, theme, eye), (
            f"{stage.name} beside {other.name}; of the colours these can be told from all that are "
            f"beside {stage.name}: {fitting(stage)}"
        )


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_that_a_further_stage_finds_a_colour_whatever_is_beside_it(theme: Theme, eye: str) -> None:
    places = range(len(theme.of_stages))
    for further in places[len(theme.stages) :]:
        for other in places:
            assert other == further or tells_apart(further, other, theme, eye), (further, other)


def fitting(stage: Stage) -> list[int]:
    beside = [other.look.colour for other in neighbours(stage)]
    return [
        place
        for place in range(len(LIGHT.of_stages))
        if all(
            tells_apart(place, other, theme, eye)
            for other in beside
            for theme in (LIGHT, DARK)
            for eye in EYES
        )
    ]


def test_that_each_stage_has_a_mark_of_its_own_and_no_other_colour_and_stroke() -> None:
    assert len({look.mark for look in LOOKS}) == len(LOOKS)
    assert len({(look.colour, look.stroke) for look in LOOKS}) == len(LOOKS)


def test_that_every_word_of_a_look_has_a_shape_or_a_stroke() -> None:
    assert set(STROKES) == set(get_args(Stroke))
    assert all(not mark_path(mark, QRectF(0.0, 0.0, 1.0, 1.0)).isEmpty() for mark in MARKS)


def test_that_marks_differ_in_shape_where_they_are_small() -> None:
    """At 10 pixels no two cover nearly the same ones; a ring and a disc differ within."""
    pictures = {mark: drawn(mark) for mark in MARKS}
    for one, other in combinations(MARKS, 2):
        differ = np.count_nonzero(pictures[one] != pictures[other])
        assert differ >= 10, (one, other, differ)


def drawn(mark: Mark) -> np.ndarray:
    """Where it is painted."""
    image = QImage(12, 12, QImage.Format.Format_RGB32)
    image.fill(LIGHT.card)
    painter = QPainter(image)
    draw_look(painter, StageLook(1, mark, "solid"), QPointF(6.0, 6.0), 10.0, LIGHT)
    painter.end()
    ground = image.copy(0, 0, 1, 1).pixelColor(0, 0)
    there = [
        [abs(image.pixelColor(x, y).lightness() - ground.lightness()) > 25 for x in range(12)]
        for y in range(12)
    ]
    return np.array(there)


def test_that_a_mark_fills_its_box() -> None:
    box = QRectF(0.0, 0.0, 10.0, 10.0)
    for mark in MARKS:
        bounds = mark_path(mark, box).boundingRect()
        assert box.adjusted(-1.0, -1.0, 1.0, 1.0).contains(bounds)
        assert bounds.height() >= 8.0


def test_that_every_shown_stage_has_words() -> None:
    for stage in SHOWN:
        assert stage_title(stage.name) == stage.title
        assert stage_help(stage.name) == stage.help
        assert stage_scales(stage.name) == stage.scales
        assert stage_short(stage.name) == stage.short
    assert stage_title("first_cut") == "First cut"  # one that nobody declared
