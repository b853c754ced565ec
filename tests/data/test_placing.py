"""Where the fields of a table lie, by the file's own words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gpstudio.data.table import Table, read_table
from gpstudio.phenology.places import Place

DAYS = [f"2021-{month:02d}-{day:02d}" for month in range(3, 9) for day in (1, 15)]


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], Table]:
    def of(text: str) -> Table:
        path = tmp_path / "table.csv"
        path.write_text(text, encoding="utf-8")
        return read_table(path)

    return of


def long(head: str, cells: dict[str, str]) -> str:
    """A row a reading, with the same cells beside it for each field."""
    rows = [
        f"{field},{day},0.{3 + place % 5},{beside}"
        for field, beside in cells.items()
        for place, day in enumerate(DAYS)
    ]
    return "\n".join([f"field,date,ndvi,{head}", *rows])


@pytest.mark.parametrize(
    ("head", "cells", "place"),
    [
        ("lat,lon", "46.73,-117.18", Place(46.73, -117.18)),
        ("Latitude,Longitude,Elevation", "46.73,-117.18,770", Place(46.73, -117.18, 770.0)),
        ("lon_deg,lat_deg,elev_m", "8.69,47.44,550", Place(47.44, 8.69, 550.0)),
        ("lat,lng,elevation_ft", "46.73,-117.18,1000", Place(46.73, -117.18, 304.8)),
    ],
)
def test_that_columns_tell_the_place(
    read: Callable[[str], Table], head: str, cells: str, place: Place
) -> None:
    table = read(long(head, {"a": cells, "b": cells}))
    assert table.places == {"a": place, "b": place}
    assert not table.remarks


def test_that_a_column_of_something_else_tells_no_place(read: Callable[[str], Table]) -> None:
    assert read(long("lat,late", {"a": "46.7,1"})).places == {}
    assert read(long("lat_error,lon_error", {"a": "46.7,8"})).places == {}


def test_that_a_field_without_coordinates_has_no_place_and_the_others_have(
    read: Callable[[str], Table],
) -> None:
    table = read(long("lat,lon,alt", {"a": ",,", "b": "47.44,8.69,"}))
    assert table.places == {"b": Place(47.44, 8.69)}


def test_that_a_shape_tells_its_middle(read: Callable[[str], Table]) -> None:
    corners = [[8.0, 47.0], [8.2, 47.0], [8.2, 47.4], [8.0, 47.4], [8.0, 47.0]]
    shape = json.dumps({"type": "Polygon", "coordinates": [corners]}).replace('"', '""')
    table = read(long(".geo", {"a": f'"{shape}"'}))
    assert table.places == {"": Place(47.2, 8.1)} or table.places == {"a": Place(47.2, 8.1)}


@pytest.mark.parametrize("shape", ["{}", "[[[", '{""coordinates"": []}', '{""coordinates"": [[]]}'])
def test_that_a_broken_shape_tells_nothing_and_hurts_nothing(
    read: Callable[[str], Table], shape: str
) -> None:
    table = read(long(".geo", {"a": f'"{shape}"', "b": f'"{shape}"'}))
    assert table.places == {}
    assert len(table.series) == 2


def test_that_lines_above_the_table_tell_the_place(read: Callable[[str], Table]) -> None:
    above = "# Site: made up\n# Lat: 42.437536\n# Lon: -85.3225472\n# Elev: 288\n#\n"
    table = read(above + "date,gcc_90\n" + "\n".join(f"{day},0.3{k}" for k, day in enumerate(DAYS)))
    assert table.places == {"": Place(42.437536, -85.3225472, 288.0)}


def test_that_fields_across_rows_of_dates_have_theirs(read: Callable[[str], Table]) -> None:
    rows = [f"{field},{lat},8.69,{','.join('0.4' for _ in DAYS)}" for field, lat in
            (("a", 47.44), ("b", 46.98))]  # fmt: skip
    table = read("\n".join([f"field,lat,lon,{','.join(DAYS)}", *rows]))
    assert table.places == {"a": Place(47.44, 8.69), "b": Place(46.98, 8.69)}


def test_that_a_place_in_the_sea_is_told_and_not_used(read: Callable[[str], Table]) -> None:
    table = read(long("lat,lon", {"a": "40,-40", "b": "47.44,8.69"}))
    assert table.places == {"b": Place(47.44, 8.69)}
    (remark,) = table.remarks
    assert "the place of 'a' is not used: 40, -40 lies in the sea" in remark


def test_that_inspect_tells_the_places(read: Callable[[str], Table]) -> None:
    (series,) = read(long("lat,lon,alt", {"a": "47.44,8.69,550"})).as_json()["series"]
    assert (series["latitude"], series["longitude"], series["altitude"]) == (47.44, 8.69, 550.0)
