"""The few choices that hold for every table and every start."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from gpstudio.gui.fields import ChoiceBox, describe, label
from gpstudio.gui.season.rows import FormRows, choice, fill
from gpstudio.gui.settings.declared import SCALING, SETTINGS, UserSetting
from gpstudio.translation import tr


class GeneralPage(QWidget):
    """What is chosen is kept at once."""

    chosen = Signal(str, str)
    """The name of a setting and its new value."""
    reset_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("settings_general")
        self.fields: dict[str, ChoiceBox] = {}
        rows = FormRows()
        for setting in SETTINGS:
            field = choice(f"setting_{setting.name}")
            rows.add(setting.title, field, setting.help)
            field.activated.connect(lambda _, setting=setting: self._choose(setting))
            self.fields[setting.name] = field
            rows.add_wide(label(setting.help, "quiet", wrap=True))
        self.said = label("", "quiet", wrap=True)
        self.said.setObjectName("settings_said")
        self.reset = QPushButton(tr("Reset layout"))
        self.reset.setObjectName("reset_layout_button")
        self.reset.setAutoDefault(False)
        describe(
            self.reset, tr("Reset layout"), tr("Put the panels back to where they were at first.")
        )
        self.reset.clicked.connect(self.reset_asked)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addLayout(rows)
        column.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.said)
        column.addStretch(1)
        self.show_settings()

    def show_settings(self) -> None:
        """As they are kept at this moment."""
        for setting in SETTINGS:
            fill(self.fields[setting.name], setting.entries, setting.value)

    def _choose(self, setting: UserSetting) -> None:
        value = str(self.fields[setting.name].currentData())
        if value == setting.value:
            return
        setting.keep(value)
        self.said.setText(
            tr("{title}: kept. Start GP Studio again to see it.", title=setting.title)
            if setting is SCALING
            else tr("{title}: kept.", title=setting.title)
        )
        self.chosen.emit(setting.name, value)
