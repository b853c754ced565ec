"""Clouds: some readings are low, and ``auto`` finds out which.

73 readings of a year, a double logistic season or a curve drawn from a Matérn 3/2 of length 0.1 to
0.5 years, noise of standard deviation 0.01, 0.02 or 0.04; each reading is lower by 0.1 to 0.5 with
the probability of clouds. `GPRegressor()` is asked for the curve and its 95 % band on every third
day, and so are Gaussian and Student-t noise. Must be with clouds: coverage ≥ 92 %, RMSE ≤ 0.75 ×
Gaussian's; without: clouds taken in ≤ 5 % of the series. In brackets the 95 % bootstrap interval
over fields. Dates are when the truth and the curve last pass half of their own rise to the top.

python tests/benchmarks/clouds.py [fields]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats

FIELDS = 100
COUNT, YEAR = 73, 365.0
DAYS = np.arange(0.0, YEAR, 3.0)
SHARES = (0.0, 0.05, 0.15)
NOISES = {"auto": None, "gaussian": "gaussian", "student_t": "student_t"}
STUDENT_T = 8
"""Fields with Student-t noise, which takes a hundred times as long."""
ROUNDS = 40


def double_logistic(random: np.random.Generator, day: Floats) -> Floats:
    rise, fall = random.uniform(60.0, 130.0), random.uniform(200.0, 290.0)
    quick, slow = random.uniform(6.0, 18.0), random.uniform(6.0, 20.0)
    low, high = random.uniform(0.1, 0.3), random.uniform(0.55, 0.9)
    up, down = (1.0 / (1.0 + np.exp(-(day - at) / w)) for at, w in ((rise, quick), (fall, slow)))
    return np.asarray(low + (high - low) * (up - down))


def from_the_prior(random: np.random.Generator, day: Floats) -> Floats:
    length = np.exp(random.uniform(np.log(0.1), np.log(0.5))) * YEAR
    scaled = np.sqrt(3.0) * abs(day[:, None] - day) / length
    covariance = (1.0 + scaled) * np.exp(-scaled) + 1e-9 * np.eye(len(day))
    return np.asarray(
        0.5 + 0.15 * np.linalg.cholesky(covariance) @ random.standard_normal(len(day))
    )


KINDS = {"double logistic": double_logistic, "from the prior": from_the_prior}


def drawn(kind: str, clouds: float, seed: int) -> tuple[Floats, Floats, Floats]:
    """Times, readings, and the true curve on every day."""
    random = np.random.default_rng([seed, int(100 * clouds), len(kind)])
    times = np.sort(random.uniform(0.0, YEAR, COUNT))
    curve = KINDS[kind](random, np.concatenate([times, DAYS]))
    values = curve[:COUNT] + random.choice([0.01, 0.02, 0.04]) * random.standard_normal(COUNT)
    lower = np.where(random.random(COUNT) < clouds, random.uniform(0.1, 0.5, COUNT), 0.0)
    return times, values - lower, curve[COUNT:]


def half_rise(curve: Floats) -> float:
    """The day on which half of the way to the highest level is passed, going back from there."""
    top = int(np.argmax(curve))
    half = 0.5 * (curve[top] + curve[: top + 1].min())
    under = np.flatnonzero(curve[: top + 1] < half)
    if not len(under):
        return float("nan")
    i = int(under[-1])
    return float(DAYS[i] + 3.0 * (half - curve[i]) / (curve[i + 1] - curve[i]))


def measured(kind: str, clouds: float, noise: str, count: int) -> Floats:
    """A row a field: squared error, coverage, error of the date, whether clouds were taken."""
    rows = []
    for seed in range(count):
        times, values, truth = drawn(kind, clouds, seed)
        found = GPRegressor(noise=NOISES[noise]).fit(times, values)
        mean = found.predict(DAYS)
        low, high = found.predict_interval(DAYS, include_noise=False)
        rows.append(
            (
                float(np.mean((mean - truth) ** 2)),
                float(np.mean((truth > low) & (truth < high))),
                abs(half_rise(mean) - half_rise(truth)),
                float(found.report_.likelihood.startswith("clouded")),
            )
        )
    return np.array(rows)


def told(of: Callable[..., float], *tables: Floats) -> str:
    """A figure with its bootstrap interval over fields."""
    random, count = np.random.default_rng(0), len(tables[0])
    turns = [random.integers(0, count, count) for _ in range(400)]
    ends = np.quantile([of(*(table[rows] for table in tables)) for rows in turns], [0.025, 0.975])
    return f"{of(*tables):.3g} [{ends[0]:.3g}, {ends[1]:.3g}]"


def rmse(table: Floats) -> float:
    return float(np.sqrt(np.mean(table[:, 0])))


def accuracy(count: int) -> None:
    print(
        "| season | clouds | curve held, % | Gaussian's | RMSE / Gaussian's | RMSE / Student-t's"
        " | half rise, days off | Gaussian's | clouds taken, % |  |"
    )
    print("|---" * 10 + "|")
    for kind in KINDS:
        for clouds in SHARES:
            own, plain = (measured(kind, clouds, noise, count) for noise in ("auto", "gaussian"))
            few = min(STUDENT_T, count)
            robust = measured(kind, clouds, "student_t", few)
            ratio = rmse(own) / rmse(plain)
            held, taken = float(own[:, 1].mean()), float(own[:, 3].mean())
            good = held >= 0.92 and ratio <= 0.75 if clouds else taken <= 0.05
            cells = [
                told(lambda t: 100.0 * float(t[:, 1].mean()), own),
                told(lambda t: 100.0 * float(t[:, 1].mean()), plain),
                told(lambda a, b: rmse(a) / rmse(b), own, plain),
                told(lambda a, b: rmse(a) / rmse(b), own[:few], robust),
                told(lambda t: float(np.nanmedian(t[:, 2])), own),
                told(lambda t: float(np.nanmedian(t[:, 2])), plain),
                f"{100.0 * taken:.0f}",
            ]
            verdict = "" if good else "MISSED"
            print(
                f"| {kind} | {100 * clouds:.0f} % | {' | '.join(cells)} | {verdict} |", flush=True
            )


def speed() -> None:
    """The whole call: fit, and the curve with its std on 365 days."""
    grid = np.arange(YEAR)
    fields = {c: [drawn(k, c, 7)[:2] for k in KINDS] for c in (0.0, 0.15)}
    taken: dict[tuple[str, float], list[float]] = {}
    for turn in range(ROUNDS + 3):
        for clouds, several in fields.items():
            for noise in ("auto", "gaussian"):
                for times, values in several:
                    began = time.perf_counter()
                    GPRegressor(noise=NOISES[noise]).fit(times, values).predict(grid, True)
                    spent = 1e3 * (time.perf_counter() - began)
                    if turn > 2:
                        taken.setdefault((noise, clouds), []).append(spent)
    for clouds, most in ((0.0, 3.0), (0.15, 8.0)):
        own, plain = (statistics.median(taken[noise, clouds]) for noise in ("auto", "gaussian"))
        times, share = own / plain, 100.0 * clouds
        print(
            f"\n{share:.0f} % clouds: the whole call {own:.2f} ms, {times:.2f} times that with "
            f"Gaussian noise ({plain:.2f} ms); must take ≤ {most:.0f} ms on an idle machine"
        )


def main(count: int) -> None:
    print(f"{count} fields of {COUNT} readings each\n")
    accuracy(count)
    speed()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else FIELDS)
