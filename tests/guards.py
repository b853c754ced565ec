"""Guards that watch every test from outside.

A thread, timer or window that outlives its test strikes later, in a test that did nothing wrong;
an environment that stays changed does so in processes, too; a dialog nobody answers stops the whole
run. So each test is held to leave nothing behind, and the message says where the thing left behind
was started.
"""

from __future__ import annotations

import gc
import linecache
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

PATIENCE = 1.0
"""Seconds a thread gets to end by itself once its test is over."""

DIALOG_PATIENCE = 2.0
"""Seconds a dialog may wait for an answer; a test that expects one answers at once."""

# pytest-timeout's watchdog, pools that numba, joblib and multiprocessing keep for good, and those
# who listen to processes that stay warm for the next test (they end with their engine); and Dask's
LONG_LIVED_THREADS = (
    "pytest_timeout", "QueueManagerThread", "QueueFeederThread", "pydevd", "worker of fields",
    "IO loop", "Dask", "TCP-Executor", "Profile", "asyncio",
)  # fmt: skip

_NOT_OURS = ("site-packages", "/lib/python", "\\lib\\python")

_started_at: weakref.WeakKeyDictionary[Any, Place] = weakref.WeakKeyDictionary()
_timers: weakref.WeakSet[Any] = weakref.WeakSet()
_qt_threads: weakref.WeakSet[Any] = weakref.WeakSet()


Place = tuple[tuple[str, int, str], ...]


def _here() -> Place:
    """The innermost lines of the project or its tests that led to this call: file, line, function.

    Their text is read when it is told: thousands are started, hardly one is left behind.
    """
    places: list[tuple[str, int, str]] = []
    frame = sys._getframe(2)
    while frame is not None and len(places) < 3:
        file = frame.f_code.co_filename
        if file != __file__ and not any(word in file for word in _NOT_OURS):
            places.append((file, frame.f_lineno, frame.f_code.co_name))
        frame = frame.f_back  # type: ignore[assignment]
    return tuple(reversed(places))


def _remember_where_started(owner: type, on_start: Callable[[Any], None]) -> None:
    original = owner.start  # type: ignore[attr-defined]
    if getattr(original, "remembers", False):
        return

    def start(self: Any, *args: Any, **kwargs: Any) -> Any:
        on_start(self)
        return original(self, *args, **kwargs)

    start.remembers = True  # type: ignore[attr-defined]
    owner.start = start  # type: ignore[attr-defined]


def _remember_thread(thread: threading.Thread) -> None:
    _started_at[thread] = _here()


def _remember_timer(timer: Any) -> None:
    _started_at[timer] = _here()
    _timers.add(timer)


def _remember_qt_thread(thread: Any) -> None:
    _started_at[thread] = _here()
    _qt_threads.add(thread)


def _qt(name: str) -> ModuleType | None:
    """A module of Qt if somebody has loaded it; the guards never do."""
    return sys.modules.get(f"PySide6.{name}")


def _application() -> Any:
    widgets = _qt("QtWidgets")
    return None if widgets is None else widgets.QApplication.instance()


def _watch_starts() -> None:
    _remember_where_started(threading.Thread, _remember_thread)
    core = _qt("QtCore")
    if core is not None:
        _remember_where_started(core.QTimer, _remember_timer)
        _remember_where_started(core.QThread, _remember_qt_thread)


def _living_threads() -> set[threading.Thread]:
    return {
        thread
        for thread in threading.enumerate()
        # a dummy is Python's note that some foreign thread once passed by, not a running thread
        if not isinstance(thread, threading._DummyThread)
        and not any(word in thread.name for word in LONG_LIVED_THREADS)
    }


def _existing(things: weakref.WeakSet[Any]) -> set[Any]:
    """Those whose Qt half has not been deleted yet."""
    shiboken = sys.modules.get("shiboken6")
    return set() if shiboken is None else {t for t in set(things) if shiboken.isValid(t)}


def _active_timers() -> set[Any]:
    return {timer for timer in _existing(_timers) if timer.isActive()}


def _running_qt_threads() -> set[Any]:
    return {thread for thread in _existing(_qt_threads) if thread.isRunning()}


def _wait_for_qt_threads(before: set[Any]) -> set[Any]:
    return {t for t in _running_qt_threads() - before if not t.wait(int(PATIENCE * 1000))}


def _windows() -> set[Any]:
    application = _application()
    if application is None:
        return set()
    # Qt keeps the last tooltip for itself
    return {w for w in application.topLevelWidgets() if w.metaObject().className() != "QTipLabel"}


def _finish_deletions() -> None:
    core, application = _qt("QtCore"), _application()
    if core is not None and application is not None:
        application.processEvents()
        application.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)


def _wait_for_threads(before: set[threading.Thread]) -> set[threading.Thread]:
    deadline = time.monotonic() + PATIENCE
    for thread in _living_threads() - before:
        thread.join(max(0.0, deadline - time.monotonic()))
    return _living_threads() - before


def _pool_is_busy() -> bool:
    core = _qt("QtCore")
    if core is None or core.QCoreApplication.instance() is None:
        return False
    return not core.QThreadPool.globalInstance().waitForDone(int(PATIENCE * 1000))


def _environment() -> dict[str, str]:
    return {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}


def _taken_back(before: dict[str, str]) -> list[str]:
    """What is not as it was, each in a line; it is so again afterwards."""
    now = _environment()
    changed = [name for name in sorted(before | now) if before.get(name) != now.get(name)]
    for name in changed:
        os.environ.pop(name, None)
    os.environ.update(before)
    return [
        f"  {name} in the environment is {now.get(name)!r}, before {before.get(name)!r}"
        for name in changed
    ]


def _where(thing: Any) -> str:
    lines = [
        f"      {file}:{line} in {name}: {linecache.getline(file, line).strip()}"
        for file, line, name in _started_at.get(thing, ())
    ]
    return "\n".join(lines) or "      (where it was started is not known)"


def _name_of(thing: Any) -> str:
    name = thing.objectName()
    return f"{type(thing).__name__} '{name}'" if name else type(thing).__name__


@pytest.fixture(autouse=True)
def leak_guard() -> Iterator[None]:
    """Fail the test that leaves a thread, active timer, top-level widget or changed environment
    behind."""
    _watch_starts()
    threads, qt_threads = _living_threads(), _running_qt_threads()
    timers, windows = _active_timers(), _windows()
    environment = _environment()
    yield
    problems = [
        f"  thread '{thread.name}' is still running; started at\n{_where(thread)}"
        for thread in _wait_for_threads(threads)
    ]
    problems += [
        f"  {_name_of(thread)} is still running; started at\n{_where(thread)}"
        for thread in _wait_for_qt_threads(qt_threads)
    ]
    if _pool_is_busy():
        problems.append("  work is still running in Qt's global thread pool")
    _finish_deletions()
    if (_active_timers() - timers) or (_windows() - windows):
        gc.collect()  # a cycle of Python objects may be all that keeps them
        _finish_deletions()
    for timer in _active_timers() - timers:
        problems.append(f"  {_name_of(timer)} is still ticking; started at\n{_where(timer)}")
        timer.stop()
    left = _windows() - windows
    for window in left:
        problems.append(f"  top-level widget {_name_of(window)} is still alive")
        window.hide()
        window.deleteLater()
    if left:
        _finish_deletions()
    problems += _taken_back(environment)
    if problems:
        pytest.fail("the test left behind:\n" + "\n".join(problems), pytrace=False)


@pytest.fixture(autouse=True)
def modal_guard(leak_guard: None) -> Iterator[None]:
    """Close a dialog or menu that nobody answers, and fail the test that opened it.

    Without it such a dialog holds the run until the time limit ends it altogether.
    """
    core, application = _qt("QtCore"), _application()
    if core is None or application is None:
        yield
        return
    since: dict[Any, float] = {}
    closed: list[str] = []

    def look() -> None:
        now = time.monotonic()
        waiting = [application.activeModalWidget(), application.activePopupWidget()]
        present = [widget for widget in waiting if widget is not None]
        for widget in list(since):
            if widget not in present:
                del since[widget]
        for widget in present:
            if now - since.setdefault(widget, now) > DIALOG_PATIENCE:
                title = widget.windowTitle()
                text = getattr(widget, "text", None)
                text = text() if callable(text) else ""
                closed.append(" ".join([_name_of(widget), title, text]).strip())
                widget.close()

    timer = core.QTimer(interval=200)
    timer.timeout.connect(look)
    timer.start()
    yield
    timer.stop()
    timer.timeout.disconnect(look)
    if closed:
        pytest.fail("nobody answered: " + "; ".join(closed), pytrace=False)
