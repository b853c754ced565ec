"""How much memory is free, asked before work starts."""

from __future__ import annotations

import os
import sys

ASSUMED_BYTES = 4.0e9
"""Taken where the system does not say."""


def available_bytes() -> float:
    """Memory that can be had without swapping."""
    if sys.platform.startswith("linux"):
        try:
            with open("/proc/meminfo", encoding="ascii") as lines:
                for line in lines:
                    if line.startswith("MemAvailable:"):
                        return float(line.split()[1]) * 1024.0
        except OSError:
            return ASSUMED_BYTES
    try:
        return float(os.sysconf("SC_PAGE_SIZE")) * float(os.sysconf("SC_PHYS_PAGES")) * 0.5
    except (AttributeError, ValueError, OSError):
        return ASSUMED_BYTES


def human_bytes(count: float) -> str:
    for unit in ("bytes", "kB", "MB", "GB"):
        if count < 1000.0:
            return f"{count:.3g} {unit}"
        count /= 1000.0
    return f"{count:.3g} TB"
