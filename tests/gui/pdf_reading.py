"""As much of PDF as Qt writes: pages, their texts with places, fonts and metadata.

A reader of its own, so that the tests need no program that may not be there. It knows plain objects
with Flate streams, fonts of two bytes a glyph with a ``ToUnicode`` table, and text that is placed
glyph by glyph.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

NUMBER = rb"-?\d+(?:\.\d+)?"


@dataclass(frozen=True)
class Written:
    """One run of letters; from the upper left corner of the page, in points."""

    x: float
    y: float
    text: str
    font: str


class Document:
    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        assert self.data.startswith(b"%PDF-")
        assert self.data.rstrip().endswith(b"%%EOF")

    @cached_property
    def objects(self) -> dict[int, bytes]:
        found = re.finditer(rb"(?:^|\n)(\d+) 0 obj\r?\n(.*?)\r?\nendobj", self.data, re.DOTALL)
        return {int(one[1]): one[2] for one in found}

    @property
    def pages(self) -> list[bytes]:
        tree = next(body for body in self.objects.values() if b"/Type /Pages" in body)
        kids = re.search(rb"/Kids\s*\[(.*?)\]", tree, re.DOTALL)
        assert kids is not None
        pages = [self.objects[int(n)] for n in re.findall(rb"(\d+) 0 R", kids[1])]
        assert re.search(rb"/Count (\d+)", tree)[1] == str(len(pages)).encode()  # type: ignore[index]
        return pages

    def size(self, page: int) -> tuple[float, float]:
        box = re.search(rb"/MediaBox \[0 0 (%b) (%b)\]" % (NUMBER, NUMBER), self.pages[page])
        assert box is not None
        return float(box[1]), float(box[2])

    def written(self, page: int) -> list[Written]:
        body = self.pages[page]
        contents = self.stream(self._reference(body, b"Contents"))
        resources = self.objects[self._reference(body, b"Resources")]
        fonts = {
            name: self._letters(int(number))
            for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", resources)
        }
        return list(_texts(contents, fonts, self.size(page)[1]))

    def text(self, page: int) -> str:
        """Run by run, in the order in which they were written."""
        return " ".join(one.text for one in self.written(page))

    @property
    def fonts(self) -> list[tuple[str, bool]]:
        """Names, and whether the font's own letters are in the file."""
        found = []
        for body in self.objects.values():
            if b"/Type /FontDescriptor" in body:
                name = re.search(rb"/FontName /(\S+)", body)
                assert name is not None
                found.append((name[1].decode(), b"/FontFile2" in body))
        return found

    def information(self, name: str) -> str:
        """Of the dictionary that says what the document is."""
        found = re.search(rb"/%b \((.*?)\)\n" % name.encode(), self.data, re.DOTALL)
        assert found is not None
        raw = re.sub(rb"\\([()\\])", rb"\1", found[1])
        return raw.decode("utf-16") if raw.startswith(b"\xfe\xff") else raw.decode("latin-1")

    def stream(self, number: int) -> bytes:
        body = self.objects[number]
        raw = body[body.index(b"stream\n") + 7 : body.rindex(b"endstream")]
        return zlib.decompressobj().decompress(raw) if b"/FlateDecode" in body else raw

    def _reference(self, body: bytes, name: bytes) -> int:
        found = re.search(rb"/%b (\d+) 0 R" % name, body)
        assert found is not None
        return int(found[1])

    def _letters(self, font: int) -> tuple[str, dict[int, str]]:
        body = self.objects[font]
        name = re.search(rb"/BaseFont /(\S+)", body)
        assert name is not None
        return name[1].decode(), _unicode(self.stream(self._reference(body, b"ToUnicode")))


def _unicode(table: bytes) -> dict[int, str]:
    """From ranges of glyphs, each with a list of letters or with the first of them."""
    found: dict[int, str] = {}
    ranges = re.finditer(rb"<(\w+)> <(\w+)> (?:\[(.*?)\]|<(\w+)>)", table, re.DOTALL)
    for one in ranges:
        first, last = int(one[1], 16), int(one[2], 16)
        if one[3] is None:
            start = int(one[4], 16)
            found |= {first + place: chr(start + place) for place in range(last - first + 1)}
        else:
            codes = re.findall(rb"<(\w+)>", one[3])
            letters = [bytes.fromhex(code.decode()).decode("utf-16-be") for code in codes]
            found |= {first + place: letter for place, letter in enumerate(letters)}
    return found


def _texts(
    contents: bytes, fonts: dict[bytes, tuple[str, dict[int, str]]], height: float
) -> Iterator[Written]:
    scale = re.search(rb"(%b) 0 0 -%b 0 %b cm" % (NUMBER, NUMBER, NUMBER), contents)
    assert scale is not None
    unit = float(scale[1])
    for block in re.findall(rb"BT\n(.*?)ET\n", contents, re.DOTALL):
        set_to = re.search(rb"/(F\d+) (%b) Tf" % NUMBER, block)
        assert set_to is not None
        name, letters = fonts[set_to[1]]
        moves = re.findall(rb"(%b) (%b) Td <([0-9A-Fa-f]+)> Tj" % (NUMBER, NUMBER), block)
        glyphs = [letters[int(code, 16)] for _, _, code in moves]
        x, y = float(moves[0][0]) * unit, -float(moves[0][1]) * unit
        assert 0.0 <= y <= height
        yield Written(x, y, "".join(glyphs), name)
