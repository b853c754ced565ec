"""Files that are no table, by how they begin: each is told what to do about it.

A further kind is a further line in ``STRANGERS``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpstudio.core.errors import InputError
from gpstudio.data.source.source import Source
from gpstudio.translation import tr

_AS_CSV = tr("save its table as CSV and open that")
_PICTURE = tr("choose the table of readings that was made from it")
_UNPACK = tr("unpack it and open the table inside")
_GIS = tr("export its attribute table as CSV from your GIS")


@dataclass(frozen=True)
class Stranger:
    what: str
    """What the file is."""
    advice: str
    pattern: re.Pattern[bytes]
    inside: str = ""
    """What it is called in a file that holds it, where that is another word."""


def _binary(what: str, advice: str, pattern: bytes, inside: str = "") -> Stranger:
    """Signatures made of letters count only where bytes follow that no text has."""
    no_text = rb"(?=[\s\S]*?[\x00-\x08\x0e-\x1a\x1c-\x1f])"
    return Stranger(what, advice, re.compile(no_text + rb"(?:" + pattern + rb")"), inside)


def _text(what: str, advice: str, pattern: bytes) -> Stranger:
    blank = rb"(?:\xef\xbb\xbf)?\s*"
    return Stranger(what, advice, re.compile(blank + rb"(?:" + pattern + rb")", re.IGNORECASE))


STRANGERS = (
    _binary(tr("a GeoPackage"), _GIS, rb"SQLite format 3\0[\s\S]{52}GP"),
    _binary(tr("a SQLite database"), _AS_CSV, rb"SQLite format 3\0"),
    _binary(tr("a shapefile"), _GIS, rb"\0\0\x27\x0a\0{20}"),
    _binary(tr("a dBase file"), _GIS, rb"[\x03\x83\x8b][\x00-\x7f][\x00-\x0c][\x00-\x1f]"),
    _binary(tr("an Arrow or Feather file"), tr("save it as Parquet or CSV"), rb"ARROW1|FEA1"),
    _binary(tr("an ORC file"), tr("save it as Parquet or CSV"), rb"ORC"),
    _binary(tr("an encrypted Parquet file"), tr("save it without encryption"), rb"PARE"),
    _binary(
        tr("an HDF5 or NetCDF file"),
        _AS_CSV,
        rb"\x89HDF\r\n\x1a\n|CDF[\x01\x02\x05]|\x0e\x03\x13\x01",
    ),
    _binary(tr("a GRIB file"), _AS_CSV, rb"GRIB"),
    _binary(tr("a MATLAB file"), _AS_CSV, rb"MATLAB 5\.0"),
    _binary(tr("an R data file"), _AS_CSV, rb"RD[XA][23]\n|[XA]\n\0"),
    _binary(tr("a NumPy file"), _AS_CSV, rb"\x93NUMPY"),
    _binary(tr("an SPSS file"), _AS_CSV, rb"\$FL[23]@"),
    _text(tr("a Stata file"), _AS_CSV, rb"<stata_dta>"),
    _binary(tr("a picture"), _PICTURE, rb"\x89PNG|GIF8[79]a|RIFF[\s\S]{4}WEBP|BM[\s\S]{4}\0{4}"),
    _binary(tr("a picture"), _PICTURE, rb"\xff\xd8\xff"),
    _binary(tr("a TIFF or GeoTIFF picture"), _PICTURE, rb"II[\x2a\x2b]\0|MM\0[\x2a\x2b]"),
    _binary(tr("a JPEG 2000 picture"), _PICTURE, rb"\0\0\0\x0cjP  "),
    _text(
        tr("a PDF document"),
        tr("copy its table into a spreadsheet and save that as CSV"),
        rb"%PDF-",
    ),
    _text(tr("an RTF document"), _AS_CSV, rb"\{\\rtf"),
    _binary(tr("a 7-Zip archive"), _UNPACK, rb"7z\xbc\xaf\x27\x1c"),
    _binary(tr("a RAR archive"), _UNPACK, rb"Rar!\x1a\x07"),
    _binary(
        tr("packed with Zstandard"),
        _UNPACK,
        rb"\x28\xb5\x2f\xfd",
        inside=tr("a file packed with Zstandard"),
    ),
    _binary(
        tr("packed with LZ4"),
        _UNPACK,
        rb"\x04\x22\x4d\x18",
        inside=tr("a file packed with LZ4"),
    ),
    _binary(
        tr("packed with compress"),
        _UNPACK,
        rb"\x1f\x9d",
        inside=tr("a file packed with compress"),
    ),
    _binary(tr("a tar archive"), _UNPACK, rb"[\s\S]{257}ustar[\0 ]"),
    _binary(tr("a program"), tr("choose a CSV file"), rb"MZ|\x7fELF"),
    _text(
        tr("a pointer to a file that Git LFS keeps elsewhere"),
        tr("fetch the file itself first"),
        rb"version https://git-lfs",
    ),
    _text(tr("a KML document"), _GIS, rb"<(?:\?xml[\s\S]*?<)?kml\b"),
    _text(
        tr("an Excel 2003 XML workbook"),
        tr("save it as .xlsx or CSV"),
        rb"<\?xml[\s\S]*?<(?:\w+:)?Workbook\b",
    ),
    _text(
        tr("a web page"),
        tr("open it in a browser: it may ask for a login; a table in it can be copied and pasted"),
        rb"(?:<\?xml[\s\S]*?)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|body|table|meta)\b",
    ),
    _text(tr("an XML document"), _AS_CSV, rb"<\?xml\b"),
    _text(tr("a GeoJSON file"), _GIS, rb"\{[\s\S]*?\"(?:FeatureCollection|Feature)\""),
    _text(tr("a JSON file"), _AS_CSV, rb"\{\s*(?:\}|\"[^\"\r\n]*\"\s*:)|\[\s*[\[{]"),
)
"""In the order in which they are tried."""


def stranger(head: bytes) -> Stranger | None:
    """What begins so and is no table; None for anything else."""
    return next((known for known in STRANGERS if known.pattern.match(head)), None)


def refuse_stranger(source: Source, head: bytes) -> None:
    known = stranger(head)
    if known is None:
        return
    if source.kind:
        problem = tr(
            "{file} holds {content}, not a table; {advice}.",
            file=source.file,
            content=known.inside or known.what,
            advice=known.advice,
        )
    else:
        problem = tr(
            "{file} is {content}, not a table; {advice}.",
            file=source.file,
            content=known.what,
            advice=known.advice,
        )
    raise InputError(problem)
