"""What is inside of the frozen program: ``python packaging/components.py`` after freezing.

Writes ``components/`` into it: a bill of materials (CycloneDX 1.6, JSON) of every package and
system library that any file of it comes from, with versions, and their licences as texts. Help ▸
About shows it. A file that belongs to nothing known is an error: better no list than one with gaps.
"""

from __future__ import annotations

import functools
import json
import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import Distribution, distributions
from pathlib import Path

from gpstudio.version import __version__

ROOT = Path(__file__).resolve().parents[1]
FROZEN = ROOT / os.environ.get("DIST", "dist") / "gpstudio" / "_internal"
BUNDLED = ROOT / "build" / "bundled.json"
NAME = "sbom.cdx.json"
COMMON = Path("/usr/share/common-licenses")


@dataclass(frozen=True)
class Component:
    """Something that others made: a package of Python, a library inside of one, one of Debian."""

    name: str
    version: str
    kind: str
    """As in a package URL: pypi, deb, generic."""
    licence: str
    texts: tuple[str, ...] = field(default=(), compare=False)
    source: str = ""
    """What Debian makes the package of: advisories are about that."""

    @property
    def purl(self) -> str:
        space = "deb/debian" if self.kind == "deb" else self.kind
        return f"pkg:{space}/{self.name.lower()}@{self.version}"

    @property
    def file(self) -> str:
        return f"{re.sub(r'[^A-Za-z0-9._-]', '-', self.name)}.txt"


def main() -> int:
    sources = [Path(source) for _, source in json.loads(BUNDLED.read_text(encoding="utf-8"))]
    found = sorted(set(components(sources)), key=lambda one: (one.name.lower(), one.version))
    folder = FROZEN / "components"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for one in found:
        (folder / one.file).write_text("\n\n".join(one.texts), encoding="utf-8", newline="\n")
    bill = json.dumps(bill_of(found), indent=1, ensure_ascii=False) + "\n"
    (folder / NAME).write_text(bill, encoding="utf-8", newline="\n")
    print(f"{len(found)} components are inside of the frozen program", file=sys.stderr)
    return 0


def bill_of(found: Iterable[Component]) -> dict[str, object]:
    """The list as CycloneDX wants it; of the same parts always the same."""
    version = __version__
    entries = [
        {
            "type": "library",
            "bom-ref": one.purl,
            "name": one.name,
            "version": one.version,
            "purl": one.purl,
            "licenses": [{"license": {"name": one.licence}}],
            "properties": [
                {"name": "gpstudio:licence-text", "value": one.file},
                *([{"name": "gpstudio:source", "value": one.source}] if one.source else []),
            ],
        }
        for one in found
    ]
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
    program = {"type": "application", "bom-ref": "gpstudio", "name": "gpstudio", "version": version}
    said = json.dumps(entries) + version
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, said)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {**program, "licenses": [{"license": {"id": "MIT"}}]},
        },
        "components": entries,
    }


def components(sources: Iterable[Path]) -> Iterator[Component]:
    """Whatever any of these files comes from."""
    owners = _owners()
    system: set[str] = set()
    for source in sources:
        path = source.resolve()
        if path.is_relative_to(ROOT) and not _in_packages(path):
            continue  # our own
        owner = owners.get(path)
        if owner is not None:
            yield _of_python(owner)
        elif "PyInstaller" in path.parts:
            continue  # what it starts with: see _bootloader
        elif _in_packages(path):
            raise SystemExit(f"{path} belongs to no package that is installed")
        elif _of_interpreter(path):
            yield _python()
        else:
            system.add(str(path))
    yield from _inside()
    yield _bootloader()
    yield from _of_system(sorted(system))


def _in_packages(path: Path) -> bool:
    return "site-packages" in path.parts


def _of_interpreter(path: Path) -> bool:
    """Python's own; where it is the system's, it lies among all other libraries."""
    prefix = Path(sys.base_prefix).resolve()
    return (
        path.is_relative_to(Path(os.__file__).resolve().parent)
        or path.name.startswith("libpython")
        or (prefix != Path("/usr") and path.is_relative_to(prefix))
    )


def _owners() -> dict[Path, Distribution]:
    """Each file of an installed package."""
    return {
        Path(str(one.locate_file(file))).resolve(): one
        for one in distributions()
        if one.name.lower() not in {"gpstudio", "pyinstaller"}  # see _bootloader
        for file in one.files or ()
    }


@functools.cache
def _of_python(one: Distribution) -> Component:
    said = one.metadata
    licence = said.get("License-Expression") or said.get("License") or ""
    if not licence or "\n" in licence:
        classes = [c for c in said.get_all("Classifier", []) if c.startswith("License ::")]
        licence = ", ".join(c.rpartition(" :: ")[2] for c in classes) or licence.partition("\n")[0]
    texts = [
        Path(str(one.locate_file(file))).read_text(encoding="utf-8", errors="replace")
        for file in one.files or ()
        if ".dist-info" in str(file)
        and re.search(r"licen[cs]e|copying|notice", file.name, re.IGNORECASE)
    ]
    texts = texts or [f"{one.name} {one.version}: {licence}\n"]
    return Component(one.name, one.version, "pypi", licence, tuple(texts))


@functools.cache
def _python() -> Component:
    version = sys.version.split()[0]
    library = Path(os.__file__).parent
    texts = [path.read_text() for path in (library / "LICENSE.txt",) if path.exists()]
    return Component("CPython", version, "generic", "PSF-2.0", tuple(texts))


def _bootloader() -> Component:
    """The small program that starts everything else."""
    one = next(one for one in distributions() if one.name.lower() == "pyinstaller")
    licence = "GPL-2.0-or-later WITH Bootloader-exception"
    return Component("PyInstaller", one.version, "pypi", licence, _of_python(one).texts)


def _inside() -> Iterator[Component]:
    """Libraries that packages of Python bring along, as they themselves tell their versions."""
    import numpy
    import scipy
    from llvmlite.binding import llvm_version_info
    from PySide6.QtCore import qVersion

    texts = {
        name.lower(): _of_python(one).texts
        for one in distributions()
        if (name := one.name).lower() in {"numpy", "scipy", "llvmlite", "pyside6_essentials"}
    }
    of_qt = texts["pyside6_essentials"]
    yield Component("Qt", str(qVersion()), "generic", "LGPL-3.0-only", of_qt)
    llvm = ".".join(map(str, llvm_version_info))
    yield Component("LLVM", llvm, "generic", "Apache-2.0 WITH LLVM-exception", texts["llvmlite"])
    for package in (numpy, scipy):
        blas = package.show_config(mode="dicts")["Build Dependencies"]["blas"]  # type: ignore[attr-defined]
        name = f"OpenBLAS of {package.__name__}"
        yield Component(name, blas["version"], "generic", "BSD-3-Clause", texts[package.__name__])
        yield Component(
            f"libgfortran of {package.__name__}", "of its OpenBLAS", "generic",
            "GPL-3.0-or-later WITH GCC-exception-3.1", texts[package.__name__],
        )  # fmt: skip
    for path in FROZEN.glob("PySide6/Qt/lib/libicudata.so.*"):
        version = path.name.rpartition(".so.")[2]
        yield Component("ICU", version, "generic", "Unicode-3.0", of_qt)


def _of_system(paths: list[str]) -> Iterator[Component]:
    """Debian's packages that these libraries come from."""
    if not paths:
        return
    if sys.platform != "linux":
        raise SystemExit(f"these files belong to nothing known: {', '.join(paths)}")
    for name in _packages_of(paths):
        shown = subprocess.run(
            ["dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", name],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        source, version = shown.stdout.split()
        said = Path("/usr/share/doc") / name.partition(":")[0] / "copyright"
        text = said.read_text(encoding="utf-8", errors="replace") if said.exists() else ""
        found = sorted(set(re.findall(r"^License: *(\S.*)$", text, re.MULTILINE)))
        full = tuple(_common(text))
        licence = " AND ".join(found) or "see text"
        yield Component(
            name.partition(":")[0], version, "deb", licence, (text, *full), source=source
        )


def _common(text: str) -> Iterator[str]:
    """The licences that Debian's own words only point to."""
    for name in sorted(
        set(re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.+-]*[A-Za-z0-9])", text))
    ):
        path = COMMON / name
        if path.exists():
            yield path.read_text(encoding="utf-8", errors="replace")


def _packages_of(paths: list[str]) -> list[str]:
    """A system where /lib is /usr/lib knows a file by either name."""
    either = {name: path for path in paths for name in (path, path.removeprefix("/usr"))}
    told = subprocess.run(["dpkg", "-S", *either], capture_output=True, text=True, check=False)
    owners: dict[str, str] = {}
    for line in told.stdout.splitlines():
        packages, _, name = line.partition(": ")
        if name in either:
            owners[either[name]] = packages.partition(",")[0]
    unknown = sorted(set(paths) - owners.keys())
    if unknown:
        raise SystemExit(f"these files belong to no package of this system: {', '.join(unknown)}")
    return sorted(set(owners.values()))


if __name__ == "__main__":
    sys.exit(main())
