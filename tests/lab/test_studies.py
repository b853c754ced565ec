"""Every study from settings to page, and going on where it was stopped."""

from __future__ import annotations

import csv
import json
import re
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from gpstudio.core.approximations.nystrom.sampling.leverage import Leverage
from gpstudio.core.errors import InputError
from gpstudio.core.task import Cancelled, Task
from gpstudio.lab import STUDIES, Settings, StudyResults, gather, run
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.rows import distinct, having, number
from gpstudio.lab.sources import source
from gpstudio.lab.studies import krylov
from gpstudio.lab.study import NOTE
from gpstudio.lab.variants import variants

from .rows_of_studies import ROWS

SVG = "{http://www.w3.org/2000/svg}"


class Stops(Task):
    """Asked to stop after so many measurements were told of."""

    def __init__(self, after: int) -> None:
        self.left = after
        self.partials: list[Any] = []

    def report(self, status: str, fraction: float | None = None) -> None:
        self.left -= re.search(r"\([\d,]+ of [\d,]+\)$", status) is not None

    def check(self) -> None:
        if self.left < 0:
            raise Cancelled

    def partial(self, result: object) -> None:
        self.partials.append(result)


def lines_of(folder: Path) -> list[dict[str, str]]:
    with (folder / "results.csv").open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def run_row(
    name: str, words: dict[str, Any], folder: Path, task: Task | None = None
) -> StudyResults:
    return run(name, Settings.of(STUDIES[name].spec, **words), folder, task or Task())


def test_that_every_study_has_a_row() -> None:
    assert {name for name, _, _ in ROWS} == set(STUDIES.names)


@pytest.mark.parametrize(("name", "words", "figures"), ROWS)
def test_that_a_study_leaves_rows_figures_and_a_page(
    tmp_path: Path, name: str, words: dict[str, Any], figures: set[str]
) -> None:
    drawn: list[Path] = []
    results = run(
        name,
        Settings.of(STUDIES[name].spec, **words),
        tmp_path,
        rasterise=lambda svg, path: drawn.append(path),
    )
    written = lines_of(tmp_path)
    columns = [column.name for column in (*STUDIES[name].columns, NOTE)]
    assert list(written[0]) == columns
    assert len(written) == len(results.rows)
    assert len({results.study.key(row) for row in results.rows}) == results.cases
    assert not [row for row in results.rows if row.get(NOTE.name)]
    assert figures <= {figure.name for figure in results.figures}
    for figure in results.figures:
        tree = ElementTree.parse(tmp_path / "figures" / f"{figure.name}.svg")
        said = {element.text for element in tree.iter(f"{SVG}text")}
        assert {line.name for line in figure.legend} <= said
        assert {panel.title for panel in figure.all_panels} <= said
        assert figure.title in said
    assert sorted(p.stem for p in drawn) == sorted(figure.name for figure in results.figures)
    page = (tmp_path / "summary.html").read_text(encoding="utf-8")
    assert page.count("<svg") == len(results.figures)
    markdown = (tmp_path / "summary.md").read_text(encoding="utf-8")
    for line in results.summary.told:
        assert line.partition(": ")[2] in markdown
    record = json.loads((tmp_path / "study.json").read_text(encoding="utf-8"))
    assert record["study"] == name
    assert record["runs"][0]["measured"] == results.cases == results.measured
    assert {"gpstudio", "numpy", "machine"} <= set(record["runs"][0])


@pytest.mark.parametrize(("name", "words", "figures"), ROWS)
def test_that_a_stopped_study_goes_on_where_it_was(
    tmp_path: Path, name: str, words: dict[str, Any], figures: set[str]
) -> None:
    with pytest.raises(Cancelled):
        run_row(name, words, tmp_path, Stops(after=3))
    before = lines_of(tmp_path)
    assert before
    results = run_row(name, words, tmp_path)
    keys = {tuple(r[c.name] for c in results.study.columns if c.key) for r in before}
    assert results.already == len(keys) == 3
    assert results.measured == results.cases - 3
    assert lines_of(tmp_path)[: len(before)] == before
    again = run_row(name, words, tmp_path)
    assert (again.measured, again.already) == (0, again.cases)
    runs = json.loads((tmp_path / "study.json").read_text(encoding="utf-8"))["runs"]
    assert [one["measured"] for one in runs] == [3, results.cases - 3, 0]


def test_that_every_place_is_seen_before_any_is_seen_often(tmp_path: Path) -> None:
    for name, words, _ in ROWS[:3]:
        sets = "flat,road" if name == "kernel_matrix" else "abalone,road"
        several = {**words, "sets": sets, "repeats": 11}
        settings = Settings.of(STUDIES[name].spec, **several)
        cases = STUDIES[name](settings, DataShelf()).cases()
        seen = [(case["set"], case["repeat"]) for case in cases]
        second = sets.partition(",")[0]
        for repeat, next_round in ((0, 1), (3, 4)):
            assert seen.index((second, repeat)) < seen.index(("road", next_round))
        keys = {STUDIES[name].key(case) for case in cases}
        assert len(keys) == len(cases)
        assert {repeat for _, repeat in seen} == set(range(11))
        assert seen[0][0] == "road", "of the two it has fewer rows"


def test_that_going_on_gives_the_numbers_of_one_run(tmp_path: Path) -> None:
    name, words, _ = ROWS[1]
    with pytest.raises(Cancelled):
        run_row(name, words, tmp_path / "a", Stops(after=5))
    stopped, whole = (run_row(name, words, tmp_path / folder) for folder in "ab")
    for measure in ("mse", "coverage", "sigma", "noise"):
        a, b = ([number(row, measure) for row in results.rows] for results in (stopped, whole))
        assert a == pytest.approx(b, rel=1e-9)


def test_that_a_case_that_was_cut_off_is_measured_again(tmp_path: Path) -> None:
    name, words, _ = ROWS[3]
    first = run_row(name, words, tmp_path)
    file = tmp_path / "results.csv"
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:-25], encoding="utf-8")
    again = run_row(name, words, tmp_path)
    assert (again.already, again.measured) == (first.cases - 1, 1)
    assert file.read_text(encoding="utf-8") == text


def test_that_other_settings_in_the_same_folder_are_refused_in_words(tmp_path: Path) -> None:
    name, words, _ = ROWS[3]
    run_row(name, words, tmp_path)
    before = (tmp_path / "results.csv").read_bytes()
    with pytest.raises(InputError, match=r"other settings \(rows 150 there, 140 here\)"):
        run_row(name, {**words, "rows": 140}, tmp_path)
    with pytest.raises(InputError, match="holds the study 'spectrum', not 'krylov'"):
        run_row("krylov", ROWS[2][1], tmp_path)
    assert (tmp_path / "results.csv").read_bytes() == before


def test_that_more_repeats_go_on_from_those_that_are_there_and_fewer_do_not(tmp_path: Path) -> None:
    name, words, _ = ROWS[1]
    few = run_row(name, {**words, "repeats": 1}, tmp_path)
    more = run_row(name, words, tmp_path)
    assert (more.already, more.measured) == (few.cases, few.cases)
    for before, after in zip(few.rows, more.rows[: few.cases], strict=True):
        assert few.study.key(before) == few.study.key(after)
        assert number(before, "mse") == number(after, "mse")
    assert json.loads((tmp_path / "study.json").read_text("utf-8"))["settings"]["repeats"] == 2
    with pytest.raises(InputError, match=r"other settings \(repeats 2 there, 1 here\)"):
        run_row(name, {**words, "repeats": 1}, tmp_path)


def test_that_another_file_of_the_data_is_refused(tmp_path: Path) -> None:
    name, words, _ = ROWS[3]
    run_row(name, words, tmp_path / "out")
    data = tmp_path / "data"
    data.mkdir()
    lines = ["longitude,latitude,altitude_m", *(f"{i},{i * i % 7},{i % 5}" for i in range(200))]
    (data / "road_network_3d_sample.csv").write_text("\n".join(lines))
    settings = Settings.of(STUDIES[name].spec, **words)
    with pytest.raises(InputError, match="another file of the data set 'road'"):
        run(name, settings, tmp_path / "out", data=data)


def test_that_partial_results_grow_and_can_be_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpstudio.lab.running.SECONDS_BETWEEN_PARTIALS", 0.0)
    watching = Stops(after=10**9)
    name, words, _ = ROWS[0]
    results = run_row(name, words, tmp_path, watching)
    measured = [partial.measured for partial in watching.partials]
    assert measured == list(range(1, results.cases + 1))
    early = watching.partials[5]
    assert len(early.rows) == 6
    assert early.figures[0].all_panels
    assert early.summary.markdown


def test_that_the_matrix_study_measures_every_registered_kind(tmp_path: Path) -> None:
    name, words, _ = ROWS[0]
    results = run_row(name, {**words, "budgets": "10"}, tmp_path)
    known = {variant.name for variant in variants(("nystrom", "fourier"))}
    assert set(distinct(results.rows, "method")) == known
    assert "nystrom uniform" in known
    for row in results.rows:
        assert 0.0 < number(row, "frobenius") < 10.0
        assert number(row, "features") >= 10
        assert (number(row, "memory") > 0) == (row["repeat"] == 0)


def test_that_what_cannot_be_measured_is_left_out_and_said(tmp_path: Path) -> None:
    name, words, _ = ROWS[0]
    results = run_row(name, {**words, "budgets": "10,151", "repeats": 1}, tmp_path)
    notes = [row[NOTE.name] for row in results.rows if row.get(NOTE.name)]
    assert any("151" in str(note) and "150 readings" in str(note) for note in notes)
    assert any("150 readings" in line for line in results.left_out)
    assert "What was left out" in results.summary.markdown
    again = run_row(name, {**words, "budgets": "10,151", "repeats": 1}, tmp_path)
    assert again.measured == 0
    assert again.left_out == results.left_out


def test_that_the_exact_model_is_the_best_that_approximations_come_to(tmp_path: Path) -> None:
    words = {"sets": "road", "budgets": "120", "repeats": 1, "rows": 150}
    results = run_row("prediction", words, tmp_path)
    exact = number(having(results.rows, method="exact")[0], "mse")
    full = number(having(results.rows, method="nystrom uniform")[0], "mse")
    assert full == pytest.approx(exact, rel=1e-3)
    assert number(results.rows[0], "train") == 120
    assert number(results.rows[0], "test") == 30


def test_that_two_classes_are_told_apart_by_a_sign(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    inputs = random.standard_normal((150, 1)) + 0.1 * random.standard_normal((150, 10))
    lines = [",".join([*map(str, row), "g" if sum(row) > 5.0 else "h"]) for row in inputs.tolist()]
    head = ",".join([*source("magic").inputs, "class"])
    (tmp_path / "magic04.csv").write_text("\n".join([head, *lines]))
    words = {"sets": "road,magic", "budgets": "40,80", "repeats": 1, "rows": 150}
    settings = Settings.of(STUDIES["prediction"].spec, **words)
    results = run("prediction", settings, tmp_path / "out", data=tmp_path)
    assert all(row.get("wrong") is None for row in having(results.rows, set="road"))
    exact = having(results.rows, set="magic", method="exact")[0]
    assert number(exact, "wrong") < 0.15
    (figure,) = (figure for figure in results.figures if figure.name == "wrong")
    assert all(panel.title.startswith("MAGIC") for panel in figure.all_panels)


def test_that_krylov_residuals_fall_to_the_exact_solution(tmp_path: Path) -> None:
    words = {"sets": "road", "iterations": "5,300", "repeats": 1, "rows": 120, "rank": 10}
    results = run_row("krylov", words, tmp_path)
    for row in having(results.rows, iterations=300):
        assert number(row, "residual") < 1e-9
        assert number(row, "excess") < 1e-6
        assert number(row, "mse") == pytest.approx(number(row, "exact_mse"), rel=1e-5)
    label, learnt = (
        number(having(results.rows, noise_kind=kind)[0], "noise")
        for kind in ("label variance", "learnt")
    )
    assert label > learnt


def test_that_a_krylov_study_that_goes_on_learns_no_number_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {"sets": "road", "iterations": "5,9", "repeats": 2, "rows": 80, "rank": 10}
    learnt: list[bool] = []
    learn = krylov.learn

    def counted(parts: Any, seed: int, task: Task, near: Any = None) -> Any:
        learnt.append(near is not None)
        return learn(parts, seed, task, near)

    monkeypatch.setattr(krylov, "learn", counted)
    with pytest.raises(Cancelled):
        run_row("krylov", words, tmp_path / "a", Stops(after=32))
    stopped = run_row("krylov", words, tmp_path / "a")
    assert learnt == [False, True], "the second repeat begins from what the first has found"
    whole = run_row("krylov", words, tmp_path / "b")
    for measure in ("sigma", "noise", "exact_mse", "mse"):
        a, b = ([number(row, measure) for row in results.rows] for results in (stopped, whole))
        assert a == pytest.approx(b, rel=1e-6)


def test_that_the_spectrum_is_that_of_the_kernel_matrix(tmp_path: Path) -> None:
    results = run_row("spectrum", {"sets": "flat", "sigmas": "3", "rows": 4177 // 40}, tmp_path)
    x = np.random.default_rng(6).standard_normal((4177, 7))
    rows = np.sort(np.random.default_rng([0, 31]).choice(4177, 4177 // 40, replace=False))
    squares = ((x[rows][:, None] - x[rows][None]) ** 2).sum(axis=-1)
    values = np.linalg.eigvalsh(np.exp(-squares / 9.0))[::-1]
    for row in results.rows:
        there = values[int(number(row, "place")) - 1] / len(rows)
        assert number(row, "eigenvalue") == pytest.approx(there, rel=1e-6, abs=1e-14)
    dimension = float((values / (values + 0.01)).sum())
    assert number(results.rows[0], "effective_dimension") == pytest.approx(dimension, rel=1e-8)


def test_that_several_studies_make_one_page(tmp_path: Path) -> None:
    for name, words, _ in (ROWS[0], ROWS[3]):
        run_row(name, words, tmp_path / name)
    gathered = gather(tmp_path)
    assert [place.name for place in gathered.studies] == ["kernel_matrix", "spectrum"]
    names = {figure.name for figure in gathered.figures}
    assert {"spectrum_eigenvalues", "kernel_matrix_frobenius_nystrom"} <= names
    assert len(names) == len(gathered.figures)
    assert (tmp_path / "summary.html").exists()
    assert len(gathered.summary.verdicts) == 3
    with pytest.raises(InputError, match="holds no study"):
        gather(tmp_path / "spectrum" / "figures")
    with pytest.raises(InputError, match="There is no folder"):
        gather(tmp_path / "nowhere")


def test_that_eigenvectors_of_leverage_are_computed_once_a_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that they take is told of every budget and draw, and so is their memory."""
    computed: list[int] = []
    leading = Leverage.leading

    def counted(self: Leverage, *words: Any) -> Any:
        computed.append(len(words[0].inputs))
        time.sleep(0.02)
        return leading(self, *words)

    monkeypatch.setattr(Leverage, "leading", counted)
    monkeypatch.setattr("gpstudio.lab.variants.DEAR", 0.01)
    name, words, _ = ROWS[0]
    results = run_row(name, {**words, "sigmas": "1,3"}, tmp_path)
    assert computed.count(150) == 2, "once a bandwidth, though repeats come one after the other"
    rows = having(results.rows, method="nystrom leverage", sigma=1.0)
    assert len(rows) == 4
    assert all(number(row, "seconds_probabilities") >= 0.02 for row in rows)
    memory = [number(row, "memory") for row in rows if row["repeat"] == 0]
    assert min(memory) > 150 * 150 * 8
