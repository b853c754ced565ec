"""The files of a study: results.csv, which grows row by row, and study.json.

Rows are appended as they are measured, each case's at once, and pushed to the disk: a stop in the
middle loses no more than the case under way. What was cut off is dropped when the file is next
opened.
"""

from __future__ import annotations

import csv
import io
import json
import os
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from os.path import exists
from pathlib import Path
from typing import Any

from gpstudio import __version__
from gpstudio.core.errors import InputError
from gpstudio.data.atomic import write_atomic
from gpstudio.data.harmless import as_it_was
from gpstudio.data.writing.cells import lines as as_lines
from gpstudio.lab.rows import Cell, Key, Row, grouped
from gpstudio.lab.study import NOTE, Study, StudyColumn
from gpstudio.translation import tr

RESULTS, STUDY = "results.csv", "study.json"


class Book:
    """What a folder holds of a study, and what is added to it."""

    def __init__(self, folder: Path, study: Study, data: Mapping[str, Any]) -> None:
        self.folder = folder
        self._columns = (*type(study).columns, NOTE)
        self._study = study
        self._data = dict(data)
        earlier = self._earlier()
        self.rows: list[Row] = self._whole() if earlier else []
        self._runs: list[dict[str, Any]] = [*earlier.get("runs", []), self._run()]
        self._write_all()
        self.note()

    @property
    def done(self) -> set[Key]:
        return {self._study.key(row) for row in self.rows}

    def add(self, case: Row, measured: Sequence[Row]) -> None:
        """The rows of one case, to the file before anything else is begun."""
        rows = [{**case, **row} for row in measured]
        try:
            with (self.folder / RESULTS).open("a", encoding="utf-8", newline="") as handle:
                handle.write(_lines(rows, self._columns))
                handle.flush()
                os.fsync(handle.fileno())
        except OSError as error:
            raise InputError(
                tr(
                    "{folder} cannot be written to: make room or close it in other programs, and "
                    "run the study again; it goes on from here.",
                    folder=self.folder / RESULTS,
                )
            ) from error
        self.rows += rows
        self._runs[-1]["measured"] += 1

    def note(self) -> Path:
        """Write study.json: what was asked, on what data, by which program and machine."""
        record = {
            "study": self._study.spec.name,
            "settings": self._study.settings.as_json(),
            "data": self._data,
            "runs": self._runs,
        }
        text = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
        return write_atomic(self.folder / STUDY, lambda handle: handle.write(text))

    def _earlier(self) -> dict[str, Any]:
        """What study.json says, after seeing that it is the same study; empty where none is."""
        if not exists(self.folder / STUDY):
            if exists(self.folder / RESULTS):
                raise InputError(
                    tr(
                        "{folder} holds a {results} without its {study}: choose another folder.",
                        folder=self.folder,
                        results=RESULTS,
                        study=STUDY,
                    )
                )
            return {}
        record = read_study(self.folder)
        name = self._study.spec.name
        if record.get("study") != name:
            raise InputError(
                tr(
                    "{folder} holds the study '{other}', not '{name}': choose another folder.",
                    folder=self.folder,
                    other=record.get("study"),
                    name=name,
                )
            )
        other = self._study.settings.difference(record.get("settings", {}))
        if other:
            raise InputError(
                tr(
                    "{folder} holds the study '{name}' with other settings ({difference}): choose "
                    "another folder, or the settings that stand there.",
                    folder=self.folder,
                    name=name,
                    difference=other,
                )
            )
        for set_name, facts in record.get("data", {}).items():
            if facts != self._data.get(set_name, facts):
                raise InputError(
                    tr(
                        "{folder} holds results on another file of the data set '{set_name}': "
                        "choose another folder.",
                        folder=self.folder,
                        set_name=set_name,
                    )
                )
        return record

    def _whole(self) -> list[Row]:
        """The rows of all cases that are complete."""
        groups = grouped(read_rows(self.folder, self._columns), *self._keys())
        return [row for rows in groups.values() if self._study.is_whole(rows) for row in rows]

    def _keys(self) -> tuple[str, ...]:
        return tuple(column.name for column in self._columns if column.key)

    def _write_all(self) -> None:
        head = ",".join(column.name for column in self._columns) + "\n"
        text = head + _lines(self.rows, self._columns)
        write_atomic(self.folder / RESULTS, lambda handle: handle.write(text))

    def _run(self) -> dict[str, Any]:
        import numpy

        return {
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "measured": 0,
            "gpstudio": __version__,
            "python": platform.python_version(),
            "numpy": numpy.__version__,
            "machine": platform.platform(),
            "processor": platform.processor() or platform.machine(),
            "cores": os.cpu_count(),
        }


def read_study(folder: Path) -> dict[str, Any]:
    try:
        record: dict[str, Any] = json.loads((folder / STUDY).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            tr(
                "{folder} cannot be read: choose another folder, or delete this one.",
                folder=folder / STUDY,
            )
        ) from error
    return record


def read_rows(folder: Path, columns: Sequence[StudyColumn]) -> list[Row]:
    """Of results.csv, all lines that are complete."""
    try:
        text = (folder / RESULTS).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(
            tr("{folder} cannot be read: choose another folder.", folder=folder / RESULTS)
        ) from error
    complete = text[: text.rfind("\n") + 1]
    lines = list(csv.reader(io.StringIO(complete)))
    names = [column.name for column in columns]
    if not lines or lines[0] != names:
        raise InputError(
            tr(
                "{folder} has other columns than this version writes: choose another folder.",
                folder=folder / RESULTS,
            )
        )
    return [
        {c.name: _cell(c, text) for c, text in zip(columns, line, strict=True)}
        for line in lines[1:]
        if len(line) == len(names)
    ]


def _cell(column: StudyColumn, text: str) -> Cell:
    if column.kind == "text":
        return as_it_was(text)
    if not text:
        return None
    return int(text) if column.kind == "integer" else float(text)


def _lines(rows: Sequence[Row], columns: Sequence[StudyColumn]) -> str:
    return as_lines([row.get(column.name) for column in columns] for row in rows)
