"""The world around the window: files to open, places to save in, and dialogs that answer by
themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog
from two_fields import SEASON

from gpstudio.data.series import iso_from_days
from gpstudio.resources import SAMPLE, resource

MESSY = {
    "two fields, comma.csv": SEASON,
    "either day first.csv": "date,ndvi\n" + "".join(
        f"0{m}/0{d}/2021,0.{d}{m}\n" for m in range(1, 10) for d in (3, 7)
    ),
    "one row.csv": "date,ndvi\n2021-05-01,0.5\n",
    "header alone.csv": "date,ndvi\n",
    "empty.csv": "",
    "words.txt": "Dear Sir,\nplease find no table in here.\n",
    "constant.csv": "date,ndvi\n" + "".join(f"2021-{m:02}-15,0.4\n" for m in range(1, 13)),
    "wide.csv": "field,2021-04-01,2021-05-01,2021-06-01,2021-07-01,2021-08-01,2021-09-01\n"
    "A,0.2,0.3,0.7,0.8,0.5,0.2\nB,0.2,,0.6,0.9,0.6,0.3\n",
    "days.csv": "day,gcc\n" + "".join(f"{d},{0.3 + 0.001 * d}\n" for d in range(0, 200, 7)),
    "same times.csv": "date,evi\n" + "2021-05-01,0.5\n2021-05-01,0.7\n" * 6,
    "<b>hostile</b> & long name.csv": "id,date,ndvi\n" + "".join(
        f"<i>=1+1 {'x' * 60}</i>,2021-{m:02}-15,{0.2 + 0.05 * m}\n" for m in range(1, 10)
    ),
    "huge values.csv": "date,ndvi\n" + "".join(f"2021-{m:02}-15,{m}e12\n" for m in range(1, 13)),
}  # fmt: skip
FACTS = {
    "temperatures": "date,tmin,tmax\n" + "".join(
        f"2021-{m:02}-{d:02},{m},{m + 12}\n" for m in range(1, 13) for d in range(1, 29)
    ),
    "sowing": "field,date,crop\nNorth,2021-03-10,maize\nfield 3,2020-03-20,wheat\n",
    "observed": "field,stage,date\nNorth,flowering,2021-06-20\nSouth,maturity,2021-08-15\n",
    "columns": "field,crop,variety,soil,lat,lon\nNorth,wheat,Kondor,loam,52.1,9.8\n"
    "field 1,maize,,sand,52.2,9.9\nnobody's,oat,,,,\n",
}  # fmt: skip


FURTHER = {
    "next pass.csv": "plot,date,ndvi\nNorth,2021-11-20,0.31\nSouth,2021-11-20,0.28\n"
    "West,2021-11-20,0.5\nfield 1,2022-05-01,0.6\n",
    "again.csv": SEASON,
    "other values.csv": SEASON.replace(";0,", ";0,0"),
    "another index.csv": SEASON.replace("ndvi", "evi"),
    "across.csv": "field,2021-12-01,2021-12-09\nNorth,0.3,0.31\nfield 2,,0.4\n",
    "times a thousand.csv": "field,date,ndvi\nNorth,2021-12-20,310\nSouth,2021-12-20,280\n",
}
"""What joins a table that is there, or nearly."""


def many_fields(fields: int, seed: int) -> str:
    """Three years of each, a reading every ten days."""
    random = np.random.default_rng(seed)
    days = np.arange(18_000.0, 18_000.0 + 3 * 365.0, 10.0)
    rows = ["field,date,ndvi"]
    for number in range(fields):
        wave = 0.5 - 0.3 * np.cos(2 * np.pi * (days + 9 * number) / 365.25)
        value = wave + 0.03 * random.standard_normal(len(days))
        dates = iso_from_days(days)
        rows += [f"field {number},{d},{v:.4f}" for d, v in zip(dates, value, strict=True)]
    return "\n".join(rows) + "\n"


class World:
    """A folder with all of it; while it is entered, Qt's file dialogs answer at random."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder, self._random = folder, random
        self.out = folder / "out"
        self.out.mkdir()
        for name, text in MESSY.items():
            (folder / name.replace("/", "")).write_text(text, encoding="utf-8")
        (folder / "many.csv").write_text(many_fields(8, 1), encoding="utf-8")
        (folder / "bytes.csv").write_bytes(bytes(random.randrange(256) for _ in range(2000)))
        self.tables = [resource(*SAMPLE), *sorted(folder.glob("*.csv")), folder / "words.txt"]
        self.facts = {}
        for kind, text in FACTS.items():
            self.facts[kind] = folder / f"{kind} of fields.csv"
            self.facts[kind].write_text(text, encoding="utf-8")
        self._further = []
        for name, text in FURTHER.items():
            self._further.append(folder / f"further {name}")
            self._further[-1].write_text(text, encoding="utf-8")
        self._kept: list[tuple[Any, str, Any]] = []
        self._saved = 0

    def __enter__(self) -> World:
        self._instead(QFileDialog, "getOpenFileName", self._open)
        self._instead(QFileDialog, "getSaveFileName", self._save)
        self._instead(QFileDialog, "getExistingDirectory", self._directory)
        self._instead(QDesktopServices, "openUrl", lambda *_: True)
        return self

    def __exit__(self, *_: object) -> None:
        for owner, name, before in self._kept:
            setattr(owner, name, before)

    def _instead(self, owner: Any, name: str, answer: Callable[..., Any]) -> None:
        self._kept.append((owner, name, owner.__dict__.get(name, getattr(owner, name))))
        setattr(owner, name, staticmethod(answer))

    @property
    def projects(self) -> list[Path]:
        return sorted(self.out.glob("*.gpstudio"))

    def further(self) -> Path:
        """Something to add to a table: mostly readings of its fields, sometimes anything."""
        return (
            self._random.choice(self._further) if self._random.random() < 0.7 else self.any_file()
        )

    def any_file(self) -> Path:
        """Something to open: mostly a table, sometimes a project or what is not there."""
        chance = self._random.random()
        if chance < 0.2 and self.projects:
            return self._random.choice(self.projects)
        if chance < 0.25:
            return self.folder / "gone.csv"
        if chance < 0.3:
            return self._random.choice(list(self.facts.values()))
        return self._random.choice(self.tables)

    def _open(self, parent: Any, title: str, *_: Any) -> tuple[str, str]:
        if self._random.random() < 0.25:
            return "", ""
        if "project" in title.lower() and self.projects and self._random.random() < 0.8:
            return str(self._random.choice(self.projects)), ""
        if title == "Add readings":
            return str(self.further()), ""
        of_kind = [path for kind, path in self.facts.items() if kind[:6] in title.lower()]
        if of_kind and self._random.random() < 0.7:
            return str(of_kind[0]), ""
        return str(self.any_file()), ""

    def _save(self, parent: Any, title: str, start: str, kinds: str, *_: Any) -> tuple[str, str]:
        kind = self._random.choice(kinds.split(";;"))
        if self._random.random() < 0.25:
            return "", kind
        self._saved = (self._saved + 1) % 12
        ending = self._random.choice((Path(start).suffix, ""))
        if self._random.random() < 0.04:
            return str(self.folder / "no such folder" / f"file{ending}"), kind
        return str(self.out / f"file {self._saved}{ending}"), kind

    def _directory(self, *_: Any) -> str:
        places = ("", str(self.out), str(self.folder / "lab"), str(self.folder / "no such folder"))
        return self._random.choice(places)
