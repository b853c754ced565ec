"""Pictures of the real window, to be looked at: build/screenshots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.gui.commands.tables import open_sample
from gpstudio.gui.pages.data import DataPage
from gpstudio.gui.pages.report import ReportPage
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.theme import DARK, LIGHT, Theme
from gpstudio.gui.window import Window

from .conftest import PATIENCE, Find, Understood
from .test_forms import pick

pytestmark = pytest.mark.xcb

FOLDER = Path(__file__).resolve().parents[2] / "build" / "screenshots"


def take(window: QWidget, name: str, theme: Theme) -> None:
    """Save the window's picture; it must be whole, and in the theme's colours."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    picture = window.grab().toImage()
    assert picture.size() == window.size() * window.devicePixelRatio()
    small = picture.scaled(160, 100)
    colours = {small.pixel(x, y) for x in range(160) for y in range(100)}
    assert len(colours) > 30
    assert picture.pixelColor(3, picture.height() // 2).name() == theme.window
    assert picture.save(str(FOLDER / f"{name}.png"))


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(1360, 860), (1280, 800)], ids=["large", "small"])
def test_that_the_fitted_sample_makes_a_picture(
    window: Window, qtbot: QtBot, theme: Theme, size: tuple[int, int]
) -> None:
    window.resize(*size)
    window.commands[f"theme_{theme.name}"].trigger()
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        open_sample(window)
    qtbot.wait(100)
    take(window, f"sample-{theme.name}-{size[0]}", theme)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_that_each_tab_makes_a_picture(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
    theme: Theme,
) -> None:
    window.commands[f"theme_{theme.name}"].trigger()
    opened(season)
    fitted()
    pick(window.model.forms["likelihood"], LIKELIHOODS["gaussian"].spec)
    find(QPushButton, "noise_bounds").click()
    for tab, name in ((StagesPage, "stages"), (DataPage, "data"), (ReportPage, "report")):
        window.pages.turn_to(tab)
        qtbot.wait(50)
        take(window, f"{name}-{theme.name}", theme)


AMBIGUOUS = "date;ndvi\n03/04/2021;0,2\n04/04/2021;0,3\n05/05/2021;0,4\n06/06/2021;0,5\n"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(1360, 860), (1000, 700)], ids=["large", "small"])
def test_that_the_import_dialog_makes_pictures(
    window: Window,
    understood: Understood,
    season: Path,
    tmp_path: Path,
    qtbot: QtBot,
    theme: Theme,
    size: tuple[int, int],
) -> None:
    window.resize(*size)
    window.commands[f"theme_{theme.name}"].trigger()
    dialog = understood(season)
    dialog.account.unfold.click()
    dialog.table.header.setFocus()
    qtbot.wait(50)
    assert dialog.width() < size[0]
    assert dialog.height() < size[1]
    take(dialog, f"import-{theme.name}-{size[0]}", theme)
    dialog.reject()
    ambiguous = tmp_path / "days.csv"
    ambiguous.write_text(AMBIGUOUS, encoding="utf-8")
    dialog = understood(ambiguous)
    qtbot.wait(50)
    take(dialog, f"import-question-{theme.name}-{size[0]}", theme)
