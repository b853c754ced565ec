"""Several indices of one field: each its own curve, joined in the dates by precision."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gpstudio import fit_table
from gpstudio.core.errors import InputError
from gpstudio.data.series import iso_from_days
from gpstudio.phenology.stage_chain import ALIKE
from gpstudio.session.facts import Facts, Witness
from gpstudio.session.witnesses import also_named

DAYS = 18_700.0 + np.arange(0.0, 300.0, 7.0)
BLOOM = 18_810.0


def readings(**columns: np.ndarray) -> pd.DataFrame:
    random = np.random.default_rng(0)
    noisy = {name: value + random.normal(0, 0.01, len(DAYS)) for name, value in columns.items()}
    return pd.DataFrame({"date": iso_from_days(DAYS), **noisy})


def bell(day: float, width: float, height: float = 0.6) -> np.ndarray:
    return 0.2 + height * np.exp(-(((DAYS - day) / width) ** 2))


def flowering(frame: pd.DataFrame, crop: str = "canola", **words: object) -> pd.Series:
    found = fit_table(frame, value="ndvi", stages=crop, **words).stages  # type: ignore[arg-type]
    return found[found["stage"] == "flowering"].iloc[0]


def width(row: pd.Series) -> float:
    return float((row["upper90"] - row["lower90"]).days)


def test_that_canolas_yellow_dates_a_bloom_that_its_ndvi_alone_does_not() -> None:
    frame = readings(ndvi=bell(BLOOM - 10.0, 45.0), ndyi=bell(BLOOM, 20.0, 0.3))
    alone, both = flowering(frame), flowering(frame, also=["ndyi"])
    assert pd.isna(alone["date"])
    assert "days wide: tell when it was sown" in alone["reason"]
    assert width(both) < 20.0
    assert "peak of NDYI ± 4 d" in both["definition"]
    assert abs((both["date"] - pd.Timestamp(iso_from_days([BLOOM])[0])).days) <= 5


def test_that_two_indices_that_say_the_same_are_not_twice_the_evidence() -> None:
    """Equal sd and a correlation ρ: the joint sd is √((1 + ρ)/2) of one alone."""
    frame = readings(ndvi=bell(BLOOM, 45.0), gcc=0.25 + 0.3 * bell(BLOOM, 45.0))
    alone, both = flowering(frame, "rice"), flowering(frame, "rice", also=["gcc"])
    assert width(both) / width(alone) == pytest.approx(np.sqrt(0.5 * (1.0 + ALIKE)), abs=0.06)


def test_that_what_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    frame = readings(ndvi=bell(BLOOM, 45.0), ndyi=bell(BLOOM, 20.0), height=bell(BLOOM, 60.0))
    with pytest.raises(InputError, match=r"not known which index.*COLUMN=INDEX"):
        flowering(frame, also=["height"])
    with pytest.raises(InputError, match="template of wheat says nothing of NDYI"):
        fit_table(frame, value="ndvi", stages="wheat", also=["ndyi"])
    with pytest.raises(InputError, match="stages of grassland are seen in one index alone"):
        fit_table(frame, value="ndvi", stages="grassland", also=["ndyi"])
    with pytest.raises(InputError, match="choose the crop"):
        fit_table(frame, value="ndvi", also=["ndyi"])
    frame.loc[frame.index[:20], "ndyi"] = np.nan
    frame.loc[frame.index[20:], "ndvi"] = np.nan
    with pytest.raises(InputError, match="no reading of the field in the days of column"):
        flowering(frame, also=["ndyi"])


def test_that_an_index_may_be_named_beside_its_column() -> None:
    assert also_named("ndyi") == ("ndyi", "NDYI")
    assert also_named("b8_b3=GCVI") == ("b8_b3", "GCVI")


def test_that_the_lowest_radar_echo_is_a_witness_of_heading() -> None:
    """Harfenmeister and others 2021: just before the first ears."""
    echo = -10.0 - 15.0 * (bell(BLOOM, 40.0) - 0.2)
    frame = readings(ndvi=bell(BLOOM - 10.0, 45.0), vv=echo)

    def heading(frame: pd.DataFrame, **words: object) -> pd.Series:
        found = fit_table(frame, value="ndvi", stages="wheat", **words).stages  # type: ignore[arg-type]
        return found[found["stage"] == "heading"].iloc[0]

    alone, both = heading(frame), heading(frame, also=["vv"])
    assert "lowest VV +5 d ± 8 d" in both["definition"]
    assert width(both) < width(alone)
    linear = frame.assign(vv=10.0 ** (frame["vv"] / 10.0))
    assert abs((heading(linear, also=["vv"])["date"] - both["date"]).days) <= 1
    with pytest.raises(InputError, match="not known which index"):
        also_named("vh_vv")
    nothing = fit_table(frame, value="vv", stages="wheat").stages
    assert not nothing["definition"].fillna("").str.contains("peak").any()


def test_that_a_further_index_keeps_to_the_day_that_is_asked_about() -> None:
    frame = readings(ndvi=bell(BLOOM, 45.0), ndyi=bell(BLOOM, 20.0, 0.3))
    later = frame.assign(ndyi=np.where(DAYS > 18_850.0, 0.9, frame["ndyi"]))
    day = iso_from_days([18_850.0])[0]
    told = [flowering(one, also=["ndyi"], as_of=day) for one in (frame, later)]
    assert told[0]["date"] == told[1]["date"]


def test_that_what_later_readings_said_is_not_known_before() -> None:
    then = Witness("EVI", "peak", 18_800.0, 18_801.0, 2.0, "evi", 18_900.0)
    facts = Facts(witnesses=(then,))
    assert facts.as_of(18_899.0).witnesses == ()
    assert facts.as_of(18_900.0).witnesses == (then,)
