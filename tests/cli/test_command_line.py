"""The command line, run as people run it: words in, exit code, one line, files."""

from __future__ import annotations

import csv
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from gpstudio.cli import main as main_module
from gpstudio.cli.main import main
from gpstudio.core.recipe import SLOTS
from gpstudio.phenology.rules import RULES
from gpstudio.resources import SAMPLE, resource

SAMPLE_FILE = str(resource(*SAMPLE))
QUICK = ["--kernel", "0.1*matern32(40)", "--likelihood", "gaussian(0.005)", "--learning", "fixed"]


def fit(tmp_path: Path, *words: str) -> tuple[int, Path]:
    out = tmp_path / "results"
    return main(["fit", *words, "--out", str(out)]), out


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("gpstudio: ")
    assert "Traceback" not in said
    return said


def test_that_a_reader_who_has_seen_enough_is_no_fault() -> None:
    seen_enough, out = os.pipe()
    os.close(seen_enough)
    words = [sys.executable, "-m", "gpstudio", "inspect", SAMPLE_FILE]
    done = subprocess.run(words, stdout=out, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(out)
    assert (done.returncode, done.stderr) == (130, b"")


def test_that_bands_of_counts_are_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Poisson from the command line: nothing below 0, and a value that is no count is named."""
    random = np.random.default_rng(1)
    days = np.arange("2021-01-01", "2021-12-01", 7, dtype="datetime64[D]")
    counts = random.poisson(np.exp(2.0 * np.sin(np.arange(len(days)) / 8.0)))

    def table(last: str) -> str:
        path = tmp_path / "counts.csv"
        lines = [f"{day},{count}" for day, count in zip(days, counts, strict=True)]
        path.write_text("\n".join(["date,count", *lines, f"2021-12-05,{last}\n"]))
        return str(path)

    words = ("--value", "count", "--likelihood", "poisson", "--kernel", "0.8*matern32(40)")
    code, out = fit(tmp_path, table("3"), *words, "--learning", "fixed")
    assert code == 0
    for row in rows(out / "forecast.csv"):
        low, curve_low, mean, curve_high, high = (
            float(row[name])
            for name in ("lower95", "curve_lower95", "mean", "curve_upper95", "upper95")
        )
        assert 0.0 <= low <= curve_low + 1.0
        assert 0.0 < curve_low < mean < curve_high
        assert mean < high == int(high)
        assert float(row["std"]) > 0.0
    (told,) = json.loads((out / "report.json").read_text("utf-8"))["fits"]
    assert told["report"]["noise"] is None
    capsys.readouterr()
    assert fit(tmp_path, table("3.5"), *words)[0] != 0
    assert "takes counts, and 3.5 is none" in one_line(capsys)


def test_that_a_scale_keeps_bands_between_its_limits_and_refuses_what_lies_beyond(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a person's table is read: an LAI of 0 has a place between automatic limits, none above 0;
    an NDVI in ten-thousandths is one by the time it is fitted."""
    path = tmp_path / "leaves.csv"
    days = np.arange("2021-01-01", "2021-12-01", 14, dtype="datetime64[D]")
    level = 6.0 * np.exp(-(((np.arange(len(days)) - 12.0) / 4.0) ** 2)).round(2)

    def table(name: str, values: Sequence[float]) -> str:
        lines = [f"{day},{value:g}" for day, value in zip(days, values, strict=True)]
        path.write_text("\n".join([f"date,{name}", *lines, ""]))
        return str(path)

    words = ("--kernel", "matern32", "--learning", "map(restarts=0)")
    for name, values, scale, low, high in (
        ("lai", level, "logit(-0.5, 12)", -0.5, 12.0),
        ("ndvi", 1_000.0 * level + 1_500.0, "logit(-0.1, 1.05)", -0.1, 1.05),
    ):
        code, out = fit(tmp_path, table(name, values), *words)
        assert code == 0
        (told,) = json.loads((out / "report.json").read_text("utf-8"))["fits"]
        assert told["recipe"]["scale"] == "auto"
        assert told["report"]["scale"] == scale
        assert f"the limits of {name} are known" in told["report"]["reason"]
        for row in rows(out / "forecast.csv"):
            assert low < float(row["lower95"]) < float(row["curve_lower95"])
            assert float(row["curve_upper95"]) < float(row["upper95"]) < high
    capsys.readouterr()
    for scale, words_told in (
        ("log(0)", "above 0 only, and one"),
        ("logit(0, 5)", "ends at 0 and 5, and one reading"),
    ):
        assert fit(tmp_path, table("lai", level), *words, "--scale", scale)[0] != 0
        assert f"{words_told} is 0" in one_line(capsys)


def test_that_fit_writes_forecast_stages_and_report(tmp_path: Path) -> None:
    code, out = fit(tmp_path, SAMPLE_FILE, "--time", "date", "--value", "ndvi", *QUICK)
    assert code == 0
    assert sorted(p.name for p in out.iterdir()) == [
        "fields.csv", "forecast.csv", "readings.csv", "report.json", "stages.csv",
    ]  # fmt: skip
    forecast = rows(out / "forecast.csv")
    assert (
        list(forecast[0])
        == (
            "group time mean std lower95 upper95 curve_lower95 curve_upper95 observed is_forecast"
        ).split()
    )
    assert sum(row["observed"] != "" for row in forecast) == 133
    assert [row["is_forecast"] for row in forecast[-30:]] == ["true"] * 30
    stages = rows(out / "stages.csv")
    assert {row["stage"] for row in stages} == set(RULES.names)
    assert {row["season"] for row in stages} == {
        f"{y}{s}" for y in (2020, 2021, 2022) for s in "ab"
    }
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    (made,) = report["fits"]
    assert made["recipe"]["kernel"] == "0.1 * matern32(40)"
    assert made["report"]["kernel"] == "0.1 * matern32(40)"


def test_that_the_curve_band_lies_inside_the_band_for_a_new_reading(tmp_path: Path) -> None:
    _, out = fit(tmp_path, SAMPLE_FILE, *QUICK)
    for row in rows(out / "forecast.csv"):
        outer, inner = float(row["lower95"]), float(row["curve_lower95"])
        assert outer < inner < float(row["mean"]) < float(row["curve_upper95"])
        assert float(row["curve_upper95"]) < float(row["upper95"])


def test_that_the_same_words_give_the_same_bytes(tmp_path: Path) -> None:
    for name in "ab":
        fit(tmp_path / name, SAMPLE_FILE, *QUICK, "--seed", "3")
    for file in ("forecast.csv", "stages.csv"):
        a, b = (tmp_path / name / "results" / file for name in "ab")
        assert a.read_bytes() == b.read_bytes()


def test_that_predict_names_the_times(tmp_path: Path) -> None:
    _, out = fit(tmp_path, SAMPLE_FILE, *QUICK, "--predict", "2021-03-01:2021-03-21:10")
    unobserved = [r["time"] for r in rows(out / "forecast.csv") if r["observed"] == ""]
    assert unobserved == ["2021-03-01", "2021-03-11", "2021-03-21"]


def test_that_as_of_hides_what_was_read_later(tmp_path: Path) -> None:
    _, out = fit(tmp_path, SAMPLE_FILE, *QUICK, "--as-of", "2021-01-01", "--index", "NDVI")
    stages = rows(out / "stages.csv")
    passed = {r["season"]: float(r["probability_passed"]) for r in stages}
    assert passed["2020a"] == 1.0
    assert max(passed) < "2021b"
    assert {r["index"] for r in stages} == {"NDVI"}
    assert max(r["time"] for r in rows(out / "readings.csv")) <= "2021-01-01"
    shown = [r["time"] for r in rows(out / "forecast.csv")]
    assert max(shown) < "2021-02-01"


def test_that_stages_none_leaves_the_header_alone(tmp_path: Path) -> None:
    _, out = fit(tmp_path, SAMPLE_FILE, *QUICK, "--stages", "none")
    assert rows(out / "stages.csv") == []
    assert (out / "stages.csv").read_text(encoding="utf-8").startswith("group,season,stage,")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--kernel", "mattern32(60)"], "did you mean 'matern32'?"),
        (["--kernel", "matern32(60"], "place 12"),
        (["--kernel", "matern32(-1)"], "more than 0"),
        (["--kernel", "gibbs", "--approximation", "markov"], "choose 'exact' or 'auto'"),
        (["--solver", "kalman", "--approximation", "exact"], "choose cholesky"),
        (["--learning", "ml3"], "did you mean 'ml2'?"),
        (["--time", "dat"], "'date'"),
        (["--predict", "tomorrow"], "START:END:STEP"),
        (["--predict", "2021-03-01:2021-02-01:1"], "START before END"),
        (["--horizon", "far"], "--horizon wants a number"),
        (["--horizon", "1e7"], "up to 36,525 days"),
        (["--horizon", "1e308"], "up to 36,525 days"),
        (["--horizon", "36526"], "up to 36,525 days"),
        (["--predict", "2021-01-01:9999-01-01:1000"], "up to 36,525 days"),
        (["--predict", "0001-01-01:2021-01-01:1000"], "up to 36,525 days"),
        (["--predict", "2021-01-01:2022-01-01:0.0001"], "1,000,000 times"),
        (["--predict", "2021-01-01:2022-01-01:1e-320"], "1,000,000 times"),
        (["--as-of", "21/3/2021"], "2024-03-01"),
        (["--as-of", "2019-12-31"], "Nothing was read by 2019-12-31"),
        (["--as-of", "2020-01-20"], "at least 5 are needed: ask as of 2020-02-21 or later"),
        (["--answer", "date"], "ABOUT=CHOICE"),
        (["--seed", "x"], "whole number"),
        (["--stages", "weat"], "did you mean 'wheat'?"),
        (["--region", "Atlantis", "--stages", "wheat"], "US Great Plains"),
        (["--hemisphere", "east"], "north or south"),
        (["--degree-days", "sine"], "single_sine"),
        (["--mean-temperature", "180"], "no crop grow"),
        (["--colour", "red"], "--help"),
        (["--role", "cloud"], "COLUMN=ROLE"),
        (["--role", "date=tiem"], "did you mean 'time'?"),
        (["--role", "dat=time"], "'date'"),
        (["--out-format", "xls"], "did you mean 'xlsx'?"),
        (["--out-delimiter", "bar"], "'semicolon'"),
        (["--out-decimal", "."], "'point'"),
    ],
)
def test_that_wrong_words_get_one_line_and_leave_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    code, out = fit(tmp_path, SAMPLE_FILE, *words)
    assert code == 2
    assert said in one_line(capsys)
    assert not out.exists()


def test_that_an_open_question_stops_fit_and_names_the_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ambiguous.csv"
    file.write_text("date,ndvi\n01/02/2020,0.2\n03/04/2020,0.4\n05/06/2020,0.3\n")
    code, out = fit(tmp_path, str(file))
    assert code == 2
    assert "--answer 'date=day first'" in one_line(capsys)
    code, out = fit(tmp_path, str(file), "--answer", "date=day first", "--learning", "fixed")
    assert code == 0
    assert rows(out / "forecast.csv")[0]["time"] == "2020-02-01"


def test_that_several_fields_are_fitted_each_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "zwei Felder ü.csv"
    days = np.arange("2021-01-01", "2021-03-01", 5, dtype="datetime64[D]")
    lines = [f"{f},{d},{0.2 + 0.1 * i}" for i, f in enumerate(("west", "ost")) for d in days]
    file.write_text("\n".join(["field,date,ndvi", *lines]), encoding="utf-8")
    code, out = fit(tmp_path, str(file), *QUICK)
    assert code == 0
    means = {r["group"]: float(r["mean"]) for r in rows(out / "forecast.csv")}
    assert means["west"] == pytest.approx(0.2, abs=0.02)
    assert means["ost"] == pytest.approx(0.3, abs=0.02)


def test_that_help_lists_every_choice_of_every_slot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", "--help"]) == 0
    told = capsys.readouterr().out
    for slot in SLOTS:
        for spec in slot.specs:
            assert spec.signature in " ".join(told.split())
            assert spec.help in " ".join(told.split())
    assert "Exit codes: 0 done" in told
    listed = told[told.index("\nExit codes:") :]
    assert max(len(line) for line in listed.splitlines()) <= 80


def test_that_doctor_checks_the_numbers_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "self-check: state space and full matrix agree" in told
    assert "numba" in told


def test_that_demo_says_what_it_left_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["demo", "--out", str(tmp_path / "d")]
    assert main(words, draw=lambda fit, path: path.write_text(fit.series.group)) == 0
    assert (tmp_path / "d" / "figure.png").read_text() == "ALARC2_Smith6"
    assert {"forecast.csv", "stages.csv"} <= {p.name for p in (tmp_path / "d").iterdir()}
    told = capsys.readouterr().out
    assert "ALARC2_Smith6" in told
    assert "figure.png" in told


@pytest.mark.skipif(os.name != "posix", reason="interrupts are sent so on POSIX systems")
def test_that_an_interrupt_ends_with_130_and_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    time_axis = np.arange(60_000)
    np.savetxt(
        file,
        np.column_stack([time_axis, np.sin(time_axis / 50.0)]),
        delimiter=",",
        header="time,value",
        comments="",
    )
    words = ["fit", str(file), "--out", str(tmp_path / "out"), "--learning", "ml2(restarts=100)"]
    # progress is shown to terminals: that is how the test knows that the fit goes on
    terminal, its_end = os.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "gpstudio", *words], stdout=subprocess.DEVNULL, stderr=its_end
    )
    os.close(its_end)
    try:
        said = _read(terminal, "fitting: ")
        assert run.poll() is None, "the fit was meant to be long"
        run.send_signal(signal.SIGINT)
        said += _read(terminal, "half-written.")
        run.wait(timeout=30)
    finally:
        run.kill()
        run.wait()
        os.close(terminal)
    assert run.returncode == 130
    assert said.strip().endswith("stopped; nothing was left half-written.")
    assert not (tmp_path / "out").exists()


def _read(terminal: int, words: str) -> str:
    """What comes from a process until it says these words."""
    said = b""
    while words.encode() not in said:
        ready, _, _ = select.select([terminal], [], [], 60.0)
        assert ready, f"no '{words}' in {said.decode()!r}"
        said += os.read(terminal, 10_000)
    return said.decode(errors="replace")


def test_that_memory_that_ends_anywhere_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also outside of the work itself, as where the files are written."""

    def ends(*_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(main_module, "_run", ends)
    assert main(["doctor"]) == 2
    assert "memory" in one_line(capsys)
