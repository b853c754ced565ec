"""Make a release: ``python packaging/release.py 0.2.0``

Writes the version where it stands (``gpstudio/version.py``), the day into ``CITATION.cff``, and
both over what ``CHANGELOG.md`` has under "Unreleased"; commits and tags that; builds wheel, sdist
and what ``packaging/build.sh`` makes here, with checksums of all. Nothing is handed out: pushing
the tag does that. ``--only-texts`` ends before the commit, for who wants to look.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSION = Path("gpstudio/version.py")
CITATION = Path("CITATION.cff")
CHANGELOG = Path("CHANGELOG.md")
UNRELEASED = "## Unreleased\n"


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("version")
    words.add_argument("--only-texts", action="store_true")
    asked = words.parse_args()
    texts = {
        path: (ROOT / path).read_text(encoding="utf-8") for path in (VERSION, CITATION, CHANGELOG)
    }
    try:
        changed = released(texts, asked.version, datetime.now(UTC).date())
    except ValueError as problem:
        print(f"release: {problem}", file=sys.stderr)
        return 2
    if not asked.only_texts and _said("git", "status", "--porcelain"):
        print(
            "release: there are changes that are not committed: commit them first.", file=sys.stderr
        )
        return 2
    for path, text in changed.items():
        (ROOT / path).write_text(text, encoding="utf-8", newline="\n")
    if asked.only_texts:
        return 0
    tag = f"v{asked.version}"
    _run("git", "commit", "--quiet", "--all", "--message", f"GP Studio {asked.version}")
    _run("git", "tag", "--annotate", tag, "--message", f"GP Studio {asked.version}")
    _run("sh", "packaging/build.sh")
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist")
    files = sorted(path for path in (ROOT / "dist").iterdir() if path.is_file())
    files = [path for path in files if path.name != "SHA256SUMS"]
    sums = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (ROOT / "dist" / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    print(f"{tag} is made: see dist/, then: git push origin {tag}")
    return 0


def released(texts: Mapping[Path, str], version: str, day: date) -> dict[Path, str]:
    """The three texts as they are in the release."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ValueError(f"'{version}' is no version: give three numbers, as in 0.2.0.")
    found = re.search(r'^__version__ = "(.*)"$', texts[VERSION], re.MULTILINE)
    assert found is not None
    if _numbers(version) <= _numbers(found[1]):
        raise ValueError(f"{version} is not newer than {found[1]}.")
    _, head, news = texts[CHANGELOG].partition(UNRELEASED)
    if not head or not news.partition("\n## ")[0].strip():
        raise ValueError(f"{CHANGELOG} has nothing under 'Unreleased': say there what is new.")
    cited = re.sub(r"^version: .*$", f"version: {version}", texts[CITATION], flags=re.MULTILINE)
    return {
        VERSION: texts[VERSION].replace(f'"{found[1]}"', f'"{version}"'),
        CITATION: re.sub(
            r"^date-released: .*$", f"date-released: {day}", cited, flags=re.MULTILINE
        ),
        CHANGELOG: texts[CHANGELOG].replace(UNRELEASED, f"## {version} ({day})\n"),
    }


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def _run(*words: str) -> None:
    subprocess.run(words, cwd=ROOT, check=True)


def _said(*words: str) -> str:
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
