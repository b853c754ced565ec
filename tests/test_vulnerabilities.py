"""Known vulnerabilities are found in a list of components, and "not run" is never "none"."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

pytest.importorskip("packaging.version")
SCRIPT = Path(__file__).resolve().parents[1] / "packaging" / "vulnerabilities.py"
PARTS = [
    {"name": "numpy", "version": "2.4.6", "purl": "pkg:pypi/numpy@2.4.6"},
    {"name": "PySide6_Essentials", "version": "6.11.3", "purl": "pkg:pypi/pyside6@6.11.3"},
    {
        "name": "libssl3",
        "version": "3.0.9-1",
        "purl": "pkg:deb/debian/libssl3@3.0.9-1",
        "properties": [{"name": "gpstudio:source", "value": "openssl"}],
    },
]


def advisory(name: str, ecosystem: str, **about: Any) -> dict[str, Any]:
    return {
        "id": "X-1",
        "modified": "2026-03-04T00:00:00Z",
        "affected": [{"package": {"name": name, "ecosystem": ecosystem}, **about}],
    }


def events(*pairs: tuple[str, str]) -> dict[str, Any]:
    return {"ranges": [{"type": "ECOSYSTEM", "events": [{kind: at} for kind, at in pairs]}]}


def run(folder: Path, *advisories: dict[str, Any]) -> tuple[int, str]:
    (folder / "sbom.cdx.json").write_text(json.dumps({"components": PARTS}), encoding="utf-8")
    snapshots = []
    if advisories:
        snapshots = [str(folder / "all.zip")]
        with ZipFile(snapshots[0], "w") as archive:
            for number, one in enumerate(advisories):
                archive.writestr(f"{number}.json", json.dumps(one))
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *snapshots, "--list", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_that_without_a_snapshot_it_is_not_run(tmp_path: Path) -> None:
    code, told = run(tmp_path)
    assert (code, "not run" in told, "0" in told) == (3, True, False)


def test_that_what_is_found_is_named_and_what_was_not_looked_up_too(tmp_path: Path) -> None:
    code, told = run(tmp_path, advisory("NumPy", "PyPI", **events(("introduced", "0"))))
    assert code == 1
    assert "the newest of 2026-03-04" in told
    assert "numpy 2.4.6: X-1" in told
    assert "1 in 2 components; 1 others: not run" in told


def _script() -> Any:
    spec = importlib.util.spec_from_file_location("vulnerabilities", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where its records look for their types
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("pairs", "concerned"),
    [
        ([("introduced", "0")], True),
        ([("introduced", "0"), ("fixed", "2.4.6")], False),
        ([("introduced", "0"), ("fixed", "2.4.10")], True),
        ([("introduced", "0"), ("last_affected", "2.4.6")], True),
        ([("introduced", "0"), ("last_affected", "2.4.5")], False),
        ([("introduced", "2.4.7")], False),
        ([("introduced", "0"), ("fixed", "1.0"), ("introduced", "2.0")], True),
        ([("introduced", "2.0"), ("introduced", "0"), ("fixed", "1.0")], True),
    ],
)
def test_that_a_version_is_held_against_every_range(
    pairs: list[tuple[str, str]], concerned: bool
) -> None:
    assert _script().concerns(events(*pairs), PARTS[0]) is concerned


def test_that_a_version_named_or_withdrawn_is_known_by_any_spelling_of_the_package() -> None:
    script = _script()
    named = advisory("pyside6-essentials", "PyPI", versions=["6.11.3"])
    assert [hit.component for hit in script.found(PARTS, [named])] == ["PySide6_Essentials"]
    assert not list(script.found(PARTS, [named | {"withdrawn": "2026-01-01T00:00:00Z"}]))


@pytest.mark.skipif(shutil.which("dpkg") is None, reason="Debian's versions are compared by dpkg")
@pytest.mark.parametrize(("fixed", "concerned"), [("3.0.10-1", True), ("3.0.9-1~deb12u1", False)])
def test_that_a_library_of_debian_is_known_by_its_source(fixed: str, concerned: bool) -> None:
    about = advisory("openssl", "Debian:12", **events(("introduced", "0"), ("fixed", fixed)))
    assert bool(list(_script().found(PARTS, [about]))) is concerned
