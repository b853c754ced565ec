"""A part of an archive of XML, heard tag by tag: no tree is built, so that a million rows take no
more memory than one.

A part that declares a document type is refused: no office program writes one, and what expands
entities or fetches files begins with one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol
from xml.parsers import expat
from zipfile import ZipFile

from gpstudio.core.task import Task
from gpstudio.data.source.cells import BrokenError

_BLOCK = 1 << 16


class Hears(Protocol):
    def start_tag(self, tag: str, attributes: dict[str, str], /) -> None: ...
    def end_tag(self, tag: str, /) -> None: ...
    def data(self, text: str, /) -> None: ...


def heard(archive: ZipFile, part: str, handler: Hears, task: Task) -> Iterator[None]:
    """Each yield stands for a block of the part that the handler has seen."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = handler.start_tag
    parser.EndElementHandler = handler.end_tag
    parser.CharacterDataHandler = handler.data
    parser.StartDoctypeDeclHandler = _refuse_doctype
    with archive.open(part) as stream:
        while block := stream.read(_BLOCK):
            task.check()
            parser.Parse(block, False)
            yield
    parser.Parse(b"", True)
    yield


def hear(archive: ZipFile, part: str, handler: Hears, task: Task) -> None:
    for _ in heard(archive, part, handler, task):
        pass


def _refuse_doctype(*_: Any) -> None:
    raise BrokenError
