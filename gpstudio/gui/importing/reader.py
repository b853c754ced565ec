"""Reads what a person wants to import, away from the window, as often as they say otherwise."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from gpstudio.data.decisions import Said
from gpstudio.data.remembered import Memory, RememberedChoices, read_first, read_said
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.importing.opening import Opening


class TableReader(QObject):
    """The newest wish counts: what is still being read for an older one is left."""

    arrived = Signal(object)
    """A ``Reading``."""
    failed = Signal(str, str)
    stopped = Signal()
    progressed = Signal(str, object)
    busy_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = Bridge(self)
        self._bridge.finished.connect(self.arrived)
        self._bridge.failed.connect(self.failed)
        self._bridge.stopped.connect(self.stopped)
        self._bridge.progressed.connect(self.progressed)
        self._bridge.busy_changed.connect(self.busy_changed)

    @property
    def is_busy(self) -> bool:
        return self._bridge.is_busy

    @property
    def is_stopping(self) -> bool:
        return self._bridge.is_stopping

    def read(self, opening: Opening, memory: Memory) -> None:
        self._bridge.start(read_first, opening.source, memory)

    def read_as_said(self, opening: Opening, said: Said, before: RememberedChoices) -> None:
        patient = bool(before.problem)
        self._bridge.start(read_said, opening.source, said, before.shape, patient)

    def stop(self) -> None:
        self._bridge.stop()

    def leave(self) -> None:
        self._bridge.leave()

    def close(self) -> bool:
        return self._bridge.close()
