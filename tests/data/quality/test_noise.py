"""Columns that tell how noisy each reading is: taken where somebody says so, in words each way."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.data.columns.profile import profile
from gpstudio.data.quality.noise import noise_columns
from gpstudio.data.table import read_table

from .conftest import Judged
from .test_choice import column

NDVI = [0.21, 0.34, 0.5, 0.71, 0.62]
SAID = {"sd": "noise"}


def told(entries: object) -> str:
    (found,) = (d.why for d in entries.decisions if d.about == "noise")  # type: ignore[attr-defined]
    return str(found)


def test_that_noise_counts_beside_the_usual_one(judged: Judged) -> None:
    """Half as noisy as usual is not believed, ten times and more is the same."""
    entries = judged(NDVI, sd=["0.01", "0.02", "0.04", "0.02", "5"], roles=SAID)
    np.testing.assert_allclose(entries.weight, [1.0, 1.0, 0.25, 1.0, 0.01], rtol=1e-14)
    assert told(entries) == "'sd' tells how noisy a reading is"


def test_that_the_distance_of_two_quantiles_counts(judged: Judged) -> None:
    entries = judged(
        NDVI,
        low=["-0.1", "0.2", "0.4", "0.6", "0.5"],
        high=["0.1", "0.4", "0.8", "0.8", "0.7"],
        roles={"low": "noise", "high": "noise"},
    )
    np.testing.assert_allclose(entries.weight, [1.0, 1.0, 0.25, 1.0, 1.0], rtol=1e-12)


def test_that_blanks_and_zeros_count_as_usual_and_are_told(judged: Judged) -> None:
    entries = judged(NDVI, sd=["", "0.02", "0.04", "0", "NA"], roles=SAID)
    np.testing.assert_allclose(entries.weight, [1.0, 1.0, (0.03 / 0.04) ** 2, 1.0, 1.0])
    assert told(entries) == (
        "'sd' tells how noisy a reading is, 2 blanks count as usual and 1 zero counts as usual"
    )


def test_that_noise_and_quality_multiply(judged: Judged) -> None:
    entries = judged(
        NDVI, sd=["1", "1", "2", "1", "1"], SummaryQA=["0", "1", "1", "0", "0"], roles=SAID
    )
    np.testing.assert_allclose(entries.weight, [1.0, 0.5, 0.125, 1.0, 1.0])


@pytest.mark.parametrize(
    ("cells", "roles", "words"),
    [
        ({"sd": ["1", "-0.2", "1", "1", "1"]}, SAID, "'-0.2' in column 'sd' is below 0"),
        ({"sd": ["1", "high", "1", "1", "1"]}, SAID, "'high' in column 'sd' is no number"),
        ({"sd": ["0", "", "0", "", "0"]}, SAID, "Nothing above 0 stands in 'sd'"),
        (
            {"sd": ["1"] * 5, "w": ["1"] * 5},
            {"sd": "noise", "w": "weight"},
            "'w' holds weights and 'sd' the noise",
        ),
        (
            {"a": ["1"] * 5, "b": ["1"] * 5, "c": ["1"] * 5},
            {"a": "noise", "b": "noise", "c": "noise"},
            "'a', 'b' and 'c' are too many for the noise",
        ),
    ],
)
def test_that_what_is_no_noise_is_one_sentence(
    judged: Judged, cells: dict[str, list[str]], roles: dict[str, str], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        judged(NDVI, roles=roles, **cells)


@pytest.mark.parametrize(
    ("value", "names", "found"),
    [
        ("ndvi", ["ndvi_sd"], ["ndvi_sd"]),
        ("ndvi_trimmed_mean", ["ndvi_p05", "ndvi_p95", "ndvi_sd"], ["ndvi_sd"]),
        ("lai", ["lai_q05", "lai_q95"], ["lai_q05", "lai_q95"]),
        ("gcc_90", ["rcc_std", "gcc_50", "gcc_std"], ["gcc_std"]),
        ("C0/mean", ["C0/stDev"], ["C0/stDev"]),
        ("ndvi", ["evi_sd", "p25", "p90", "lat"], []),
        ("ndvi", ["uncertainty"], ["uncertainty"]),
    ],
)
def test_that_names_tell_of_noise(value: str, names: list[str], found: list[str]) -> None:
    profiles = [profile(name, column("0.1", "0.2")) for name in (value, *names)]
    places = noise_columns(profiles, range(1, len(profiles)), value)
    assert [profiles[place].name for place in places] == found


def test_that_nothing_is_used_unasked_and_it_is_told(file_of) -> None:
    rows = [
        f"2020-0{1 + i // 3}-{1 + 9 * (i % 3):02d},{0.3 + 0.01 * i},{0.01 * (1 + i)}"
        for i in range(9)
    ]
    path = file_of(("date,ndvi,ndvi_sd\n" + "\n".join(rows)).encode())
    plain = read_table(path)
    (decision,) = (d for d in plain.decisions if d.about == "noise")
    assert (decision.chosen, decision.is_open) == ("not used", False)
    assert "'ndvi_sd'" in decision.why
    assert "noise" not in plain.sentence
    assert plain.series[0].weight is None
    by_answer = read_table(path, answers={"noise": "used"}).series[0]
    by_role = read_table(path, roles={"ndvi_sd": "noise"}).series[0]
    np.testing.assert_array_equal(by_answer.weight, by_role.weight)
    assert by_answer.weight is not None
    assert by_answer.weight[-1] == pytest.approx((5 / 9) ** 2)
