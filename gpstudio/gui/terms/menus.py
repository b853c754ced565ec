"""The lists of families to choose from, made from the registry; what cannot stand at a place is
greyed there and says why."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from gpstudio.core.errors import InputError
from gpstudio.core.language import print_expression
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Spec
from gpstudio.gui.fields import describe
from gpstudio.gui.literal import tip
from gpstudio.session.kernel_edits import Edit


class ListButton(QToolButton):
    """A button that opens a list, filled when it opens."""

    def __init__(self, name: str, text: str, title: str, help: str, fill: Callable[[], None]):
        super().__init__()
        self.setObjectName(name)
        self.setText(text)
        describe(self, title, help)
        self.setProperty("small", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(fill)
        self.setMenu(menu)

    def menu(self) -> QMenu:
        found = super().menu()
        assert found is not None
        return found


def plain_button(name: str, text: str, title: str, help: str, act: Callable[[], None]) -> QWidget:
    """A button of the same size without a list."""
    button = QToolButton()
    button.setObjectName(name)
    button.setText(text)
    button.setProperty("small", True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    describe(button, title, help)
    button.clicked.connect(lambda _=False: act())
    return button


def fill_with_families(
    menu: QMenu,
    specs: Iterable[Spec],
    edit: Callable[[str], Edit],
    take: Callable[[Edit], None],
) -> None:
    """One entry a family; choosing it takes the edit that it makes."""
    for spec in specs:
        action = menu.addAction(spec.title)
        formula = f"  k = {spec.formula}" if spec.formula else ""
        try:
            made = edit(spec.name)
            Recipe().with_choice("kernel", print_expression(made.expression))
        except InputError as error:
            action.setEnabled(False)
            action.setToolTip(tip(str(error)))
            continue
        action.setToolTip(tip(f"{spec.help}{formula}"))
        action.setData(spec.name)
        action.triggered.connect(lambda _=False, made=made: take(made))
