"""Renew packaging/requirements.lock, and say what changed: ``python packaging/lock.py``

The lock names every package that GP Studio is run, tested and built with, in one version for every
system and Python, with the digests of its files and without an address. It has parts, each of which
adds to those before it: ``setup.sh`` installs from the top down to the end of the one it wants.

``--keep`` leaves versions as they are where ``pyproject.toml`` still allows them. Needs the
network, and ``uv``, which it puts into ``build/``.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "packaging" / "requirements.lock"
OLDEST = "3.11"

PARTS = {"run": [], "test": ["test"], "dev": ["dev"], "all": ["dev", "fast", "cluster", "bench"]}
"""Extras of each part; ``run`` also has what installs the project itself."""

HEAD = """\
# What GP Studio is run, tested and built with. Renewed by: python packaging/lock.py
# A part ends where the next begins; each needs those before it.
"""
_BEGINS = re.compile(r"^(?P<name>[a-z0-9._-]+)==(?P<version>[^ ;\\]+)", re.IGNORECASE)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--keep", action="store_true", help="change no version without need")
    before = pinned(LOCK.read_text()) if LOCK.exists() else {}
    LOCK.write_text(lock(upgrade=not words.parse_args().keep), newline="\n")
    told = changes(before, pinned(LOCK.read_text()))
    print("\n".join(told) or "nothing changed")
    return 0


def lock(upgrade: bool) -> str:
    """The text of the file: all parts as they were found to go together."""
    uv = _uv()
    whole = _compile(uv, PARTS["all"], ["--generate-hashes"], None if upgrade else LOCK)
    blocks = split(whole)
    text, seen = [HEAD], set[str]()
    with tempfile.TemporaryDirectory() as folder:
        together = Path(folder) / "together.txt"
        together.write_text(_without_digests(whole))
        for part, extras in PARTS.items():
            names = split(_compile(uv, extras, ["--constraints", str(together)], None))
            text.append(f"\n# part: {part}\n")
            text += [blocks[name] for name in names if name not in seen]
            seen.update(names)
    return "".join(text)


def split(text: str) -> dict[str, str]:
    """Each package's lines, by its name."""
    blocks: dict[str, str] = {}
    name = ""
    for line in text.splitlines(keepends=True):
        begins = _BEGINS.match(line)
        if begins:
            name = begins["name"]
            blocks[name] = line
        elif name and line.startswith(" "):
            blocks[name] += line
        else:
            name = ""
    return blocks


def pinned(text: str) -> dict[str, str]:
    """The version of each package."""
    found = map(_BEGINS.match, text.splitlines())
    return {one["name"]: one["version"] for one in found if one}


def changes(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """A line for each package that is other than it was."""
    told = []
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        if old is None:
            told.append(f"new      {name} {new}")
        elif new is None:
            told.append(f"gone     {name} {old}")
        elif old != new:
            told.append(f"changed  {name} {old} -> {new}")
    return told


def _without_digests(text: str) -> str:
    return re.sub(r" \\\n( +--hash=\S+( \\)?\n)+", "\n", text)


def _compile(uv: Path, extras: list[str], options: list[str], start: Path | None) -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        # an editable install wants one package more than the backend says before it is asked
        builds = Path(folder) / "builds.in"
        builds.write_text("\n".join([*project["build-system"]["requires"], "editables", ""]))
        out = Path(folder) / "out.txt"
        if start is not None and start.exists():
            out.write_bytes(start.read_bytes())
        wanted = [f"--extra={extra}" for extra in extras]
        subprocess.run(
            [
                uv, "pip", "compile", "--quiet", "--universal", "--no-config", "--no-header",
                "--no-annotate", "--no-emit-index-url", "--fork-strategy", "fewest",
                "--python-version", OLDEST, *wanted, *options, "--output-file", out,
                ROOT / "pyproject.toml", builds,
            ],
            check=True,
        )  # fmt: skip
        return out.read_text()


def _uv() -> Path:
    folder = ROOT / "build" / "locking"
    uv = folder / ("Scripts/uv.exe" if sys.platform == "win32" else "bin/uv")
    if not uv.exists():
        venv.create(folder, with_pip=True)
        python = uv.with_name("python.exe" if sys.platform == "win32" else "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "uv"], check=True)
    return uv


if __name__ == "__main__":
    sys.exit(main())
