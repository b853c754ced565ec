"""Tables in and out as the command line has them: what is told, asked and written."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from gpstudio import read_table
from gpstudio.cli.main import main
from gpstudio.cli.reading import answer_words, refuse_open_questions
from gpstudio.core.errors import InputError
from gpstudio.data.decisions import Decision, Question
from gpstudio.data.writing.columns import TABLES

from .test_command_line import QUICK, SAMPLE_FILE, fit, rows


@pytest.mark.skipif(os.name == "nt", reason="cmd has other quotes")
def test_that_every_open_question_is_named_in_words_for_a_shell() -> None:
    asked = (
        Question("value", "Which holds the reading?", ("farmer's one", "other  (%)")),
        Question("date", "Day or month first?", ("day first", "month first")),
        Question("sheet", "Which sheet?", tuple(f"s{place}" for place in range(40))),
    )
    table = replace(read_table(SAMPLE_FILE), decisions=tuple(map(Decision.asking, asked)))
    with pytest.raises(InputError) as told:
        refuse_open_questions(table)
    said = str(told.value)
    words = re.findall(r"(--answer .+?)(?= or |\. )", said)
    assert [shlex.split(word)[1] for word in words[:5]] == [
        "value=farmer's one", "value=other  (%)", "date=day first", "date=month first", "sheet=s0",
    ]  # fmt: skip
    assert all(question.text in said for question in asked)
    assert "'gpstudio inspect' lists all 40" in said


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell")
@pytest.mark.parametrize("name", ["farmer's one", "a\tb\x1b[2J", "Höhe\n'\\'", "$HOME `ls`", '"'])
def test_that_a_shell_reads_the_words_as_they_are_meant(name: str) -> None:
    (words,) = answer_words("value", (name,))
    assert words.isprintable()
    script = f"printf %s {words.removeprefix('--answer ')}"
    told = subprocess.run(["bash", "-c", script], capture_output=True, check=True)
    assert told.stdout.decode() == f"value={name}"


def test_that_what_can_be_read_otherwise_is_told_in_words_that_can_be_pasted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long = "MOD13Q1_006__250m_16_days_EVI_" + "x" * 80
    file = tmp_path / "two.csv"
    file.write_text(f"date,my ndvi,{long}\n2020-01-01,0.2,0.1\n2020-01-09,0.3,0.2\n")
    assert main(["inspect", str(file)]) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "--answer value" in line)
    words = shlex.split(line.partition(": ")[2])
    assert read_table(file, answers=dict([words[1].split("=")])).series[0].value_name == long


def test_that_nine_variables_beneath_each_date_do_not_fill_the_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    days = [f"2021-{month:02d}-{day:02d}" for month in range(1, 13) for day in (1, 17)]
    names = [f"{day}_p{share}" for day in days for share in range(10, 100, 10)]
    lines = [",".join([row, *["0.5"] * len(names)]) for row in "AB"]
    file = tmp_path / "wide.csv"
    file.write_text("\n".join([",".join(["plot", *names]), *lines]))
    assert main(["inspect", str(file)]) == 0
    told = capsys.readouterr().out
    columns = told.partition("Columns")[2].partition("Decisions")[0].strip().splitlines()
    assert len(columns) < 10
    assert "… 22 more …" in told  # of the 24 that are read, the first and the last stand there


def test_that_the_report_tells_how_the_table_was_read(tmp_path: Path) -> None:
    file = tmp_path / "gaps.csv"
    file.write_text("date,ndvi\n2020-01-01,0.2\n2020-01-09,\n2020-01-17,0.4\n2020-01-25,0.3\n")
    code, out = fit(tmp_path, str(file), *QUICK)
    assert code == 0
    table = json.loads((out / "report.json").read_text(encoding="utf-8"))["table"]
    assert table["file"] == "gaps.csv"
    assert (table["rows_in"], table["rows_used"]) == (4, 3)
    assert table["rows_set_aside"] == [{"reason": "without a value", "count": 1}]
    assert {decision["about"] for decision in table["decisions"]} >= {"delimiter"}
    readings = rows(out / "readings.csv")
    assert [row["value"] for row in readings] == ["0.2", "0.4", "0.3"]
    assert [row["time"] for row in readings] == ["2020-01-01", "2020-01-17", "2020-01-25"]


def test_that_delimiter_and_decimal_mark_are_those_that_were_asked_for(tmp_path: Path) -> None:
    words = ("--out-delimiter", "semicolon", "--out-decimal", "comma")
    code, out = fit(tmp_path, SAMPLE_FILE, *QUICK, *words)
    assert code == 0
    header, first, *_ = (out / "readings.csv").read_text(encoding="utf-8").splitlines()
    assert header == "group;time;value;weight"
    assert first.endswith(";1")
    (found,) = read_table(out / "readings.csv").series
    (given,) = read_table(SAMPLE_FILE).series
    assert found.value.tolist() == given.value.tolist()
    assert found.time.tolist() == given.time.tolist()


def test_that_fields_have_their_crop_their_labels_and_their_own_name(tmp_path: Path) -> None:
    """Also where only the stages of the curve were asked for."""
    file = tmp_path / "plots.csv"
    lines = [
        f"{plot},{crop},{variety},2020-{month:02}-11,0.{month + 10}"
        for plot, crop, variety in (("A", "Winterweizen", "Kondor"), ("B", "Hopfen", ""))
        for month in range(1, 9)
    ]
    file.write_text("\n".join(["plot,Kultur,Sorte,date,ndvi", *lines]))
    code, out = fit(tmp_path, str(file), *QUICK, "--out-fields", "own")
    assert code == 0
    fields, stages = rows(out / "fields.csv"), rows(out / "stages.csv")
    told = [(row["plot"], row["crop"], row["variety"]) for row in fields]
    assert told == [("A", "wheat", "Kondor"), ("B", "hopfen", "")]
    assert {(row["plot"], row["crop"], row["variety"]) for row in stages} == set(told)
    assert all("plot" in rows(out / f"{name}.csv")[0] for name in ("forecast", "readings"))


@pytest.mark.parametrize("kind", ["xlsx", "parquet"])
def test_that_other_kinds_of_file_have_their_ending(tmp_path: Path, kind: str) -> None:
    pytest.importorskip({"xlsx": "openpyxl", "parquet": "pyarrow"}[kind])
    code, out = fit(tmp_path, SAMPLE_FILE, *QUICK, "--out-format", kind)
    assert code == 0
    names = [f"{name}.{kind}" for name in ("fields", "forecast", "readings", "stages")]
    assert sorted(p.name for p in out.iterdir()) == sorted([*names, "report.json"])


def test_that_several_columns_may_name_the_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plots.csv"
    lines = [
        f"{farm},{plot},2020-01-{day:02},0.{day}"
        for farm in "AB" for plot in (1, 2) for day in (11, 19, 27)
    ]  # fmt: skip
    file.write_text("\n".join(["farm,plot,date,ndvi", *lines]))
    assert main(["inspect", str(file), "--group", "farm", "--group", "plot", "--json"]) == 0
    by_group = json.loads(capsys.readouterr().out)
    assert len(by_group["series"]) == 4
    words = ["--role", "farm=group", "--role", "plot=group", "--role", "date=time"]
    assert main(["inspect", str(file), *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == by_group
    assert main(["inspect", str(file), "--group", "", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["series"]) == 1


def test_that_inspect_json_accounts_for_every_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "gaps.csv"
    file.write_text("date,ndvi\n2020-01-01,0.2\n2020-01-09,\n2020-01-17,0.4\n")
    assert main(["inspect", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (
        list(told)[:10]
        == (
            "encoding delimiter decimal layout columns rows_in rows_used rows_set_aside "
            "series questions"
        ).split()
    )
    assert told["rows_in"] == 3 == told["rows_used"] + told["rows_set_aside"][0]["count"]
    assert told["series"][0]["last_time"] == "2020-01-17"


def test_that_inspect_reads_as_a_page_with_the_words_that_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ambiguous.csv"
    file.write_text("date;ndvi\n01/02/2020;0,2\n03/04/2020;0,4\n05/06/2020;0,3\n")
    assert main(["inspect", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("3 rows, semicolon")
    assert told[told.index("Columns") + 1].split()[:2] == ["'date'", "time"]
    assert any("delimiter='semicolon'" in line for line in told)
    assert "  3 waiting for an answer" in told
    assert told[-3].startswith("Question: ")
    assert "  --answer 'date=day first'" in told[-2:]
    assert main(["inspect", str(file), "--answer", "date=day first"]) == 0
    assert "Question" not in capsys.readouterr().out


def test_that_the_meaning_of_every_column_can_be_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["fit", "--columns"]) == 0
    told = capsys.readouterr().out
    for columns in TABLES.values():
        for column in columns:
            assert column.help in told


def test_that_a_page_names_the_first_and_the_last_of_many_columns_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wide.csv"
    days = [f"2020-{month:02}-{day:02}" for month in range(1, 10) for day in (3, 13, 23)]
    rows_ = [",".join([name, *(f"0.{k + 11}" for k in range(27))]) for name in ("west", "east")]
    file.write_text("\n".join([",".join(["field", *days]), *rows_]))
    assert main(["inspect", str(file)]) == 0
    told = capsys.readouterr().out
    listed = told[told.index("Columns") : told.index("Decisions")].split("\n")
    assert [line.split()[0] for line in listed[1:-2]] == [
        "'field'", "'2020-01-03'", "…", "'2020-09-23'",
    ]  # fmt: skip
    assert "25 more" in listed[3]
