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
def joined(
    said: Floats, speakers: Integers, precision: Floats, whole: float, centre: Floats, apart: Floats
) -> None:  # fmt: skip
    """Of every draw the centre of those that speak, and (m − centre 1)ᵀ Σ⁻¹ (m − centre 1)."""
    draws = len(centre)
    centre[:], apart[:] = 0.0, 0.0
    for i in speakers:  # draws innermost: they are taken several at once
        for j in speakers:
            share = precision[i, j]
            if share != 0.0:
                for draw in range(draws):
                    centre[draw] += share * said[j, draw]
    for draw in range(draws):
        centre[draw] /= whole
    for i in speakers:
        for j in speakers:
            share = precision[i, j]
            if share != 0.0:
                for draw in range(draws):
                    off = said[i, draw] - centre[draw]
                    apart[draw] += share * off * (said[j, draw] - centre[draw])


@compiled
def speakers_in(heard: int, anchors: int) -> Integers:
    found = np.empty(anchors, dtype=np.int64)
    count = 0
    for i in range(anchors):
        if (heard >> i) & 1:
            found[count] = i
            count += 1
    return found[:count]


@compiled
def weighed(
    said: Floats, covariance: Floats, centre: Floats, spread: Floats, weights: Floats
) -> float:
    """Of each draw the centre and the spread, NaN where no anchor speaks, and its weight among
    those in which the same ones speak: exp(−½ apart); how far apart weights are."""
    anchors, draws = said.shape
    precision = np.zeros((anchors, anchors))
    spoken, centres, apart = np.empty(draws, dtype=np.int64), np.empty(draws), np.empty(draws)
    for draw in range(draws):
        spoken[draw] = heard_by(said, draw)
        centre[draw], spread[draw], weights[draw] = np.nan, np.nan, 1.0 / draws
    for first in range(draws):
        heard = spoken[first]
        if heard <= 0:
            continue
        whole, speakers = precision_of(covariance, heard, precision), speakers_in(heard, anchors)
        joined(said, speakers, precision, whole, centres, apart)
        own, least, total, mine = 1.0 / math.sqrt(whole), np.inf, 0.0, 0
        for draw in range(first, draws):
            if spoken[draw] == heard:
                centre[draw], spread[draw] = centres[draw], own
                least, mine = min(least, apart[draw]), mine + 1
                spoken[draw] = -heard
        for draw in range(first, draws):
            if spoken[draw] == -heard and len(speakers) > 1:  # who speaks alone agrees
                weights[draw] = math.exp(-0.5 * (apart[draw] - least))
                total += weights[draw]
        for draw in range(first, draws):
            if spoken[draw] == -heard and len(speakers) > 1:
                weights[draw] *= mine / (total * draws)
    low, high = np.inf, -np.inf
    for draw in range(draws):
        low, high = min(low, weights[draw]), max(high, weights[draw])
    return high - low


@compiled
def picked(weights: Floats, begin: float, picks: Integers) -> bool:
    """Systematic: the teeth of a comb that begins at a share of its step. Whether some draws are
    preferred to others."""
    count, total, moved = len(weights), 0.0, False
    for draw in range(count):
        total += weights[draw]
    place, reached = 0, weights[0]
    for tooth in range(count):
        level = (tooth + begin) / count * total
        while reached < level and place < count - 1:
            place += 1
            reached += weights[place]
        picks[tooth] = place
        moved = moved or (tooth > 0 and place != picks[tooth - 1] + 1)
    return moved


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
    precision, centre, between = np.zeros((anchors, anchors)), np.empty(1), np.empty(1)
    total = precision_of(whole, heard, precision)
    joined(means, speakers_in(heard, anchors), precision, total, centre, between)
    return speakers, between[0]
