"""What every test gets: no screen, no trace in the user's settings, and guards against leaks."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from guards import leak_guard, modal_guard
from hypothesis import settings

from gpstudio.resources import machine_code

__all__ = ["leak_guard", "modal_guard", "shared_data"]

# Before anything imports Qt. Whoever wants another platform says so in the environment.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
# Before anything imports numpy. BLAS threads wait by spinning: with small matrices on busy cores,
# as tests have them, two threads take five times as long as one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Before anything imports scikit-learn, which sets them itself: whichever test is the first to do
# so would leave them behind.
os.environ.setdefault("KMP_DUPLICATE_LIB_OK", "True")
os.environ.setdefault("KMP_INIT_AT_FORK", "FALSE")

# The same examples on every machine and in every run: a red run can be run again.
settings.register_profile("repeatable", derandomize=True)
settings.load_profile("repeatable")

# Machine code is found by what it was made from: the one thing of the user's that tests share.
os.environ["NUMBA_CACHE_DIR"] = str(machine_code())

_HOME = Path(tempfile.mkdtemp(prefix="gpstudio-tests-"))
"""Stands in for the user's home wherever settings, recent files and caches go."""

atexit.register(shutil.rmtree, _HOME, ignore_errors=True)
for _variable, _folder in {
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
    "XDG_CACHE_HOME": "cache",
    "APPDATA": "appdata",
    "LOCALAPPDATA": "localappdata",
}.items():
    (_HOME / _folder).mkdir()
    os.environ[_variable] = str(_HOME / _folder)


def _left_in_memory(handle: int) -> None:
    """In place of waiting, thousands of times, until a disk holds what a power cut must not take:
    what tests write need not outlive one. Those about that wait put in their own, and processes
    that are killed wait as they should."""
    os.fstat(handle)  # refuses what is no open file, as the other does


os.fsync = _left_in_memory
gc.set_threshold(100_000, 20, 50)


def pytest_collection_finish() -> None:
    """Looking for dead objects among twelve thousand tests and all modules, again and again, is a
    tenth of the suite's time: those that are there now stay to the end, and are looked at no more.
    """
    gc.collect()
    gc.freeze()


WITH_SCREEN = "tests/gui/"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that need an X server wait for packaging/test.sh, which brings a virtual one and looks
    for them in one folder. Files of slow tests are begun first: one that is begun last keeps one
    process busy while the others have nothing left to do."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
    for item in items:
        if not item.get_closest_marker("xcb"):
            continue
        if not item.nodeid.startswith(WITH_SCREEN):
            raise pytest.UsageError(f"{item.nodeid} is marked xcb: it belongs into {WITH_SCREEN}")
        if os.environ["QT_QPA_PLATFORM"] != "xcb":
            item.add_marker(pytest.mark.skip(reason="needs QT_QPA_PLATFORM=xcb and an X server"))


SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data sets that lies beside the clone where the project is developed."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"the real data sets are not on this machine (looked for {SHARED_DATA})")
    return SHARED_DATA


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    """What pytest-qt makes, for all tests of a process, is the program's own."""
    from gpstudio.gui.main import Program

    return Program
