"""Pictures on the manual's pages: each is there, used, and fits; and how they are compared."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextCursor, QTextDocument, QTextImageFormat
from pytestqt.qtbot import QtBot

from gpstudio.gui.help.pages import MANUAL_PAGES, text_of
from gpstudio.gui.help.pictures import FOLDER as PLACE
from gpstudio.gui.help.pictures import HIGHEST, named_in
from gpstudio.gui.theme import DARK
from gpstudio.gui.window import Window
from gpstudio.resources import resource

from . import manual_pictures
from .manual_pictures import FOLDER, WRITES, differs, pixels, png, take

MOST_BYTES = 1_500_000
OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"


def test_that_every_picture_of_a_page_is_there_and_every_picture_is_on_a_page() -> None:
    named = [name for page in MANUAL_PAGES for name, _ in named_in(text_of(page))]
    assert sorted(named) == sorted(path.stem for path in FOLDER.iterdir())
    assert sum(text_of(page).count("![") for page in MANUAL_PAGES) == len(named)
    assert all(resource(*PLACE, f"{name}.png").is_file() for name in named)


def test_that_each_says_in_a_sentence_what_is_to_be_seen() -> None:
    for page in MANUAL_PAGES:
        for name, words in named_in(text_of(page)):
            assert len(words) > 15, name
            assert words.endswith("."), name
            assert words[0].isupper(), name


def test_that_they_take_little_room() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES


def test_that_the_manual_shows_them_no_wider_than_the_page_with_their_words(
    window: Window, qtbot: QtBot
) -> None:
    window.helpers.open_manual("first_steps")
    manual = window.helpers.manual
    assert manual is not None
    for width in (900, 560):
        manual.resize(width, 600)
        qtbot.wait(50)
        room = manual.reader.viewport().width()
        shapes = list(_shapes(manual.reader.document()))
        assert [shape.name() for shape in shapes] == ["welcome.png", "field.png"]
        for shape in shapes:
            whole = QImage(str(FOLDER / shape.name()))
            assert room - 60 < shape.width() <= room - 40
            assert shape.height() == pytest.approx(
                shape.width() * whole.height() / whole.width(), abs=1
            )
            kind = QTextDocument.ResourceType.ImageResource.value
            drawn = manual.reader.document().resource(kind, QUrl(shape.name()))
            assert drawn.deviceIndependentSize().width() == pytest.approx(shape.width(), abs=1)
        assert manual.reader.horizontalScrollBar().maximum() == 0
    assert named_in(text_of(manual.page))[1][1] in manual.reader.toPlainText()


def test_that_a_small_picture_is_shown_as_it_is(window: Window) -> None:
    window.helpers.open_manual("fields")
    assert window.helpers.manual is not None
    (shape,) = _shapes(window.helpers.manual.reader.document())
    whole = QImage(str(FOLDER / "fields.png"))
    assert whole.height() > HIGHEST
    assert shape.height() == HIGHEST  # but for one that would fill the page
    window.helpers.open_manual("settings")
    (shape,) = _shapes(window.helpers.manual.reader.document())
    assert (shape.width(), shape.height()) == (560, 420)


def test_that_their_words_and_lines_take_the_colours_of_the_theme(window: Window) -> None:
    window.commands["theme_dark"].trigger()
    window.helpers.open_manual("settings")
    assert window.helpers.manual is not None
    document = window.helpers.manual.reader.document()
    ((_, words),) = named_in(text_of(window.helpers.manual.page))
    cursor = document.find(words)
    assert cursor.charFormat().foreground().color().name() == DARK.quiet
    kind = QTextDocument.ResourceType.ImageResource.value
    drawn = document.resource(kind, QUrl("settings.png"))
    assert drawn.pixelColor(0, 0).name() == DARK.border
    window.commands["theme_system"].trigger()


def _shapes(document: QTextDocument) -> Iterator[QTextImageFormat]:
    cursor = QTextCursor(document)
    while not cursor.atEnd():
        cursor.clearSelection()
        cursor.movePosition(
            QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor
        )
        if cursor.selectedText() == OBJECT:
            yield cursor.charFormat().toImageFormat()


# --- how they are compared and written ---------------------------------------------------------


def kept(name: str) -> QImage:
    return QImage(str(FOLDER / f"{name}.png"))


def test_that_any_two_pictures_are_told_apart() -> None:
    names = sorted(path.stem for path in FOLDER.iterdir())
    alike = [
        (one, other)
        for place, one in enumerate(names)
        for other in names[place + 1 :]
        if not differs(kept(one), kept(other))
    ]
    assert alike == []


def test_that_a_panel_that_is_empty_or_of_another_size_is_told() -> None:
    whole = kept("stages")
    assert differs(whole, whole) == ""
    empty = whole.copy()
    empty.fill(whole.pixelColor(5, whole.height() - 5))
    assert "apart" in differs(empty, whole)
    assert "not" in differs(whole.copy(0, 0, whole.width(), whole.height() - 40), whole)


def test_that_other_letters_are_not_told() -> None:
    whole = kept("field")
    shifted = whole.copy(1, 1, whole.width(), whole.height())
    assert differs(shifted, whole) == ""


def test_that_a_written_picture_is_the_one_that_was_taken(tmp_path: Path) -> None:
    whole = kept("field")
    path = tmp_path / "again.png"
    path.write_bytes(png(pixels(whole)))
    assert (pixels(QImage(str(path))) == pixels(whole)).all()  # few colours stay as they are
    many = pixels(QImage(200, 200, QImage.Format.Format_RGB888))
    many[:] = np.random.default_rng(0).integers(0, 256, (200, 200, 1), dtype=np.uint8)
    path.write_bytes(png(many))
    assert np.abs(pixels(QImage(str(path))).astype(int) - many).max() <= 2


def test_that_a_missing_picture_and_another_one_fail_and_say_what_to_do(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(WRITES, raising=False)
    monkeypatch.setattr(manual_pictures, "FOLDER", tmp_path)
    monkeypatch.setattr(manual_pictures, "TAKEN", set())
    with pytest.raises(pytest.fail.Exception, match=f"missing.*{WRITES}=1"):
        take(window, "nothing")
    shutil.copy(FOLDER / "welcome.png", tmp_path)
    with pytest.raises(pytest.fail.Exception, match=f"any more.*{WRITES}=1"):
        take(window, "welcome")
    monkeypatch.setenv(WRITES, "1")
    take(window, "nothing")
    monkeypatch.delenv(WRITES)
    take(window, "nothing")
