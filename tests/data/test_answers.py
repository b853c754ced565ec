"""Every decision there is can be made otherwise, and what was answered is what is read."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

import pytest

from gpstudio import read_table
from gpstudio.data.decisions import ABOUT
from gpstudio.data.table import Table

DAYS = [f"2020-{month:02d}-{day:02d}" for month in range(1, 7) for day in (4, 20)]
LOW = [f"0{month}/0{day}/2020" for month in range(1, 7) for day in (3, 8)]


def lines(header: str, *columns: object) -> bytes:
    """The header, and below it a line for each day; other columns as they are or by number."""
    rows = []
    for number, _ in enumerate(DAYS):
        cells = [c(number) if callable(c) else c[number] for c in columns]
        rows.append(",".join(map(str, cells)))
    return "\n".join([header, *rows, ""]).encode()


def ndvi(number: int) -> float:
    return round(0.3 + 0.02 * number, 2)


def zipped() -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("a.csv", lines("date,ndvi", DAYS, ndvi))
        archive.writestr("b.csv", lines("date,ndvi", DAYS, lambda n: 0.5))
    return whole.getvalue()


def workbook() -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for title, value in (("one", 0.2), ("two", 0.4)):
        sheet = book.create_sheet(title)
        sheet.append(["date", "ndvi"])
        for day in DAYS:
            sheet.append([day, value])
    del book["Sheet"]
    whole = io.BytesIO()
    book.save(whole)
    return whole.getvalue()


@dataclass(frozen=True)
class Case:
    """Two answers about one file that must not come to the same."""

    data: object
    one: str
    other: str
    name: str = "table.csv"


CASES = {
    "member": Case(zipped, "a.csv", "b.csv", "both.zip"),
    "sheet": Case(workbook, "one", "two", "book.xlsx"),
    "encoding": Case("plot,date,ndvi\nŁąka,2020-01-04,0.5\nŁąka,2020-02-04,0.6\n".encode("cp1250"),
                     "windows-1252", "windows-1250"),
    "delimiter": Case(b"date\tyield b\n2020-01-04\t1 234\n2020-01-20\t2 345\n", "tab", "spaces"),
    "header": Case(b"2020-01-04,0.5\n2020-01-20,0.6\n2020-02-04,0.7\n", "none", "1 row"),
    "layout": Case(lines("date,A,B", DAYS, ndvi, lambda n: 0.5), "wide by field", "long"),
    "time": Case(lines("date,date_of_visit,ndvi", DAYS, [*DAYS[1:], "2020-07-01"], ndvi),
                 "date", "date_of_visit"),
    "date": Case(lines("date,ndvi", LOW, ndvi), "day first", "month first"),
    "ways": Case(lines("date,ndvi", [*DAYS[:6], *(f"{d[8:]}/{d[5:7]}/2020" for d in DAYS[6:])],
                       ndvi), "all ways", "main way"),
    "numbers": Case(lines("date,ndvi", lambda n: 43900 + 16 * n, ndvi),
                    "serials 1900", "serials 1904"),
    "calendar": Case(lines("date,ndvi", lambda n: f"2563-01-{n + 1:02d}", ndvi),
                     "as written", "Buddhist years"),
    "period": Case(lines("month,ndvi", lambda n: f"2020-{n + 1:02d}", ndvi), "middle", "first day"),
    "zone": Case(lines("time,ndvi", lambda n: f"{DAYS[n]} 10:00:00 CEST", ndvi),
                 "clock as it stands", "day only"),
    "doy": Case(lines("year,doy,ndvi", lambda n: 2020, lambda n: 16 * n, ndvi), "from 1", "from 0"),
    "year": Case(lines("doy,ndvi", lambda n: 100 + 5 * n, ndvi), "2021", "no year",
                 "safra_2021.csv"),
    "marks": Case(lines("date,ndvi", DAYS, lambda n: f"{ndvi(n)}{'*' * (n % 2)}"),
                  "read", "set aside"),
    "gaps": Case(
        lines("field,date,ndvi", lambda n: "" if n % 6 else f"F{n}", DAYS, ndvi),
        "as the one above",
        "as written",
    ),
    "composite": Case(lines("date,composite_day_of_the_year,ndvi", DAYS,
                            (11, 27, 42, 58, 71, 87, 102, 118, 132, 148, 163, 179), ndvi),
                      "day of the reading", "start of the composite"),
    "decimal": Case(b"date;y\n2020-01-04;1,234\n2020-01-20;2,345\n2020-02-04;1,500\n",
                    "decimal comma", "thousands mark"),
    "value": Case(lines("date,temp,rain", DAYS, ndvi, lambda n: n), "temp", "rain"),
    "variable": Case(lines("date,band,value", [DAYS[n // 2 * 2] for n in range(12)],
                           lambda n: "ab"[n % 2], ndvi), "a", "b"),
    "field": Case(lines("site,date,pixel,ndvi", "A" * 12, [DAYS[n // 2 * 2] for n in range(12)],
                        lambda n: n % 2, ndvi), "site", "site / pixel"),
    "export": Case(b"STATIONS_ID;MESS_DATUM;TMK;mean\n"
                   + b"".join(b"1048;202001%02d;%d.5;3.25\n" % (n, n) for n in range(1, 20)),
                   "weather table of DWD", "another table"),
    "scale": Case(lines("date,ndvi", DAYS, lambda n: 3000 + 100 * n),
                  "divided by 10,000", "as written"),
    "fills": Case(lines("date,ndvi", DAYS, lambda n: -9999 if n == 3 else ndvi(n)),
                  "set aside", "kept"),
    "range": Case(lines("date,ndvi", DAYS, lambda n: 3.5 if n == 3 else ndvi(n)),
                  "set aside", "kept"),
    "names": Case(lines("site,date,ndvi", lambda n: ("A b", "A\u00a0b")[n % 2], DAYS, ndvi),
                  "joined", "kept apart"),
    "years": Case(lines("date,ndvi", lambda n: "2201-04-01" if n == 3 else DAYS[n], ndvi),
                  "set aside", "kept"),
    "outside": Case(lines("date,ndvi", DAYS, lambda n: 1.1 if n == 3 else ndvi(n)),
                    "kept", "set aside"),
    "zeros": Case(lines("date,ndvi", DAYS, lambda n: 0 if n == 3 else ndvi(n)),
                  "set aside", "kept"),
    "quality": Case(lines("date,ndvi,SCL", DAYS, ndvi, lambda n: (4, 9)[n % 2]),
                    "used", "not used"),
    "noise": Case(lines("date,ndvi,ndvi_sd", DAYS, ndvi, lambda n: 0.01 * (1 + n)),
                  "not used", "used"),
    "flag": Case(lines("date,ndvi,qc", DAYS, ndvi, lambda n: n % 2), "0 is good", "1 is good"),
    "repeated": Case(lines("date,ndvi", [DAYS[n // 2 * 2] for n in range(12)], ndvi),
                     "kept", "averaged"),
}  # fmt: skip


def test_that_every_decision_has_its_case():
    assert set(CASES) == set(ABOUT)


def picture(table: Table) -> object:
    """All that a fit would see of it."""
    readings = [
        (
            s.group,
            s.time.tolist(),
            s.value.tolist(),
            None if s.weight is None else s.weight.tolist(),
        )
        for s in table.series
    ]
    return readings or [c.role for c in table.columns]


@pytest.mark.parametrize("about", sorted(ABOUT))
def test_that_an_answer_is_what_is_read(file_of, about: str) -> None:
    case = CASES[about]
    data = case.data() if callable(case.data) else case.data
    path = file_of(data, name=case.name)
    seen = []
    for answer in (case.one, case.other):
        table = read_table(path, answers={about: answer})
        (decision,) = [d for d in table.decisions if d.about == about]
        assert (decision.chosen, decision.is_open) == (answer, False)
        assert {case.one, case.other} <= set(decision.choices)
        assert table.rows_in == table.rows_used + sum(a.count for a in table.set_aside)
        seen.append(picture(table))
    assert seen[0] != seen[1]


@pytest.mark.parametrize("about", sorted(ABOUT))
def test_that_to_say_what_is_found_anyway_keeps_it_on_record(file_of, about: str) -> None:
    case = CASES[about]
    data = case.data() if callable(case.data) else case.data
    path = file_of(data, name=case.name)
    for decision in read_table(path).decisions:
        again = read_table(path, answers={decision.about: decision.chosen})
        found = {d.about: d.chosen for d in again.decisions}
        assert found[decision.about] == decision.chosen
