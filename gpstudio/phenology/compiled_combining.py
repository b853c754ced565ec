"""What anchors say together, one draw after the other: see ``combining``."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled


@compiled
def heard_by(said: Floats, draw: int) -> int:
    """Which anchors speak in a draw, as the bits of a number."""
    found = 0
    for i in range(len(said)):
        if np.isfinite(said[i, draw]):
            found |= 1 << i
    return found


@compiled
def rooted(covariance: Floats, heard: int, root: Floats) -> None:
    """The lower root of Σ of those that are heard; of the others one, by itself."""
    for i in range(len(covariance)):
        for j in range(i + 1):
            total = covariance[i, j] if (heard >> i) & (heard >> j) & 1 else 1.0 * (i == j)
            for k in range(j):
                total -= root[i, k] * root[j, k]
            root[i, j] = math.sqrt(total) if i == j else total / root[j, j]


@compiled
def precision_of(covariance: Floats, heard: int, precision: Floats) -> float:
    """Fills Σ⁻¹ of those that are heard, zero elsewhere; 1ᵀΣ⁻¹1."""
    count, whole = len(covariance), 0.0
    root, column = np.zeros((count, count)), np.empty(count)
    rooted(covariance, heard, root)
    for own in range(count):
        for i in range(count):
            column[i] = 1.0 * (i == own)
            for k in range(i):
                column[i] -= root[i, k] * column[k]
            column[i] /= root[i, i]
        for i in range(count - 1, -1, -1):
            for k in range(i + 1, count):
                column[i] -= root[k, i] * column[k]
            column[i] /= root[i, i]
            precision[i, own] = column[i] if (heard >> own) & (heard >> i) & 1 else 0.0
            whole += precision[i, own]
    return whole


@compiled
def joined(said: Floats, draw: int, precision: Floats, whole: float) -> tuple[float, float]:
    """The centre, and (m − centre 1)ᵀ Σ⁻¹ (m − centre 1)."""
    count, middle, apart = len(said), 0.0, 0.0
    for i in range(count):
        for j in range(count):
            if precision[i, j] != 0.0:
                middle += precision[i, j] * said[j, draw]
    middle /= whole
    for i in range(count):
        for j in range(count):
            if precision[i, j] != 0.0:
                apart += precision[i, j] * (said[i, draw] - middle) * (said[j, draw] - middle)
    return middle, apart


@compiled
def weighed(
    said: Floats, covariance: Floats, centre: Floats, spread: Floats, weights: Floats
) -> None:
    """Of each draw the centre and the spread, NaN where no anchor speaks, and its weight among
    those in which the same ones speak: exp(−½ apart)."""
    count, draws = said.shape
    precision = np.zeros((count, count))
    spoken, apart = np.empty(draws, dtype=np.int64), np.empty(draws)
    for draw in range(draws):
        spoken[draw] = heard_by(said, draw)
        centre[draw], spread[draw], weights[draw] = np.nan, np.nan, 1.0 / draws
    for first in range(draws):
        heard = spoken[first]
        if heard <= 0:
            continue
        whole = precision_of(covariance, heard, precision)
        own, least, total, mine = 1.0 / math.sqrt(whole), np.inf, 0.0, 0
        for draw in range(first, draws):
            if spoken[draw] == heard:
                centre[draw], apart[draw] = joined(said, draw, precision, whole)
                spread[draw], least, mine = own, min(least, apart[draw]), mine + 1
        for draw in range(first, draws):
            if spoken[draw] == heard:
                weights[draw] = math.exp(-0.5 * (apart[draw] - least))
                total += weights[draw]
        for draw in range(first, draws):
            if spoken[draw] == heard:
                weights[draw] *= mine / (total * draws)
                spoken[draw] = -1


@compiled
def picked(weights: Floats, begin: float, picks: Integers) -> None:
    """Systematic: the teeth of a comb that begins at a share of its step."""
    count, total = len(weights), 0.0
    for draw in range(count):
        total += weights[draw]
    place, reached = 0, weights[0]
    for tooth in range(count):
        level = (tooth + begin) / count * total
        while reached < level and place < count - 1:
            place += 1
            reached += weights[place]
        picks[tooth] = place


@compiled
def drawn(centre: Floats, spread: Floats, picks: Integers, normals: Floats, dates: Floats) -> None:
    for draw in range(len(dates)):
        dates[draw] = centre[picks[draw]] + spread[picks[draw]] * normals[draw]


@compiled
def disagreement(said: Floats, covariance: Floats) -> tuple[int, float]:
    """How many anchors speak, and how far apart their middles lie, for their whole widths."""
    anchors, draws = said.shape
    means, whole = np.full((anchors, 1), np.nan), covariance.copy()
    heard, speakers = 0, 0
    for i in range(anchors):
        count, total, apart = 0, 0.0, 0.0
        for draw in range(draws):
            if np.isfinite(said[i, draw]):
                count += 1
                total += said[i, draw]
        if count == 0:
            continue
        heard |= 1 << i
        speakers += 1
        means[i, 0] = total / count
        for draw in range(draws):
            if np.isfinite(said[i, draw]):
                apart += (said[i, draw] - means[i, 0]) ** 2
        whole[i, i] += apart / count
    if speakers < 2:
        return speakers, 0.0
    precision = np.zeros((anchors, anchors))
    total = precision_of(whole, heard, precision)
    return speakers, joined(means, 0, precision, total)[1]
