"""The program finds its own files in a clone, in a wheel and in a frozen build."""

from __future__ import annotations

import csv
import sys
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest

import gpstudio.resources as locator
from gpstudio.resources import ResourceMissingError, resource

TOOLBAR = ["open", "fit", "play", "stop", "export", "undo", "redo"]


def test_that_a_clone_finds_the_folder_beside_the_package() -> None:
    assert resource("sample").parent == Path(locator.__file__).resolve().parents[1] / "resources"


def test_that_a_wheel_finds_its_own_copy_before_any_folder_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "gpstudio"
    for home in (package / "_resources", package.parent / "resources"):
        home.mkdir(parents=True)
        (home / "note.txt").write_text(home.name)
    monkeypatch.setattr(locator, "_PACKAGE", package)
    assert resource("note.txt").read_text() == "_resources"


def test_that_a_frozen_build_looks_only_where_it_was_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "resources" / "fonts").mkdir(parents=True)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resource("fonts") == tmp_path / "resources" / "fonts"
    with pytest.raises(ResourceMissingError):
        resource("sample")


def test_that_a_missing_file_is_named_with_the_places_searched_and_what_to_do() -> None:
    with pytest.raises(FileNotFoundError, match=r"'icons/no\.svg'.*resources.*install.*again"):
        resource("icons", "no.svg")


def test_that_the_sample_is_one_field_with_dates_and_plausible_readings() -> None:
    path = resource("sample", "alarc2_smith6_landsat_ndvi.csv")
    with path.open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 133
    assert list(rows[0]) == ["field", "date", "sensor", "path_row", "ndvi"]
    assert {row["field"] for row in rows} == {"ALARC2_Smith6"}
    days = [date.fromisoformat(row["date"]) for row in rows]
    assert days == sorted(days)
    assert all(0.01 <= float(row["ndvi"]) <= 1 for row in rows)


@pytest.mark.parametrize(
    ("folder", "licence", "words"),
    [
        ("sample", "LICENSE-Apache-2.0.txt", "Apache License"),
        ("fonts", "LICENSE-DejaVu.txt", "Bitstream Vera"),
    ],
)
def test_that_what_others_made_comes_with_its_source_and_licence(
    folder: str, licence: str, words: str
) -> None:
    assert words in resource(folder, licence).read_text(encoding="utf-8")
    assert licence in resource(folder, "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TOOLBAR)
def test_that_a_toolbar_icon_is_black_only_so_that_it_can_be_tinted(name: str) -> None:
    tree = ElementTree.parse(resource("icons", f"{name}.svg"))
    colours = {
        element.get(attribute)
        for element in tree.iter()
        for attribute in ("fill", "stroke")
        if element.get(attribute) is not None
    }
    assert "#000" in colours
    assert colours <= {"#000", "none"}


@pytest.mark.gui
@pytest.mark.parametrize("name", [*TOOLBAR, "gpstudio"])
@pytest.mark.parametrize("size", [16, 24, 48, 256])
def test_that_qt_draws_every_icon_at_every_size(qapp: object, name: str, size: int) -> None:
    from PySide6.QtGui import QIcon

    pixmap = QIcon(str(resource("icons", f"{name}.svg"))).pixmap(size, size)
    image = pixmap.toImage()
    painted = sum(
        image.pixelColor(x, y).alpha() > 128
        for x in range(image.width())
        for y in range(image.height())
    )
    assert painted > 0.08 * image.width() * image.height()


@pytest.mark.gui
@pytest.mark.parametrize("font", ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"])
def test_that_the_fonts_have_every_letter_the_forms_and_plots_use(qapp: object, font: str) -> None:
    from PySide6.QtGui import QRawFont

    raw = QRawFont(str(resource("fonts", font)), 12.0)
    assert raw.isValid()
    letters = "AaÄäßÉñŁžΣσℓ²³µ×−±≤≥–…→°∞√"
    assert not [letter for letter in letters if not raw.supportsCharacter(ord(letter))]
    assert not raw.supportsCharacter(ord("麦"))
