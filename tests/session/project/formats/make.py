"""Writes the file of the present format that the tests keep: python make.py

To be run once, when a version is done and before the next one is begun. What was written by an
older version is never written again.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[4])]

from gpstudio.core.arrays import Floats  # noqa: E402
from gpstudio.core.inference.learned import Learned  # noqa: E402
from gpstudio.core.inference.report import Report  # noqa: E402
from gpstudio.core.learning.climbs import Climbs  # noqa: E402
from gpstudio.core.learning.learner import Learnt  # noqa: E402
from gpstudio.core.learning.population import Population, Shared  # noqa: E402
from gpstudio.core.recipe import Recipe  # noqa: E402
from gpstudio.data.decisions import Decision, Said, SetAside, TableColumn  # noqa: E402
from gpstudio.data.preview import Preview  # noqa: E402
from gpstudio.data.series import Excluded, Series  # noqa: E402
from gpstudio.data.table import Table  # noqa: E402
from gpstudio.phenology.calibration.calibration import (  # noqa: E402
    Calibration,
    LearntAnchor,
    StageLearnt,
)
from gpstudio.phenology.calibration.pooling import Offset, Residual  # noqa: E402
from gpstudio.phenology.earlier import PastSeason  # noqa: E402
from gpstudio.phenology.quality.grade import Grade  # noqa: E402
from gpstudio.phenology.quality.modes import DrawsMode, Modes  # noqa: E402
from gpstudio.phenology.season import Candidate, Findings, Season  # noqa: E402
from gpstudio.phenology.stages import StageDate  # noqa: E402
from gpstudio.phenology.thermal import TemperatureSeries  # noqa: E402
from gpstudio.session.curve import Curve  # noqa: E402
from gpstudio.session.dating import Dates  # noqa: E402
from gpstudio.session.document import Document  # noqa: E402
from gpstudio.session.facts import Facts, Seen, Sown  # noqa: E402
from gpstudio.session.fitting import Fit  # noqa: E402
from gpstudio.session.kept import KeptCurve, KeptFit, KeptFits, Marks, Score  # noqa: E402
from gpstudio.session.lessons import Lessons  # noqa: E402
from gpstudio.session.overlay import Overlay  # noqa: E402
from gpstudio.session.project.codec.document import parts_of_document  # noqa: E402
from gpstudio.session.project.schema import VERSION  # noqa: E402
from gpstudio.session.project.store import save  # noqa: E402
from gpstudio.session.request import Request  # noqa: E402
from gpstudio.session.result import Basis, FieldResult  # noqa: E402
from gpstudio.session.season_map.laying_out import SeasonMap, mark_of_all  # noqa: E402
from gpstudio.session.season_map.weeks import FieldYear  # noqa: E402
from gpstudio.session.together import basis_of  # noqa: E402

RECIPE = Recipe.of(7, kernel="0.1 * matern32(held(40)) + white(0.01)", learning="ml2(restarts=3)")
WRITTEN = Recipe.of(
    7,
    kernel="matern32",
    likelihood="gaussian",
    scale="identity",
    approximation="markov",
    solver="kalman",
    learning="averaged",
)
REQUEST = Request(horizon=30.0, stages="wheat", index="NDVI", mean_temperature=18.0)
DAYS = np.arange(18_000.0, 18_060.0)
STATION = TemperatureSeries(DAYS, 0.25 * (DAYS - 18_000.0), 0.5 * (DAYS - 17_990.0), True, 1)
FACTS = {
    "west": Facts(
        "wheat",
        (Sown(17_950.0, "wheat", "2019"),),
        ((18_010.0, 18_190.0),),
        STATION,
        (Seen("heading", 18_095.0, "2019"),),
    ),
    "east": Facts(temperatures=STATION),
}
LESSONS = Lessons(
    {
        "wheat": Calibration(
            "wheat",
            (LearntAnchor("heading", "peak", 4.0, (Residual("west", "2019", -2.5, 1.5),), 130.0),),
            (StageLearnt("heading", Offset(-2.0, 3.0), 1, 1, None),),
            ("a date that was not used",),
        )
    },
    ("too few dates",),
)


def season(number: int) -> Series:
    """A bell over 21 readings, ten days apart."""
    time = 18_000.0 + number + 10.0 * np.arange(21)
    value = 0.2 + 0.6 / (1.0 + ((time - 18_100.0) / 40.0) ** 2)
    weighted = number == 1
    return Series(
        group=("west", "east")[number],
        time=time,
        value=value,
        time_name="date",
        value_name="ndvi",
        dated=True,
        weight=np.linspace(0.5, 1.0, 21) if weighted else None,
        aside=(time[:2] + 5.0, np.array([7.0, -3.0])) if weighted else None,
        excluded=None if weighted else Excluded(time[3:4] + 1.0, np.array([0.9])),
    )


def table() -> Table:
    names = ("field", "date", "ndvi")
    roles = ("group", "time", "value")
    return Table(
        path=Path("two fields.csv"),
        source="",
        is_ours=False,
        encoding="utf-8",
        delimiter=",",
        decimal=".",
        layout="long",
        columns=tuple(TableColumn(n, r, "", "", 1.0) for n, r in zip(names, roles, strict=True)),
        rows_in=44,
        rows_used=42,
        set_aside=(SetAside("out of the range of an index", 2),),
        series=(season(0), season(1)),
        decisions=(Decision("date", "year first", ("year first",), "2019-04-14 occurs"),),
        preview=Preview("field,date,ndvi\n", (2,), (("west", "2019-04-14", "0.2"),), (("",),)),
        said=Said({"field": "group"}, {"range": "set aside"}),
    )


def fit(series: Series) -> Fit:
    """No numbers that a computer would have to find: the same ones everywhere."""
    learnt = Learnt(
        np.array([-2.0, 3.5, -6.0]), 40, ("few readings",),
        np.array([[-2.0, 3.5, -6.0], [-1.5, 3.75, -6.5]]), np.array([0.75, 0.25]), 20.0,
        "a lattice",
    )  # fmt: skip
    report = Report(
        "0.125 * matern32(32)", 0.0025, (0.5,), "markov", "kalman", "averaged", "one input",
        12.5, 21, 0, 40, 0.0, None, None, 0.25, members=2, effective_members=1.6,
        remarks=("few readings",),
        climbs=Climbs("log posterior + constant", ((1.5, 2.25, 2.5), (2.0,)), 2),
        solver_residuals=(0.5, 0.125),
    )  # fmt: skip
    time = np.arange(18_000.0, 18_231.0)
    mean = 0.2 + 0.6 / (1.0 + ((time - 18_100.0) / 40.0) ** 2)
    curve = Curve(
        time, mean, np.full(231, 0.0625), mean - 0.125, mean + 0.125, np.full(231, 0.125),
        mean - 0.25, mean + 0.25,
    )  # fmt: skip
    found = Candidate(Season("2019", 18_010.0, 18_100.0, 18_190.0, False, True), True, "drawn")
    grade = Grade("B", ("gap",), "12 days without a reading", Modes((DrawsMode(18_096.5, 1.0),)))
    heading = StageDate(
        "2019", "heading", 18_096.5, 18_090.0, 18_103.0, 18_094.0, 18_099.0, 4.0, 1.0, 0.75,
        18_100.0, "", "combined", "wheat", "59", "Z59", "modelled", ("the calendar",), grade,
        18_095.0, -3.5, (18_088.0, 18_100.0, 18_112.0), (18_100.0, 12.5),
    )  # fmt: skip
    whole = slice(0, 201)
    basis = Basis(series.fingerprint, RECIPE, REQUEST, FACTS["west"], LESSONS.told)
    dates = Dates(Findings((found,)), (heading,), (), (past(time[whole], mean[whole]),))
    return Fit(series, FieldResult(basis, Learned(WRITTEN, learnt, report), curve, dates))


def past(time: Floats, mean: Floats) -> PastSeason:
    return PastSeason("2019", "west", "wheat", time, mean, np.full(len(time), 0.0625))


def kept(newest: Fit) -> tuple[KeptFits, Marks]:
    """The newest fit and one before it, which stays."""
    time = np.arange(18_000.0, 18_231.0, 10.0)
    mean = 0.25 + 0.5 / (1.0 + ((time - 18_100.0) / 40.0) ** 2)
    before = KeptFit(
        "west", WRITTEN, "0123456789abcdef", 20, 1_600_000_000.5, "0.5 * rbf(32)", 0.0025, 10.25,
        0.125, KeptCurve(time, mean, mean - 0.125, mean + 0.125), Score(20.5, 0.9375, 16),
    )  # fmt: skip
    rows = (before, KeptFit.of(newest, 1_600_000_060.0, Score(21.5, 1.0, 21), True))
    return KeptFits(Overlay({"west": rows})), Marks(frozenset([before.key]))


LABELS = {"west": {"variety": "Tommi", "note": "by the river"}}
SHARED = Shared((3.5, -3.0, -1.5), ((0.25, 0.0, 0.0), (0.0, 0.5, 0.125), (0.0, 0.125, 0.5)))
OF_WHEAT = Population("matern52", "identity", SHARED.wider(0.5), 8, "of wheat")
POPULATION = Population(
    "matern32", "identity", SHARED, 9, "of all", (("ab12", SHARED.wider(2.0)),), "kernel=auto",
    (("wheat", OF_WHEAT),),
)  # fmt: skip


def document() -> Document:
    """With one field fitted, twice."""
    fields = table()
    west = fields.series[0]
    newest = fit(west)
    lessons = replace(LESSONS, basis=basis_of([newest], REQUEST, FACTS))
    newest = newest.with_dates(newest.dates, replace(newest.basis, taught=lessons.told))
    return Document(
        fields, "east", RECIPE, REQUEST, FACTS, LABELS, {"west": newest}, lessons, *kept(newest),
        POPULATION, season_map=season_map_of(fields),
    )  # fmt: skip


def season_map_of(fields: Table) -> SeasonMap:
    rows = tuple(FieldYear(series.group, 2019, 17_900.0) for series in fields.series)
    places, odds = np.array([[1.5, -0.5], [-1.5, 0.5]]), np.array([0.9, 1.1])
    weights = np.array([0.75, 0.25])
    return SeasonMap(
        rows, places, 0.125 + 0.0 * places, odds, weights, 2.0, mark_of_all(fields.series)
    )


def main() -> None:
    path = HERE.with_name(f"v{VERSION}.gpstudio")
    path.unlink(missing_ok=True)  # so that no earlier version is kept beside it
    save(path, parts_of_document(document()), {"program": "0"})
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
