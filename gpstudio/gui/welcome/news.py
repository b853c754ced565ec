"""What is new is shown once, at the first start after an update; never to who is new here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings

from gpstudio import __version__

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

SEEN = "version"
"""The key under which settings keep which version was started last."""


def show_news_once(window: Window) -> None:
    settings = QSettings()
    knows_us, seen = bool(settings.allKeys()), str(settings.value(SEEN, ""))
    if seen != __version__:
        settings.setValue(SEEN, __version__)
    # versions from before this was noted left settings without it
    if knows_us and _numbers(seen) < _numbers(__version__):
        window.helpers.open_manual("whats_new")


def _numbers(version: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", version)]
