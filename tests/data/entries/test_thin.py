"""Fields of which nothing or little is left are named in the summary."""

from __future__ import annotations

from pathlib import Path

from gpstudio import read_table

DAYS = [f"2021-0{1 + k}-11" for k in range(9)]


def write(path: Path, fields: dict[str, int], readings: int = 9) -> Path:
    """Each field with so many readings; its other rows are empty."""
    rows = [
        f"{name},{day},{f'0.{300 + k}' if k < filled else ''}"
        for name, filled in fields.items()
        for k, day in enumerate(DAYS[:readings])
    ]
    path.write_text("\n".join(["field,date,ndvi", *rows, ""]), encoding="utf-8")
    return path


def test_that_thin_and_empty_fields_are_named(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.csv", {"Full": 9, "None": 0, "Bare": 0, "One": 1, "Three": 3, "Four": 4}
    )
    table = read_table(path)
    assert table.remarks == (
        "'Bare' has no reading",
        "2 fields have three readings or fewer: 'One', 'Three'",
    )
    assert table.sentence.endswith("; ".join(table.remarks))
    assert table.as_json()["remarks"] == list(table.remarks)


def test_that_of_many_some_are_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", {f"F{k}": 1 for k in range(7)} | {"Full": 9})
    (remark,) = read_table(path).remarks
    assert remark == "7 fields have three readings or fewer: 'F0', 'F1', 'F2', 'F3', 'F4', …"


def test_that_a_table_of_one_field_has_said_it(tmp_path: Path) -> None:
    assert read_table(write(tmp_path / "a.csv", {"Only": 2})).remarks == ()


def test_that_headers_and_notes_are_no_fields(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", {"A": 9, "B": 9})
    with path.open("a", encoding="utf-8") as file:
        file.write("field,date,ndvi\nTotal,,\n")
    assert read_table(path).remarks == ()
