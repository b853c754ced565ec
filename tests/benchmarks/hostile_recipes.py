"""Recipes that nobody should write: each ends in an answer or in one sentence, in time, in silence.

    python tests/benchmarks/hostile_recipes.py [COUNT] [SEED]

Each is fitted in a process of its own to the bundled field (133 readings) and to 20 readings, with
warnings as errors of theirs; told are those that took longer than the estimate allows, ended in
anything but an ``InputError``, or warned.
"""

from __future__ import annotations

import multiprocessing as mp
import random
import resource
import signal
import sys
import time
import warnings
from multiprocessing.connection import Connection

LIMIT = 120.0
"""Seconds of the processor: twice the minute beyond which an estimate refuses."""
NUMBERS = [
    "1", "0", "-1", "1e308", "1e-308", "1e155", "1e-155", "1e-300", "5e-324", "1e300", "1e16",
    "nan", "inf", "1e400", "held(1e308)", "held(1e-300)", "around(1, 1e308)", "around(1, 1e-308)",
    "around(1e300, 1)", "between(1, 1e-308, 1e308)", "between(1, 1, 1)", "auto", "held(auto)", "٣",
    "0x10", "1_000", "40", "365.25",
]  # fmt: skip
FAMILIES = [
    "rbf", "matern12", "matern32", "matern52", "rational_quadratic", "periodic", "cosine", "linear",
    "constant", "polynomial", "gibbs", "spectral_mixture", "white", "basis",
]  # fmt: skip
FIXED: list[dict[str, str]] = [
    {"kernel": "(rbf + linear + matern32)**30"},
    {"kernel": "+".join(["rbf"] * 1900)},
    {"kernel": "*".join(["rbf"] * 1900)},
    {"kernel": "+".join(["periodic*matern52"] * 500)},
    {"kernel": "*".join(["(rbf+matern32)"] * 300)},
    {"kernel": "(" * 49 + "rbf" + ")" * 49},
    {"kernel": "(" * 4000 + "rbf" + ")" * 4000},
    {"kernel": "rbf" + "**2" * 30},
    {"kernel": "((((rbf**9)**9)**9)**9)**9"},
    {"kernel": "(linear + 1 * rbf)**999999"},
    {"kernel": "matern32**4 * matern52**4 * matern32"},
    {"kernel": "(periodic * periodic)**4"},
    {"kernel": "around(1, 1e308) * rbf"},
    {"kernel": "rbf(around(1, 1e308))"},
    {"likelihood": "student_t(1e-300)"},
    {"likelihood": "student_t(1e300)"},
    {"likelihood": "student_t(freedom=1)"},
    {"likelihood": "student_t(0.01, freedom=1e12)"},
    {"likelihood": "gaussian(1e-300)"},
    {"likelihood": "gaussian(1e300)"},
    {"likelihood": "gaussian(held(1e-308))"},
    {"likelihood": "gaussian(around(1, 1e308))"},
    {"learning": "ml2(restarts=100)", "kernel": "rbf*periodic+matern32"},
    {"learning": "mcmc(samples=100000, chains=32)"},
    {"learning": "mcmc(samples=100000, warm_up=100000)", "kernel": "rbf+rbf"},
    {"learning": "cross_validation(folds=1000, restarts=100)", "kernel": "rbf"},
    {"solver": "cg(tolerance=1e-300)", "approximation": "exact"},
    {"approximation": "nystrom(rank=100000)", "kernel": "rbf"},
    {"approximation": "fourier(features=100000)", "kernel": "rbf"},
    {"approximation": "inducing(points=100000)", "kernel": "rbf"},
    {"kernel": "basis([" + ", ".join(["sin(x)"] * 900) + "])"},
    {"kernel": "basis([x**99])"},
    {"kernel": "basis([exp(exp(x))])"},
    {"kernel": "modulated(rbf, by=exp(x))"},
    {"kernel": "modulated(rbf, by=1/x)"},
    {"kernel": "polynomial(10)"},
    {"kernel": "polynomial(10)**10"},
    {"kernel": "spectral_mixture([" + ", ".join(["1"] * 400) + "])"},
    {"kernel": "rbf([" + ", ".join(["auto"] * 2000) + "])"},
    {"kernel": "ｒｂｆ"},
    {"kernel": "rbf\u200b(1)"},
    {"kernel": "рbf"},
    {"kernel": "\u202erbf"},
    {"kernel": "😀(1)"},
    {"kernel": "rbf # it"},
    {"kernel": "__import__('os')"},
    {"kernel": "rbf(length='1')"},
    {"kernel": "rbf(" * 60},
    {"mean": "linear"},
    {"mean": "basis([x**50])"},
    {"mean": "basis([1, 1, 1])"},
]  # fmt: skip


def term(lot: random.Random, depth: int) -> str:
    """A kernel of any shape, with numbers of any size."""
    if depth == 0 or lot.random() < 0.3:
        name = lot.choice(FAMILIES)
        return lot.choice([name, f"{name}({lot.choice(NUMBERS)})",
                           f"{name}({lot.choice(NUMBERS)}, {lot.choice(NUMBERS)})"])  # fmt: skip
    parts = [term(lot, depth - 1) for _ in range(lot.randint(2, 3))]
    return lot.choice(
        [
            " + ".join(parts),
            " * ".join(f"({part})" for part in parts),
            f"({parts[0]})**{lot.choice([1, 2, 3, 4, 5, 30, 999])}",
            f"{lot.choice(NUMBERS)} * ({parts[0]})",
            f"changepoint({parts[0]}, {parts[1]}, at={lot.choice(NUMBERS)})",
            f"modulated({parts[0]}, by=exp({lot.choice(NUMBERS)} * x))",
        ]
    )


def drawn(count: int, seed: int) -> list[dict[str, str]]:
    lot = random.Random(seed)
    recipes = []
    for _ in range(count):
        words = {"kernel": term(lot, lot.randint(0, 3))}
        if lot.random() < 0.3:
            likelihood = lot.choice(["gaussian", "student_t"])
            words["likelihood"] = f"{likelihood}({lot.choice(NUMBERS)})"
        if lot.random() < 0.3:
            words["learning"] = lot.choice(["fixed", "ml2", "map", "averaged", "leave_one_out"])
        if lot.random() < 0.2:
            words["approximation"] = lot.choice(["exact", "markov", "nystrom", "fourier"])
        recipes.append(words)
    return recipes


def tried(words: dict[str, str], few: bool) -> str:
    """How it ended; empty where that is as it should be, with a ``+`` for an answer."""
    import numpy as np

    from gpstudio.core.errors import InputError
    from gpstudio.core.recipe import Recipe
    from gpstudio.data.excluding import without
    from gpstudio.data.table import read_table
    from gpstudio.resources import SAMPLE, resource
    from gpstudio.session.fitting import fit_series

    series = read_table(resource(*SAMPLE)).series[0]
    if few:
        series = without(series, np.arange(len(series)) >= 20)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            recipe = Recipe.of(**words)
            assert Recipe.from_json(recipe.as_json()) == recipe
            fit = fit_series(series, recipe)
            ended = "+" if np.isfinite(fit.forecast.mean).all() else "the curve is no number"
        except InputError as error:
            ended = "" if "\n" not in str(error) else f"more than one line: {error}"
        except BaseException as fault:
            ended = f"{type(fault).__name__}: {fault}"
    return (
        f"warned: {warned[0].message} ({warned[0].filename}:{warned[0].lineno})"
        if warned
        else ended
    )


def _work(words: dict[str, str], few: bool, pipe: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (int(LIMIT), int(LIMIT)))
    pipe.send(tried(words, few))


def watched(words: dict[str, str], few: bool) -> str:
    """In a process of its own, which is ended when it takes too long."""
    ours, theirs = mp.Pipe()
    process = mp.get_context("fork").Process(target=_work, args=(words, few, theirs))
    process.start()
    theirs.close()
    try:
        return str(ours.recv())
    except EOFError:
        process.join()
        long = -(process.exitcode or 0) in (signal.SIGKILL, signal.SIGXCPU)
        return f"took longer than {LIMIT:g} s" if long else "ended the process"
    finally:
        process.join()


def main(count: int = 100, seed: int = 0) -> None:
    tried({"kernel": "matern32"}, True)
    answers = findings = 0
    slowest = 0.0
    recipes = FIXED + drawn(count, seed)
    for words in recipes:
        for few in (True, False):
            began = time.perf_counter()
            ended = watched(words, few)
            slowest = max(slowest, time.perf_counter() - began)
            answers += ended == "+"
            if ended not in ("", "+"):
                findings += 1
                told = {name: text[:80] for name, text in words.items()}
                print(f"{20 if few else 133} readings, {told}: {ended[:200]}", flush=True)
    print(
        f"{2 * len(recipes)} hostile fits: {answers} answers, "
        f"{2 * len(recipes) - answers - findings} refused in a sentence, {findings} findings; "
        f"the slowest took {slowest:.1f} s"
    )


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
