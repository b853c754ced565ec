"""Temperature files as people have them, against what stands in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.session.temperature import read_temperatures, temperatures_of

DAY = float(np.datetime64("2020-01-01").astype(int))


def written(folder: Path, text: str) -> Path:
    path = folder / "weather.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_that_the_documented_columns_are_read(tmp_path: Path) -> None:
    path = written(tmp_path, "time,tmin,tmax\n2020-01-01,-3.5,4.5\n2020-01-02,-2.5,5.5\n")
    (record,) = read_temperatures(path).values()
    assert record.day.tolist() == [DAY, DAY + 1]
    assert record.low.tolist() == [-3.5, -2.5]
    assert record.high.tolist() == [4.5, 5.5]
    assert record.extremes


def test_that_groups_decimal_commas_and_missing_cells_are_understood(tmp_path: Path) -> None:
    lines = ["time;tmin;tmax;group", "2020-01-01;-3,5;4,5;A", "2020-01-02;;5,5;A"]
    lines += ["2020-01-03;-1,5;6,5;A", "2020-01-01;1,5;9,5;B", "2020-01-02;2,5;8,5;B"]
    records = read_temperatures(written(tmp_path, "\n".join(lines)))
    assert set(records) == {"A", "B"}
    assert records["A"].day.tolist() == [DAY, DAY + 2]
    assert records["B"].high.tolist() == [9.5, 8.5]


def test_that_a_mean_is_read_where_there_are_no_extremes(tmp_path: Path) -> None:
    path = written(tmp_path, "time,tmean\n2020-01-01,11.5\n2020-01-02,12.5\n2020-01-03,13.5\n")
    (record,) = read_temperatures(path).values()
    assert record.low.tolist() == record.high.tolist() == [11.5, 12.5, 13.5]
    assert not record.extremes


@pytest.mark.parametrize(
    ("low", "high"),
    [("TMIN", "TMAX"), ("min_temp_c", "max_temp_c"), ("T_min", "T_max"), ("mintemp", "maxtemp"),
     ("Minimum temperature (°C)", "Maximum temperature (°C)"), ("air_temp_min", "air_temp_max")],
)  # fmt: skip
def test_that_other_names_of_the_extremes_are_known(tmp_path: Path, low: str, high: str) -> None:
    path = written(
        tmp_path, f"date,rain,{high},{low}\n2020-01-01,0,9,1\n2020-01-02,3,8,2\n2020-01-03,1,8,2\n"
    )
    (record,) = read_temperatures(path).values()
    assert record.low.tolist() == [1, 2, 2]
    assert record.high.tolist() == [9, 8, 8]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("time,tmin\n2020-01-01,3\n2020-01-02,4\n", "has tmin but no tmax"),
        ("time,a,b\n2020-01-01,3,4\n2020-01-02,4,5\n", "call its columns time, tmin"),
        ("time,tmean\n1,3.5\n2,4.5\n3,4.0\n", "has no dates"),
        ("time,tmean\n2020-07-01,75\n2020-07-02,80\n", "°C"),
    ],
)
def test_that_a_file_that_cannot_be_used_is_answered_in_one_sentence(
    tmp_path: Path, text: str, words: str
) -> None:
    with pytest.raises(InputError, match=words) as caught:
        read_temperatures(written(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_that_a_field_takes_its_own_record_or_that_of_a_file_without_groups(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, "time,tmean\n2020-01-01,11.5\n2020-01-02,12.5\n2020-01-03,13.5\n")
    records = read_temperatures(path)
    assert temperatures_of(records, "North field") is records[""]
    assert temperatures_of({"A": records[""]}, "A") is records[""]
    assert temperatures_of({"A": records[""]}, "B") is None


def test_that_real_files_are_read(shared_data: Path) -> None:
    stations = read_temperatures(shared_data / "B_thesis/queensland_daily_temperature.csv")
    assert set(stations) == {"Brisbane", "Cairns", "GoldCoast", "Townsville"}
    assert len(stations["Brisbane"]) > 3_000
    assert np.all(stations["Cairns"].high >= stations["Cairns"].low)
    (witzwil,) = read_temperatures(shared_data / "D_ugly/meteoswiss_daily_temperature.txt").values()
    assert len(witzwil) == 305
    assert not witzwil.extremes
