"""The settings in a window of their own, which locks nothing."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QDialog, QTabWidget, QVBoxLayout, QWidget

from gpstudio.gui.settings.general_page import GeneralPage
from gpstudio.gui.settings.keys_page import KeysPage
from gpstudio.gui.settings.shortcuts import Shortcuts
from gpstudio.gui.upright import Upright
from gpstudio.translation import tr

SIZE = (560, 720)


class SettingsWindow(QDialog):
    help_asked = Signal(str)
    """The page of the manual."""

    def __init__(self, shortcuts: Shortcuts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("settings")
        self.setWindowTitle(tr("Settings – GP Studio"))
        self.resize(*SIZE)
        self.setMinimumSize(420, 380)
        self.general = GeneralPage()
        self.keys = KeysPage(shortcuts)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("settings_tabs")
        self.tabs.setAccessibleName(tr("Settings"))
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(Upright(self.general), tr("General"))
        self.tabs.addTab(self.keys, tr("Keyboard"))
        self.tabs.setTabToolTip(0, tr("Colours, size, and what is usual."))
        self.tabs.setTabToolTip(1, tr("Which keys do what."))
        self.help_key = QShortcut(shortcuts.keys("show_manual"), self)
        self.help_key.activated.connect(self._ask_help)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.tabs)

    def _ask_help(self) -> None:
        keys = self.tabs.currentWidget() is self.keys
        self.help_asked.emit("keyboard" if keys else "settings")

    def open_on(self, page: QWidget) -> None:
        self.general.show_settings()
        self.tabs.setCurrentWidget(page)
        self.show()
        self.raise_()
        self.activateWindow()
