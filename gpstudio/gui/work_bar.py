"""How far work is, as a bar without words."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar

from gpstudio.translation import tr

STEPS = 1_000


class WorkBar(QProgressBar):
    def __init__(self, name: str, width: int, spoken: str = "") -> None:
        super().__init__()
        self.setObjectName(name)
        self.setTextVisible(False)
        self.setFixedWidth(width)
        self.setRange(0, STEPS)
        self.setAccessibleName(spoken or tr("Progress"))
        self.hide()

    def show_share(self, share: float | None) -> None:
        """None: nobody knows."""
        self.setRange(0, 0 if share is None else STEPS)
        if share is not None:
            self.setValue(round(STEPS * min(max(share, 0.0), 1.0)))

    def show_work(self, share: float | None) -> None:
        """None: nothing runs."""
        self.setVisible(share is not None)
        self.show_share(share or 0.0)
