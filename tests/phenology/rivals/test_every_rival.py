"""What must hold for every rival, whatever it is."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from phenology.rivals.rival_rows import ROWS, SEASON, START, days

from gpstudio.core.choices import make
from gpstudio.core.errors import InputError
from gpstudio.core.language import parse
from gpstudio.phenology.rivals import METHODS, Method

every_name = pytest.mark.parametrize("name", METHODS.names)


@every_name
def test_that_it_says_what_it_is_and_can_be_written_in_a_recipe(name: str) -> None:
    spec = METHODS[name].spec
    assert spec.title
    assert spec.help.endswith(".")
    assert spec.formula
    assert all(p.help.endswith(".") for p in spec.parameters)
    method = make(METHODS, parse(name))
    assert isinstance(method, Method)
    assert method == METHODS[name]()


def test_that_options_are_read_from_a_recipe() -> None:
    assert make(METHODS, parse("whittaker(smoothness=50, order=3)")).smoothness == 50.0
    assert make(METHODS, parse("beck(loss=huber)")).loss == "huber"
    with pytest.raises(InputError, match="did you mean 'huber'"):
        make(METHODS, parse("beck(loss=hubert)"))


@every_name
def test_that_a_weight_scale_is_of_no_matter_and_answers_come_in_any_order(name: str) -> None:
    time = days(60)
    value = ROWS[0](time) + 0.02 * np.random.default_rng(1).standard_normal(60)
    weight = np.random.default_rng(2).uniform(0.5, 1.0, 60)
    one = METHODS[name]().fit(time, value, weight, SEASON)
    other = METHODS[name]().fit(time, value, 100.0 * weight, SEASON)
    when = START + np.array([150.0, 20.0, 90.0])
    assert other.at(when) == pytest.approx(one.at(when), abs=1e-9)
    assert one.at(when[::-1]) == pytest.approx(one.at(when)[::-1], abs=1e-15)
    assert other.residual_std == pytest.approx(one.residual_std)


@every_name
def test_that_scatter_is_about_that_of_the_noise(name: str) -> None:
    time = days(120)
    value = ROWS[0](time) + 0.02 * np.random.default_rng(3).standard_normal(120)
    rival = METHODS[name]().fit(time, value, None, SEASON)
    # what a form cannot follow is scatter too: three harmonics have no plateau
    assert 0.012 < rival.residual_std < 0.032
    assert all(np.isfinite(one.value) for one in rival.found)


@every_name
def test_that_the_same_readings_give_the_same_curve(name: str) -> None:
    time = days(40)
    value = ROWS[0](time) + 0.02 * np.random.default_rng(4).standard_normal(40)
    first, second = (METHODS[name]().fit(time, value, None, SEASON) for _ in range(2))
    assert np.array_equal(first.at(time), second.at(time))


@every_name
def test_that_times_without_values_are_refused_in_words(name: str) -> None:
    with pytest.raises(InputError, match="There are 20 times for 19 values"):
        METHODS[name]().fit(days(20), np.ones(19))


def test_that_importing_them_waits_for_neither_scipy_nor_numba() -> None:
    code = (
        "import sys, gpstudio.phenology.rivals, gpstudio.phenology.rivals.held_out; "
        "print([m for m in ('scipy', 'numba') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
