"""Dense algebra in steps: its time against LAPACK's own, and how soon Stop is obeyed.

Factor: blocked and LAPACK's dpotrf in turn on the same matrix, fastest of several. Stop: the
longest time between two looks at the task through a whole fit with gradient, 200 predictions and
the diagonal of the inverse, and the longest pause of another Python thread meanwhile.
"""

from __future__ import annotations

import sys
import threading
import time

import numpy as np

from gpstudio.core.algebra import blas, lapack
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.solvers.cholesky import Cholesky
from gpstudio.core.task import QUIET, Task

SIZES = (1_000, 2_000, 3_000, 4_000, 6_000)
STOPPED_AT = 10_000
INPUTS = 7


class Watch(Task):
    """Notes the longest time between two looks."""

    def __init__(self) -> None:
        self.last, self.longest = time.perf_counter(), 0.0

    def check(self) -> None:
        now = time.perf_counter()
        self.longest, self.last = max(self.longest, now - self.last), now


class Heartbeat(threading.Thread):
    """Wants to run every millisecond; notes how much longer it had to wait."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.longest, self.going = 0.0, True

    def run(self) -> None:
        last = time.perf_counter()
        while self.going:
            time.sleep(1e-3)
            now = time.perf_counter()
            self.longest, last = max(self.longest, now - last - 1e-3), now


def factor(n: int) -> None:
    half = np.random.default_rng(n).standard_normal((n, 200))
    matrix = np.asfortranarray(half @ half.T + n * np.eye(n))
    blocked, whole = [], []
    for _ in range(max(4, int(3e10 / n**3))):
        ready = matrix.copy(order="F")
        began = time.perf_counter()
        blas.potrf(blas.MatrixPanel.whole(ready))
        whole.append(time.perf_counter() - began)
        ready = matrix.copy(order="F")
        began = time.perf_counter()
        lapack.cholesky(ready, QUIET)
        blocked.append(time.perf_counter() - began)
    ratio = min(blocked) / min(whole)
    print(
        f"n = {n}: {min(blocked):.4f} s, LAPACK {min(whole):.4f} s, ratio {ratio:.3f}", flush=True
    )


def stop(n: int) -> None:
    random = np.random.default_rng(0)
    x, targets = random.uniform(-2, 2, (n, INPUTS)), random.uniform(-2, 2, (200, INPUTS))
    kernel = build_kernel(parse("1 * rbf([1, 2, 3, 4, 5, 6, 7])"))
    fit(kernel, x[:600], targets, Watch())  # loads what is compiled
    watch, heart = Watch(), Heartbeat()
    heart.start()
    began = time.perf_counter()
    fit(kernel, x, targets, watch)
    watch.check()
    heart.going = False
    print(
        f"n = {n}: whole fit {time.perf_counter() - began:.1f} s; longest between two looks "
        f"{1e3 * watch.longest:.0f} ms, longest pause of another thread "
        f"{1e3 * heart.longest:.0f} ms"
    )


def fit(kernel, x, targets, task) -> None:  # type: ignore[no-untyped-def]
    noise = np.full(len(x), 0.01)
    solution = Cholesky().condition(DenseCovariance(kernel, x), noise, np.sin(x[:, :1]), task)
    solution.gradient(np.eye(1), task)
    solution.predict(targets, task)
    solution.precisions(task)


def main() -> None:
    for n in SIZES:
        factor(n)
    stop(int(sys.argv[1]) if len(sys.argv) > 1 else STOPPED_AT)


if __name__ == "__main__":
    main()
