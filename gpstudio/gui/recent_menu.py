"""The menu of files that were opened lately."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from gpstudio.gui.literal import in_entry, tip
from gpstudio.gui.recent import recent_files
from gpstudio.translation import tr


class RecentMenu(QMenu):
    """Filled when it is opened, so that files that are gone are not offered."""

    def __init__(self, choose: Callable[[Path], None], parent: QWidget) -> None:
        super().__init__(tr("Open &recent"), parent)
        self._choose = choose
        self.setObjectName("recent_menu")
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        for path in recent_files():
            action = self.addAction(in_entry(path.name))
            action.setToolTip(tip(str(path)))
            action.triggered.connect(lambda _=False, path=path: self._choose(path))
        if self.isEmpty():
            self.addAction(tr("Nothing was opened yet")).setEnabled(False)
