"""Files beside the readings: what they say of each field, and what of them is not used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.data.series import days_from_dates
from gpstudio.data.table import Table, read_table
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts, Seen, Sown
from gpstudio.session.field_facts import FactFiles, facts_from, read_facts


def day(text: str) -> float:
    return float(days_from_dates([text])[0])


def written(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def table(tmp_path: Path) -> Table:
    days = np.arange(np.datetime64("2021-03-01"), np.datetime64("2021-09-01"), 10)
    rows = [f"{field},{when},{0.2 + 0.01 * i:.2f}" for field in "AB" for i, when in enumerate(days)]
    return read_table(written(tmp_path, "ndvi.csv", "field,date,ndvi", *rows))


def test_that_every_field_gets_what_the_files_say_of_it(table: Table, tmp_path: Path) -> None:
    files = FactFiles(
        temperature=written(
            tmp_path, "warm.csv", "time,tmin,tmax", "2021-03-01,2,9", "2021-03-02,3,11"
        ),
        sowing=written(
            tmp_path, "sown.csv", "group,season,crop,date", "A,2021,wheat,2020-10-12",
            "B,2021,barley,2020-10-20",
        ),
        observed=written(
            tmp_path, "seen.csv", "group,season,stage,date", "A,2021,heading,2021-05-20"
        ),
    )  # fmt: skip
    told = read_facts(table, files)
    first, second = told.facts["A"], told.facts["B"]
    assert first.sowings == (Sown(day("2020-10-12"), "wheat", "2021"),)
    assert first.seen == (Seen("heading", day("2021-05-20"), "2021"),)
    assert second.sowings == (Sown(day("2020-10-20"), "barley", "2021"),)
    assert second.seen == ()
    assert first.temperatures is not None
    assert first.temperatures is second.temperatures
    assert told.remarks == ()


def test_that_fields_that_are_not_in_the_table_are_told_not_used(
    table: Table, tmp_path: Path
) -> None:
    rows = ("A,2021,heading,2021-05-20", "Z,2021,heading,2021-05-21")
    path = written(tmp_path, "seen.csv", "group,season,stage,date", *rows)
    told = read_facts(table, FactFiles(observed=path))
    assert set(told.facts) == {"A", "B"}
    (remark,) = told.remarks
    assert "Z" in remark
    assert "seen.csv" in remark


def test_that_a_file_that_matches_no_field_is_refused(table: Table, tmp_path: Path) -> None:
    path = written(tmp_path, "sown.csv", "group,season,crop,date", "Q,2021,wheat,2020-10-12")
    with pytest.raises(InputError, match="Q"):
        read_facts(table, FactFiles(sowing=path))
    warm = written(tmp_path, "warm.csv", "group,time,tmean", "Q,2021-03-01,4", "Q,2021-03-02,5")
    with pytest.raises(InputError, match="none of which is a field"):
        read_facts(table, FactFiles(temperature=warm))


def test_that_a_crop_without_a_template_is_told(table: Table, tmp_path: Path) -> None:
    path = written(tmp_path, "sown.csv", "group,season,crop,date", "A,2021,hops,2020-10-12")
    told = read_facts(table, FactFiles(sowing=path))
    assert any("hops" in remark for remark in told.remarks)


def test_that_a_harvest_before_the_sowing_of_another_file_is_refused(
    table: Table, tmp_path: Path
) -> None:
    sown = written(tmp_path, "sown.csv", "group,season,crop,date", "A,2021,wheat,2021-04-12")
    seen = written(tmp_path, "seen.csv", "group,season,stage,date", "A,2021,heading,2021-03-20")
    with pytest.raises(InputError, match="heading"):
        read_facts(table, FactFiles(sowing=sown, observed=seen))


def test_that_what_was_known_before_stays(table: Table, tmp_path: Path) -> None:
    path = written(tmp_path, "seen.csv", "group,season,stage,date", "A,2021,heading,2021-05-20")
    before = {"A": Facts(crop="wheat", windows=((1.0, 2.0),))}
    facts = read_facts(table, FactFiles(observed=path), present=before).facts["A"]
    assert facts.crop == "wheat"
    assert facts.windows == ((1.0, 2.0),)
    assert len(facts.seen) == 1


def test_that_a_document_takes_them_in_one_step(table: Table, tmp_path: Path) -> None:
    path = written(tmp_path, "sown.csv", "group,season,crop,date", "A,2021,wheat,2020-10-12")
    document = Document(table, selected="A")
    command, _ = facts_from(document, FactFiles(sowing=path))
    assert command.title == "take sowing dates"
    assert command.apply(document).facts_of("A").sowings[0].crop == "wheat"
    with pytest.raises(InputError, match="Open a table"):
        facts_from(Document(), FactFiles(sowing=path))
