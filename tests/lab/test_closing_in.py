"""The figure of a hindcast shows every stage that was looked back at."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpstudio.data.series import Series
from gpstudio.lab.closing_in import closing_in
from gpstudio.phenology.season import Season
from gpstudio.phenology.stages import UNDATED, StageDate
from gpstudio.session.hindcast import Hindcast, Told


def stage(name: str, day: float) -> StageDate:
    return replace(UNDATED, stage=name, date=day, lower90=day - 3.0, upper90=day + 3.0)


@pytest.mark.parametrize("names", [("peak", "heading"), ("cut_1", "cut_2")])
def test_that_each_stage_has_a_panel_in_the_order_of_the_season(names: tuple[str, str]) -> None:
    """Those too that a season may have several times."""
    season = Season("2021", 0.0, 50.0, 100.0, cut_left=False, cut_right=False)
    told = tuple(
        Told(stage(name, day), season, ((day - 20.0, stage(name, day + 4.0)),))
        for name, day in zip(reversed(names), (60.0, 50.0), strict=True)
    )
    field = Series("A", np.arange(5.0), np.arange(5.0), "date", "ndvi", True)
    figure = closing_in([Hindcast(field, told)])
    titles = [panel.title for row in figure.panels for panel in row]
    assert len(titles) == 2
    assert titles == ["A: Cut 1", "A: Cut 2"] if names[0] == "cut_1" else ["A: Peak", "A: Heading"]
