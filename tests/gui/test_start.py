"""How the program starts, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parents[2]

FIRST_PAINT = """
import sys
from gpstudio.gui.main import make_application
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window
application = make_application()
window = Window(Themes(application))
window.painted.connect(window.close)
window.show()
application.exec()
print([name for name in ("scipy", "numba", "pandas") if name in sys.modules])
"""


def run(*words: str, **changes: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen", **changes}
    return subprocess.run(
        [sys.executable, *words],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )


def test_that_heavy_packages_are_not_loaded_before_the_first_paint() -> None:
    ended = run("-c", FIRST_PAINT)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip() == "[]"


def test_that_the_smoke_test_leaves_a_picture_of_the_fitted_sample(tmp_path: Path) -> None:
    path = tmp_path / "smoke.png"
    ended = run("-m", "gpstudio", "--smoke", str(path))
    assert ended.returncode == 0, ended.stderr
    assert "stages" in ended.stdout
    assert QImage(str(path)).width() >= 1000


@pytest.mark.parametrize("name", ["picture.jpeg", "wall/out.png"])
def test_that_a_smoke_test_that_cannot_write_says_so_in_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "wall").write_text("a file, no folder", encoding="utf-8")
    ended = run("-m", "gpstudio", "--smoke", str(tmp_path / name))
    assert ended.returncode == 2
    lines = [line for line in ended.stderr.splitlines() if line.startswith("gpstudio: ")]
    assert len(lines) == 1
    assert "Traceback" not in ended.stderr
