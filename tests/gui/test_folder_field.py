"""A folder is written or chosen; what is no folder is no fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpstudio.gui.lab.folder_field import FolderField


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", None),
        ("~", Path.home()),
        ("~/fields", Path.home() / "fields"),
        ("~nobody here", Path("~nobody here")),
    ],
)
def test_that_home_is_found_and_that_of_nobody_is_taken_as_written(
    qtbot: QtBot, text: str, path: Path | None
) -> None:
    field = FolderField("folder", "Folder", "Where things are.", "none")
    qtbot.addWidget(field)
    field.line.setText(text)
    assert field.path == path
