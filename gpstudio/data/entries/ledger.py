"""Every row of a file is used or set aside with a reason: one number per row keeps the account.

The first reason that speaks against a row is its reason. So rows in are rows used plus rows set
aside, by construction.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Flags
from gpstudio.data.decisions import SetAside
from gpstudio.translation import tr

_PIECE = 1 << 18


class Ledger:
    """Why each row is set aside; 0 while it is used."""

    def __init__(self, rows: int) -> None:
        self.verdicts: NDArray[np.uint8] = np.zeros(rows, dtype=np.uint8)
        self._reasons: list[str] = []

    def set_aside(self, flags: Flags, reason: str) -> None:
        """Set the flagged rows aside that are still used; ``reason`` completes "12 rows …"."""
        hit = flags & (self.verdicts == 0)
        if hit.any():
            if reason not in self._reasons:
                self._reasons.append(reason)
            self.verdicts[hit] = self._reasons.index(reason) + 1

    def take_back(self, reason: str) -> None:
        """Use the rows again that were set aside for this reason."""
        if reason in self._reasons:
            self.verdicts[self.verdicts == self._reasons.index(reason) + 1] = 0

    def wait(self) -> None:
        """While a question is open no row is used, for whatever reason otherwise."""
        self._reasons = [tr("waiting for an answer")]
        self.verdicts[:] = 1

    @property
    def used(self) -> Flags:
        return np.asarray(self.verdicts == 0)

    def reason(self, row: int) -> str:
        """Why a row is set aside; empty when it is used."""
        verdict = int(self.verdicts[row])
        return self._reasons[verdict - 1] if verdict else ""

    def account(self) -> tuple[SetAside, ...]:
        """The reasons with their counts, most frequent first."""
        counts = np.zeros(len(self._reasons) + 1, dtype=np.int64)
        for start in range(0, len(self.verdicts), _PIECE):
            # bincount makes eight bytes of each
            counts += np.bincount(self.verdicts[start : start + _PIECE], minlength=len(counts))
        counts = counts[1:]
        found = [
            SetAside(reason, int(count))
            for reason, count in zip(self._reasons, counts, strict=True)
            if count
        ]
        return tuple(sorted(found, key=lambda aside: -aside.count))
