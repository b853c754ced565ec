"""The window of Help ▸ About: what the program is, and what others made that is inside of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from gpstudio import __version__
from gpstudio.gui.fields import describe, label
from gpstudio.gui.handles import name_handles
from gpstudio.gui.help.components import Component, components
from gpstudio.gui.literal import tip
from gpstudio.translation import tr

SIZE = (820, 600)
WIDTHS = (330, 490)
ABOUT = tr(
    """<h3>GP Studio {version}</h3>
<p>From a table of vegetation index readings to stage dates with honest intervals,
by Gaussian processes.</p>
<p>MIT licence. Sample field: swim-rs, Apache-2.0. Letters: DejaVu.
Window: Qt for Python, LGPL. Below is what others made and GP Studio is built on.</p>""",
    version=__version__,
)


class AboutWindow(QDialog):
    """``waits`` says how the window has answered since it was opened."""

    def __init__(self, waits: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("about")
        self.setWindowTitle(tr("About GP Studio"))
        self.resize(*SIZE)
        self.setMinimumSize(520, 380)
        words = label(ABOUT + tip(waits), wrap=True)
        words.setTextFormat(Qt.TextFormat.RichText)
        self.list = QListWidget()
        self.list.setObjectName("components")
        describe(
            self.list,
            tr("What is inside"),
            tr("Packages and libraries with their versions."),
        )
        self.licence = QPlainTextEdit()
        self.licence.setObjectName("licence")
        self.licence.setReadOnly(True)
        self.licence.setTabChangesFocus(True)
        self.licence.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        describe(self.licence, tr("Licence"), tr("The licence of what is chosen in the list."))
        close = QPushButton(tr("Close"))
        close.setObjectName("close_about")
        describe(close, tr("Close"), tr("Put this window away."))
        close.clicked.connect(self.close)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(10)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.list)
        splitter.addWidget(self.licence)
        name_handles(splitter, tr("what is inside"), tr("the licence"))
        splitter.setSizes(list(WIDTHS))
        column = QVBoxLayout(self)
        column.addWidget(words)
        column.addWidget(splitter, 1)
        column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        self._components = components()
        self.list.currentRowChanged.connect(self._show)
        self.list.addItems([f"{one.name} {one.version}" for one in self._components])
        self.list.setCurrentRow(0)

    def _show(self, row: int) -> None:
        self.licence.setPlainText(_words(self._components[row]) if row >= 0 else "")


def _words(one: Component) -> str:
    return tr(
        "{name} {version}\nLicence: {licence}\n\n{text}",
        name=one.name, version=one.version, licence=one.licence, text=one.text(),
    )  # fmt: skip
