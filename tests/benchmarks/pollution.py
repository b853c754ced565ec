"""What the Pollock benchmark finds wrong with CSV files, re-made: how many are read right."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parents[1])]

from data.cutting.cutting import cut  # noqa: E402
from data.cutting.judging import ASKED, LOST, MISREAD, REFUSED, RIGHT, judged  # noqa: E402
from data.cutting.pollution_cases import POLLUTIONS, READ  # noqa: E402
from data.cutting.spectrum_cases import CASES  # noqa: E402

VERDICTS = (RIGHT, ASKED, REFUSED, LOST, MISREAD)


def main() -> None:
    cells = sum(cut(data).rows == rows for data, _, rows in CASES.values())
    print(f"csv-spectrum, re-made: {cells} of {len(CASES)} files cut right to the last cell\n")
    print(f"{'pollution':22}{'files':>7}" + "".join(f"{verdict:>9}" for verdict in VERDICTS))
    total: Counter[str] = Counter()
    due = 0
    with tempfile.TemporaryDirectory() as folder:
        for pollution, make in POLLUTIONS.items():
            cases = list(make())
            counts = Counter(judged(case, Path(folder))[0] for case in cases)
            total += counts
            due += sum(case.expected != READ for case in cases)
            _print(pollution, counts)
    _print("all", total)
    print(f"\nOf the files refused, {due} hold nothing that could be read safely.")
    print(f"misread: {total[MISREAD]} (bar 0)")


def _print(name: str, counts: Counter[str]) -> None:
    numbers = "".join(f"{counts[verdict]:>9}" for verdict in VERDICTS)
    print(f"{name:22}{counts.total():>7}{numbers}")


if __name__ == "__main__":
    main()
