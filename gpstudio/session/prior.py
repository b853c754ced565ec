"""Curves drawn from a kernel before any reading is seen: what a person means by choosing it.

Numbers that nobody wrote are the last fit's, else those that learning would start from.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.kernels.build import split_noise
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.learning.starts import Scales, starts
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.session.kernel_tree import Node, Path, walk, write

POINTS = 120
CURVES = 3


def term_pictures(
    root: Node, learnt: Mapping[Path, Node], series: Series | None, task: Task = QUIET
) -> dict[Path, Floats]:
    """A few curves for every term of a tree, (points, curves); none where a term does not suit."""
    time = np.linspace(0.0, 1.0, POINTS)
    # while no table is open, two waves stand for the readings
    scales = Scales.of(time[:, None], np.sqrt(2.0) * np.sin(4.0 * np.pi * time))
    if series is not None and len(series):
        scales = Scales.of(series.time[:, None], series.value)
        time = series.time[0] + time * scales.range
    pictures: dict[Path, Floats] = {}
    for path, node in walk(root):
        task.check()
        term = learnt.get(path, node)
        try:
            kernel = started(build_kernel(write(term)), scales)
            kernel.check(1)
            pictures[path] = prior_draws(kernel, time, CURVES, seed=(11, *path))
        except (InputError, np.linalg.LinAlgError):
            continue  # the words are told beneath the form; a picture can be missing
    return pictures


def started(kernel: Kernel, scales: Scales) -> Kernel:
    """The kernel with the numbers that learning would start from."""
    pairs = zip(kernel.settings, starts(kernel.settings, scales), strict=True)
    settings = [setting.at(number) for (_, setting), number in pairs]
    return kernel.with_settings(settings)


def prior_draws(kernel: Kernel, time: Floats, count: int, seed: tuple[int, ...]) -> Floats:
    """Joint draws about zero, (times, count). By eigenvalues, which also serve kernels of few
    degrees of freedom, such as a constant, where Cholesky's factor does not exist."""
    random = np.random.default_rng(seed)
    curve, noise = split_noise(kernel)
    spread = 0.0 if noise is None else noise.number
    if isinstance(curve, Deep):
        from gpstudio.core.inference.deep.beforehand import drawn_beforehand  # few ask for it

        each = [drawn_beforehand(curve, time[:, None], random)[-1] for _ in range(count)]
        return np.concatenate(each, axis=1)
    if curve is None:
        return np.asarray(np.sqrt(spread) * random.standard_normal((len(time), count)))
    covariance = curve.block(time[:, None], time[:, None])
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    return np.asarray(root @ random.standard_normal((len(time), count)))
