"""Projects with one bit flipped: what is shown of them

python tests/benchmarks/project_damaged.py [FLIPS]     (1,000 of each when nobody says)
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parents[1])]

from session.project.flipping import ALTERED, VERDICTS, flipped, judged  # noqa: E402
from session.project.states import state  # noqa: E402

from gpstudio.data.series import Series  # noqa: E402
from gpstudio.data.table import read_table  # noqa: E402
from gpstudio.resources import SAMPLE, resource  # noqa: E402
from gpstudio.session.project.autosave import Autosave  # noqa: E402
from gpstudio.session.project.codec.series import parts_of_series  # noqa: E402
from gpstudio.session.project.codec.table import parts_of_table  # noqa: E402
from gpstudio.session.project.part import Part  # noqa: E402
from gpstudio.session.project.schema import PAGE  # noqa: E402
from gpstudio.session.project.store import save  # noqa: E402


def main(flips: int) -> None:
    print(f"{flips:,} bits of each file, one at a time. Bar: 0 altered values shown as good.\n")
    print("| project | bytes | bits | " + " | ".join(VERDICTS) + " |")
    print("|---|---:|---|" + "---:|" * len(VERDICTS))
    total: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for name, path, parts in _projects(Path(folder)):
            saved = {part.name: part for part in parts}
            size = path.stat().st_size
            total += _row(name, path, saved, "anywhere", size * 8, flips)
            # where SQLite keeps its own: names, lists, the pages that lead to others
            total += _row(name, path, saved, "first 8 pages", min(size, 8 * PAGE) * 8, flips)
    print(f"\nAltered values shown as good: {total[ALTERED]} of {total.total():,}.")


def _projects(folder: Path) -> Iterator[tuple[str, Path, tuple[Part, ...]]]:
    sample = tuple(parts_of_table(read_table(resource(*SAMPLE))))
    fields = tuple(parts_of_series(_fields(), "series"))
    kinds = {"the sample": sample, "synthetic": state(3), "600 fields": fields}
    for name, parts in kinds.items():
        path = folder / f"{name}.gpstudio"
        save(path, parts)
        yield name, path, parts
    autosave = Autosave(folder / "state", pause=0.0)
    for parts in (sample, fields, state(1), state(3)):
        autosave.hand_over(lambda parts=parts: parts)
        autosave.flush()
    autosave.close(keep=True)
    (path,) = (folder / "state").glob("*.recovery")
    yield "an autosave, changed thrice", path, state(3)


def _fields() -> tuple[Series, ...]:
    rng = np.random.default_rng(1)
    days = np.arange(40) * 5.0
    return tuple(
        Series(f"field {number}", days, rng.random(40), "date", "ndvi", True)
        for number in range(600)
    )


def _row(
    name: str, path: Path, saved: dict[str, Part], where: str, bits: int, flips: int
) -> Counter[str]:
    data = path.read_bytes()
    rng = random.Random(3)
    verdicts: Counter[str] = Counter()
    for _ in range(flips):
        path.write_bytes(flipped(data, rng.randrange(bits)))
        verdicts[judged(path, saved)] += 1
    path.write_bytes(data)
    numbers = " | ".join(f"{verdicts[verdict]:,}" for verdict in VERDICTS)
    print(f"| {name} | {len(data):,} | {where} | {numbers} |", flush=True)
    return verdicts


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
