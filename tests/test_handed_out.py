"""What installers are made of agrees with the program, and a release writes each version once."""

from __future__ import annotations

import configparser
import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path
from types import ModuleType

import pytest

from gpstudio import __main__ as entrance
from gpstudio.version import __version__

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"


def read(*parts: str) -> str:
    return ROOT.joinpath(*parts).read_text(encoding="utf-8")


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, PACKAGING / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where its records look for their types
    spec.loader.exec_module(module)
    return module


# ---------------------------------------------------------------- the version, and a release

DAY = date(2026, 12, 24)


def test_that_the_version_is_the_same_wherever_people_read_it() -> None:
    assert f"\nversion: {__version__}\n" in read("CITATION.cff")
    assert re.search(rf"^## {re.escape(__version__)}( \(|$)", read("CHANGELOG.md"), re.MULTILINE)
    project = tomllib.loads(read("pyproject.toml"))["project"]
    assert (project["dynamic"], "version" in project) == (["version"], False)


def test_that_a_release_writes_its_version_and_day_into_all_of_them() -> None:
    release = script("release")
    texts = {path: read(str(path)) for path in (release.VERSION, release.CITATION)}
    texts[release.CHANGELOG] = "# What's new\n\n## Unreleased\n\n- More.\n\n## 0.1.0\n\n- All.\n"
    changed = release.released(texts, "98.0.1", DAY)
    assert '__version__ = "98.0.1"\n' in changed[release.VERSION]
    assert "\nversion: 98.0.1\ndate-released: 2026-12-24\n" in changed[release.CITATION]
    assert "\n## 98.0.1 (2026-12-24)\n\n- More.\n\n## 0.1.0\n" in changed[release.CHANGELOG]
    assert "Unreleased" not in changed[release.CHANGELOG]


@pytest.mark.parametrize(
    ("version", "news", "sentence"),
    [
        ("1.2", "- More.", "'1.2' is no version"),
        ("v1.2.3", "- More.", "'v1.2.3' is no version"),
        (__version__, "- More.", f"is not newer than {__version__}"),
        ("98.0.0", "", "has nothing under 'Unreleased'"),
    ],
)
def test_that_a_release_without_a_newer_version_or_news_is_refused(
    version: str, news: str, sentence: str
) -> None:
    release = script("release")
    texts = {path: read(str(path)) for path in (release.VERSION, release.CITATION)}
    texts[release.CHANGELOG] = f"## Unreleased\n\n{news}\n\n## 0.1.0\n\n- All.\n"
    with pytest.raises(ValueError, match=re.escape(sentence)):
        release.released(texts, version, DAY)


# ---------------------------------------------------------------- Linux


def test_that_the_entry_of_a_menu_opens_projects_and_tables() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read_string(read("packaging", "linux", "gpstudio.desktop"))
    said = entry["Desktop Entry"]
    assert said["Exec"] == "gpstudio %f"
    assert {"application/x-gpstudio", "text/csv"} <= set(said["MimeType"].split(";"))
    assert 'type="application/x-gpstudio"' in read("packaging", "linux", "gpstudio.xml")
    assert (ROOT / "resources" / "icons" / f"{said['Icon']}.png").exists()


def test_that_the_page_of_man_tells_every_command() -> None:
    page = read("packaging", "linux", "gpstudio.1")
    told = set(re.findall(r"^\.TP\n\.B (\w+)$", page, re.MULTILINE))
    assert told == entrance.COMMANDS
    assert "@VERSION@" in page


def test_that_the_package_asks_for_what_the_program_needs_of_the_system() -> None:
    control = read("packaging", "linux", "control")
    (depends,) = re.findall(r"^Depends: (.*)$", control, re.MULTILINE)
    needed = {"libgl1", "libegl1", "fontconfig-config", "fonts-dejavu-core", "xkb-data"}
    assert needed <= {one.split()[0] for one in depends.split(",")}
    assert "libc6 (>= 2.36)" in depends


@pytest.mark.skipif(sys.platform != "linux", reason="the launcher is for Linux")
def test_that_the_launcher_starts_from_anywhere_and_writes_an_entry_only_when_asked(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "50 % off $HOME"
    (folder / "program").mkdir(parents=True)
    (folder / "share").mkdir()
    shutil.copy(PACKAGING / "linux" / "launcher.sh", folder / "gpstudio")
    (folder / "program" / "gpstudio").write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    (folder / "program" / "gpstudio").chmod(0o755)
    for name in ("gpstudio.desktop", "gpstudio.xml"):
        shutil.copy(PACKAGING / "linux" / name, folder / "share")
    (folder / "share" / "gpstudio.png").write_bytes(b"")
    (tmp_path / "link").symlink_to(folder / "gpstudio")
    home = tmp_path / "home"

    def run(*words: str) -> str:
        return subprocess.run(
            [str(tmp_path / "link"), *words],
            env={"PATH": "/usr/bin:/bin", "HOME": str(home)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert run("fit", "a b.csv") == "fit|a b.csv|"
    assert not home.exists()
    run("--add-to-menu")
    entry = (home / ".local/share/applications/gpstudio.desktop").read_text()
    assert f'\nExec="{tmp_path}/50 %% off \\\\$HOME/gpstudio" %f\n' in entry
    assert (home / ".local/share/mime/packages/gpstudio.xml").exists()
    run("--remove-from-menu")
    assert not list(home.rglob("gpstudio*"))


# ---------------------------------------------------------------- icons, archives, parts


def test_that_icons_are_laid_out_as_windows_and_macos_read_them() -> None:
    icons = script("icons")
    ico = icons.ico({16: b"small", 256: b"large!"})
    assert ico[:6] == bytes([0, 0, 1, 0, 2, 0])
    assert (ico[6], ico[22]) == (16, 0)
    for line, picture in ((ico[6:22], b"small"), (ico[22:38], b"large!")):
        length, at = (int.from_bytes(line[k : k + 4], "little") for k in (8, 12))
        assert ico[at : at + length] == picture
    icns = icons.icns({b"ic07": b"picture"})
    assert icns == b"icns\0\0\0\x17ic07\0\0\0\x0fpicture"


def test_that_an_archive_of_the_same_files_has_the_same_bytes(tmp_path: Path) -> None:
    code = script("machine_code")
    one, two = tmp_path / "a.nbc", tmp_path / "b.nbc"
    one.write_bytes(b"1" * 999)
    two.write_bytes(b"2")
    code.write(tmp_path / "first.zip", {"a": one, "b": two})
    two.touch()
    code.write(tmp_path / "second.zip", {"b": two, "a": one})
    first = (tmp_path / "first.zip").read_bytes()
    assert first == (tmp_path / "second.zip").read_bytes()
    assert len(first) < 999


def test_that_the_list_of_parts_is_in_the_form_that_others_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    parts = script("components")
    numpy = parts.Component("numpy", "2.4.6", "pypi", "BSD-3-Clause", ("text",))
    glib = parts.Component("libglib2.0-0", "2.74-2", "deb", "LGPL", ("text",), source="glib2.0")
    bill = parts.bill_of([numpy, glib])
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["timestamp"] == "1970-01-02T00:00:00Z"
    assert [one["purl"] for one in bill["components"]] == [
        "pkg:pypi/numpy@2.4.6",
        "pkg:deb/debian/libglib2.0-0@2.74-2",
    ]
    assert bill == parts.bill_of([numpy, glib])


def test_that_an_unknown_file_is_no_gap_in_the_list_but_an_error(tmp_path: Path) -> None:
    stray = tmp_path / "site-packages" / "stray.so"
    stray.parent.mkdir()
    stray.touch()
    with pytest.raises(SystemExit, match="belongs to no package"):
        list(script("components").components([stray]))
