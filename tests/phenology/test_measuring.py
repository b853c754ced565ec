"""What a template asks of the curve, by the words of the registry."""

from __future__ import annotations

import numpy as np
import pytest
from phenology.measuring import drawn
from phenology.rules_table import FALL, RISE, double_logistic

from gpstudio.core.errors import InputError
from gpstudio.phenology.measures import MEASURES
from gpstudio.phenology.measuring import measure_named, measures_for
from gpstudio.phenology.templates import crops, load_template

DAYS = np.arange(0.0, 301.0)


def test_that_a_template_gets_the_measures_it_names_of_an_index_and_no_others() -> None:
    template = load_template("wheat")
    curves = double_logistic(DAYS[:, None] - np.array([0.0, 3.0, -4.0]))
    found = measures_for(template, "S2_NDVI_mean", drawn(curves))
    assert set(found) == {
        a.measure for stage in template.stages for a in stage.curve if "NDVI" in a.indices
    }
    named = {a.measure for stage in template.stages for a in stage.curve}
    assert set(found) < named
    assert set(measures_for(template, "unheard-of", drawn(curves))) == named
    np.testing.assert_allclose(found["rise(50)"], RISE + np.array([0.0, 3.0, -4.0]), atol=0.03)
    np.testing.assert_allclose(found["fall(50)"], FALL + np.array([0.0, 3.0, -4.0]), atol=0.03)


@pytest.mark.parametrize("crop", crops())
def test_that_every_template_can_be_measured(crop: str) -> None:
    curve = double_logistic(DAYS)
    for words, dates in measures_for(load_template(crop), "", drawn(curve)).items():
        assert dates.shape == (1,), words


def test_that_options_are_the_measures_own() -> None:
    assert measure_named("rise(percent=30)") == measure_named("rise(30)")
    with pytest.raises(InputError, match="'percent' goes from 1 to 99"):
        measure_named("fall(0)")


def test_that_only_a_date_can_date() -> None:
    for entry in MEASURES:
        if entry.unit == "date":
            assert measure_named(entry.spec.name) == entry()
        else:
            with pytest.raises(InputError, match="is no date"):
                measure_named(entry.spec.name)
