"""Where memory ends, work ends in a sentence and the window lives."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
MEGABYTES, READINGS, FIELDS, FULL = 300, 4_000_000, 2, 12_000
NEEDS_MORE = (
    "read one", "import", "fit, one Matérn", "fit, state space", "fit, full matrix",
    "fit, Nyström", "fit, Fourier", "fit, Student's t",
    "export readings, parquet",
)  # fmt: skip
"""Long actions that want more than there is; each is told no before long."""
PATIENCE = 200

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux"),
]


@pytest.fixture(scope="module")
def ends() -> dict[str, dict[str, Any]]:
    folders = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    sizes = map(str, (MEGABYTES, READINGS, FIELDS, FULL))
    run = subprocess.run(
        [sys.executable, "-m", "tests.headroom", *sizes, *NEEDS_MORE], cwd=ROOT, text=True,
        capture_output=True, timeout=PATIENCE, check=False,
        env={**os.environ, "PYTHONPATH": folders},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2_000:]
    told: dict[str, dict[str, Any]] = json.loads(run.stdout.splitlines()[-1])
    return told


@pytest.mark.parametrize("action", NEEDS_MORE)
def test_that_it_ends_in_a_sentence(action: str, ends: dict[str, dict[str, Any]]) -> None:
    end = ends[action]
    assert end["kind"] == "Failed"
    assert not end["fault"], end["details"]
    assert "memory" in end["sentence"].lower()
    assert "free" in end["sentence"]


def test_that_the_window_lives(ends: dict[str, dict[str, Any]]) -> None:
    assert ends["window"]["kind"] == "drawn"
