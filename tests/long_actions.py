"""Every long action of window and command line, on readings of any number.

Tests ask each to stop at several of its looks; ``tests/benchmarks/stop_everywhere.py`` measures how
soon it does. A new long action is one line in ``ACTIONS``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, TypeAlias

import numpy as np

from gpstudio.core.cached import cached_property
from gpstudio.core.inference.readings import Readings
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.series import Series, iso_from_days
from gpstudio.data.table import Table, read_table
from gpstudio.session.fitting import Fit, fit_series, forecast_of
from gpstudio.session.request import Request

Work: TypeAlias = Callable[[Task], object]
WHEAT = Request(stages="wheat", index="ndvi")
NO_DATES = Request(stages="none")
"""Dating is an action of its own."""
QUICK = {"learning": "ml2(restarts=0)"}


class Counting(Task):
    """Counts how often it is looked at, and asks to stop at one look alone: who swallows that
    goes on to the end."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.looks = 0
        self.reached: set[CodeType] = set()
        """Everything that was waiting for its answer when it was looked at."""
        self._stop_at = stop_at

    def check(self) -> None:
        self.looks += 1
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            self.reached.add(frame.f_code)
            frame = frame.f_back
        if self.looks == self._stop_at:
            raise Cancelled


@dataclass(frozen=True)
class Size:
    readings: int
    """Of one field, over five years and more."""
    fields: int
    """Of three years each."""
    full: int
    """Readings where the full matrix is held."""
    rivals: int
    """How many of them are compared."""


@dataclass(eq=False)
class Place:
    """What the actions work on: made when first asked for, and shared."""

    folder: Path
    """Inputs; what an action leaves goes to ``out``."""
    size: Size

    @property
    def out(self) -> Path:
        path = self.folder / "out"
        path.mkdir(exist_ok=True)
        return path

    @cached_property
    def one(self) -> Path:
        return self._written("one.csv", [("North", self.size.readings)])

    @cached_property
    def many(self) -> Path:
        return self._written("many.csv", [(f"field {n}", 60) for n in range(self.size.fields)])

    @cached_property
    def series(self) -> Series:
        return read_table(self.one).series[0]

    @cached_property
    def few(self) -> Series:
        """As many as a full matrix can hold."""
        return seasons("North", self.size.full, 3)

    @cached_property
    def table(self) -> Table:
        return read_table(self.many)

    @cached_property
    def fit(self) -> Fit:
        return fit_series(self.series, Recipe.of(kernel="matern32", **QUICK), WHEAT)

    @cached_property
    def small_fit(self) -> Fit:
        return fit_series(self.few, Recipe.of(kernel="matern32", **QUICK), WHEAT)

    @cached_property
    def fits(self) -> tuple[Fit, ...]:
        recipe = Recipe.of(kernel="matern32", **QUICK)
        return tuple(fit_series(series, recipe, WHEAT) for series in self.table.series)

    def _written(self, name: str, fields: list[tuple[str, int]]) -> Path:
        path = self.folder / name
        with path.open("w", encoding="utf-8") as file:
            file.write("field,date,ndvi\n")
            for place, (group, count) in enumerate(fields):
                series = seasons(group, count, place)
                dates = iso_from_days(series.time)
                file.writelines(
                    f"{group},{d},{v:.4f}\n" for d, v in zip(dates, series.value, strict=True)
                )
        return path


def seasons(group: str, count: int, seed: int) -> Series:
    """One crop a year, for as many years as leave a reading every few days, three at least."""
    random = np.random.default_rng(seed)
    years = max(3.0, min(count / 60.0, 40.0))
    days = np.sort(random.uniform(0.0, 365.25 * years, count)) + 5_000.0
    value = 0.45 - 0.3 * np.cos(2 * np.pi * days / 365.25) + 0.03 * random.standard_normal(count)
    return Series(group, days, value, "date", "ndvi", dated=True)


@dataclass(frozen=True)
class Action:
    name: str
    begin: Callable[[Place], Work]
    """Makes ready what it works on, and gives the work itself."""
    stops: bool = True
    """Saving does not: what was begun is brought to its end."""

    def __str__(self) -> str:
        return self.name


# reading


def _read(kind: str, place: Place) -> Work:
    path = place.one if kind == "one" else place.many
    return lambda task: read_table(path, task=task)


def _add(place: Place) -> Work:
    from gpstudio.data.adding.reading import add_readings

    table, again = place.table, place.many
    return lambda task: add_readings(table, again, task=task)


def _grow(place: Place) -> Work:
    """As the window looks into a file, and as a project takes it."""
    from gpstudio.gui.adding.adder import look_into
    from gpstudio.gui.importing.opening import Opening
    from gpstudio.session.adding import grown

    document, path = _document(place), place.folder / "later.csv"
    rows = [f"field {n},1990-0{m}-01,0.{m}" for n in range(place.size.fields) for m in (5, 6)]
    path.write_text("\n".join(["field,date,ndvi", *rows, ""]), encoding="utf-8")

    def work(task: Task) -> None:
        assert document.table is not None
        grown(document, look_into(document.table, Opening(path), {}, task), task)

    return work


def _read_packed(place: Place) -> Work:
    import zipfile

    path = place.folder / "one.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(place.one, "one.csv")
    return lambda task: read_table(path, task=task)


def _read_sheet(kind: str, place: Place) -> Work:
    from gpstudio.data.writing.form import WrittenAs
    from gpstudio.data.writing.readings import write_readings

    path = place.folder / f"one.{kind}"
    write_readings(path, [place.series], form=WrittenAs(kind=kind))
    return lambda task: read_table(path, task=task)


# fitting, by each road


def _fit(choices: dict[str, str], full: bool, place: Place) -> Work:
    series = place.few if full else place.series
    recipe = Recipe.of(**choices)
    return lambda task: fit_series(series, recipe, NO_DATES, task=task)


def _layers(kernel: str, columns: int, place: Place) -> Work:
    """Of several columns, so many rows that a step takes some of them."""
    from gpstudio.core.inference.chooser import choose
    from gpstudio.core.inference.deep.model import Model
    from gpstudio.core.inference.deep.walk import walked
    from gpstudio.core.inference.roads import made_ready

    readings = _rows_of(place.size.full if columns == 1 else place.size.readings, columns)
    points = f"inducing(points={min(place.size.full // 2, 50)}, learn='yes')"
    recipe = Recipe.of(kernel=kernel, likelihood="gaussian", approximation=points)
    plan, ready = made_ready(choose(recipe, *readings.inputs.shape), readings)
    return lambda task: walked(
        replace(Model.of(plan, ready).begun(task), steps=place.size.full), task
    )


def _drawn_layers(numbers: str, place: Place) -> Work:
    from gpstudio.core.inference.regression import fit

    recipe = Recipe.of(
        kernel=f"deep({numbers}, {numbers})", likelihood="gaussian",
        approximation="exact", learning=f"mcmc(samples={place.size.full}, chains=2, warm_up=10)",
    )  # fmt: skip
    readings = _rows_of(min(place.size.full // 6, 500), 1)
    return lambda task: fit(recipe, readings, task, np.inf)


def _rows_of(rows: int, columns: int) -> Readings:
    inputs = np.random.default_rng(0).random((rows, columns))
    return Readings.of(inputs, np.sign(inputs.mean(axis=1) - 0.5))


def _latent(learning: str, points: int, holes: bool, place: Place) -> Work:
    from gpstudio import GPLVM

    random = np.random.default_rng(0)
    rows = np.sin(random.normal(size=(place.size.full, 2)) @ random.normal(size=(2, 20)))
    rows[(random.random(rows.shape) < 0.2) & holes] = np.nan
    points = min(points, place.size.full // 2)

    def work(task: Task) -> None:
        model = GPLVM(learning=learning, points=points)  # type: ignore[arg-type]
        model.fit(rows, task=task).impute(rows, task=task)

    return work


def _fit_all(place: Place) -> Work:
    from gpstudio.session.many import fit_fields

    fields, recipe = place.table.series, Recipe.of(kernel="matern32", **QUICK)
    return lambda task: fit_fields(fields, recipe, WHEAT, {}, task)


def _batch(crop: str, place: Place) -> Work:
    from gpstudio.session.batch.asked import Asked
    from gpstudio.session.batch.run import run_batch

    recipe = Recipe.of(kernel="matern32", **QUICK)
    asked = Asked(place.table, recipe, Request(stages=crop, index="ndvi"), {})

    def work(task: Task) -> None:
        with TemporaryDirectory() as folder:  # what is kept for --resume stays behind
            run_batch(asked, Path(folder), task=task)

    return work


def _merge(place: Place) -> Work:
    from gpstudio.session.batch.asked import Asked, Shard
    from gpstudio.session.batch.run import merge, run_batch

    folder = place.folder / "shard"
    recipe = Recipe.of(kernel="matern32", **QUICK)
    shards = [folder / str(number) for number in (1, 2)]
    for number, shard in enumerate(shards, 1):
        asked = Asked(place.table, recipe, NO_DATES, {}, shard=Shard(number, 2))
        run_batch(asked, shard, resume=True)

    def work(task: Task) -> None:
        with TemporaryDirectory() as out:
            merge(shards, Path(out), task=task)

    return work


def _fit_table(place: Place) -> Work:
    from gpstudio import fit_table

    table = place.table
    return lambda task: fit_table(table, kernel="matern32", **QUICK, task=task)


def _population(place: Place) -> Work:
    from gpstudio.session.many import population_known

    recipe, fields = Recipe.of(kernel="matern32", learning="together"), place.table.series
    return lambda task: population_known(None, fields, recipe, NO_DATES, {}, task)


def _lay_out(place: Place) -> Work:
    from gpstudio.session.season_map.laying_out import laid_out

    return lambda task: laid_out(place.table.series, 0, task)


def _witnesses(place: Place) -> Work:
    from gpstudio.session.witnesses import with_witnesses

    recipe, table = Recipe.of(kernel="matern32", **QUICK), place.table
    return lambda task: with_witnesses(
        table, ("ndvi=EVI",), lambda _: table, WHEAT, recipe, {}, task
    )


def _further(place: Place) -> Work:
    from gpstudio.gui.season.files import read_further
    from gpstudio.session.document import Document

    path = place.folder / "further.csv"
    head, *rows = place.many.read_text(encoding="utf-8").splitlines()
    lines = [f"{head},evi", *(f"{row},{row.rpartition(',')[2]}" for row in rows), ""]
    path.write_text("\n".join(lines), encoding="utf-8")
    table, recipe = read_table(path, value="ndvi"), Recipe.of(kernel="matern32", **QUICK)
    document = Document(table, table.series[0].group, recipe, WHEAT)
    return lambda task: read_further(["evi"], False, document, task)


def _hindcast(place: Place) -> Work:
    from gpstudio.session.hindcast import hindcast

    recipe, fields = Recipe.of(kernel="matern32", **QUICK), [place.series]
    return lambda task: hindcast(fields, recipe, WHEAT, {}, 400.0, task)


def _season_rows(place: Place) -> Work:
    from gpstudio.session.classified.courses import SeasonsAsked, season_rows

    table = read_table(place.many)
    labels = {series.group: {"crop": "wheat"} for series in table.series}
    return lambda task: season_rows(table, labels, SeasonsAsked("crop"), task)


def _classify(wanted: str, approximation: str, place: Place) -> Work:
    import numpy as np

    from gpstudio.core.classification.model import Wanted
    from gpstudio.session.classified.learning import HowLearnt, classify
    from gpstudio.session.classified.rows import ClassRows

    count = place.size.full
    inputs = np.random.default_rng(0).normal(size=(count, 2))
    labels = tuple("yes" if row > 0.0 else "no" for row in inputs.sum(axis=1))
    rows = ClassRows("made", ("x", "y"), inputs, labels, ("",) * count, tuple(range(count)))
    recipe = Recipe.of(kernel="rbf(1)", approximation=approximation, learning="fixed")
    how = HowLearnt(recipe, Wanted(inference=wanted), folds=2)  # type: ignore[arg-type]
    return lambda task: classify(rows, how, task=task)


def _class_rows(place: Place) -> Work:
    from gpstudio.session.classified.rows import Asked, read_asked, read_rows

    path = place.folder / "classes.csv"
    rows = [f"{n % 7},{n % 5},{'rye' if n % 2 else 'wheat'}" for n in range(place.size.full)]
    path.write_text("\n".join(["peak,rise,crop", *rows, ""]), encoding="utf-8")

    def work(task: Task) -> None:
        read_asked(path, read_rows(path, Asked("crop"), task=task), "crop", task=task)

    return work


# what comes after a fit


def _date(place: Place) -> Work:
    from gpstudio.session.facts import NO_FACTS
    from gpstudio.session.fitting import redated

    fit = place.fit
    return lambda task: redated(fit, Request(stages="barley", index="ndvi"), NO_FACTS, task)


def _date_together(place: Place) -> Work:
    from gpstudio.session.dated_now import dated_now

    document = replace(_document(place), request=Request(stages="barley", index="ndvi"))
    return lambda task: dated_now(document, task)


def _compare(place: Place) -> Work:
    from gpstudio.session.comparison import compare_kernels

    series = place.series
    return lambda task: compare_kernels(series, Recipe(), ("matern12", "matern32", "rbf"), task)


def _rivals(place: Place) -> Work:
    from gpstudio.phenology.rivals import METHODS
    from gpstudio.session.rivals import compare_rivals

    fit = place.fit
    names = METHODS.names[: place.size.rivals]
    return lambda task: compare_rivals(fit, names, task=task)


def _score(place: Place) -> Work:
    from gpstudio.session.kept import scored

    fit = place.fit
    return lambda task: scored(fit, task)


def _try_numbers(place: Place) -> Work:
    from gpstudio.session.trial import TriedNumbers, try_numbers

    fit = place.fit
    numbers = TriedNumbers.of(fit)
    return lambda task: try_numbers(fit, numbers, task)


def _diagnose(name: str, place: Place) -> Work:
    from gpstudio.session import diagnostics

    fit, work = place.fit, getattr(diagnostics, name)
    return lambda task: work(fit, task)


def _draws(place: Place) -> Work:
    from gpstudio.gui.curve.numbers import some_draws

    fit = place.fit
    return lambda task: some_draws(fit, task)


def _study(name: str, place: Place) -> Work:
    from lab.rows_of_studies import ROWS

    from gpstudio.lab import STUDIES, Settings, run

    spec = STUDIES[name].spec
    words = next(words for row, words, _ in ROWS if row == name)
    sized = {"rows": place.size.full} if spec.parameter("rows") is not None else {}
    settings = Settings.of(spec, **{**words, **sized})

    def work(task: Task) -> None:
        with TemporaryDirectory() as folder:  # what is measured already is not measured again
            run(name, settings, Path(folder), task)

    return work


# files


def _document(place: Place) -> Any:
    from gpstudio.session.commands import OpenTable
    from gpstudio.session.document import Document
    from gpstudio.session.history import History

    history = History(OpenTable(place.table).apply(Document()))
    for fit in place.fits:
        history.keep_fit(fit)
    return history.document


def _save_project(place: Place) -> Work:
    from gpstudio.session.project.whole import Errand, State, save_as

    state = State(_document(place))

    def work(task: Task) -> None:
        errand = Errand()
        save_as(place.out / "new.gpstudio", state, {}, errand, task)
        errand.give_up()

    return work


def _save_again(place: Place) -> Work:
    from gpstudio.session.project.whole import Errand, State, save_as, save_whole

    state, path, errand = State(_document(place)), place.folder / "again.gpstudio", Errand()

    def work(task: Task) -> None:
        project = save_as(path, State(state.document), {}, errand)
        try:
            save_whole(project, state, {}, task)
        finally:
            errand.give_up()
            path.unlink()

    return work


def _open_project(place: Place) -> Work:
    from gpstudio.session.project.whole import Errand, State, open_whole, save_as

    path = place.folder / "kept.gpstudio"
    if not path.exists():
        errand = Errand()
        save_as(path, State(_document(place)), {}, errand)
        errand.give_up()

    def work(task: Task) -> None:
        opening = Errand()
        open_whole(path, opening, task=task)
        opening.give_up()

    return work


def _export(kind: str, place: Place) -> Work:
    from gpstudio.data.writing.form import WrittenAs
    from gpstudio.data.writing.readings import write_readings

    path, form = place.out / f"readings.{kind}", WrittenAs(kind=kind)
    return lambda task: write_readings(path, [place.series], task, form)


def _export_forecast(place: Place) -> Work:
    from gpstudio.data.writing.forecast import write_forecast

    path, fit = place.out / "forecast.csv", place.fit
    return lambda task: write_forecast(path, [forecast_of(fit, task)], task)


def _export_stages(place: Place) -> Work:
    from gpstudio.data.writing.stages import write_stages

    rows = [row for fit in place.fits for row in fit.stage_rows]
    return lambda task: write_stages(place.out / "stages.csv", rows, task)


def _report(place: Place) -> Work:
    from gpstudio.gui.report_pdf.write import write_reports

    fits = place.fits[:40]
    return lambda task: write_reports(place.out / "reports.pdf", fits, place.table, task)


def _facts(kind: str, head: str, row: str, days: int, place: Place) -> Work:
    from gpstudio.gui.season.files import read_facts

    path, document = place.folder / f"{head}.csv".replace(",", " "), _document(place)
    fields = range(place.size.fields)
    lines = [row.format(n=n, d=d) for n in fields for d in range(1, days + 1)]
    path.write_text("\n".join([head, *lines, ""]), encoding="utf-8")
    return lambda task: read_facts(document, kind, path, task)


FACTS = (
    ("observed", "group,season,stage,date", "field {n},1984,flowering,1984-06-{d:02d}", 1),
    ("observed", "group,season,stage,year,doy", "field {n},1984,flowering,1984,15{d}", 1),
    ("observed", "group,season,heading,flowering", "field {n},1984,1984-05-20,1984-06-{d:02d}", 1),
    ("sowing", "group,season,date", "field {n},1984,1983-10-{d:02d}", 1),
    ("fields", "group,crop,lat,lon,soil", "field {n},wheat,50.{n},10,loam", 1),
    ("temperature", "group,time,tmin,tmax", "field {n},1984-01-{d:02d},{d},{d}.5", 28),
)
"""What they are, and files of them: their columns, a row, and how many days each field has."""


def _import(place: Place) -> Work:
    from gpstudio.data.decisions import Said
    from gpstudio.data.remembered import Memory, read_first, read_said
    from gpstudio.gui.importing.opening import Opening

    opening, memory = Opening(place.one), Memory(place.folder / "memory.json")

    def work(task: Task) -> None:
        first = read_first(opening.source, memory, task)
        read_said(opening.source, Said(), first.shape, task=task)

    return work


def _list_kernels(place: Place) -> Work:
    from gpstudio.session.comparison import list_kernels

    series = place.series
    return lambda task: list_kernels(series, ("rbf + matern32",), task)


def _term_pictures(place: Place) -> Work:
    from gpstudio.core.language import parse
    from gpstudio.session.kernel_tree import read
    from gpstudio.session.prior import term_pictures

    root, series = (
        read(parse("matern32 + 0.5 * rbf(20) * periodic(1, period=365.25)")),
        place.series,
    )
    return lambda task: term_pictures(root, {}, series, task)


def _export_rivals(place: Place) -> Work:
    from gpstudio.data.writing.rivals import write_rivals
    from gpstudio.session.rivals import compare_rivals, rival_rows

    rows = rival_rows(compare_rivals(place.small_fit, ("whittaker",)))
    return lambda task: write_rivals(place.out / "rivals.csv", rows, task)


def _look_back(place: Place) -> Work:
    from gpstudio.gui.projects.recoveries import look_back

    return lambda task: look_back(place.folder / "none", [place.folder / "a.gpstudio"], task)


def _still_there(place: Place) -> Work:
    from gpstudio.gui.recent import Recent, still_there

    return lambda task: still_there([Recent(place.one), Recent(place.many)], task)


def _actions() -> Iterator[Action]:
    for kind in ("one", "many"):
        yield Action(f"read {kind}", partial(_read, kind))
    yield Action("import", _import)
    yield Action("read packed", _read_packed)
    yield Action("add", _add)
    yield Action("add to a project", _grow)
    for kind in ("xlsx", "parquet"):
        yield Action(f"read {kind}", partial(_read_sheet, kind))
    for name, choices, full in ROADS:
        yield Action(f"fit, {name}", partial(_fit, choices, full))
    yield Action("two layers", partial(_layers, "deep(rbf, rbf)", 1))
    yield Action("three layers", partial(_layers, "deep(rbf, rbf, rbf)", 1))
    yield Action("three layers, some rows", partial(_layers, "deep(rbf, rbf, rbf)", 8))
    yield Action("drawn layers", partial(_drawn_layers, "held(1) * rbf(held(0.3))"))
    yield Action("drawn layers and numbers", partial(_drawn_layers, "rbf"))
    yield Action("latent map", partial(_latent, "variational", 40, False))
    yield Action("latent map of all rows", partial(_latent, "map", 1_000, False))
    yield Action("latent map with holes", partial(_latent, "variational", 40, True))
    yield Action("fit all", _fit_all)
    yield Action("fit a table", _fit_table)
    yield Action("batch of wheat", partial(_batch, "wheat"))
    yield Action("merge shards", _merge)
    yield Action("date", _date)
    yield Action("date all together", _date_together)
    yield Action("hindcast", _hindcast)
    yield Action("read labelled rows", _class_rows)
    yield Action("season rows", _season_rows)
    yield Action("classify", partial(_classify, "laplace", "auto"))
    points = "inducing(points=20)"
    yield Action("classify through points", partial(_classify, "variational", points))
    yield Action("learn what fields share", _population)
    yield Action("lay out seasons", _lay_out)
    yield Action("date by further indices", _witnesses)
    yield Action("tick a further index", _further)
    yield Action("list kernels", _list_kernels)
    yield Action("pictures of terms", _term_pictures)
    yield Action("compare kernels", _compare)
    yield Action("compare rivals", _rivals)
    yield Action("score", _score)
    yield Action("try numbers", _try_numbers)
    for name in DIAGNOSED:
        yield Action(f"diagnose, {name}", partial(_diagnose, name))
    yield Action("layer, some_draws", _draws)
    for name in STUDIED:
        yield Action(f"study, {name}", partial(_study, name))
    yield Action("save a project", _save_project, stops=False)
    yield Action("save it again", _save_again, stops=False)
    yield Action("open a project", _open_project)
    for kind in ("csv", "xlsx", "parquet"):
        yield Action(f"export readings, {kind}", partial(_export, kind))
    yield Action("export a forecast", _export_forecast)
    yield Action("export stages", _export_stages)
    yield Action("report", _report)
    yield Action("export rivals", _export_rivals)
    for kind, head, row, days in FACTS:
        yield Action(f"load, {kind}, {head}", partial(_facts, kind, head, row, days))
    yield Action("recent files", _still_there)
    yield Action("look for what was lost", _look_back)


FULL = {"kernel": "rbf", "approximation": "exact", **QUICK}
MCMC = "mcmc(samples=40, chains=2, warm_up=20, kept=16)"
FOLDS = "cross_validation(folds=3, restarts=0)"
ROADS: tuple[tuple[str, dict[str, str], bool], ...] = (
    ("one Matérn", {"kernel": "matern32", **QUICK}, False),
    ("automatic", {}, False),
    ("state space", {"kernel": "matern32 + matern52", **QUICK}, False),
    ("full matrix", {**FULL, "solver": "cholesky"}, True),
    ("full matrix, CG", {**FULL, "solver": "cg"}, True),
    ("full matrix, MINRES", {**FULL, "solver": "minres"}, True),
    ("Nyström", {"kernel": "rbf", "approximation": "nystrom(60)", **QUICK}, False),
    ("inducing", {"kernel": "rbf", "approximation": "inducing(40)", **QUICK}, False),
    ("Fourier", {"kernel": "rbf", "approximation": "fourier(200)", **QUICK}, False),
    ("equispaced", {"kernel": "rbf", "approximation": "equispaced", **QUICK}, False),
    ("Student's t", {"kernel": "matern32", "likelihood": "student_t", **QUICK}, False),
    ("averaged", {"kernel": "matern32", "learning": "averaged"}, False),
    ("MCMC", {"kernel": "matern32", "learning": MCMC}, False),
    ("leave one out", {"kernel": "matern32", "learning": "leave_one_out(restarts=0)"}, True),
    ("cross validation", {"kernel": "matern32", "learning": FOLDS}, True),
)  # fmt: skip
DIAGNOSED = (
    "posterior_curves", "posterior_picture", "left_out", "spread_of_places", "normal_quantiles",
    "autocorrelation",
)  # fmt: skip
STUDIED = (
    "kernel_matrix", "prediction", "krylov", "spectrum", "classifier", "kernel_ranks",
    "learning_curves", "depth", "digits",
)  # fmt: skip
ACTIONS = tuple(_actions())
