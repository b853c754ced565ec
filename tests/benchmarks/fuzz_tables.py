"""Random bytes into the importer, steered by what they reach (wants atheris).

GPSTUDIO_FUZZ_MINUTES says how long (20). What it finds is printed and becomes a test.
"""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve()
ROOT = HERE.parents[2]
SHARED = ROOT.parent / "shared" / "data" / "D_ugly"
MOST_SECONDS = 2
MOST_MEMORY = 200 << 20
LONGEST = 1 << 15
ROUND = 4.0
"""Minutes of one process: the fuzzer's own memory grows with every file."""


def main() -> None:
    minutes = float(os.environ.get("GPSTUDIO_FUZZ_MINUTES", "20"))
    rounds = max(1, round(minutes / ROUND))
    count, edges = 0, "?"
    with tempfile.TemporaryDirectory() as folder:
        seeds = Path(folder) / "seeds"
        seeds.mkdir()
        plant(seeds)
        findings = os.environ.get("GPSTUDIO_FUZZ_FINDINGS", folder)
        for _ in range(rounds):
            told = fuzz(seeds, 60 * minutes / rounds, findings)
            done = re.search(r"number_of_executed_units: *(\d+)", told)
            count += int(done[1]) if done else 0
            edges = (re.findall(r"cov: (\d+)", told) or [edges])[-1]
            # the fuzzer calls it an error of its own when its time is over
            found = re.search(r"Uncaught Python exception|libFuzzer: (?!fuzz target exited)", told)
            if found or not done:
                break
    print(f"{minutes:g} minutes, {count:,} files, {edges} edges reached")
    print(f"findings: {told[found.start() :][:3000] if found else 'none'}")
    print(
        f"bars: no crash, no file over {MOST_SECONDS} s, memory within 10 × file + "
        f"{MOST_MEMORY >> 20} MB"
    )
    if found or not count:
        sys.exit(1)


def fuzz(seeds: Path, seconds: float, findings: str) -> str:
    """One round, and what the fuzzer said; the next one goes on from the files it kept."""
    run = subprocess.run(
        [
            sys.executable,
            str(HERE),
            "--child",
            f"-max_total_time={int(seconds)}",
            f"-max_len={LONGEST}",
            f"-timeout={MOST_SECONDS}",
            "-rss_limit_mb=4096",
            "-print_final_stats=1",
            f"-artifact_prefix={findings}/",
            str(seeds),
        ],
        capture_output=True,
        check=False,
        text=True,
    )
    return run.stdout + run.stderr


def plant(folder: Path) -> None:
    """Files to begin with: messy ones, heads of real ones, a compressed one."""
    sys.path[:0] = [str(ROOT), str(HERE.parents[1])]
    from data.messy.maker import make

    for seed in range(0, 400, 7):
        (folder / f"messy{seed}").write_bytes(make(seed).data[:LONGEST])
    (folder / "packed").write_bytes(gzip.compress(make(1).data))
    if SHARED.is_dir():
        for path in SHARED.iterdir():
            (folder / path.name).write_bytes(path.read_bytes()[:3000])


def child(words: list[str]) -> None:
    """The process that is fuzzed; compiled modules stay as they are."""
    import atheris

    sys.path.insert(0, str(ROOT))
    rooms = ROOT / "gpstudio" / "data"
    compiled = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in rooms.rglob("*.py")
        if "gpstudio.core.compiled" in path.read_text(encoding="utf-8")
    ]
    with atheris.instrument_imports(include=["gpstudio.data"], exclude=compiled):
        from gpstudio.core.errors import InputError
        from gpstudio.data.table import read_table

    path = Path(tempfile.mkdtemp()) / "fuzz.csv"
    path.write_bytes(b"field,date,ndvi\nA,2020-01-04,0.5\nA,2020-01-05,0.6\n")
    read_table(path)

    def one(data: bytes) -> None:
        path.write_bytes(data)
        begun = _memory("VmRSS")
        Path("/proc/self/clear_refs").write_text("5")  # the peak counts from here
        try:
            table = read_table(path)
        except InputError as error:
            if "\n" in str(error):
                raise AssertionError("a message of several lines") from error
        else:
            aside = sum(a.count for a in table.set_aside)
            if table.rows_in != table.rows_used + aside:
                raise AssertionError("a row is not accounted for")
        if _memory("VmHWM") - begun > 10 * len(data) + MOST_MEMORY:
            raise AssertionError("too much memory")

    atheris.Setup([sys.argv[0], *words], one)
    atheris.Fuzz()


def _memory(name: str) -> int:
    """What the system says this process holds, or held at most, in bytes."""
    told = Path("/proc/self/status").read_text()
    return int(re.search(rf"{name}:\s+(\d+) kB", told)[1]) << 10


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2:])
    else:
        main()
