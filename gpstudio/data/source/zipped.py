"""Everything that is a zip file underneath: archives, workbooks, office documents."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.source.archive import members_of, unpack_zip
from gpstudio.data.source.cells import BrokenError
from gpstudio.data.source.limits import PARTS, check_swelling
from gpstudio.data.source.ods import CONTENT, OpenDocument
from gpstudio.data.source.source import Source
from gpstudio.data.source.spool import spooled
from gpstudio.data.source.workbook import Book, Opener, locked, unpack_workbook
from gpstudio.data.source.xlsx import Workbook
from gpstudio.translation import tr

SHEETS = b"application/vnd.oasis.opendocument.spreadsheet"
_STRANGERS = {
    "xl/workbook.bin": (tr("a binary Excel workbook"), tr("save it as .xlsx or CSV")),
    "word/document.xml": (tr("a Word document"), tr("copy its table into a spreadsheet")),
    "ppt/presentation.xml": (tr("a PowerPoint file"), tr("copy its table into a spreadsheet")),
    "META-INF/manifest.xml": (tr("an OpenDocument file"), tr("save it as .xlsx or CSV")),
    "doc.kml": (tr("a KMZ file"), tr("export its attribute table as CSV from your GIS")),
}
"""By a part that only they have."""


def unpack_zipped(source: Source, answers: Mapping[str, str], task: Task) -> Source:
    inside = spooled(source, task)
    with inside.open() as handle:
        names = {member.filename for member in members_of(inside, handle)}
        sheets = CONTENT in names and _says(handle, "mimetype").startswith(SHEETS)
    if sheets:
        return unpack_workbook(inside, answers, task, _opened(OpenDocument))
    for part, (what, advice) in _STRANGERS.items():
        if part in names:
            raise InputError(
                tr(
                    "{file} is {content}, not a table; {advice}.",
                    file=source.file,
                    content=what,
                    advice=advice,
                )
            )
    if "xl/workbook.xml" in names:
        return unpack_workbook(inside, answers, task, _opened(Workbook))
    return unpack_zip(source, answers, task)


def _opened(book: Callable[[ZipFile, Task], Book]) -> Opener:
    """What opens a workbook of XML, no part of which swells beyond measure; none is read further
    than it says."""

    def opened(source: Source, handle: BinaryIO, task: Task) -> Book:
        for part in members_of(source, handle):
            if part.flag_bits & 1:
                raise locked(source)
            if part.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise BrokenError
            check_swelling(source.file, part.compress_size, part.file_size, PARTS)
        return book(ZipFile(handle), task)

    return opened


def _says(handle: BinaryIO, part: str) -> bytes:
    """The beginning of a part; nothing where there is none, or it cannot be read."""
    try:
        with ZipFile(handle) as archive, archive.open(part) as stream:
            return stream.read(len(SHEETS))
    except (KeyError, OSError, RuntimeError, NotImplementedError, BadZipFile, zlib.error):
        return b""
