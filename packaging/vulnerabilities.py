"""Which known vulnerabilities are in what the program brings along:

    python packaging/vulnerabilities.py SNAPSHOT.zip... [--list dist/gpstudio/_internal/components]

A snapshot is an archive of advisories in the format of OSV, one JSON file each, such as the
``all.zip`` that osv.dev hands out for PyPI and for Debian; nothing is asked over the network. The
newest change in it dates it. Without one nothing is known, and that is what is said: "not run",
never "0". Ends with 1 where something is found, with 3 where nothing could be looked up.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
LISTED = ROOT / "dist" / "gpstudio" / "_internal" / "components"
ECOSYSTEMS = {"pypi": "PyPI", "deb": "Debian:12"}


@dataclass(frozen=True, order=True)
class Hit:
    component: str
    version: str
    advisory: str
    summary: str


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("snapshots", nargs="*", type=Path)
    words.add_argument("--list", type=Path, default=LISTED)
    asked = words.parse_args()
    bill = json.loads((asked.list / "sbom.cdx.json").read_text(encoding="utf-8"))
    if not asked.snapshots:
        print("known vulnerabilities: not run (no snapshot of advisories was given)")
        return 3
    advisories = [one for path in asked.snapshots for one in read(path)]
    known = {e for one in advisories for e in ecosystems(one)}
    parts = [part for part in bill["components"] if _ecosystem(part) in known]
    hits = sorted(set(found(parts, advisories)))
    dated = max((one.get("modified", "") for one in advisories), default="")[:10]
    print(f"known vulnerabilities by {len(advisories)} advisories, the newest of {dated}:")
    for hit in hits:
        print(f"  {hit.component} {hit.version}: {hit.advisory} {hit.summary}")
    left = len(bill["components"]) - len(parts)
    print(f"  {len(hits)} in {len(parts)} components; {left} others: not run (not in the snapshot)")
    return int(bool(hits))


def read(snapshot: Path) -> Iterator[dict[str, Any]]:
    with ZipFile(snapshot) as archive:
        for name in archive.namelist():
            if name.endswith(".json"):
                yield json.loads(archive.read(name))


def ecosystems(advisory: dict[str, Any]) -> set[str]:
    return {one.get("package", {}).get("ecosystem", "") for one in advisory.get("affected", ())}


def found(
    components: Iterable[dict[str, Any]], advisories: Iterable[dict[str, Any]]
) -> Iterator[Hit]:
    """Each component beside each advisory that is about its version."""
    by_name: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for advisory in advisories:
        for about in advisory.get("affected", ()):
            package = about.get("package", {})
            key = (package.get("ecosystem", ""), _plain(package.get("name", "")))
            by_name.setdefault(key, []).append({**advisory, "about": about})
    for part in components:
        for advisory in by_name.get((_ecosystem(part), _name(part)), ()):
            if not advisory.get("withdrawn") and concerns(advisory["about"], part):
                yield Hit(
                    part["name"], part["version"], advisory["id"], advisory.get("summary", "")
                )


def concerns(about: dict[str, Any], part: dict[str, Any]) -> bool:
    """Whether this version is named, or lies in a range: from what brought it in to what mended it,
    or to the last that had it."""
    version, order = part["version"], ORDERS[_ecosystem(part)]
    if version in about.get("versions", ()):
        return True
    ranges = (one for one in about.get("ranges", ()) if one.get("type") == "ECOSYSTEM")
    return any(_within(one["events"], order(version), order) for one in ranges)


def _within(events: list[dict[str, str]], version: Any, order: Callable[[str], Any]) -> bool:
    inside = False
    for kind, at in sorted(
        ((kind, order(at)) for event in events for kind, at in event.items()),
        key=lambda one: one[1],
    ):
        if kind == "introduced" and not version < at:
            inside = True
        elif (kind == "fixed" and not version < at) or (kind == "last_affected" and at < version):
            inside = False
    return inside


@dataclass(frozen=True)
class OfDebian:
    """A version that is compared as Debian does: by its own tool."""

    version: str

    def __lt__(self, other: OfDebian) -> bool:
        words = ["dpkg", "--compare-versions", self.version, "lt", other.version]
        return subprocess.run(words, check=False).returncode == 0


ORDERS: dict[str, Callable[[str], Any]] = {"PyPI": Version, "Debian:12": OfDebian}


def _ecosystem(component: dict[str, Any]) -> str:
    kind = component["purl"].removeprefix("pkg:").partition("/")[0]
    return ECOSYSTEMS.get(kind, "")


def _name(component: dict[str, Any]) -> str:
    """Advisories are about the sources that Debian makes several packages of."""
    said = {one["name"]: one["value"] for one in component.get("properties", ())}
    return _plain(said.get("gpstudio:source", component["name"]))


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


if __name__ == "__main__":
    sys.exit(main())
