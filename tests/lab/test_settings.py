"""Settings of a study from texts and from values."""

from __future__ import annotations

import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.spec import Parameter
from gpstudio.lab import STUDIES, Settings

SPEC = STUDIES["kernel_matrix"].spec


def test_that_texts_and_values_mean_the_same() -> None:
    texts = Settings.of(SPEC, sets="wine, flat", sigmas="1,10", budgets="50,100", repeats="2")
    values = Settings.of(
        SPEC, sets=("wine", "flat"), sigmas=[1, 10.0], budgets=(50, 100), repeats=2
    )
    assert texts == values
    assert texts["sigmas"] == (1.0, 10.0)
    assert texts["repeats"] == 2


def test_that_defaults_are_the_spec_s() -> None:
    settings = Settings.of(SPEC)
    assert settings["repeats"] == 30
    assert settings["sigmas"] is None
    assert len(settings["sets"]) == 8


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"repeat": 3}, "did you mean 'repeats'"),
        ({"sets": "abalon"}, "did you mean 'abalone'"),
        ({"sets": ""}, "lists at least one"),
        ({"repeats": "many"}, "whole numbers"),
        ({"repeats": "2.5"}, "whole numbers"),
        ({"repeats": "0"}, "goes from 1"),
        ({"budgets": "50,x"}, "whole numbers"),
        ({"sigmas": "nan"}, "takes numbers"),
        ({"sigmas": "-1"}, "goes from"),
    ],
)
def test_that_a_wrong_value_is_told_in_one_sentence(given: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        Settings.of(SPEC, **given)


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.spec.name)
def test_that_forms_can_be_built_from_every_spec(study: type) -> None:
    for parameter in study.spec.parameters:
        assert isinstance(parameter, Parameter)
        assert parameter.title
        assert parameter.help.endswith(".")
    keys = [column.name for column in study.columns if column.key]
    assert keys
    assert len({column.name for column in study.columns}) == len(study.columns)
