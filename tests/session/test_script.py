"""What is exported as a script gives, when it is run, the numbers that were on screen."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from gpstudio.core.recipe import Recipe
from gpstudio.data.decisions import Said
from gpstudio.data.series import days_from_dates, iso_from_days
from gpstudio.data.table import Table, read_table
from gpstudio.phenology.places import Place
from gpstudio.phenology.thermal import TemperatureSeries, temperatures_from_extremes
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts, Seen, Sown, Witness
from gpstudio.session.field_commands import DrawSeason, ExcludeReadings, SetCrop
from gpstudio.session.field_facts import FactFiles, read_facts
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.many import fit_fields
from gpstudio.session.population_file import read_population
from gpstudio.session.request import Request
from gpstudio.session.script import (
    Exported,
    command_line,
    groups_of,
    python_script,
    write_exported,
)
from gpstudio.session.script.literals import array, comment, number, plain, record
from gpstudio.session.script.words import POSIX, WINDOWS
from gpstudio.session.season_map.laying_out import laid_out
from gpstudio.session.together import dated_together

CLOSE = {"rtol": 0.0, "atol": 1e-12}
RECIPE = Recipe.of(seed=7, kernel="0.8 * matern32(40)", learning="ml2(restarts=0)")
DUMP = """
import json, runpy, sys
sys.argv = sys.argv[1:]
made = runpy.run_path(sys.argv[0])
numbers = "date lower90 upper90 lower50 upper50 std probability_reached probability_passed".split()
told = {
    fit.series.group: {
        "time": fit.forecast.time.tolist(),
        "mean": fit.forecast.mean.tolist(),
        "std": fit.forecast.std.tolist(),
        "evidence": fit.report.log_evidence,
        "stages": [
            [s.season, s.stage, s.reason, *(getattr(s, name) for name in numbers)]
            for s in fit.stages
        ],
    }
    for fit in made["fits"]
}
print(json.dumps(told))
"""


def season(days: np.ndarray, at: float, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    phase = (days - at + 182.0) % 365.0 - 182.0
    return 0.2 + 0.6 * np.exp(-0.5 * (phase / 34.0) ** 2) + 0.02 * random.standard_normal(len(days))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Two fields of two years in a file that asks for an answer: days or months first?"""
    lines = ["Schlag;Tag;ndvi;Bemerkung"]
    for name, at in (("Nord 'A'", 18_430.0), ("Süd", 18_440.0)):
        days = 18_262.0 + 8.0 * np.arange(85)
        for day, value in zip(iso_from_days(days), season(days, at, len(name)), strict=True):
            year, month, number = day.split("-")
            lines.append(f"{name};{number}/{month}/{year};{value:.4f}".replace(".", ",") + ";")
    path = tmp_path_factory.mktemp("mit Leerzeichen & mehr") / "Schläge 100%.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_table(path, value="ndvi", group="Schlag", answers={"date": "day first"})


def temperatures() -> TemperatureSeries:
    days = 18_262.0 + np.arange(800.0)
    middle = 12.0 - 10.0 * np.cos(2.0 * np.pi * (days - 18_282.0) / 365.25)
    return temperatures_from_extremes(days, np.round(middle - 5.13, 2), np.round(middle + 6.07, 2))


def fitted(document: Document, *groups: str) -> Document:
    """With the fits that the window would have made."""
    assert document.table is not None
    fields = [s for s in document.table.series if s.group in groups]
    fits = [
        fit_series(s, document.recipe, document.request, document.facts_of(s.group)) for s in fields
    ]
    for fit in dated_together(fits, document.request, document.facts).fits:
        document = document.with_fit(fit)
    return document


def ran(script: Path, *words: str) -> dict[str, Any]:
    """What the script's own variables hold."""
    done = subprocess.run(
        [sys.executable, "-c", DUMP, str(script), *words],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def written(tmp_path: Path, name: str, exported: Exported) -> Path:
    return write_exported(tmp_path / name, exported)


def same(fits: Mapping[str, Fit], told: dict[str, Any]) -> None:
    assert list(told) == list(fits)
    for group, fit in fits.items():
        mine, forecast = told[group], fit.forecast
        np.testing.assert_allclose(mine["time"], forecast.time, **CLOSE)
        np.testing.assert_allclose(mine["mean"], forecast.mean, **CLOSE)
        np.testing.assert_allclose(mine["std"], forecast.std, **CLOSE)
        assert mine["evidence"] == pytest.approx(fit.report.log_evidence, rel=1e-12)
        assert len(mine["stages"]) == len(fit.stages)
        assert any(stage.date is not None for stage in fit.stages)
        for (name, stage, reason, *numbers), expected in zip(
            mine["stages"], fit.stages, strict=True
        ):
            assert (name, stage, reason) == (expected.season, expected.stage, expected.reason)
            known = [
                expected.date, expected.lower90, expected.upper90, expected.lower50,
                expected.upper50, expected.std, expected.probability_reached,
                expected.probability_passed,
            ]  # fmt: skip
            assert [n is None for n in numbers] == [n is None for n in known]
            pairs = [(a, b) for a, b in zip(numbers, known, strict=True) if b is not None]
            np.testing.assert_allclose([a for a, _ in pairs], [b for _, b in pairs], **CLOSE)


def everything(table: Table) -> Document:
    """Whatever a person can do to a document."""
    request = Request(
        stages="wheat",
        index="NDVI",
        as_of=18_500.0,
        horizon=45.0,
        mean_temperature=16.5,
        place=Place(48.35, 11.81, 446.0),
        crop_type="winter",
    )
    document = Document(table, "Süd", RECIPE, request)
    series = document.series
    assert series is not None
    out = tuple((float(series.time[i]), float(series.value[i])) for i in (3, 20, 41))
    document = ExcludeReadings("Süd", out).apply(document)
    document = DrawSeason("Süd", 18_352.25, 18_530.0).apply(document)
    document = SetCrop("Nord 'A'", "barley").apply(document)
    warm = temperatures()
    facts = dict(document.facts)
    for group in ("Süd", "Nord 'A'"):
        facts[group] = replace(
            document.facts_of(group),
            temperatures=warm,
            sowings=(Sown(18_310.0, "wheat" if group == "Süd" else "barley"),),
        )
    facts["Süd"] = replace(facts["Süd"], seen=(Seen("heading", 18_444.0, "2020"),))
    return replace(document, facts=MappingProxyType(facts))


def placed(document: Document) -> Document:
    """With a field that lies elsewhere, and has another index."""
    facts = replace(
        document.facts_of("Nord 'A'"),
        place=Place(52.5, 13.4),
        witnesses=(Witness("EVI", "peak", 18_430.0, 18_431.0, 2.0),),
    )
    return document.with_facts("Nord 'A'", facts)


def test_that_a_command_line_says_what_of_a_fields_place_it_cannot_say(
    table: Table, tmp_path: Path
) -> None:
    document = replace(placed(everything(table)), selected="Nord 'A'")
    text = command_line(document, tmp_path / "run.sh").text
    assert "It cannot say that Nord 'A' lies at 52.5,13.4." in text
    assert "It cannot say which further indices of Nord 'A' were fitted" in text
    assert "--place=48.35,11.81,446" in text
    assert "--type=winter" in text


def test_that_the_script_gives_the_numbers_of_the_document(table: Table, tmp_path: Path) -> None:
    document = fitted(placed(everything(table)), "Süd", "Nord 'A'")
    script = written(tmp_path, "all of it.py", python_script(document))
    same({g: document.fits[g] for g in groups_of(document)}, ran(script))


def test_that_a_plain_document_makes_a_short_script(table: Table, tmp_path: Path) -> None:
    document = fitted(Document(table, "Süd", RECIPE), "Süd")
    exported = python_script(document)
    assert "TemperatureSeries" not in exported.text
    assert "taken_out" not in exported.text
    assert "Sown" not in exported.text
    assert "import Series" not in exported.text
    assert len(exported.text.splitlines()) < 50
    same(document.fits, ran(written(tmp_path, "plain.py", exported)))


def test_that_the_script_run_by_itself_writes_the_result_files(
    table: Table, tmp_path: Path
) -> None:
    document = fitted(Document(table, "Süd", RECIPE), "Süd")
    script = written(tmp_path, "plain.py", python_script(document))
    out = tmp_path / "out"
    subprocess.run([sys.executable, str(script), str(out)], check=True, timeout=300)
    with (out / "forecast.csv").open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    fit = document.fits["Süd"]
    np.testing.assert_allclose([float(r["mean"]) for r in rows], fit.forecast.mean, **CLOSE)
    assert (out / "stages.csv").is_file()
    assert (out / "report.json").is_file()


def test_that_the_script_makes_the_map_of_seasons_again(tmp_path: Path) -> None:
    days, random = 18_262.0 + 8.0 * np.arange(44), np.random.default_rng(8)
    lines = ["field,date,ndvi"]
    for place in range(7):
        wave = 0.5 + 0.3 * np.sin(days / (50.0 + place)) + 0.02 * random.normal(size=len(days))
        dated = zip(iso_from_days(days), wave, strict=True)
        lines += [f"{place},{day},{value:.4f}" for day, value in dated]
    path = tmp_path / "farm.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    table = read_table(path, group="field")
    document = ExcludeReadings("3", ((18_270.0, float(table.series[3].value[1])),)).apply(
        Document(table, "0", RECIPE, Request(stages="none"))
    )
    assert "laid_out" not in python_script(document).text
    assert document.table is not None
    found = laid_out(document.table.series, RECIPE.seed)
    script = written(tmp_path, "map.py", python_script(replace(document, season_map=found)))
    subprocess.run([sys.executable, str(script), str(tmp_path / "out")], check=True, timeout=300)
    with (tmp_path / "out" / "season_map.csv").open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert [row["group"] for row in rows] == [row.group for row in found.rows]
    np.testing.assert_allclose([float(r["across"]) for r in rows], found.places[:, 0], **CLOSE)


def test_that_a_table_that_has_moved_can_be_named(table: Table, tmp_path: Path) -> None:
    document = fitted(Document(table, "Süd", RECIPE), "Süd")
    script = written(tmp_path, "plain.py", python_script(document))
    moved = tmp_path / "moved.csv"
    moved.write_bytes(table.path.read_bytes())
    text = script.read_text(encoding="utf-8").replace(str(table.path.absolute()), "gone.csv")
    script.write_text(text, encoding="utf-8")
    same(document.fits, ran(script, "results", str(moved)))


def test_that_readings_without_a_file_stand_in_the_script(table: Table, tmp_path: Path) -> None:
    """As of a table that was pasted."""
    pasted = replace(table, path=Path("pasted table"))
    weighed = [replace(s, weight=np.linspace(0.2, 1.0, len(s))) for s in pasted.series]
    document = Document(replace(pasted, series=tuple(weighed)), "Süd", RECIPE)
    series = document.series
    assert series is not None
    taken = ((float(series.time[5]), float(series.value[5])),)
    document = fitted(ExcludeReadings("Süd", taken).apply(document), "Süd")
    script = written(tmp_path, "pasted.py", python_script(document))
    same(document.fits, ran(script))
    out = tmp_path / "out"
    subprocess.run([sys.executable, str(script), str(out)], check=True, timeout=300)
    assert (out / "forecast.csv").is_file()


def run_shell(script: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """With the ``gpstudio`` of this very tree."""
    home = folder / "bin"
    home.mkdir()
    shim = home / "gpstudio"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gpstudio "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PATH": f"{home}:{os.environ['PATH']}", "PYTHONPATH": root}
    return subprocess.run(
        ["sh", str(script)], cwd=folder, env=environment,
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def sayable(table: Table) -> Document:
    """Everything that a command line has words for."""
    document = everything(table)
    facts = {group: replace(known, windows=(), crop="") for group, known in document.facts.items()}
    table = replace(table, series=tuple(table.series))
    return replace(document, table=table, facts=MappingProxyType(facts))


@pytest.mark.skipif(os.name == "nt", reason="runs a POSIX shell")
def test_that_the_command_line_gives_the_numbers_of_the_document(
    table: Table, tmp_path: Path
) -> None:
    document = fitted(sayable(table), "Süd", "Nord 'A'")
    script = tmp_path / "it's all.sh"
    exported = command_line(document, script, POSIX)
    assert "cannot say" not in exported.text
    assert {p.name for p in exported.beside} == {
        "it's all-temperature.csv", "it's all-observed.csv", "it's all-sowing.csv",
    }  # fmt: skip
    write_exported(script, exported)
    done = run_shell(script, tmp_path)
    assert done.returncode == 0, done.stderr
    with (tmp_path / "results" / "forecast.csv").open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    with (tmp_path / "results" / "stages.csv").open(encoding="utf-8", newline="") as handle:
        stages = list(csv.DictReader(handle))
    for group in groups_of(document):
        fit = document.fits[group]
        mine = [row for row in rows if row["group"] == group]
        for name in ("mean", "std", "lower95", "curve_upper95"):
            expected = getattr(fit.forecast, name)
            np.testing.assert_allclose([float(row[name]) for row in mine], expected, **CLOSE)
        dated = [row for row in stages if row["group"] == group]
        assert len(dated) == len(fit.stage_rows)
        for row, stage in zip(dated, fit.stage_rows, strict=True):
            assert (row["season"], row["stage"]) == (stage["season"], stage["stage"])
            assert row["date"] == (stage["date"] or "")
            assert row["reason"] == (stage["reason"] or "")
            if stage["std_days"] is not None:
                assert float(row["std_days"]) == pytest.approx(stage["std_days"], abs=1e-12)


def test_that_a_command_line_tells_what_it_cannot_say(table: Table, tmp_path: Path) -> None:
    text = command_line(everything(table), tmp_path / "all.sh", POSIX).text
    said = [line for line in text.splitlines() if line.startswith("# ")]
    words = " ".join(said)
    assert "It cannot say that 3 readings of Süd should be taken out." in words
    assert "It cannot say that seasons of Süd were drawn by hand." in words
    assert "The Python script says it all." in words
    assert "It fits all 2 fields of the table; fitted were 1." in words
    pasted = replace(table, path=Path("pasted table"))
    assert "There is no file" in command_line(Document(pasted, "Süd"), tmp_path / "p.sh").text


def test_that_a_field_of_another_model_is_told_of(table: Table, tmp_path: Path) -> None:
    document = fitted(Document(table, "Süd", RECIPE), "Süd")
    document = replace(document, recipe=Recipe.of(kernel="matern52"))
    for text in (python_script(document).text, command_line(document, tmp_path / "x.sh").text):
        assert "Süd" in next(line for line in text.splitlines() if "another model" in line)


def alike(table: Table, count: int) -> Document:
    """So many small fields, two of them the same, of which nothing is fitted."""
    (kept,) = [series for series in table.series if series.group == "Süd"]
    some = [
        replace(kept, group=f"Feld {k}", time=kept.time[k : k + 30], value=kept.value[k : k + 30])
        for k in range(count)
    ]
    recipe, request = Recipe.of(kernel="matern32"), Request(stages="none")
    return Document(replace(table, series=tuple(some)), "Feld 0", recipe, request)


def test_that_a_script_weighs_fields_by_what_the_window_knew(table: Table, tmp_path: Path) -> None:
    """Learnt from readings some of which were taken out since."""
    document = alike(table, 9)
    assert document.table is not None
    outcome = fit_fields(document.table.series, document.recipe, document.request, {})
    document = replace(document, population=outcome.population)
    document = document.with_fits({fit.series.group: fit for fit in outcome.fits})
    first = document.table.series[0]  # type: ignore[union-attr]
    document = ExcludeReadings("Feld 0", ((float(first.time[4]), float(first.value[4])),)).apply(
        document
    )
    one = document.series
    assert one is not None
    fit = fit_series(one, document.recipe, document.request, population=outcome.population)
    document = document.with_fit(fit)
    document = replace(document, fits={g: document.fits[g] for g in ("Feld 0", "Feld 3")})
    assert document.curve_is_current
    for exported in (python_script(document), command_line(document, tmp_path / "x.sh")):
        assert "another model" not in exported.text
    pasted = replace(document, table=replace(document.table, path=Path("pasted")))  # type: ignore[type-var]
    made: dict[str, Any] = {"__name__": "script"}
    exec(python_script(pasted).text, made)
    for mine, other in zip(made["fits"], document.fits.values(), strict=True):
        np.testing.assert_array_equal(mine.curve.mean, other.curve.mean)
        assert mine.report.log_evidence == other.report.log_evidence
    ((path, text),) = command_line(document, tmp_path / "x.sh").beside.items()
    assert f"--population={path}" in command_line(document, tmp_path / "x.sh", POSIX).text
    path.write_text(text, encoding="utf-8")
    assert read_population(path) == outcome.population


def test_that_fields_fitted_one_by_one_are_fitted_alone_by_the_script(
    table: Table, tmp_path: Path
) -> None:
    document = alike(table, 8)
    assert document.table is not None
    for series in document.table.series:
        document = document.with_fit(fit_series(series, document.recipe, document.request))
    pasted = replace(document, table=replace(document.table, path=Path("pasted")))  # type: ignore[type-var]
    made: dict[str, Any] = {"__name__": "script"}
    exec(python_script(pasted).text, made)
    for mine, other in zip(made["fits"], document.fits.values(), strict=True):
        np.testing.assert_array_equal(mine.curve.mean, other.curve.mean)
    assert "--population=none" in command_line(document, tmp_path / "x.sh").text
    assert "population" not in python_script(alike(table, 7)).text


def test_that_names_cannot_run_anything(table: Table, tmp_path: Path) -> None:
    """Names of files, fields and columns are data, whatever stands in them."""
    evil = "x'\n\"; touch harmed #\\`touch harmed`$(touch harmed)"
    series = replace(table.series[0], group=evil, value_name=evil)
    said = Said({evil: "quality"}, {"value": evil}, True)
    path = tmp_path / evil.replace("/", "")
    document = Document(
        replace(table, series=(series,), path=path, said=said),
        evil,
        Recipe.of(kernel="matern32(40)", learning="fixed"),
        facts=MappingProxyType({evil: Facts(crop=evil, sowings=(Sown(1.0, evil),))}),
        request=Request(index=evil, region=evil),
    )
    for there in (False, True):
        if there:
            path.write_text("no table\n", encoding="utf-8")
        script = written(tmp_path, "evil.py", python_script(document))
        compile(script.read_text(encoding="utf-8"), "evil.py", "exec")
        subprocess.run(
            [sys.executable, str(script)], cwd=tmp_path, capture_output=True, timeout=300,
            check=False,
        )  # fmt: skip
    exported = command_line(document, tmp_path / "evil.sh", POSIX)
    if os.name != "nt":
        write_exported(tmp_path / "evil.sh", exported)
        text = (tmp_path / "evil.sh").read_text(encoding="utf-8").replace("gpstudio fit", "true")
        done = subprocess.run(["sh", "-c", text], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
    assert not (tmp_path / "harmed").exists()


def test_that_words_for_windows_are_quoted_its_own_way(table: Table, tmp_path: Path) -> None:
    text = command_line(Document(table, "Süd", RECIPE), tmp_path / "x.cmd", WINDOWS).text
    assert text.startswith("@echo off\r\n")
    assert 'Schläge 100%%.csv^"' in text
    assert "rem Schläge 100 .csv, as GP Studio" in text
    assert " ^\r\n" in text
    assert WINDOWS.word("a & b") == '^"a ^& b^"'
    assert WINDOWS.word("a&b") == "a^&b"
    assert WINDOWS.word("one\ntwo") == '^"one two^"'
    assert WINDOWS.comment("50 % | del *\n& more ^") == "rem 50     del *   more  "


@pytest.mark.parametrize(
    "value",
    [0.1, 1e300, -0.0, 3, True, None, "a'\"\n", (1.0,), (), ((1.5, "x"), (2.5, "y")), [1.0, 2.0]],
)
def test_that_values_are_read_back_as_they_were(value: object) -> None:
    import ast

    assert ast.literal_eval(plain(value)) == value


def test_that_records_leave_out_what_is_usual() -> None:
    assert record(Sown(18_900.0)) == "Sown(day=18900.0)"
    assert record(Request(stages="wheat", horizon=30.0)) == "Request(horizon=30.0, stages='wheat')"
    assert number(float("inf")) == 'float("inf")'
    assert array(np.array([0.1, 2.0])).replace("\n", "").replace(" ", "") == "np.array([0.1,2.0])"
    assert comment("one\ntwo\x1b[0m") == "# one two [0m"


def test_that_days_survive_the_way_through_a_file() -> None:
    days = np.array([18_262.0, 19_000.0])
    assert np.array_equal(days_from_dates(iso_from_days(days)), days)
    assert date.fromisoformat(iso_from_days(days)[0]) == date(2020, 1, 1)


def test_that_the_tables_beside_a_command_start_no_formula_and_read_back(tmp_path: Path) -> None:
    """A field may be called anything; the files are opened in a spreadsheet sooner or later."""
    names = ["=1+1", "@SUM(A1)", "a;=cmd|' /C calc'!A0", "-0.12", "plain"]
    rows = [f'"{name}",2020-0{1 + n}-01,0.{3 + n}' for name in names for n in range(4)]
    path = tmp_path / "fields.csv"
    path.write_text("\n".join(["field,date,ndvi", *rows, ""]), encoding="utf-8")
    table = read_table(path)
    facts = Facts(
        sowings=(Sown(18_310.0, "=wheat", "2020"),),
        seen=(Seen("maturity", 18_450.0, "2020"),),
        temperatures=temperatures_from_extremes(
            np.array([18_310.0, 18_311.0]), np.array([-0.12, 1.0]), np.array([1.0, 2.0])
        ),
    )
    groups = [series.group for series in table.series]
    assert groups == names
    document = Document(table=table, facts=MappingProxyType(dict.fromkeys(groups, facts)))
    path = tmp_path / "fit.sh"
    for other, text in command_line(document, path, POSIX).beside.items():
        cells = [cell for row in csv.reader(text.splitlines()) for cell in row]
        assert [cell for cell in cells if cell[:1] in {*"=+-@"} and cell != "-0.12"] == []
        other.write_text(text, encoding="utf-8")
    files = FactFiles(
        *(tmp_path / f"fit-{kind}.csv" for kind in ("temperature", "sowing", "observed"))
    )
    told = read_facts(table, files)
    for group in groups:
        found = told.facts[group]
        assert [sown.day for sown in found.sowings] == [18_310.0]
        assert found.seen == facts.seen
        assert found.temperatures is not None
        assert found.temperatures.low.tolist() == [-0.12, 1.0]
