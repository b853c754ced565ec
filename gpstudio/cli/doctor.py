"""``gpstudio doctor``: versions, threads, memory, and whether the numbers come out right here."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import numpy as np

from gpstudio import __version__
from gpstudio.core.memory import available_bytes, human_bytes
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures

PACKAGES = ("numpy", "scipy", "pandas", "numba", "pyqtgraph", "PySide6-Essentials")
AGREEMENT = 1e-8


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    print(
        tr(
            "GP Studio {version}, Python {python_version}, {platform}",
            version=__version__,
            python_version=platform.python_version(),
            platform=platform.platform(),
        )
    )
    for package in PACKAGES:
        print(f"  {package} {_version(package)}")
    threads = os.environ.get("OPENBLAS_NUM_THREADS") or os.environ.get("OMP_NUM_THREADS")
    print(
        tr(
            "cores: {cores}; threads of the linear algebra: {threads}",
            cores=os.cpu_count(),
            threads=threads or tr("all cores"),
        )
    )
    print(tr("free memory: {free}", free=human_bytes(available_bytes())))
    error = _disagreement()
    if not error <= AGREEMENT:
        print(
            tr(
                "gpstudio: the self-check failed: two exact methods differ by {error:.1e}; "
                "reinstall GP Studio.",
                error=error,
            ),
            file=sys.stderr,
        )
        return 1
    print(tr("self-check: state space and full matrix agree to {error:.1e}", error=error))
    return 0


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "bundled" if getattr(sys, "frozen", False) else "missing"


def _disagreement() -> float:
    """The largest difference between the two exact roads on a small known problem."""
    from gpstudio.core.inference.readings import Readings
    from gpstudio.core.inference.regression import fit
    from gpstudio.core.recipe import Recipe

    time = np.linspace(0.0, 100.0, 60)[:, None]
    readings = Readings.of(time, np.sin(time[:, 0] / 9.0))
    answers = []
    for approximation in ("markov", "exact"):
        recipe = Recipe.of(
            kernel="matern32(20)",
            likelihood="gaussian(0.01)",
            approximation=approximation,
            learning="fixed",
        )
        posterior = fit(recipe, readings)
        answers.append([posterior.log_evidence, *np.concatenate(posterior.predict(time))])
    fast, slow = np.array(answers)
    return float(np.max(np.abs(fast - slow) / np.maximum(np.abs(slow), 1.0)))
