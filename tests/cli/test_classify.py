"""``gpstudio classify``: a table of labelled rows to probabilities."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from gpstudio import GPClassifier
from gpstudio.cli.main import DONE, WRONG, main

QUICK = ("--multiclass", "one-vs-rest", "--inference", "laplace", "--learning", "fixed")


def rows_of(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as handle:
        return list(csv.DictReader(handle, delimiter=delimiter))


def written(path: Path, lines: list[str]) -> str:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def crops(count: int = 30, seed: int = 0) -> list[tuple[str, float, float]]:
    random = np.random.default_rng(seed)
    found = []
    for place in range(count):
        crop = ("maize", "soja", "trigo")[place % 3]
        centre = {"maize": (0.0, 0.0), "soja": (3.0, 0.0), "trigo": (0.0, 3.0)}[crop]
        x, y = random.normal(centre, 0.6)
        found.append((crop, round(float(x), 3), round(float(y), 3)))
    return found


@pytest.fixture
def table(tmp_path: Path) -> str:
    lines = ["field,crop,peak,rise"]
    lines += [f"f{n // 2},{c},{x:.3f},{y:.3f}" for n, (c, x, y) in enumerate(crops())]
    return written(tmp_path / "seasons.csv", lines)


def test_that_rows_are_foretold_by_the_others(
    table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    asked = written(tmp_path / "later.csv", ["rise;peak", "0,1;2,9", "2,8;", "2,8;0,2"])
    words = [table, "--label", "crop", "--ask", asked, "--out", str(out), *QUICK]
    assert main(["classify", *words]) == DONE
    said = capsys.readouterr().out
    assert "30 labelled rows, 3 classes (maize, soja, trigo), 2 inputs (peak, rise)" in said
    assert "no numbers, so no inputs: 'field'" in said
    assert "1 row of 'later.csv' is left out, having an empty cell (line 3)" in said

    rows = rows_of(out / "probabilities.csv")
    assert [row["label"] for row in rows] == [crop for crop, _, _ in crops()] + ["", ""]
    assert [row["most_probable"] for row in rows[30:]] == ["soja", "trigo"]
    assert [(row["file"], float(row["line"])) for row in rows[30:]] == [
        ("later.csv", 2.0), ("later.csv", 4.0),
    ]  # fmt: skip
    shares = np.array([[float(row[f"p_{c}"]) for c in ("maize", "soja", "trigo")] for row in rows])
    assert np.allclose(shares.sum(axis=1), 1.0, atol=1e-12)
    assert {row["part"] for row in rows[:30]} == {str(part) for part in range(1, 6)}
    assert {row["part"] for row in rows[30:]} == {""}

    record = json.loads((out / "report.json").read_text(encoding="utf-8"))
    right = np.mean([row["label"] == row["most_probable"] for row in rows[:30]])
    assert record["scores"]["accuracy"] == right > 0.8
    own = [float(row[f"p_{row['label']}"]) for row in rows[:30]]
    assert record["scores"]["log_score"] == pytest.approx(np.log(own).mean(), abs=1e-12)
    counts = rows_of(out / "confusion.csv")
    taken = [[float(row[f"as_{c}"]) for c in ("maize", "soja", "trigo")] for row in counts]
    assert np.sum(taken) == 30
    assert np.trace(taken) == 30 * right
    assert record["table"]["classes"] == {"maize": 10, "soja": 10, "trigo": 10}


def test_that_a_row_is_foretold_without_its_part(table: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = [table, "--label", "crop", "--group", "field", "--out", str(out), *QUICK]
    assert main(["classify", *words, "--kernel", "rbf(1)"]) == DONE
    rows = rows_of(out / "probabilities.csv")
    given = crops()
    for field in {row["group"] for row in rows}:
        assert len({row["part"] for row in rows if row["group"] == field}) == 1
    part = np.array([float(row["part"]) for row in rows])
    inputs, labels = np.array([row[1:] for row in given]), np.array([row[0] for row in given])
    model = GPClassifier(
        kernel="rbf(1)", multiclass="one-vs-rest", inference="laplace", learning="fixed"
    )
    model.fit(inputs[part != 2.0], labels[part != 2.0])
    wanted = model.predict_proba(inputs[part == 2.0])
    found = [[float(row[f"p_{c}"]) for c in model.classes_] for row in rows if row["part"] == "2"]
    assert np.allclose(found, wanted, atol=1e-12)


def test_that_rows_without_a_label_are_foretold_and_numbers_are_sorted_as_such(
    tmp_path: Path,
) -> None:
    lines = ["id;Klasse;x;y"]
    lines += [
        f"{n};{'' if n % 10 == 9 else (10 if n % 2 else 9)};{n % 2},{n};1.0{n:02d},5"
        for n in range(20)
    ]
    out = tmp_path / "out"
    words = ["--label", "klasse", "--out", str(out), "--folds", "2", *QUICK]
    assert main(["classify", written(tmp_path / "t.csv", lines), *words]) == DONE
    record = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert list(record["table"]["classes"]) == ["9", "10"]
    assert record["table"]["features"] == ["x", "y"]  # the running number would give it away
    assert record["parts"] == 2
    rows = rows_of(out / "probabilities.csv")
    assert len(rows) == 20
    assert [row["line"] for row in rows[18:]] == ["11", "21"]
    assert list(rows[0])[-2:] == ["p_9", "p_10"]


def test_that_one_open_mark_is_what_the_other_columns_write(tmp_path: Path) -> None:
    lines = ["c;a;b"] + [f"{'xy'[n % 2]};1,{n + 100};{n % 2},5" for n in range(8)]
    out = tmp_path / "out"
    words = ["--label", "c", "--out", str(out), "--folds", "0", *QUICK]
    assert main(["classify", written(tmp_path / "t.csv", lines), *words]) == DONE
    assert not (out / "confusion.csv").exists()
    assert json.loads((out / "report.json").read_text(encoding="utf-8"))["scores"] is None


PLAIN = ["c,a,b", "x,1,2", "x,2,1.5", "y,3,2.5", "y,4.5,1", "x,1.5,3", "y,3.5,3"]


@pytest.mark.parametrize(
    ("lines", "words", "told"),
    [
        (PLAIN, ("--label", "crop"), "has no column 'crop' for the label"),
        (PLAIN, ("--label", "c", "--group", "field"), "no column 'field' for the group"),
        (PLAIN, ("--label", "c", "--features", "a,z"), "no column 'z' for the input"),
        (PLAIN, ("--label", "c", "--features", "a,a"), "named twice"),
        (PLAIN, ("--label", "c", "--features", "c"), "named twice"),
        (PLAIN, ("--label", "b"), "name a column of classes"),
        (PLAIN, ("--label", "c", "--folds", "1"), "in 2 parts at least"),
        (PLAIN, ("--label", "c", "--multiclass", "all"), "--multiclass 'all' is not known"),
        (PLAIN, ("--label", "c", "--kernel", "rfb"), "rbf"),
        (PLAIN, ("--label", "c", "--ask", "{gone}"), "gone.csv"),
        ([*PLAIN, "x,four,2"], ("--label", "c", "--features", "a"), "Line 8 of 't.csv': 'four'"),
        ([*PLAIN[:3], "x,3,3"], ("--label", "c"), "are of one class, 'x'"),
        (["c,a", "x,u", "y,v", "x,w", "y,t"], ("--label", "c"), "no column of numbers"),
        (["c,a,b", "x,1,", "y,,2", "x,3,", "y,,4"], ("--label", "c"), "mostly empty"),
        (["c;a;g", "x;1;u", "x;2;u", "y;3;v"], ("--label", "c", "--group", "g"), "Without part 1"),
        (["c;a"] + [f"{'xy'[n % 2]};1,80{n}" for n in range(6)], ("--label", "c"), "--answer"),
        ([], ("--label", "c"), "is empty"),
        (["c,a,b"], ("--label", "c"), "only one line"),
    ],
)
def test_that_what_cannot_be_learnt_is_told_in_one_line(
    lines: list[str],
    words: tuple[str, ...],
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "out"
    spelt = [word.replace("{gone}", str(tmp_path / "gone.csv")) for word in words]
    path = written(tmp_path / "t.csv", lines)
    assert main(["classify", path, *spelt, "--out", str(out)]) == WRONG
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not out.exists()


def test_that_seasons_of_readings_are_foretold_by_a_day(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    random = np.random.default_rng(0)
    lines = ["field,date,ndvi,Kultur"]
    for place in range(16):
        crop, peak = (("Gerste", 150), ("Mais", 210))[place % 2]
        for day in range(20, 360, 10):
            value = 0.2 + 0.5 * np.exp(-(((day - peak) / 30.0) ** 2)) + random.normal(0.0, 0.02)
            date = np.datetime64("2021-01-01") + day
            lines.append(f"f{place},{date},{value:.3f},{crop if place < 14 else ''}")
    out = tmp_path / "out"
    words = ["--time", "date", "--value", "ndvi", "--group", "field", "--label", "Kultur"]
    words += ["--as-of", "2021-06-10", "--folds", "2", "--inference", "laplace"]
    words += ["--kernel", "10*matern32(8)", "--learning", "fixed", "--out", str(out)]
    assert main(["classify", written(tmp_path / "t.csv", lines), *words]) == DONE
    said = capsys.readouterr().out
    assert "14 labelled seasons, 2 classes (Gerste, Mais)" in said
    assert "days of each are seen" in said
    rows = rows_of(out / "probabilities.csv")
    assert [(row["field"], row["season"], row["most_probable"]) for row in rows[14:]] == [
        ("f14", "2021", "Gerste"), ("f15", "2021", "Mais"),
    ]  # fmt: skip
    assert "Courses of the classes" in (out / "classes.svg").read_text(encoding="utf-8")


def test_that_a_terminal_tells_the_digits_that_matter(
    table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    words = [table, "--label", "crop", "--out", str(out), "--folds", "0", *QUICK]
    assert main(["classify", *words, "--kernel", "1.23456789*rbf([0.98765432,1])"]) == DONE
    assert "kernel 1.235 * rbf([0.9877, 1" in capsys.readouterr().out
    drawn = (out / "classes.svg").read_text(encoding="utf-8")
    assert "Class map" in drawn
    assert "Confusion" not in drawn  # nothing was left out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--as-of", "2024-06-01"), "--as-of is for seasons"),
        (("--time", "a", "--features", "b"), "--features and --ask are for tables"),
        (("--group", "a", "--group", "b"), "name one group"),
    ],
)
def test_that_words_for_seasons_and_for_rows_are_not_mixed(
    words: tuple[str, ...], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "t.csv", PLAIN)
    assert main(["classify", path, "--label", "c", *words, "--out", str(tmp_path / "o")]) == WRONG
    assert told in capsys.readouterr().err


def test_that_rows_keep_their_names_and_what_they_are_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A survey as a German program writes it: names of rows, umlauts, decimal commas, no BOM."""
    lines = ["Schlag;Wuchshöhe (dm);Breite (cm);Bemerkung;Kultur"]
    for place, (crop, x, y) in enumerate(crops(18)):
        name = {"maize": "Körnermais", "soja": "Weißklee", "trigo": "Grünbrache"}[crop]
        told = "" if place == 4 else name
        cells = [f"Ä {place}", f"{x:.2f}".replace(".", ","), f"{y:.2f}".replace(".", ",")]
        lines.append(";".join([*cells, "feucht", told]))
    path = tmp_path / "Erhebung.csv"
    path.write_text("\n".join(lines) + "\n", encoding="cp1252")
    later = tmp_path / "später.csv"
    later.write_text("Schlag;Breite (cm);Wuchshöhe (dm)\nÖd;3,0;0,1\n", encoding="cp1252")
    out = tmp_path / "out"
    words = [str(path), "--label", "Kultur", "--ask", str(later), "--out", str(out), *QUICK]
    assert main(["classify", *words]) == DONE
    said = capsys.readouterr().out
    assert "rows are called as 'Schlag' says" in said
    assert "no numbers, so no inputs: 'Bemerkung'" in said
    assert "Ä 4: Weißklee, probability 0." in said
    assert "Öd: Grünbrache, probability 0." in said
    rows = rows_of(out / "probabilities.csv")
    assert [row["field"] for row in rows[-2:]] == ["Ä 4", "Öd"]
    assert rows[0]["field"] == "Ä 0"
