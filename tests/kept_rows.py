"""What long simulations found, kept in the temporary folder.

A run that was stopped goes on, and rows can be made one by one before all are printed. A row is
kept for as long as the code of the core, and that which simulates, stays what it is.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import gpstudio

AT_ONCE, SHOWN = 4, 10.0
"""Simulations between two looks at the clock, and seconds between two lines of progress."""
Found = list[float]


@dataclass(frozen=True)
class Kept:
    title: str
    sources: tuple[str, ...]
    """Files that simulate."""

    def found(
        self, name: str, seeds: Sequence[int], one: Callable[[int], Sequence[float]]
    ) -> list[Found]:
        """Of each seed, from the file or simulated now."""
        path = self._file(name)
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        found: list[Found] = [json.loads(line) for line in lines]
        told = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            while len(found) < len(seeds):
                some = seeds[len(found) : len(found) + AT_ONCE]
                made = [[float(number) for number in each] for each in pool.map(one, some)]
                with path.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(each) + "\n" for each in made)
                found += made
                if time.perf_counter() - told > SHOWN:
                    told = time.perf_counter()
                    progress = f"{name}: {len(found):,} of {len(seeds):,}"
                    print(progress, file=sys.stderr, flush=True)
        return found[: len(seeds)]

    def _file(self, name: str) -> Path:
        """Another one for every state of the code."""
        core = Path(gpstudio.__file__).parent / "core"
        digest = hashlib.sha256(name.encode())
        for source in [*map(Path, self.sources), *sorted(core.rglob("*.py"))]:
            digest.update(source.read_bytes())
        named = f"gpstudio-{self.title}-{digest.hexdigest()[:16]}.jsonl"
        return Path(tempfile.gettempdir()) / named
