"""The command palette: type a few letters, press Enter. It lies over the window and never locks it.

It asks anew for what can be done each time it is opened, so that it shows what is so now.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QListView, QVBoxLayout, QWidget

from gpstudio.gui.fields import describe, label
from gpstudio.gui.palette.entries import Catalogue, PaletteEntry
from gpstudio.gui.palette.matching import Lookup
from gpstudio.gui.palette.rows import EntriesModel, EntryRow
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

WIDTH, ROWS, TOP, MARGIN = 640, 12, 70, 16
MOST = 200
"""Entries that are listed at once: whoever wants another one types another letter."""
Key = Qt.Key
STEPS = {Key.Key_Up: -1, Key.Key_Down: 1, Key.Key_PageUp: -10, Key.Key_PageDown: 10}
NOTHING = tr("Nothing is called so: try fewer letters.")
PLACEHOLDER = tr("Find a command, a field or a season")


class CommandPalette(QFrame):
    """Keys stay in the line; the list below follows them."""

    def __init__(self, theme: Theme, ask: Callable[[], Catalogue], window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("command_palette")
        self.setProperty("card", True)
        self.setAccessibleName(tr("Command palette"))
        self._window, self._ask = window, ask
        self._catalogue: Catalogue | None = None
        self._lookup: Lookup | None = None
        """Made with the first letter."""
        self._before: QWidget | None = None
        self.line = QLineEdit()
        self.line.setObjectName("palette_line")
        self.line.setPlaceholderText(PLACEHOLDER)
        self.line.setAcceptDrops(False)
        describe(
            self.line,
            tr("Find a command"),
            tr("Type a few letters; Up and Down choose, Enter runs."),
        )
        self.model = EntriesModel(self)
        self.list = QListView()
        self.list.setObjectName("palette_list")
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        describe(
            self.list, tr("Found commands"), tr("What the letters are met by, the best first.")
        )
        self.row = EntryRow(theme, self.model, self.list)
        self.list.setItemDelegate(self.row)
        self.empty = label(NOTHING, "quiet")
        self.empty.setObjectName("palette_empty")
        self.empty.setContentsMargins(14, 4, 14, 8)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        for part in (self.line, self.empty, self.list):
            column.addWidget(part)
        self.line.textChanged.connect(self._find)
        self.list.clicked.connect(self._run)
        self.line.installEventFilter(self)
        QApplication.instance().focusChanged.connect(self._focus_moved)  # type: ignore[union-attr]
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self.row.theme = theme
        self.list.viewport().update()

    def open(self) -> None:
        """Over everything else; a second time it is emptied and stays."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self._catalogue, self._lookup = self._ask(), None
        self.line.clear()
        self._find("")
        self._place()
        self._window.installEventFilter(self)
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)

    def leave(self) -> None:
        """Put it away, and give the keyboard back to who had it."""
        before, self._before = self._before, None
        had = self.line.hasFocus()
        self.hide()
        if had and before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        self._window.removeEventFilter(self)
        super().hideEvent(event)

    @property
    def entries(self) -> list[PaletteEntry]:
        """What is listed at present."""
        return list(self.model.entries)

    @property
    def chosen(self) -> PaletteEntry | None:
        row = self.list.currentIndex().row()
        return self.model.entries[row] if 0 <= row < len(self.model.entries) else None

    def _find(self, typed: str) -> None:
        known = self._catalogue
        if known is None:
            return
        if typed and self._lookup is None:
            self._lookup = known.lookup()
        places = self._lookup.places(typed) if self._lookup is not None else range(len(known))
        entries = [known[place] for place in places[:MOST]]
        self.model.show_entries(entries)
        self.empty.setVisible(not entries)
        self.list.setVisible(bool(entries))
        self._step_to(0)
        self._place()

    def _step_to(self, row: int) -> None:
        last = len(self.model.entries) - 1
        self.list.setCurrentIndex(self.model.index(max(0, min(row, last))))
        entry = self.chosen
        said = entry.spoken if entry is not None else NOTHING
        self.line.setAccessibleDescription(said)
        if QAccessible.isActive() and self.isVisible():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.line, said))

    def _run(self, index: QModelIndex | None = None) -> None:
        """What runs may take the keyboard, so it runs once the palette is away."""
        entry = self.chosen
        if entry is None or not entry.enabled:
            return
        self.leave()
        QTimer.singleShot(0, self, entry.run)

    def _place(self) -> None:
        """In the middle of the upper part of the window, as high as its list."""
        window = self._window
        width = min(WIDTH, window.width() - 2 * MARGIN)
        rows = min(max(len(self.model.entries), 1), ROWS)
        height = self.line.sizeHint().height() + 34
        height += rows * max(self.list.sizeHintForRow(0), 24)
        height = min(height, window.height() - TOP - MARGIN)
        self.setGeometry((window.width() - width) // 2, TOP, width, height)

    def _focus_moved(self, before: QWidget | None, now: QWidget | None) -> None:
        """Whoever looks elsewhere has no use for it; another window does not count."""
        if self.isVisible() and now is not None and not self.isAncestorOf(now):
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.line:
            if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
                if self._is_ours(event):
                    event.accept()  # Escape would stop a running fit
                    return True
            elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                return self._press(event)
        elif event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _is_ours(self, event: QKeyEvent) -> bool:
        return event.key() in (*STEPS, Key.Key_Escape, Key.Key_Return, Key.Key_Enter)

    def _press(self, event: QKeyEvent) -> bool:
        if not self._is_ours(event):
            return False
        key = Key(event.key())
        if key == Key.Key_Escape:
            self.leave()
        elif key in STEPS:
            self._step_to(self.list.currentIndex().row() + STEPS[key])
        else:
            self._run()
        return True
