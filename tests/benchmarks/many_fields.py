"""A million fields of one reading each: what they take to read, to tell and to print.

    python tests/benchmarks/many_fields.py [FIELDS]

Every measurement is a process of its own, the whole of which counts. Bar: 500 MB.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIELDS = 1_000_000
MOST = 500
READ = "import sys, gpstudio; gpstudio.read_table(sys.argv[1])"
WAYS = {
    "read_table": ("-c", READ, "{path}"),
    "inspect": ("-m", "gpstudio", "inspect", "{path}"),
    "inspect --json": ("-m", "gpstudio", "inspect", "{path}", "--json"),
}


def write(path: Path, fields: int) -> None:
    days = [f"2021-0{1 + k}-1{k}" for k in range(9)]
    rows = (f"field_{k:07d},{days[k % 9]},0.{1000 + k % 9000}\n" for k in range(fields))
    with path.open("w", encoding="utf-8") as file:
        file.write("field,date,ndvi\n")
        file.writelines(rows)


def measure(words: list[str]) -> tuple[float, float]:
    """Seconds, and megabytes at most."""
    began = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    _, status, used = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"{words} ended with {status}")
    return time.perf_counter() - began, used.ru_maxrss / 1024


def main() -> None:
    fields = int(sys.argv[1]) if len(sys.argv) > 1 else FIELDS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fields.csv"
        write(path, fields)
        print(f"{fields:,} fields of one reading, {path.stat().st_size / 1e6:.0f} MB:")
        for name, words in WAYS.items():
            seconds, most = measure([word.format(path=path) for word in words])
            print(f"  {name}: {seconds:.1f} s, {most:.0f} MB (bar {MOST})", flush=True)


if __name__ == "__main__":
    main()
