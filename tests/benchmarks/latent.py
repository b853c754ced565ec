"""Maps of rows: digits in two dimensions, hidden halves of images, a map of real seasons.

Digits 0 to 4 of scikit-learn's set (901 of 64 pixels), nearest neighbours on the map by leaving one
out; beside it principal components. Of a fifth of the digits, kept apart, the lower half is hidden
and foretold. Seasons: the 1,218 of Mato Grosso, a season a row, by the function that the window
calls. Where GPy is to be had, its Bayesian model of the same points and inducing points climbs for
as long as ours took; elsewhere that is said.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from bars import held, missed
from sklearn.datasets import load_digits

from gpstudio import GPLVM, read_table
from gpstudio.core.latent.beginning import components
from gpstudio.core.latent.bound import Cells
from gpstudio.core.task import QUIET
from gpstudio.session.season_map.laying_out import laid_out

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
SEASONS = SHARED / "A_phenology" / "modis_ndvi_matogrosso_samples.csv"


def nearest_wrong(places: np.ndarray, labels: np.ndarray) -> float:
    apart = ((places[:, None] - places[None]) ** 2).sum(axis=-1)
    np.fill_diagonal(apart, np.inf)
    return float((labels[apart.argmin(axis=1)] != labels).mean())


def digits() -> tuple[np.ndarray, np.ndarray]:
    images, labels = load_digits(return_X_y=True)
    return images[labels < 5], labels[labels < 5]


def on_a_map() -> None:
    images, labels = digits()
    print("Digits 0 to 4 in two dimensions")
    plain = nearest_wrong(components(Cells.of(images - images.mean(axis=0)), 2, QUIET), labels)
    for learning in ("variational", "map"):
        model = GPLVM(learning=learning).fit(images)
        wrong = nearest_wrong(model.embedding_, labels)
        said = f"{wrong:.1%} of nearest neighbours wrong, of components {plain:.1%} (<= 0.8 x)"
        held(f"{learning}, neighbours", said, wrong <= 0.8 * plain)
        held(f"{learning}, time", f"{model.seconds_:.1f} s, {model.n_iter_} steps (<= 120)",
             model.seconds_ <= 120.0)  # fmt: skip
        if learning == "variational":
            beside_gpy(images, model)


GPY = """
import sys, time, numpy as np, GPy
rows, points, seconds = np.load(sys.argv[1])["rows"], int(sys.argv[2]), float(sys.argv[3])
began = time.perf_counter()
kernel = GPy.kern.RBF(2, ARD=True)
model = GPy.models.BayesianGPLVM(rows, 2, num_inducing=points, kernel=kernel)
while time.perf_counter() - began < seconds:
    model.optimize(messages=False, max_iters=10)
print(time.perf_counter() - began, float(np.squeeze(model.log_likelihood())))
"""


def beside_gpy(images: np.ndarray, model: GPLVM) -> None:
    """By a Python that has GPy, which ``GPY_PYTHON`` names: it wants an older numpy than ours."""
    python = os.environ.get("GPY_PYTHON")
    if python is None:
        print("  bound beside GPy's: GPY_PYTHON names no Python that has GPy")
        return
    size = (images - images.mean(axis=0)).std()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.npz"
        np.savez(path, rows=(images - images.mean(axis=0)) / size)
        said = subprocess.run(
            [python, "-W", "ignore", "-c", GPY, str(path), str(model.points), str(model.seconds_)],
            capture_output=True, text=True, check=True,
            env={"OPENBLAS_NUM_THREADS": os.environ.get("OPENBLAS_NUM_THREADS", "2")},
        ).stdout.split()  # fmt: skip
    seconds, theirs = map(float, said)
    theirs -= images.size * np.log(size)
    held(
        "bound beside GPy's", f"{model.bound_:,.0f}, theirs {theirs:,.0f} after {seconds:.0f} s",
        model.bound_ >= theirs,
    )  # fmt: skip


def hidden_halves() -> None:
    images, _ = digits()
    apart = np.random.default_rng(1).random(len(images)) < 0.2
    asked = images[apart].copy()
    asked[:, 32:] = np.nan
    usual = (images[~apart].mean(axis=0) - images[apart])[:, 32:]
    print(f"Hidden lower halves of {apart.sum()} digits kept apart; the mean image errs by "
          f"{np.sqrt((usual**2).mean()):.2f}")  # fmt: skip
    for noise in ("shared", "columns"):
        foretold(GPLVM(noise=noise).fit(images[~apart]), asked, images[apart])


def foretold(model: GPLVM, asked: np.ndarray, whole: np.ndarray) -> None:
    began = time.perf_counter()
    filled, deviation = model.impute(asked, return_std=True)
    seconds = time.perf_counter() - began
    error = (filled - whole)[:, 32:]
    share = float((abs(error) <= 1.96 * deviation[:, 32:]).mean())
    print(f"  noise {model.noise}: error {np.sqrt((error**2).mean()):.2f}; 95 % intervals hold "
          f"{share:.1%}; bound {model.bound_:,.0f}; {seconds:.1f} s")  # fmt: skip


def seasons() -> None:
    table = read_table(SEASONS)
    began = time.perf_counter()
    found = laid_out(table.series, 0, QUIET)
    seconds = time.perf_counter() - began
    print("Map of seasons")
    held("time", f"{len(found.rows):,} seasons in {seconds:.1f} s (<= 30)", seconds <= 30.0)
    print(f"  odd: {int(found.odd.sum())}")


def main() -> int:
    on_a_map()
    hidden_halves()
    seasons()
    print("missed: " + (", ".join(missed) or "none"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
