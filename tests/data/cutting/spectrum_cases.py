"""The cases of csv-spectrum, made again with our own words: what a reader of CSV must stand.

Each is the bytes of a file, the names of its columns, and its rows cell by cell.
"""

from __future__ import annotations

from typing import TypeAlias

Row: TypeAlias = tuple[str, ...]
Case: TypeAlias = tuple[bytes, Row, list[Row]]

_PLAIN = "date,ndvi,note\n2020-01-01,0.5,dry\n2020-01-09,0.6,wet\n"
_NAMES = ("date", "ndvi", "note")
_ROWS = [("2020-01-01", "0.5", "dry"), ("2020-01-09", "0.6", "wet")]


def _noted(note: str, as_written: str) -> Case:
    text = f"date,ndvi,note\n2020-01-01,0.5,{as_written}\n2020-01-09,0.6,wet\n"
    return text.encode(), _NAMES, [("2020-01-01", "0.5", note), ("2020-01-09", "0.6", "wet")]


CASES: dict[str, Case] = {
    "simple": (_PLAIN.encode(), _NAMES, _ROWS),
    "simple, carriage return and line feed": (
        _PLAIN.replace("\n", "\r\n").encode(),
        _NAMES,
        _ROWS,
    ),
    "comma in a quotation": _noted("dry, cold", '"dry, cold"'),
    "doubled quotation marks": _noted('the "north" side', '"the ""north"" side"'),
    "quotation marks and line ends": _noted('a\n"b"', '"a\n""b"""'),
    "line ends in a quotation": _noted("a\nb\nc", '"a\nb\nc"'),
    "line ends in a quotation, carriage return and line feed": (
        b'date,ndvi,note\r\n2020-01-01,0.5,"a\r\nb"\r\n2020-01-09,0.6,wet\r\n',
        _NAMES,
        [("2020-01-01", "0.5", "a\r\nb"), ("2020-01-09", "0.6", "wet")],
    ),
    "carriage returns alone": (_PLAIN.replace("\n", "\r").encode(), _NAMES, _ROWS),
    "line ends written as letters": _noted("a\\nb", "a\\nb"),
    "empty cells": (
        b'date,ndvi,note\n2020-01-01,"",""\n2020-01-09,0.6,wet\n',
        _NAMES,
        [("2020-01-01", "", ""), ("2020-01-09", "0.6", "wet")],
    ),
    "empty cells, carriage return and line feed": (
        b"date,ndvi,note\r\n2020-01-01,,\r\n2020-01-09,0.6,wet\r\n",
        _NAMES,
        [("2020-01-01", "", ""), ("2020-01-09", "0.6", "wet")],
    ),
    "JSON in a cell": _noted(
        '{"type": "Point", "coordinates": [102.0, 0.5]}',
        '"{""type"": ""Point"", ""coordinates"": [102.0, 0.5]}"',
    ),
    "coordinates in a cell": _noted("47.3769° N, 8.5417° E", '"47.3769° N, 8.5417° E"'),
    "the word null": _noted("null", "null"),
    "UTF-8": _noted("Äcker ʤ 小麦", "Äcker ʤ 小麦"),
    "Latin-1": (
        _PLAIN.replace("dry", "trocken, Hügel").replace("trocken, ", "").encode("latin-1"),
        _NAMES,
        [("2020-01-01", "0.5", "Hügel"), ("2020-01-09", "0.6", "wet")],
    ),
}
