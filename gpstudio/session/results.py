"""The files of a finished fit, the same from the window and the command line."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from gpstudio.data.atomic import write_atomic
from gpstudio.data.folder import filled_together
from gpstudio.data.series import iso_day
from gpstudio.data.table import Labels, Table
from gpstudio.data.writing.about_fields import AboutFields
from gpstudio.data.writing.forecast import forecast_sheet
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.readings import readings_sheet
from gpstudio.data.writing.seasons import SeasonRow, seasons_sheet
from gpstudio.data.writing.sheet import Sheet
from gpstudio.data.writing.stages import stages_sheet
from gpstudio.data.writing.write import write_sheet
from gpstudio.phenology.places import Place
from gpstudio.session.fitting import Fit
from gpstudio.session.many import Unfitted
from gpstudio.session.request import Request
from gpstudio.session.season_rows import season_rows_of

SURROGATES = re.compile("[\ud800-\udfff]")
_AS_JSON, _AS_TEXT = json.JSONEncoder(ensure_ascii=False).encode, json.encoder.encode_basestring
_WRITTEN: Mapping[type, Callable[[Any], str]] = {
    str: _AS_TEXT,
    int: repr,
    float: lambda number: repr(number) if math.isfinite(number) else _AS_JSON(number),
    bool: lambda truth: "true" if truth else "false",
    type(None): lambda nothing: "null",
}
"""Of what has no parts, as JSON has it: a tenth of the time in which its writer is called."""

NOTHING_BESIDES: Mapping[str, Any] = {}
Beside: TypeAlias = Callable[[Path], Path]
"""Writes one more file into the folder it is given."""


def write_results(
    folder: Path,
    table: Table,
    fits: Sequence[Fit],
    form: WrittenAs = PLAIN,
    unfitted: Sequence[Unfitted] = (),
    beside: Sequence[Beside] = (),
    labels: Labels | None = None,
) -> list[Path]:
    """Write forecast, stages, readings and report.json; they appear together or not at all.

    ``labels`` are said in place of those of the table."""
    asked, about = in_table_order(table, fits, unfitted), AboutFields.of(table, labels)
    sheets = (
        about.named(forecast_sheet(fit.forecast for fit in fits)),
        about.beside(stages_sheet(row for one in asked for row in one.stage_rows)),
        about.beside(seasons_sheet(season_rows(asked))),
        about.named(readings_sheet([fit.series for fit in fits])),
    )
    with filled_together(folder) as staged:
        written = [write_sheet(form.named(staged / sheet.name), sheet, form) for sheet in sheets]
        written += [write(staged) for write in beside]
        written.append(write_report(staged / "report.json", table, fits, unfitted))
    return [folder / path.name for path in written]


def in_table_order(
    table: Table, fits: Sequence[Fit], unfitted: Sequence[Unfitted]
) -> list[Fit | Unfitted]:
    """Every field that was asked for."""
    places = table.fields.place_of
    asked: list[Fit | Unfitted] = [*fits, *unfitted]
    return sorted(asked, key=lambda one: places.get(one.group, len(places)))


def seasons_asked(
    table: Table,
    fits: Sequence[Fit],
    reasons: Mapping[str, str],
    request: Request,
    labels: Labels,
) -> Sheet:
    """``fields.csv`` of these fits, and of the fields that have none for these reasons."""
    known = table.by_group
    lost = [
        Unfitted(known[group], why, request) for group, why in reasons.items() if group in known
    ]
    sheet = seasons_sheet(season_rows(in_table_order(table, fits, lost)))
    return AboutFields.of(table, labels).beside(sheet)


def season_rows(asked: Iterable[Fit | Unfitted]) -> list[SeasonRow]:
    """The lines of ``fields.csv``."""
    return [row for one in asked for row in season_rows_of(one.stage_rows, one.group)]


def write_report(
    path: Path, table: Table, fits: Sequence[Fit], unfitted: Sequence[Unfitted] = ()
) -> Path:
    """How the table was read, how each fit was made with the recipe that makes it again, and why
    there is none."""
    reasons = [{"group": one.group, "reason": one.reason} for one in unfitted]
    return write_report_of(path, reading_of(table), map(making_text, fits), reasons)


def write_report_of(
    path: Path,
    table: Mapping[str, Any],
    makings: Iterable[str],
    unfitted: Sequence[Mapping[str, str]],
    about: Mapping[str, Any] = NOTHING_BESIDES,
) -> Path:
    """The same of records, and of texts as ``making_text`` makes them, written one after the other:
    of many fields they would fill the memory."""

    def write(handle: TextIO) -> None:
        lead = _indented({**about, "table": table}, "")
        handle.write(_as_utf8(lead.removesuffix("\n}") + ',\n  "fits": ['))
        mark = "\n    "
        for making in makings:
            handle.write(mark + making)
            mark = ",\n    "
        handle.write("]" if mark[0] == "\n" else "\n  ]")
        handle.write(_as_utf8(',\n  "unfitted": ' + _indented(unfitted, "  ") + "\n}\n"))

    return write_atomic(path, write)


def write_record(path: Path, record: Any) -> Path:
    """One record, as JSON that a person can read."""
    return write_atomic(path, lambda handle: handle.write(_as_utf8(_indented(record, "") + "\n")))


def _indented(record: Any, by: str) -> str:
    """As ``json.dumps`` with an indent of two, which asks its own writer in C for nothing."""
    parts: list[str] = []
    _lay_out(record, "\n" + by, parts)
    return "".join(parts)


def _lay_out(record: Any, line: str, parts: list[str]) -> None:
    inside = line + "  "
    if (written := _WRITTEN.get(type(record))) is not None:
        parts.append(written(record))
    elif record and isinstance(record, Mapping):
        mark = "{"
        for name, value in record.items():
            parts.append(f"{mark}{inside}{_AS_TEXT(str(name))}: ")
            _lay_out(value, inside, parts)
            mark = ","
        parts.append(line + "}")
    elif record and isinstance(record, list | tuple):
        mark = "["
        for value in record:
            parts.append(mark + inside)
            _lay_out(value, inside, parts)
            mark = ","
        parts.append(line + "]")
    else:
        parts.append(_AS_JSON(record))


def _as_utf8(text: str) -> str:
    """A name that is not UTF-8 holds what UTF-8 cannot write: as JSON escapes it, every reader of
    JSON takes the file."""
    return SURROGATES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def reading_of(table: Table) -> dict[str, Any]:
    """Decisions, and rows set aside with their reasons; the readings have a file of their own."""
    told = table.as_json()
    del told["series"]
    return {"file": table.path.name, **told}


def making_text(fit: Fit, without: Sequence[str] = ()) -> str:
    """What ``making_of`` tells, as it stands in the report."""
    return _as_utf8(_indented(making_of(fit, without), "    "))


def making_of(fit: Fit, without: Sequence[str] = ()) -> dict[str, Any]:
    """``without``: what of its report is left out."""
    told = {"scale": fit.learned.written.text("scale"), **fit.report.as_json()}
    return {
        "group": fit.series.group,
        "recipe": fit.recipe.as_json(),
        "report": {name: told[name] for name in told if name not in without},
        "dating": _dating(fit),
    }


def _dating(fit: Fit) -> dict[str, Any]:
    """What was asked, and every stretch that was looked at with the reason why it is a season or
    none."""

    def day(time: float) -> str | float:
        return iso_day(time, fit.series.clock) if fit.series.dated else time

    told_of = {field.name: getattr(fit.request, field.name) for field in fields(fit.request)}
    asked = {
        name: asdict(value) if isinstance(value, Place) else value
        for name, value in told_of.items()
        if value not in (None, "")
    }
    if fit.request.as_of is not None:
        asked["as_of"] = day(fit.request.as_of)
    candidates = [
        {
            "season": one.season.name,
            "start": day(one.season.start),
            "peak": day(one.season.peak),
            "end": day(one.season.end),
            "accepted": one.accepted,
            "reason": one.reason,
        }
        for one in fit.dates.findings.candidates
    ]
    told: dict[str, Any] = {"asked": asked, "index": fit.index, "seasons": candidates}
    if fit.basis.taught.words:
        told["learnt"] = list(fit.basis.taught.words)
    return told if candidates else {**told, "reason": fit.dates.findings.reason}
