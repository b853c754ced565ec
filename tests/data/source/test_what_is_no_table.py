"""What people drop on the window and is no table: named, with what to do, in one sentence."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.source import open_source
from gpstudio.data.source.strangers import STRANGERS, stranger

GEOJSON = '{"type": "FeatureCollection", "features": [{"type": "Feature"}]}'
HTML = "\ufeff\n<!DOCTYPE html>\n<html><head><title>Login</title></head></html>"
EXCEL_2003 = '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="x">'

NO_TABLE: dict[str, tuple[bytes | str, str]] = {
    "feather": (b"ARROW1\0\0" + bytes(60), "an Arrow or Feather file"),
    "orc": (b"ORC" + bytes(60), "an ORC file"),
    "hdf": (b"\x89HDF\r\n\x1a\n" + bytes(60), "an HDF5 or NetCDF file"),
    "nc": (b"CDF\x01" + bytes(60), "an HDF5 or NetCDF file"),
    "grib": (b"GRIB\0\0\1\2" + bytes(60), "a GRIB file"),
    "dbf": (b"\x03\x79\x03\x1f\x0a\0\0\0" + bytes(60), "a dBase file"),
    "shp": (b"\0\0\x27\x0a" + bytes(96), "a shapefile"),
    "geojson": (GEOJSON, "a GeoJSON file"),
    "json": ('[{"date": "2021-03-01", "ndvi": 0.5}]', "a JSON file"),
    "json of columns": ('{"date": ["2021-03-01"], "ndvi": [0.5]}', "a JSON file"),
    "html": (HTML, "a web page"),
    "html table as xls": ("<table><tr><td>date</td></tr></table>", "a web page"),
    "xml": ('<?xml version="1.0"?><readings/>', "an XML document"),
    "kml": ('<?xml version="1.0"?>\n<kml xmlns="x"></kml>', "a KML document"),
    "excel 2003": (EXCEL_2003, "an Excel 2003 XML workbook"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + bytes(9), "a PDF document"),
    "rtf": (r"{\rtf1\ansi date}", "an RTF document"),
    "png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
    "jpg": (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "a picture"),
    "tif": (b"II*\0\x08\0\0\0" + bytes(60), "GeoTIFF"),
    "jp2": (b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(60), "JPEG 2000"),
    "7z": (b"7z\xbc\xaf\x27\x1c\0\4" + bytes(60), "a 7-Zip archive"),
    "rar": (b"Rar!\x1a\x07\0" + bytes(60), "a RAR archive"),
    "zst": (b"\x28\xb5\x2f\xfd\x04\0" + bytes(60), "packed with Zstandard"),
    "lfs": ("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS"),
    "npy": (b"\x93NUMPY\1\0v\0", "a NumPy file"),
    "rds": (b"X\n\0\0\0\3", "an R data file"),
    "mat": (b"MATLAB 5.0 MAT-file" + bytes(90), "a MATLAB file"),
    "exe": (b"MZ\x90\0\3", "a program"),
}

PLAIN = ["ORC", "CDF", "GRIB", "MZ", "II", "PAR1", "Rar", "RDA", "FEA1", "PK", "BM", "GIF", "BZh9"]
"""Words a header may begin with."""


@pytest.mark.parametrize("kind", NO_TABLE)
def test_that_it_is_named_and_help_is_offered(file_of, complaint, kind):
    content, word = NO_TABLE[kind]
    message = complaint(file_of(content, name=f"readings.{kind.split()[0]}"))
    assert word in message
    assert "not a table; " in message


def test_that_databases_are_told_apart(tmp_path, complaint):
    for application, word in ((0, "a SQLite database"), (0x47504B47, "a GeoPackage")):
        path = tmp_path / f"{application}.db"
        with sqlite3.connect(path) as base:
            base.execute(f"pragma application_id = {application}")
            base.execute("create table readings (date, ndvi)")
        base.close()
        assert word in complaint(path)


@pytest.mark.parametrize("word", PLAIN)
def test_that_a_header_that_begins_like_something_else_is_a_header(file_of, word):
    table = read_table(file_of(f"{word},date\n0.5,2021-03-01\n0.25,2021-03-02\n"))
    assert table.series[0].value.tolist() == [0.5, 0.25]


@pytest.mark.parametrize(
    "text", ["{a},b\n1,2\n", "[x],y\n1,2\n", "<5m,date\n", "%,date\n", "%P,d\n"]
)
def test_that_brackets_do_not_make_a_document(text):
    assert stranger(text.encode()) is None


def test_that_every_stranger_can_be_met():
    met = {stranger(c.encode() if isinstance(c, str) else c) for c, _ in NO_TABLE.values()}
    rare = {
        "a GeoPackage",
        "a SQLite database",
        "a tar archive",
        "an encrypted Parquet file",
        "an SPSS file",
        "a Stata file",
        "packed with LZ4",
        "packed with compress",
    }
    assert {known.what for known in STRANGERS} - {known.what for known in met} == rare


def test_that_a_broken_link_is_said_to_be_broken(tmp_path, complaint):
    (tmp_path / "readings.csv").symlink_to(tmp_path / "gone.csv")
    message = complaint(tmp_path / "readings.csv")
    assert "'readings.csv' is a link to a file that is gone; choose" in message


def test_that_a_link_in_a_circle_is_one_sentence(tmp_path, complaint):
    (tmp_path / "a.csv").symlink_to(tmp_path / "b.csv")
    (tmp_path / "b.csv").symlink_to(tmp_path / "a.csv")
    complaint(tmp_path / "a.csv")


def test_that_a_file_as_a_folder_is_one_sentence(file_of, complaint):
    complaint(file_of("date,ndvi\n", name="a.csv") / "b.csv")


def test_that_a_name_beyond_measure_is_one_sentence(tmp_path):
    with pytest.raises(InputError) as caught:
        read_table(tmp_path / ("x" * 5_000))
    assert len(str(caught.value)) < 200


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no such files here")
@pytest.mark.parametrize("name", ["status", "maps"])
def test_that_a_file_of_the_system_is_not_read(complaint, name):
    assert "is made by the system while it is read; copy it" in complaint(Path("/proc/self", name))


def test_that_a_file_that_grows_is_not_half_read(file_of):
    path = file_of("date,ndvi\n2021-03-01,0.5\n")
    source = open_source(path, {})
    with path.open("a") as more:
        more.write("2021-03-02,0.6\n")
    with pytest.raises(InputError, match="was written to while it was read; open it again"):
        source.open().read()


def test_that_a_file_that_shrinks_or_vanishes_is_said(file_of):
    path = file_of("date,ndvi\n2021-03-01,0.5\n")
    source = open_source(path, {})
    os.truncate(path, 12)
    with pytest.raises(InputError, match="was written to while it was read"):
        source.open().read()
    path.unlink()
    with pytest.raises(InputError, match="There is no file"):
        source.open()


def test_that_reading_loads_nothing_that_plain_text_does_not_need():
    heavy = "{'openpyxl', 'pyarrow', 'pandas', 'numba', 'PySide6'}"
    code = f"import sys, gpstudio.data.table; sys.exit(str({heavy} & sys.modules.keys() or ''))"
    told = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert told.stderr.strip() == ""
