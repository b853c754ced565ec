"""Columns beside the readings, found by their names."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.data.columns.profile import profile
from gpstudio.data.quality.choice import choose_beside
from gpstudio.data.texts import Texts


def column(*cells: str) -> Texts:
    return np.array([*cells, None], dtype=object)[:-1]


def chosen(value: str, *names: str) -> dict[str, str]:
    profiles = [profile(value, column("0.1", "0.2"))]
    profiles += [profile(name, column("0", "1")) for name in names]
    return {profiles[i].name: role for i, role, _ in choose_beside(profiles, {0})}


@pytest.mark.parametrize(
    ("value", "names", "roles"),
    [
        ("ndvi", ["SummaryQA", "DetailedQA"], {"SummaryQA": "quality"}),
        ("ndvi", ["vi_quality"], {"vi_quality": "quality"}),
        ("ndvi", ["evi_qa", "ndvi_qa"], {"ndvi_qa": "quality"}),
        (
            "gcc_90",
            ["outlierflag_gcc_mean", "outlierflag_gcc_90", "outlierflag_gcc_50", "int_flag"],
            {"outlierflag_gcc_90": "quality", "int_flag": "quality"},
        ),
        (
            "C0/mean",
            ["C0/sampleCount", "C0/noDataCount", "C0/cloudCoveragePercent", "C0/stDev"],
            dict.fromkeys(
                ["C0/sampleCount", "C0/noDataCount", "C0/cloudCoveragePercent"], "quality"
            ),
        ),
        ("ndvi", ["C0/noDataCount"], {}),
        ("ndvi", ["n_pixels"], {"n_pixels": "quality"}),
        ("evi", ["weight", "qc_flag"], {"weight": "weight", "qc_flag": "quality"}),
        ("ndvi", ["satellite", "harvest_year"], {"satellite": "sensor", "harvest_year": "season"}),
        ("ndvi", ["season"], {"season": "season"}),
        ("ndvi", ["image_count", "stdev", "lat", "B02", "row"], {}),
        (
            "MOD13Q1_NDVI",
            [
                "MOD13Q1_VI_Quality",
                "MOD13Q1_VI_Quality_Possible_shadow",
                "MOD13Q1_VI_Quality_MODLAND",
            ],
            {"MOD13Q1_VI_Quality": "quality"},
        ),
    ],
)
def test_that_names_tell_what_stands_beside_the_value(
    value: str, names: list[str], roles: dict[str, str]
) -> None:
    assert chosen(value, *names) == roles
