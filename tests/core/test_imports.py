"""What may be loaded when: heavy packages wait until they are needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
HEAVY = {"numpy", "scipy", "numba", "pandas", "PySide6", "pyqtgraph", "sklearn", "llvmlite"}


def loaded_after(lines: str) -> set[str]:
    """Top-level packages that a fresh Python has loaded after these lines."""
    code = f"{lines}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    return set(answer.stdout.split())


def test_that_importing_the_package_loads_nothing_heavy() -> None:
    assert not loaded_after("import gpstudio; gpstudio.__version__; dir(gpstudio)") & HEAVY


@pytest.mark.parametrize(
    ("words", "needed"), [("--version", set()), ("--help", {"numpy"}), ("fit --help", {"numpy"})]
)
def test_that_help_waits_for_no_heavy_package(words: str, needed: set[str]) -> None:
    lines = f"from gpstudio.__main__ import main\nmain({words.split()!r})"
    assert loaded_after(lines) & HEAVY <= needed


@pytest.mark.parametrize(
    "room",
    [
        "gpstudio.core.recipe",
        "gpstudio.core.inference.chooser",
        "gpstudio.core.inference.regression",
        "gpstudio.core.regressor",
        "gpstudio.phenology.stages",
        "gpstudio.session.commands",
        "gpstudio.session.history",
        "gpstudio.jobs.job",
    ],
)
def test_that_forms_and_specs_need_neither_scipy_nor_numba_nor_pandas(room: str) -> None:
    lines = f"import {room}\nfrom gpstudio.core.recipe import SLOTS\n[s.specs for s in SLOTS]"
    assert loaded_after(lines) & HEAVY <= {"numpy"}


def test_that_core_fits_without_tables_windows_or_scikit_learn() -> None:
    lines = """
from gpstudio import GPRegressor
gp = GPRegressor().fit([1.0, 2.0, 3.0], [1.0, 2.0, 1.0])
gp.predict([1.5], return_std=True), gp.sample_y([1.5])
"""
    assert not loaded_after(lines) & {"pandas", "PySide6", "pyqtgraph", "sklearn"}


def test_that_public_names_are_there_and_others_are_not() -> None:
    import gpstudio

    for name in gpstudio.__all__:
        assert getattr(gpstudio, name)
    with pytest.raises(AttributeError, match="has no attribute 'GPClasifier'"):
        gpstudio.GPClasifier  # noqa: B018
