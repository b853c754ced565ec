"""A damaged project shows what is whole of it, names what is not, and never shows another value."""

from __future__ import annotations

import hashlib
import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from session.project.flipping import ALTERED, NONE, WHOLE, flipped, judged
from session.project.states import state

from gpstudio.core.errors import InputError
from gpstudio.session.project.loading import load
from gpstudio.session.project.part import Part
from gpstudio.session.project.schema import PAGE
from gpstudio.session.project.store import save


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "wheat.gpstudio"
    save(path, state(3))
    return path


def parts() -> dict[str, Part]:
    return {part.name: part for part in state(3)}


def test_that_no_flipped_bit_alters_a_value_that_is_shown(project: Path) -> None:
    data = project.read_bytes()
    rng = random.Random(5)
    verdicts = Counter[str]()
    for _ in range(60):
        project.write_bytes(flipped(data, rng.randrange(len(data) * 8)))
        verdicts[judged(project, parts())] += 1
    assert verdicts[ALTERED] == 0
    assert verdicts[WHOLE] < 60


def test_that_no_flipped_bit_of_the_first_page_loses_anything(project: Path) -> None:
    """It holds no values, and every project has the same one."""
    data = project.read_bytes()
    for bit in random.Random(6).sample(range(PAGE * 8), 100):
        project.write_bytes(flipped(data, bit))
        assert judged(project, parts()) == WHOLE, bit


def test_that_a_first_page_of_zeros_is_replaced(project: Path) -> None:
    data = project.read_bytes()
    project.write_bytes(bytes(PAGE) + data[PAGE:])
    assert judged(project, parts()) == WHOLE


def test_that_a_damaged_part_is_named_and_the_others_are_there(project: Path) -> None:
    _change(project, "UPDATE pieces SET content = zeroblob(length(content)) WHERE id = 2")
    contents = load(project)
    assert contents.problems == (
        "The part 'steady' of 'wheat.gpstudio' is damaged and was left out.",
    )
    assert set(contents.parts) == {"number", "numbers", "flags"}
    with pytest.raises(InputError, match="The part 'steady'"):
        contents.part("steady")
    with pytest.raises(InputError, match="has no part 'stedy'"):
        contents.part("stedy")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE pieces SET content = content || x'00' WHERE id = 3",
        "UPDATE pieces SET content = 17 WHERE id = 3",
        "UPDATE pieces SET content = 'numbers' WHERE id = 3",
        "DELETE FROM pieces WHERE id = 3",
        "UPDATE pieces SET id = 77 WHERE id = 3",
    ],
)
def test_that_a_part_is_refused_however_its_bytes_differ(project: Path, change: str) -> None:
    _change(project, change)
    assert set(load(project).damaged) == {"numbers"}


def test_that_parts_that_changed_places_are_refused(project: Path) -> None:
    """Each is whole, but under the other's name."""
    _change(project, "DELETE FROM manifest")
    _change(
        project,
        "UPDATE parts SET name = CASE name WHEN 'numbers' THEN 'flags' ELSE 'numbers' END"
        " WHERE name IN ('numbers', 'flags')",
    )
    assert set(load(project).parts) == {"number", "steady"}


def test_that_a_damaged_list_is_pieced_together_and_spoken_of(project: Path) -> None:
    _change(project, "UPDATE manifest SET content = replace(content, 'steady', 'steadi')")
    contents = load(project)
    assert set(contents.parts) == set(parts())
    assert contents.problems == (
        "The list of what 'wheat.gpstudio' holds is damaged: parts may be missing.",
    )


@pytest.mark.parametrize(
    "claim",
    [
        "size = 4611686018427387904",
        "pieces = 4611686018427387904, size = 0",
        "first = -9223372036854775808",
        "first = 9223372036854775807",
        "sha256 = 99999999999",
        "name = x'ff00fe'",
        "size = 'much'",
    ],
)
def test_that_a_row_that_claims_the_impossible_costs_nothing(project: Path, claim: str) -> None:
    _change(project, "DELETE FROM manifest")
    _change(project, f"UPDATE parts SET {claim} WHERE name = 'number'")
    assert "number" not in load(project).parts


@pytest.mark.parametrize(
    "said",
    [
        b"[]",
        b"{}",
        b'{"format": 1, "notes": {}, "parts": [["a"]]}',
        b'{"format": 1, "notes": [], "parts": []}',
        b'{"format": "one", "notes": {}, "parts": []}',
        b"\xff",
    ],
)
def test_that_a_list_that_somebody_else_wrote_is_not_believed(project: Path, said: bytes) -> None:
    with closing(sqlite3.connect(project)) as connection, connection:
        row = said, hashlib.sha256(said).digest()
        connection.execute("UPDATE manifest SET content = ?, sha256 = ?", row)
    assert set(load(project).parts) == set(parts())
    assert not load(project).is_listed


def test_that_what_is_cut_off_is_refused(project: Path) -> None:
    data = project.read_bytes()
    for size in np.linspace(1, len(data) - 1, 40).astype(int):
        project.write_bytes(data[:size])
        assert judged(project, parts()) not in (ALTERED, WHOLE)
    project.write_bytes(data[: PAGE // 2])
    assert judged(project, parts()) == NONE


@pytest.mark.parametrize("content", [b"", b"date,ndvi\n", b"date,ndvi\n" * PAGE, bytes(PAGE)])
def test_that_another_kind_of_file_is_told_from_a_damaged_one(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "ndvi.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"'ndvi.csv' is no project of GP Studio"):
        load(path)


def test_that_another_programs_database_is_no_project(tmp_path: Path) -> None:
    path = tmp_path / "bees.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bees (name)")
        connection.execute("PRAGMA user_version = 12")
    with pytest.raises(InputError, match="is no project of GP Studio"):
        load(path)


def test_that_a_project_in_ruins_says_where_to_look(project: Path) -> None:
    data = project.read_bytes()
    project.write_bytes(data[:PAGE] + bytes(len(data) - PAGE))
    with pytest.raises(InputError, match="open one of its previous versions"):
        load(project)


def _change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
