"""Projects whose structure was changed at random, opened: words or a document, never anything else.

GPSTUDIO_FUZZ_MINUTES says how long (20), GPSTUDIO_FUZZ_SEED where it begins (1). Every 20th that
opens is shown in a window, too, every page of it. What it finds is printed with the seed that makes
it again, and becomes a test.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parents[1])]

from session.project.hostile.crafting import SOUND, of_many_fields  # noqa: E402
from session.project.hostile.mutating import mutated  # noqa: E402
from session.project.hostile.opening import MEMORY, OPENED, SECONDS, opener  # noqa: E402

MOST_TOLD = 5
SHOWN = int(os.environ.get("GPSTUDIO_FUZZ_SHOWN", "20"))


def main() -> None:
    minutes = float(os.environ.get("GPSTUDIO_FUZZ_MINUTES", "20"))
    seed = first = int(os.environ.get("GPSTUDIO_FUZZ_SEED", "1"))
    kinds: Counter[str] = Counter()
    findings: list[str] = []
    slowest = largest = 0.0
    end = time.monotonic() + 60.0 * minutes
    with tempfile.TemporaryDirectory() as home, opener() as one, opener(window=True) as window:
        resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY, 4 * MEMORY))
        path = Path(home) / "wheat.gpstudio"
        seeds = [SOUND, of_many_fields(Path(home) / "many.gpstudio")]
        while time.monotonic() < end and len(findings) < MOST_TOLD:
            done = mutated(path, seeds[seed % len(seeds)], seed)
            verdict = one.open(path)
            kinds[verdict.kind] += 1
            slowest, largest = max(slowest, verdict.seconds), max(largest, verdict.peak)
            if not verdict.is_fine:
                findings.append(f"seed {seed} ({done}): {verdict.told}")
            if verdict.kind == OPENED and kinds[OPENED] % SHOWN == 0:
                shown = window.open(path)
                kinds["shown in a window"] += 1
                largest = max(largest, shown.peak)
                if not shown.is_fine:
                    findings.append(f"seed {seed} ({done}), in a window: {shown.told}")
            seed += 1
    print(f"{minutes:g} minutes, {seed - first:,} projects: " + _listed(kinds))
    print(f"slowest {slowest:.1f} s, largest {int(largest) >> 20} MB")
    print(f"bars: no finding, none over {SECONDS:g} s or {MEMORY >> 20} MB")
    print("\n\n".join(findings) or "findings: none")
    if findings or seed == first:
        sys.exit(1)


def _listed(kinds: Counter[str]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common())


if __name__ == "__main__":
    main()
