"""How far the reading is, with a button to stop it; nothing to see while it takes no time."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from gpstudio.gui.fields import describe, label
from gpstudio.translation import tr

PATIENCE = 300
"""Milliseconds: what is done by then is not worth a flicker."""


class ImportProgress(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = label(rank="quiet")
        self.bar = QProgressBar()
        self.bar.setObjectName("import_progress")
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(150)
        self.bar.setAccessibleName(tr("Progress"))
        self.stop_button = QPushButton(tr("&Stop"))
        self.stop_button.setObjectName("stop_reading")
        self.stop_button.setAutoDefault(False)
        describe(self.stop_button, tr("Stop reading"), tr("Stop reading; what is shown stays."))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(10)
        for part in (self.words, self.bar, self.stop_button):
            row.addWidget(part)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(PATIENCE)
        self._clock.timeout.connect(self.show)
        self.hide()

    def show_busy(self, busy: bool, stopping: bool) -> None:
        self.stop_button.setEnabled(not stopping)
        self.stop_button.setText(tr("Stopping…") if stopping else tr("&Stop"))
        if not busy:
            self._clock.stop()
            self.hide()
        elif self.isHidden() and not self._clock.isActive():
            self.show_progress("", None)
            self._clock.start()

    def show_progress(self, words: str, fraction: float | None) -> None:
        self.words.setText(words)
        self.bar.setRange(0, 0 if fraction is None else 1000)
        if fraction is not None:
            self.bar.setValue(round(1000 * min(max(fraction, 0.0), 1.0)))
