"""Land and sea, and how high land usually lies: coarse, for what a place alone tells.

A cell of half a degree is land where any of it is, so that no coast is taken for sea.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpstudio.resources import resource

ROWS = 360
UNKNOWN = -32_768
NEAR = 2
"""Cells of a degree, on either side, in which an altitude is looked for."""


@lru_cache(maxsize=1)
def _ground() -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    with np.load(resource("climate", "ground.npz"), allow_pickle=False) as parts:
        land = np.unpackbits(parts["land"]).reshape(ROWS, 2 * ROWS)
        return land, parts["altitude"]


def is_land(latitude: float, longitude: float) -> bool:
    return bool(_cell(_ground()[0], latitude, longitude))


def usual_altitude(latitude: float, longitude: float) -> float:
    """Metres, of the inhabited land near by; 0 where nobody lives."""
    altitude = _ground()[1]
    row, column = _place(altitude, latitude, longitude)
    for reach in range(NEAR + 1):
        rows = np.clip(np.arange(row - reach, row + reach + 1), 0, len(altitude) - 1)
        columns = np.arange(column - reach, column + reach + 1) % altitude.shape[1]
        near = altitude[np.ix_(rows, columns)]
        if (near != UNKNOWN).any():
            return float(np.median(near[near != UNKNOWN]))
    return 0.0


def _cell(cells: NDArray[Any], latitude: float, longitude: float) -> Any:
    return cells[_place(cells, latitude, longitude)]


def _place(cells: NDArray[Any], latitude: float, longitude: float) -> tuple[int, int]:
    """Rows go from the north, columns from 180° W."""
    size = 180.0 / len(cells)
    row = min(int((90.0 - latitude) / size), len(cells) - 1)
    return row, int((longitude + 180.0) / size) % cells.shape[1]
