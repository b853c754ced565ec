"""Machine code kept on disk is found by its own name, whichever process compiled it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]

KERNELS = """
import math
import numpy as np
from gpstudio.core.compiled import compiled

def power_of(dimension):
    @compiled
    def inner(table, place):
        # too long to be copied into its caller: it is called by name
        for i in range(dimension):
            for j in range(dimension):
                for k in range(dimension):
                    table[i, j] += math.sin(table[i, k]) * math.exp(table[k, j]) + place
                    table[j, i] -= math.cos(table[k, i]) * math.log(2.0 + table[j, k] ** 2)
                    table[k, i] *= math.atan(table[i, j]) / (1.0 + abs(table[j, i]))
        return dimension

    @compiled
    def outer(x):
        table = np.zeros((dimension, dimension))
        total = 0.0
        for i in range(3):
            total += inner(table, 0.1 * i)
            total += inner(table, 0.2 * i)
        return total + x

    return outer
"""


def run(folder: Path, lines: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(REPOSITORY), str(folder)]),
        "NUMBA_CACHE_DIR": str(folder / "cache"),
    }
    code = f"from family import power_of\n{lines}"
    answer = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


@pytest.mark.slow
def test_that_functions_of_one_name_from_several_processes_keep_their_own_code(
    tmp_path: Path,
) -> None:
    """numba numbers the functions of a process as it meets them, and names their code so.

    Two members of one family, each compiled in a process of its own, would bear one name; a third
    process that loads both would run the first for either.
    """
    (tmp_path / "family.py").write_text(KERNELS, encoding="utf-8")
    for dimension in (2, 5):
        run(tmp_path, f"power_of({dimension})(1.0)")
    for order, answers in (("2, 5", "[13.0, 31.0]"), ("5, 2", "[31.0, 13.0]")):
        assert run(tmp_path, f"print([power_of(d)(1.0) for d in ({order})])").strip() == answers


@pytest.mark.slow
def test_that_a_kept_function_is_found_again(tmp_path: Path) -> None:
    (tmp_path / "family.py").write_text(KERNELS, encoding="utf-8")
    run(tmp_path, "power_of(2)(1.0)")
    kept = sorted((tmp_path / "cache").rglob("*.nbc"))
    assert kept
    hits = "k = power_of(2); k(1.0); print(sum(k.stats.cache_hits.values()))"
    assert run(tmp_path, hits).strip() == "1"
    assert sorted((tmp_path / "cache").rglob("*.nbc")) == kept
