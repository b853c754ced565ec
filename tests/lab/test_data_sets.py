"""The data sets of the lab: what is read, from where, and what is said where it is missing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.lab import STUDIES, Settings, at_hand
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.sources import NAMES, SOURCES, source
from gpstudio.lab.studies.digits import FILE as DIGITS
from gpstudio.resources import resource

SIZES = {
    "abalone": (4_177, 7),
    "wine": (4_898, 11),
    "road": (4_000, 2),
    "stocks": (5_031, 1),
    "flat": (4_177, 7),
    "uneven": (4_177, 7),
    "ripples": (4_000, 2),
    "cards": (4_000, 37),
    "iris": (150, 4),
}
ELSEWHERE = {
    "magic": (19_020, 10),
    "temperature": (3_179, 1),
    "banana": (5_300, 2),
    "crabs": (200, 5),
}


@pytest.fixture(scope="module")
def thesis_data(shared_data: Path) -> Path:
    if not (shared_data / "B_thesis").is_dir():
        pytest.skip(f"the thesis's data sets are not on this machine (looked in {shared_data})")
    return shared_data


@pytest.mark.parametrize(("name", "size"), SIZES.items())
def test_that_what_ships_is_read_without_a_folder(name: str, size: tuple[int, int]) -> None:
    data = DataShelf()[name]
    assert data.inputs.shape == size
    assert (data.target is None) == (source(name).target == "")
    if source(name).file:
        assert data.inputs.mean(axis=0) == pytest.approx(0.0, abs=1e-9)
        assert data.inputs.std(axis=0) == pytest.approx(1.0, abs=1e-9)
        assert data.digest


@pytest.mark.parametrize(("name", "size"), ELSEWHERE.items())
def test_that_the_others_are_read_from_a_folder(
    thesis_data: Path, name: str, size: tuple[int, int]
) -> None:
    """In the folder that is named, or in one of those in it."""
    data = DataShelf(thesis_data)[name]
    assert data.inputs.shape == size
    assert np.isfinite(data.inputs).all()
    if data.source.classes:
        assert set(data.places.tolist()) == {0, 1}
        assert set(np.unique(data.target).tolist()) == {-1.0, 1.0}


def test_that_every_set_has_a_size_here() -> None:
    assert set(SIZES) | set(ELSEWHERE) == {known.name for known in SOURCES}
    assert set(NAMES) <= set(SIZES) | set(ELSEWHERE)


def test_that_a_missing_file_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError) as missing:
        DataShelf()["magic"]
    said = str(missing.value)
    assert "magic04.csv" in said
    assert "--data DIR" in said
    with pytest.raises(InputError, match=r"magic04\.csv, which is not in"):
        DataShelf(tmp_path)["magic"]


def test_that_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "magic04.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="no column 'Length'"):
        DataShelf(tmp_path)["magic"]
    head = ",".join(source("abalone").inputs) + ",rings\n"
    (tmp_path / "abalone.csv").write_text(head + "1,2,3,4,five,6,7,8\n")
    with pytest.raises(InputError, match=r"no number: .*five"):
        DataShelf(tmp_path)["abalone"]


def test_that_several_classes_count_from_0_on_and_unknown_ones_are_refused(tmp_path: Path) -> None:
    data = DataShelf()["iris"]
    assert np.bincount(data.places).tolist() == [50, 50, 50]
    assert data.target is not None
    assert set(np.unique(data.target).tolist()) == {0.0, 1.0, 2.0}
    head = ",".join([*source("iris").inputs, "species"])
    (tmp_path / "iris.csv").write_text(f"{head}\n1,2,3,4,Iris-setosa\n1,2,3,4,Tulip\n")
    with pytest.raises(InputError, match="class 'Tulip', which the data set 'iris' has not"):
        DataShelf(tmp_path)["iris"]


def test_that_rows_with_an_empty_cell_are_left_out(tmp_path: Path) -> None:
    lines = ["longitude,latitude,altitude_m", "1,2,3", "4,,6", "7,8,9"]
    (tmp_path / "road_network_3d_sample.csv").write_text("\n".join(lines))
    data = DataShelf(tmp_path)["road"]
    assert data.target is not None
    assert data.target.tolist() == [3.0, 9.0]


def test_that_made_up_sets_are_those_of_the_measured_table() -> None:
    flat, uneven = (DataShelf()[name].inputs for name in ("flat", "uneven"))
    assert (flat == np.random.default_rng(6).standard_normal((4_177, 7))).all()
    assert uneven[:3_900].std() == pytest.approx(0.05, rel=0.02)
    assert uneven[3_900:].mean() == pytest.approx(3.0, abs=0.1)


def test_that_ripples_have_the_odds_that_are_told() -> None:
    data = DataShelf()["ripples"]
    odds = 4.0 * np.sin(1.5 * data.inputs[:, 0]) + 3.0 * np.cos(1.3 * data.inputs[:, 1])
    chances = 1.0 / (1.0 + np.exp(-odds))
    for low, high in ((0.0, 0.1), (0.1, 0.5), (0.5, 0.9), (0.9, 1.0)):
        some = (chances >= low) & (chances <= high)
        spread = np.sqrt((chances[some] * (1.0 - chances[some])).sum()) / some.sum()
        assert abs(data.places[some].mean() - chances[some].mean()) < 3.0 * spread


def test_that_what_is_not_at_hand_is_left_out_where_nobody_named_it() -> None:
    settings, absent = at_hand(Settings.of(STUDIES["spectrum"].spec))
    assert set(settings["sets"]) == set(SIZES) & set(NAMES)
    assert [line.partition(" is ")[0] for line in absent] == ["MAGIC telescope", "Temperature"]
    assert all("--data DIR" in line for line in absent)


def test_that_what_ships_comes_with_source_and_licence() -> None:
    told = resource("lab", "README.md").read_text(encoding="utf-8")
    shipped = [path.name for path in resource("lab").glob("*.csv")]
    assert set(shipped) == {DIGITS[-1], *(known.file for known in SOURCES)} & set(shipped)
    assert all(name in told for name in shipped)
    assert "CC BY 4.0" in told
    assert "MIT License" in resource("lab", "LICENSE-MIT.txt").read_text(encoding="utf-8")
    assert not {"magic04.csv", "queensland_daily_temperature.csv"} & set(shipped)


def test_that_a_folder_whose_name_is_too_long_holds_nothing() -> None:
    assert not DataShelf(Path("a" * 300)).has("magic")
    assert DataShelf(Path("a" * 300)).has("flat")
