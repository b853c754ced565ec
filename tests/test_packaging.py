"""The entrance, the set-up scripts and the wheel: what a newcomer meets before any feature."""

from __future__ import annotations

import gc
import importlib.util
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from gpstudio import __main__ as entrance

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = [
    *(f"packaging/{name}.sh" for name in ("run", "test", "freeze", "build", "check")),
    "packaging/linux/launcher.sh",
    "packaging/linux/pack.sh",
    "packaging/macos/image.sh",
    "packaging/windows/installer.sh",
    ".ci/run",
]

posix_only = pytest.mark.skipif(
    os.name != "posix", reason="the set-up scripts are for POSIX shells"
)
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="displays are named so on Linux")


# ---------------------------------------------------------------- the entrance


class Rooms:
    """Stand-ins for the command line and the window that note what they were asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, object]] = []

    def note(self, who: str, code: int) -> Callable[..., int]:
        def asked(words: object, **handed_in: object) -> int:
            self.asked.append((who, words))
            return code

        return asked


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rooms]:
    rooms = Rooms()
    command_line, window = ModuleType("gpstudio.cli.main"), ModuleType("gpstudio.gui.main")
    vars(command_line).update(main=rooms.note("cli", 7))
    smoke = ModuleType("gpstudio.gui.smoke")
    vars(window).update(main=rooms.note("window", 0))
    vars(smoke).update(smoke=rooms.note("smoke", 0))
    monkeypatch.setitem(sys.modules, "gpstudio.cli.main", command_line)
    monkeypatch.setitem(sys.modules, "gpstudio.gui.main", window)
    monkeypatch.setitem(sys.modules, "gpstudio.gui.smoke", smoke)
    yield rooms
    gc.enable()  # which the window would do


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    "words",
    [
        ["fit", "a.csv", "--time", "t"],
        ["inspect", "a.csv", "--json"],
        ["doctor"],
        ["demo", "--out", "d"],
        ["lab", "kernel_matrix", "--out", "d"],
        ["--help"],
        ["-h"],
        ["--version"],
    ],
)
def test_that_commands_go_to_the_command_line_with_all_their_words(
    rooms: Rooms, words: list[str]
) -> None:
    assert entrance.main(words) == 7
    assert rooms.asked == [("cli", words)]


@pytest.mark.parametrize("words", [[], ["fields.csv"], ["a folder/Gräser 1.csv"]])
def test_that_a_file_or_nothing_opens_the_window(rooms: Rooms, words: list[str]) -> None:
    assert entrance.main(words) == 0
    assert rooms.asked == [("window", words)]


@linux_only
def test_that_smoke_draws_offscreen_where_there_is_no_display(
    rooms: Rooms, no_display: None
) -> None:
    assert entrance.main(["--smoke", "out.png"]) == 0
    assert rooms.asked == [("smoke", "out.png")]
    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--versoin"], "There is no option '--versoin': did you mean '--version'?"),
        (["-x"], "There is no option '-x'"),
        (["--smoke"], "--smoke needs the name of one PNG file"),
        (["doctr"], "There is no file or command 'doctr': did you mean 'doctor'?"),
        (["inspct", "a.csv"], "There is no file or command 'inspct': did you mean 'inspect'?"),
        (["a.csv", "b.csv"], "The window opens one file, but 'b.csv' follows 'a.csv'"),
    ],
)
def test_that_wrong_words_end_in_one_sentence_and_exit_code_2(
    rooms: Rooms, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert entrance.main(words) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert rooms.asked == []


@linux_only
def test_that_the_window_without_a_display_ends_in_one_sentence_not_in_an_abort(
    no_display: None,
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gpstudio"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("gpstudio: There is no display")
    assert done.stderr.count("\n") == 1


@linux_only
def test_that_a_display_nobody_serves_is_told_from_one_that_answers(
    no_display: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":64321")
    assert "':64321' does not answer" in str(entrance.display_problem())
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind("\0/tmp/.X11-unix/X64321")
        server.listen(1)
        assert entrance.display_problem() is None


@linux_only
@pytest.mark.parametrize(
    ("name", "value"),
    [("QT_QPA_PLATFORM", "offscreen"), ("WAYLAND_DISPLAY", "wayland-0"), ("DISPLAY", "far:10.0")],
)
def test_that_what_only_qt_can_find_out_is_left_to_qt(
    no_display: None, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert entrance.display_problem() is None


def test_that_the_entrance_imports_nothing_heavy() -> None:
    heavy = "{'numpy', 'scipy', 'pandas', 'numba', 'PySide6', 'pyqtgraph'}"
    code = f"import sys, gpstudio.__main__; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_that_worker_processes_of_a_frozen_build_are_caught_before_anything_else(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "multiprocessing.freeze_support", lambda: rooms.asked.append(("freeze_support", None))
    )
    entrance.main(["doctor"])
    assert [who for who, _ in rooms.asked] == ["freeze_support", "cli"]


# ---------------------------------------------------------------- the scripts


@posix_only
@pytest.mark.parametrize("script", [*SCRIPTS, "packaging/setup.sh"])
def test_that_a_script_is_valid_for_a_plain_shell(script: str) -> None:
    shell = shutil.which("dash") or "sh"
    read = subprocess.run([shell, "-n", str(ROOT / script)], capture_output=True, check=False)
    assert (read.returncode, read.stderr) == (0, b"")


@posix_only
@pytest.mark.parametrize("script", SCRIPTS)
def test_that_a_script_may_be_started_by_its_name(script: str) -> None:
    assert (ROOT / script).stat().st_mode & stat.S_IXUSR


class Machine:
    """A made-up machine for setup.sh: a clone, and a PATH with only what a test puts there."""

    TOOLS = ("sh", "awk", "cat", "sed", "cksum", "rm", "mkdir", "env")
    LOCK = "# why\n# part: run\na==1\n# part: test\nb==2\n# part: dev\nc==3\n"

    def __init__(self, folder: Path) -> None:
        self.clone = folder / "clone"
        self.bin = folder / "bin"
        self.log = folder / "log"
        self.bin.mkdir()
        self.clone.mkdir()
        (self.clone / "pyproject.toml").write_text("[project]\n")
        self.lock = self.clone / "packaging" / "requirements.lock"
        self.lock.parent.mkdir()
        self.lock.write_text(self.LOCK)
        for tool in self.TOOLS:
            (self.bin / tool).symlink_to(str(shutil.which(tool)))
        self.has("uname", "echo Linux")
        self.has("dpkg-query", "exit 1")
        self.has("apt-get", f'echo "apt-get $*" >>"{self.log}"')

    def has(self, name: str, body: str) -> None:
        script = self.bin / name
        script.write_text(f"#!/bin/sh\n{body}\n")
        script.chmod(0o755)

    def run(self, commands: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.bin / "sh"), "-c", f'set -eu; . "{ROOT}/packaging/setup.sh"; {commands}'],
            env={"PATH": str(self.bin), "ROOT": str(self.clone)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def installed(self) -> str:
        return self.log.read_text() if self.log.exists() else ""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@posix_only
def test_that_only_missing_system_packages_are_installed(machine: Machine) -> None:
    machine.has("id", "echo 0")
    machine.has("dpkg-query", 'case "$*" in *libgl1*) echo installed;; *) exit 1;; esac')
    done = machine.run("install_system_packages libgl1 xvfb")
    assert done.returncode == 0, done.stderr
    assert "xvfb" in machine.installed()
    assert "libgl1" not in machine.installed()
    assert "--no-install-recommends" in machine.installed()


@posix_only
def test_that_nothing_is_touched_when_no_system_package_is_missing(machine: Machine) -> None:
    machine.has("id", "echo 0")
    # a library renamed by a newer Debian counts as well
    machine.has("dpkg-query", 'case "$*" in *t64*) echo installed;; *) exit 1;; esac')
    done = machine.run("install_system_packages libgl1 libglib2.0-0")
    assert (done.returncode, done.stderr, machine.installed()) == (0, "", "")


@posix_only
def test_that_a_removed_package_counts_as_missing(machine: Machine) -> None:
    machine.has("id", "echo 0")
    machine.has("dpkg-query", "echo not-installed")
    machine.run("install_system_packages xvfb")
    assert "xvfb" in machine.installed()


@posix_only
def test_that_without_root_or_sudo_the_missing_packages_are_named_and_the_work_goes_on(
    machine: Machine,
) -> None:
    machine.has("id", "echo 1000")
    done = machine.run("install_system_packages libgl1 xvfb; echo went on")
    assert done.stdout == "went on\n"
    assert done.stderr.count("\n") == 1
    assert "libgl1 xvfb" in done.stderr
    assert machine.installed() == ""


@posix_only
def test_that_a_failing_apt_get_is_told_and_the_work_goes_on(machine: Machine) -> None:
    machine.has("id", "echo 0")
    machine.has("apt-get", "exit 100")
    done = machine.run("install_system_packages xvfb; echo went on")
    assert done.stdout == "went on\n"
    assert "could not install" in done.stderr


@posix_only
@pytest.mark.parametrize("found", [None, "exit 1"])
def test_that_a_missing_or_old_python_is_told_with_what_to_install(
    machine: Machine, found: str | None
) -> None:
    if found is not None:
        machine.has("python3", found)
    done = machine.run("make_environment")
    assert done.returncode == 1
    assert "Python 3.11 or newer is missing: install it" in done.stderr


@posix_only
def test_that_a_python_without_venv_is_told_with_what_to_install(machine: Machine) -> None:
    machine.has("python3", 'case "$*" in *ensurepip*) exit 1;; esac')
    done = machine.run("make_environment")
    assert done.returncode == 1
    assert "python3-venv" in done.stderr


@posix_only
def test_that_an_environment_is_made_once_and_again_only_when_something_changed(
    machine: Machine,
) -> None:
    pip = f'case "$*" in *"pip install"*) echo "$*" >>"{machine.log}";; -VV) echo 3.11;; esac'
    machine.has("python3", pip)
    venv = machine.clone / ".venv" / "bin"
    venv.mkdir(parents=True)
    (venv / "python").symlink_to(machine.bin / "python3")

    def installs(extra: str) -> int:
        before = machine.installed().count("--editable")
        done = machine.run(f"make_environment {extra}")
        assert done.returncode == 0, done.stderr
        return machine.installed().count("--editable") - before

    assert installs("") == 1
    assert installs("") == 0
    assert installs("test") == 1
    assert installs("") == 0
    assert installs("dev") == 1
    assert installs("test") == 0
    (machine.clone / "pyproject.toml").write_text("[project]\nname = 'changed'\n")
    assert installs("test") == 1
    assert installs("dev") == 1
    machine.lock.write_text(machine.LOCK.replace("a==1", "a==2"))
    assert installs("dev") == 1


@posix_only
def test_that_only_what_the_lock_names_is_installed_and_only_with_its_digests(
    machine: Machine,
) -> None:
    pip = f'case "$*" in *"pip install"*) echo "$*" >>"{machine.log}";; -VV) echo 3.11;; esac'
    machine.has("python3", pip)
    venv = machine.clone / ".venv" / "bin"
    venv.mkdir(parents=True)
    (venv / "python").symlink_to(machine.bin / "python3")
    assert machine.run("make_environment test").returncode == 0
    packages, project = machine.installed().splitlines()
    assert "--require-hashes" in packages
    assert packages.endswith(f"--requirement {machine.clone}/.venv/locked.txt")
    assert "--no-deps" in project
    assert "--no-build-isolation" in project
    assert project.endswith(f"--editable {machine.clone}")
    locked = (machine.clone / ".venv" / "locked.txt").read_text()
    assert locked.split() == "# why # part: run a==1 # part: test b==2".split()


@posix_only
@pytest.mark.parametrize(("part", "packages"), [("run", 1), ("test", 2), ("dev", 3), ("all", 3)])
def test_that_a_part_of_the_lock_has_those_before_it(
    machine: Machine, part: str, packages: int
) -> None:
    assert machine.run(f"locked_packages {part}").stdout.count("==") == packages


# ---------------------------------------------------------------- the lock


def _locking() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lock", ROOT / "packaging" / "lock.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_that_the_lock_names_one_version_of_each_package_its_digests_and_no_address() -> None:
    lock = (ROOT / "packaging" / "requirements.lock").read_text(encoding="utf-8")
    blocks = _locking().split(lock)
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}\n", block) for block in blocks.values())
    named = re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)
    assert sorted(named) == sorted(blocks)
    assert "://" not in lock
    assert not [
        line for line in lock.splitlines() if not re.match(r"#|$|[\w.-]+==|    --hash", line)
    ]


def test_that_the_lock_has_all_that_the_project_asks_for() -> None:
    """In the part of each extra, or before it, and in a version that ``pyproject.toml`` allows."""
    requirements = pytest.importorskip("packaging.requirements")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = {"run": [*project["project"]["dependencies"], *project["build-system"]["requires"]]}
    wanted |= {"test": [*extras["test"], *extras["parquet"]], "dev": extras["dev"]}
    wanted |= {"all": [one for name in ("fast", "cluster", "bench") for one in extras[name]]}
    lock = (ROOT / "packaging" / "requirements.lock").read_text(encoding="utf-8")
    parts = re.split(r"^# part: (\w+)\n", lock, flags=re.MULTILINE)[1:]
    assert parts[::2] == list(wanted)
    locked: dict[str, str] = {}
    for part, text in zip(parts[::2], parts[1::2], strict=True):
        locked |= _locking().pinned(text)
        for requirement in map(requirements.Requirement, wanted[part]):
            if requirement.name != "gpstudio":
                version = locked.get(requirement.name.lower(), "")
                assert requirement.specifier.contains(version), requirement


def test_that_renewing_the_lock_tells_what_is_other() -> None:
    told = _locking().changes({"a": "1", "b": "1", "c": "1"}, {"a": "2", "b": "1", "d": "1"})
    assert told == ["changed  a 1 -> 2", "gone     c 1", "new      d 1"]


# ---------------------------------------------------------------- what is shipped


def test_that_the_release_of_pyside_which_crashes_on_python_3_11_is_shut_out() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (pyside,) = [line for line in project["dependencies"] if line.startswith("PySide6")]
    assert pyside.startswith("PySide6-Essentials>=")
    assert pyside.endswith(",<6.12")


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("hatchling") is None, reason="hatchling builds wheels")
def test_that_the_wheel_carries_the_resources_and_nothing_of_the_workshop(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("gpstudio-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "gpstudio/_resources/sample/alarc2_smith6_landsat_ndvi.csv" in names
    assert "gpstudio/_resources/fonts/DejaVuSans.ttf" in names
    assert "gpstudio/_resources/help/pictures/field.png" in names
    assert "gpstudio/_resources/CHANGELOG.md" in names
    assert {"gpstudio/core/compiled.py", "gpstudio/py.typed"} <= set(names)
    (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
    said = zipfile.ZipFile(wheel).read(metadata).decode()
    extras = set(re.findall(r"^Provides-Extra: (.*)$", said, re.MULTILINE))
    assert {"fast", "parquet", "cluster"} <= extras
    assert "Description-Content-Type: text/markdown" in said
    assert not [n for n in names if n.split("/")[0] in {"tests", "packaging", "resources"}]
    assert not [n for n in names if n.endswith((".pyc", ".nbi", ".nbc"))]

    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(wheel).extractall(unpacked)
    code = "from gpstudio.resources import *; print(resource('sample')); print(changelog())"
    found = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=True,
    )
    within = unpacked / "gpstudio" / "_resources"
    assert found.stdout.split("\n")[:2] == [str(within / "sample"), str(within / "CHANGELOG.md")]
