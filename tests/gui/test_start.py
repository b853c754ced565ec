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
from gpstudio.gui.welcome.start import prepare
from gpstudio.gui.window import Window
from gpstudio.data.dates.families import FAMILIES
from gpstudio.phenology import templates
application = make_application()
window = Window(Themes(application))
window.painted.connect(window.close)
prepare(window, None)
window.show()
application.exec()
print([name for name in {late} if name in sys.modules])
print([family.name for family in FAMILIES if "pattern" in vars(family)])
print(templates._as_written.cache_info().currsize)
"""
HEAVY = ("scipy", "numba", "pandas", "email", "tomllib")
ROOMS = (
    "gpstudio.lab",
    "gpstudio.cli",
    "gpstudio.core.classification",
    "gpstudio.core.latent",
    "gpstudio.core.regressor",
    "gpstudio.session.batch",
    "gpstudio.session.script",
    "gpstudio.gui.classes.view",
    "gpstudio.gui.figure_dialog",
    "gpstudio.gui.help.glossary",
    "gpstudio.gui.help.manual",
    "gpstudio.gui.help.pages",
    "gpstudio.gui.lab",
    "gpstudio.gui.palette.palette",
    "gpstudio.gui.report_pdf",
    "gpstudio.gui.settings.window",
    "gpstudio.gui.tour.tour",
)
"""What the first screen does not show."""


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


def test_that_what_the_first_screen_does_not_show_waits_until_it_is_painted() -> None:
    """Nor are patterns of dates compiled, or templates of crops read."""
    ended = run("-c", FIRST_PAINT.format(late=HEAVY + ROOMS))
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split("\n")[:3] == ["[]", "[]", "0"]


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
