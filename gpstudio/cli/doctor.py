"""``gpstudio doctor``: versions, threads, memory, and whether the numbers come out right here."""

from __future__ import annotations

import argparse
import math
import os
import platform
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import numpy as np

from gpstudio import __version__
from gpstudio.core.errors import InputError
from gpstudio.core.memory import available_bytes, human_bytes
from gpstudio.resources import homes, machine_code
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures

PROCESSES = "processes"
PACKAGES = ("numpy", "scipy", "pandas", "numba", "pyqtgraph", "PySide6-Essentials")
AGREEMENT = 1e-8
TIMES = 4
"""Chunks that are sent to an engine: each of its workers loads and compiles at its first one."""


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
    print(tr("the program's own files: {folder}", folder=homes()[0].parent))
    print(tr("what is compiled: {folder}", folder=machine_code()))
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
    if words.engine != PROCESSES:
        print(_one_chunk(words.engine))
    return 0


def _one_chunk(engine: str) -> str:
    """Whether fields can be fitted there, and how long the way there and back takes."""
    from gpstudio.core.recipe import Recipe
    from gpstudio.data.table import read_table
    from gpstudio.jobs.places import place_of
    from gpstudio.resources import SAMPLE, resource
    from gpstudio.session.many import fit_fields
    from gpstudio.session.request import Request

    fields = read_table(resource(*SAMPLE)).series[:1]
    recipe = Recipe.of(kernel="matern32(60)", learning="fixed")
    quickest = math.inf
    with place_of(engine=engine) as where:
        for _ in range(TIMES):
            began = time.perf_counter()
            outcome = fit_fields(fields, recipe, Request(stages="none"), {}, where=where)
            if not outcome.fits:
                raise InputError(*outcome.told)
            quickest = min(quickest, time.perf_counter() - began)
    return tr(
        "{engine}: a chunk of one field was fitted there and back in {seconds:.2g} s",
        engine=engine,
        seconds=quickest,
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "left out" if getattr(sys, "frozen", False) else "missing"


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
