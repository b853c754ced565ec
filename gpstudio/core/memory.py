"""How much memory is free, asked before work starts; and what is said where it did not suffice.

Free is what the computer has left, and what this process may still take of it: limits of a shell
(``ulimit -v``) and of a container are the system's too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from gpstudio.translation import tr

ASSUMED_BYTES = 4.0e9
"""Taken where the system does not say."""
PROCESS, GROUPS = Path("/proc/self"), Path("/sys/fs/cgroup")


def available_bytes() -> float:
    """Memory that can be had without swapping."""
    return max(min(_of_computer(), *_of_process()), 0.0)


def _of_computer() -> float:
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


def _of_process() -> Iterator[float]:
    """What is left of each limit that is set."""
    yield float("inf")
    if sys.platform.startswith("linux"):
        try:
            yield from _of_limits()
            yield from _of_groups()
        except (OSError, ValueError):
            return


def _of_limits() -> Iterator[float]:
    """Of its addresses, and of those among them that it may write to."""
    import resource

    pages = (PROCESS / "statm").read_text(encoding="ascii").split()
    for limit, used in ((resource.RLIMIT_AS, pages[0]), (resource.RLIMIT_DATA, pages[5])):
        most, _ = resource.getrlimit(limit)
        if most != resource.RLIM_INFINITY:
            yield most - float(used) * resource.getpagesize()


def _of_groups() -> Iterator[float]:
    """Of the container's, and of those that it stands in. Pages of files go when they must."""
    own = (PROCESS / "cgroup").read_text(encoding="utf-8").splitlines()
    inside = next((line[3:] for line in own if line.startswith("0::")), None)
    if inside is None:
        return
    folder = GROUPS / inside.strip("/")
    for group in (folder, *folder.parents):
        if not group.is_relative_to(GROUPS):
            return
        most = group / "memory.max"
        written = most.read_text(encoding="ascii").strip() if most.exists() else "max"
        if written != "max":
            used = float((group / "memory.current").read_text(encoding="ascii"))
            kept = dict(
                line.split() for line in (group / "memory.stat").read_text("ascii").splitlines()
            )
            yield float(written) - used + float(kept.get("inactive_file", 0.0))


def short_of(fault: MemoryError) -> str:
    """What is told of it, in one sentence."""
    free = human_bytes(available_bytes())
    needed = getattr(fault, "_total_size", None)  # of numpy, which knows what it asked for
    if isinstance(needed, int | float):
        return tr(
            "Memory ran out: {needed} more were needed, {free} are free. Close other programs, "
            "or take fewer readings or fields at a time.",
            needed=human_bytes(float(needed)),
            free=free,
        )
    return tr(
        "The memory did not suffice, {free} are free: close other programs, or take fewer readings "
        "or fields at a time.",
        free=free,
    )


def human_bytes(count: float) -> str:
    for unit in ("bytes", "kB", "MB", "GB"):
        if count < 1000.0:
            return f"{count:.3g} {unit}"
        count /= 1000.0
    return f"{count:.3g} TB"
