"""What is alive of the window: plot items, widgets, timers, threads, and the memory they take."""

from __future__ import annotations

import ctypes
import gc
import os
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QGraphicsItem, QWidget
from shiboken6 import isValid

MEMORY = Path("/proc/self/statm")


@dataclass(frozen=True)
class Living:
    plot_items: int
    widgets: int
    windows: int
    """Top-level widgets, hidden ones too."""
    timers: int
    ticking: int
    threads: int

    def more_than(self, before: Living) -> dict[str, int]:
        """By how much each kind has grown, where it has."""
        grown = {name: now - before.__dict__[name] for name, now in self.__dict__.items()}
        return {name: more for name, more in grown.items() if more > 0}

    def __str__(self) -> str:
        return ", ".join(f"{n} {kind.replace('_', ' ')}" for kind, n in self.__dict__.items())


def living() -> Living:
    """Of this moment, once what can go has gone."""
    settle()
    # what Qt has deleted is alive for nobody, whoever still holds its Python half
    here = [each for each in gc.get_objects() if _is_of_qt(each) and isValid(each)]
    timers = [each for each in here if isinstance(each, QTimer)]
    return Living(
        plot_items=sum(isinstance(each, QGraphicsItem) for each in here),
        widgets=len(QApplication.allWidgets()),
        windows=len([w for w in QApplication.topLevelWidgets() if not _is_tip(w)]),
        timers=len(timers),
        ticking=sum(timer.isActive() for timer in timers),
        threads=threading.active_count(),
    )


def grown_since(before: Living, patience: float = 5.0) -> dict[str, int]:
    """What there is more of for good: timers that end by themselves are given the time to."""
    end = time.monotonic() + patience
    while (more := living().more_than(before)) and time.monotonic() < end:
        time.sleep(0.05)
    return more


def kinds_alive() -> Counter[str]:
    """How many of each class; to find what holds what."""
    settle()
    return Counter(type(each).__name__ for each in gc.get_objects())


def settle() -> None:
    for _ in range(3):
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()


def resident() -> float:
    """Megabytes of this process, after what is free was given back; nan where nobody tells."""
    settle()
    try:
        ctypes.CDLL("libc.so.6").malloc_trim(0)
        pages = int(MEMORY.read_text(encoding="ascii").split()[1])
    except (OSError, AttributeError):
        return float("nan")
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class _Account(ctypes.Structure):
    """What the C library tells of its main heap; only two of ten numbers are wanted."""

    _fields_: ClassVar = [(f"number{place}", ctypes.c_size_t) for place in range(10)]
    MAPPED, USED = "number4", "number7"


def in_use() -> float:
    """Megabytes of the window's heap that somebody holds; what is resident beyond them lies free
    between others and cannot be given back. nan where nobody tells."""
    settle()
    try:
        library = ctypes.CDLL("libc.so.6")
        library.mallinfo2.restype = _Account
        told = library.mallinfo2()
    except (OSError, AttributeError):
        return float("nan")
    return float(getattr(told, _Account.MAPPED) + getattr(told, _Account.USED)) / 1e6


def _is_of_qt(thing: object) -> bool:
    # asked of the class: an instance may be a proxy that answers for something else
    return issubclass(type(thing), QObject | QGraphicsItem)


def _is_tip(widget: QWidget) -> bool:
    """Qt keeps the last tooltip for itself."""
    return widget.metaObject().className() == "QTipLabel"
