"""Runs every benchmark here and rewrites RESULTS.md with what they printed, good or bad.

python tests/benchmarks/run.py [SCRIPT ...]     (wants the `bench` extra)

With names, only those run, and the other sections stay as they are.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "RESULTS.md"
FAILED = "It did not end well: a bar above is missed, or it broke off here."


def main(names: list[str]) -> int:
    kept = _sections() if names else {}
    scripts = [HERE / name for name in names] if names else _scripts()
    failed = []
    for script in scripts:
        if script == Path(__file__).resolve():
            continue
        print(f"== {script.name}", flush=True)
        run = subprocess.run(
            [sys.executable, str(script)],
            capture_output=True,
            check=False,
            text=True,
            cwd=HERE.parents[1],
            env={**os.environ, "PYTHONPATH": str(HERE.parents[1])},
        )
        print(run.stdout + run.stderr, flush=True)
        if run.returncode != 0:
            failed.append(script.name)
        printed = run.stdout if run.returncode == 0 else f"{run.stdout}\n{FAILED}"
        kept[script.name] = _section(script, printed)
        sections = [_heading(), *(kept[name] for name in sorted(kept))]
        RESULTS.write_text("\n\n".join(sections) + "\n", encoding="utf-8")
    return 1 if failed else 0


def _scripts() -> list[Path]:
    """All that can be run by themselves."""
    found = sorted(HERE.glob("*.py"))
    return [script for script in found if "__main__" in script.read_text(encoding="utf-8")]


def _sections() -> dict[str, str]:
    """What the page says now, by script."""
    written = RESULTS.read_text(encoding="utf-8").strip().split("\n\n## ")[1:]
    # the script's name is the second paragraph; the title above it may hold `code` too
    named = {part.split("\n\n")[1].strip("`"): f"## {part}" for part in written}
    return {name: part for name, part in named.items() if (HERE / name).exists()}


def _heading() -> str:
    cores = os.cpu_count()
    return (
        "# Measured\n\n"
        "Written by `python tests/benchmarks/run.py`; ratios are taken within one run.\n"
        f"Machine: {platform.machine()}, {cores} cores, Python {platform.python_version()}."
    )


def _section(script: Path, printed: str) -> str:
    source = script.read_text(encoding="utf-8")
    about = source.split('"""')[1].strip().split("\n")[0]
    return f"## {about}\n\n`{script.name}`\n\n```\n{printed.strip()}\n```"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
