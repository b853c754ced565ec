"""What others made and the program is built on: names, versions and licences.

The installed program brings a list of it along, made when it was built; elsewhere the packages that
are installed beside it are asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from gpstudio.resources import bundled_components

MAIN = frozenset({"numpy", "scipy", "numba", "llvmlite", "pyqtgraph", "pyside6_essentials", "qt"})
"""What a version is asked of when something does not work."""
LIST = "sbom.cdx.json"
TEXT = "gpstudio:licence-text"
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_FILE = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)


@dataclass(frozen=True)
class Component:
    name: str
    version: str
    licence: str
    text: Callable[[], str]
    """The licence itself; read when it is asked for."""

    @property
    def is_main(self) -> bool:
        return self.name.lower().replace("-", "_") in MAIN


@cache
def components() -> tuple[Component, ...]:
    """In order of their names."""
    folder = bundled_components()
    found = _installed() if folder is None or not folder.exists() else _bundled(folder)
    return tuple(sorted(found, key=lambda one: one.name.lower()))


def _bundled(folder: Path) -> Iterator[Component]:
    for entry in json.loads((folder / LIST).read_text(encoding="utf-8"))["components"]:
        (licence,) = (one["license"]["name"] for one in entry["licenses"])
        noted = {one["name"]: one["value"] for one in entry["properties"]}
        read = partial((folder / noted[TEXT]).read_text, encoding="utf-8")
        yield Component(entry["name"], entry["version"], licence, read)


def _installed() -> Iterator[Component]:
    """What the package says it needs, and what that needs."""
    seen, waiting = set[str](), ["gpstudio"]
    while waiting:
        name = waiting.pop()
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        if found.name not in seen:
            seen.add(found.name)
            wanted = (one for one in found.requires or () if "extra ==" not in one)
            waiting += [name for one in wanted for name in _NAME.findall(one)[:1]]
            if found.name != "gpstudio":
                yield Component(found.name, found.version, _licence(found), partial(_text, found))


def _licence(found: Distribution) -> str:
    said = found.metadata
    written = said["License-Expression"] or said["License"] or ""
    return written if written and "\n" not in written else _classified(said.get_all("Classifier"))


def _classified(classifiers: list[str] | None) -> str:
    licences = [one for one in classifiers or () if one.startswith("License ::")]
    return ", ".join(one.rpartition(" :: ")[2] for one in licences)


def _text(found: Distribution) -> str:
    of_it = (one for one in found.files or () if ".dist-info" in str(one))
    files = [one for one in of_it if _FILE.search(one.name)]
    return "\n\n".join(one.read_text(encoding="utf-8") for one in files) or _licence(found)
