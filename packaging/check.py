"""Tries the frozen program and its packages as people will meet them; see ``check.sh``.

A check passes where the program does its work, or says in one sentence why it cannot.
"""

from __future__ import annotations

import os
import platform
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
PAGE = ROOT / "packaging" / "CHECKED.md"
SAMPLE = ROOT / "resources" / "sample" / "alarc2_smith6_landsat_ndvi.csv"
FARMS = ROOT / "resources" / "sample" / "made_up_farms.csv"
NOBODY = "65534"
RUNS = 5

LARGEST = {"folder": 420.0, "deb": 125.0}
"""MB (10⁶ bytes)."""
PYTHONS = ("python3.11", "python3.13")
"""The oldest that is asked for, and the newest that was tried."""
EXTRAS = ("fast", "parquet", "cluster", "lab")
COMES_ALONG = ("py.typed", "_resources/CHANGELOG.md", "_resources/sample", "_resources/crops")
SLOWEST = {"launch": 1.3, "first": 6.0, "second": 2.0}


@dataclass(frozen=True)
class Found:
    what: str
    told: str
    passed: bool | None = None
    """None where there is no bar."""


class Place:
    """A machine's corner for one check: a program nobody can write to, and a home."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / "program files" / "gpstudio"
        self.home = folder / "Jürgen Müller's home"
        self.source = [sys.executable, "-m", "gpstudio"]

    @property
    def frozen(self) -> list[str]:
        return [str(self.program / "gpstudio")]

    def new_home(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir()
        self.home.chmod(0o777)

    def environment(self, **more: str) -> dict[str, str]:
        kept = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(self.home)}
        return {**kept, "TMPDIR": str(self.home), **more}

    def run(
        self, words: list[str], *, as_we_are: bool = False, **more: str
    ) -> subprocess.CompletedProcess[str]:
        """As an ordinary user, whoever we are."""
        return subprocess.run(
            [*([] if as_we_are else _as_nobody()), *words],
            env=self.environment(**more), cwd=self.home,
            capture_output=True, text=True, check=False, timeout=900,
        )  # fmt: skip

    def start(self, words: list[str], **more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*_as_nobody(), *words], env=self.environment(**more), cwd=self.home, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip

    def times(self, words: list[str], **more: str) -> dict[str, float]:
        """Seconds from the start of the process to the usable window, and to the sample's dates;
        and those of processors until it has ended, whatever else this machine does."""
        began, used = repr(time.time()), _used()
        smoke = [*words, "--smoke", str(self.home / "s.png")]
        # the source may lie where others cannot read
        done = self.run(smoke, as_we_are=True, GPSTUDIO_BEGAN=began, **more)
        if done.returncode:
            raise SystemExit(f"--smoke ended with {done.returncode}: {done.stderr}")
        told = {what: float(s) for what, s in re.findall(r"^(\w+) ([\d.]+) s$", done.stdout, re.M)}
        return {**told, "processor": _used() - used}


def main() -> int:
    parts: dict[str, Callable[[Place], Iterator[Found]]] = {
        "sizes": sizes, "starts": starts, "older": older, "users": users, "tar": tar, "root": root,
        "pip": pip, "again": again, "advisories": advisories,
    }  # fmt: skip
    wanted = sys.argv[1:] or list(parts)
    if set(wanted) - set(parts):
        raise SystemExit(f"the parts are: {' '.join(parts)}")
    frozen = DIST / "gpstudio"
    if not frozen.is_dir() and set(wanted) - {"pip"}:
        raise SystemExit("there is nothing to try: sh packaging/build.sh makes it.")
    kept = _kept()
    with tempfile.TemporaryDirectory(prefix="gpstudio check ") as folder:
        Path(folder).chmod(0o755)
        place = Place(Path(folder))
        if frozen.is_dir():
            shutil.copytree(frozen, place.program, symlinks=True)
        place.program.mkdir(parents=True, exist_ok=True)
        subprocess.run(["chmod", "-R", "a-w,a+rX", place.program.parent], check=True)
        for part in wanted:
            kept[part] = []
            for found in parts[part](place):
                mark = {True: "pass", False: "**MISSED**", None: "-"}[found.passed]
                kept[part].append(f"| {found.what} | {found.told} | {mark} |")
                print(f"{part}: {found.what}: {found.told}: {mark}", flush=True)
            _write({name: [] for name in parts} | kept)
        subprocess.run(["chmod", "-R", "u+w", place.program.parent], check=True)
    return int(any("MISSED" in line for part in wanted for line in kept[part]))


def sizes(place: Place) -> Iterator[Found]:
    folder = _bytes(DIST / "gpstudio") / 1e6
    yield Found("folder", f"{folder:.0f} MB (≤ 420)", folder <= LARGEST["folder"])
    for deb in DIST.glob("gpstudio_*.deb"):
        size = deb.stat().st_size / 1e6
        yield Found(".deb", f"{size:.0f} MB (≤ 125)", size <= LARGEST["deb"])
    for packed in DIST.glob("gpstudio-*.tar.xz"):
        yield Found(".tar.xz", f"{packed.stat().st_size / 1e6:.0f} MB")
    archive = DIST / "gpstudio" / "_internal" / "compiled.zip"
    if archive.exists():
        yield Found("machine code in it", f"{archive.stat().st_size / 1e6:.1f} MB")


def starts(place: Place) -> Iterator[Found]:
    """First starts with an empty cache; then warm ones, frozen program and source by turns."""
    first = {
        "first start, nothing kept": {},
        "first start, NUMBA_CPU_NAME of another processor": {"NUMBA_CPU_NAME": "skylake"},
    }
    place.new_home()
    place.times(place.frozen)  # the disk
    for what, more in first.items():
        place.new_home()
        took = place.times(place.frozen, **more)
        yield _dates(what, took, SLOWEST["first"])
    source = {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": _kept_code()}
    runs: dict[str, list[dict[str, float]]] = {"frozen": [], "source": []}
    for _ in range(RUNS + 1):
        runs["frozen"].append(place.times(place.frozen))
        runs["source"].append(place.times(place.source, **source))
    frozen, theirs = (
        {what: statistics.median(one[what] for one in took[1:]) for what in took[0]}
        for took in runs.values()
    )
    ratio = frozen["usable"] / theirs["usable"]
    told = f"{frozen['usable']:.2f} s, source {theirs['usable']:.2f} s: {ratio:.2f} × (≤ 1.3)"
    yield Found("launch to usable window, warm", told, ratio <= SLOWEST["launch"])
    yield _dates("second start", frozen, SLOWEST["second"])
    yield _dates("second start of the source", theirs, None)


def older(place: Place) -> Iterator[Found]:
    """As on a processor from before 2013."""
    place.new_home()
    took = place.times(place.frozen, NUMBA_CPU_NAME="x86-64")
    yield _dates("first start, a processor of the older generation", took, SLOWEST["first"])


def users(place: Place) -> Iterator[Found]:
    """An ordinary user, a folder he cannot write to, a home with blanks and umlauts, no display."""
    png, out = str(place.home / "Bild ä.png"), str(place.home / "results ß")
    smoke = [*place.frozen, "--smoke", png]
    batch = [*place.frozen, "batch", str(FARMS), "--stages", "none", "--workers", "2", "--out", out]

    place.new_home()
    done = place.run(smoke)
    yield _did("--smoke, read-only folder, no display", done, Path(png))
    help_ = re.search(r"Help has the licences of \d+ parts", done.stdout)
    told = help_.group() if help_ else _last(done)
    yield Found("Help ▸ What's new, Check, About, by --smoke", told, bool(help_))
    yield _did("batch with two processes", place.run(batch), Path(out, "fields.csv"))

    place.new_home()
    (place.home / "fonts.conf").write_text("<fontconfig></fontconfig>")
    bare = place.run(smoke, FONTCONFIG_FILE=str(place.home / "fonts.conf"))
    yield _did("--smoke without any font", bare, Path(png))

    place.new_home()
    two = [place.start([*place.frozen, "--smoke", str(place.home / f"{n}.png")]) for n in (1, 2)]
    ended = [one.wait(300) for one in two]
    yield Found("two first starts at once", f"exit codes {ended}", ended == [0, 0])

    place.new_home()
    other = [*place.frozen, "fit", str(SAMPLE), "--kernel", "matern12", "--out", out]
    place.run(other)
    whole = _contents(Path(out))
    pieces = list(place.home.glob(".cache/gpstudio/compiled/**/*.nbc"))
    for piece in pieces:
        piece.write_bytes(piece.read_bytes()[: piece.stat().st_size // 2])
    shutil.rmtree(out)
    again = place.run(other)
    same = bool(pieces) and again.returncode == 0 and _contents(Path(out)) == whole
    yield Found(
        "a cut-off cache of machine code", f"{len(pieces)} pieces; same files: {same}", same
    )

    place.new_home()
    killed = place.start(smoke)
    time.sleep(0.6)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    yield _did("the first start killed, then another", place.run(smoke), Path(png))
    yield from _full(place)


def _full(place: Place) -> Iterator[Found]:
    """A home of one megabyte, with no byte left."""
    if os.geteuid():
        yield Found("a full disk", "not run: mounting a small disk needs root")
        return
    place.new_home()
    elsewhere = place.folder / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o777)
    png, out = str(elsewhere / "full.png"), str(place.home / "results")
    with _mounted(place.home, "tmpfs", "size=1m,mode=777"):
        filler = os.open(place.home / "filler", os.O_CREAT | os.O_WRONLY)
        with suppress(OSError):
            while os.write(filler, b"\0" * 4096):
                pass
        os.close(filler)
        yield _did(
            "--smoke with a full disk", place.run([*place.frozen, "--smoke", png]), Path(png)
        )
        done = place.run([*place.frozen, "fit", str(SAMPLE), "--out", out])
        said = done.stderr.strip().splitlines()
        kind = done.returncode == 2 and len(said) == 1
        yield Found("fit to a full disk", f"exit code {done.returncode}; {' / '.join(said)}", kind)


def tar(place: Place) -> Iterator[Found]:
    """The .tar.xz, unpacked into a folder of an odd name; its launcher by way of a link."""
    found = list(DIST.glob("gpstudio-*.tar.xz"))
    if not found:
        yield Found("the .tar.xz", "not run: there is none")
        return
    place.new_home()
    odd = place.folder / "mein Ordner 'ü' $1"
    odd.mkdir()
    subprocess.run(["tar", "--extract", "--file", found[0], "--directory", odd], check=True)
    (unpacked,) = odd.iterdir()
    subprocess.run(["chmod", "-R", "a-w,a+rX", unpacked], check=True)
    link = place.home / "gp"
    link.symlink_to(unpacked / "gpstudio")
    png = str(place.home / "t.png")
    yield _did(
        "--smoke by a link to the launcher", place.run([str(link), "--smoke", png]), Path(png)
    )
    asked = place.run([str(link), "--add-to-menu"])
    entry = place.home / ".local" / "share" / "applications" / "gpstudio.desktop"
    lines = entry.read_text().splitlines() if entry.exists() else []
    ours = next((line for line in lines if line.startswith("Exec=")), "")
    told = f"exit code {asked.returncode}; {ours.replace(str(place.folder), '…')}"
    yield Found("an entry in the menu, when asked", told, asked.returncode == 0 and bool(ours))
    png = str(place.home / "m.png")
    # as a desktop reads such a line: backslashes undone, then those within quotes
    inside = ours.partition('"')[2].rpartition('"')[0].replace("\\\\", "\\")
    word = re.sub(r'\\(["`$\\])', r"\1", inside)
    yield _did("--smoke by the entry's own words", place.run([word, "--smoke", png]), Path(png))
    gone = place.run([str(link), "--remove-from-menu"])
    left = [path.name for path in (place.home / ".local").rglob("*gpstudio*")]
    told = f"exit code {gone.returncode}; left: {', '.join(left) or 'nothing'}"
    yield Found("the entry taken away", told, gone.returncode == 0 and not left)
    subprocess.run(["chmod", "-R", "u+w", odd], check=True)
    shutil.rmtree(odd)


def pip(place: Place) -> Iterator[Found]:
    """Sdist, wheel made of it, installed into environments of their own with the newest of all it
    asks for, by pip and by pipx; nothing is compiled yet: the window is there at once and says
    what it does."""
    made = place.folder / "made"
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", made, ROOT]
    subprocess.run(build, check=True, capture_output=True)
    (sdist,), (wheel,) = made.glob("*.tar.gz"), made.glob("*.whl")
    sizes = " and ".join(f"{one.stat().st_size / 1e6:.1f} MB" for one in (sdist, wheel))
    yield Found("sdist, and wheel made of it", sizes)
    for name in PYTHONS:
        base = _python(name)
        if base is None:
            yield Found(f"pip, {name}", "not run: it is not here")
            continue
        there = place.folder / name
        command = there / "bin" / "gpstudio"
        subprocess.run([base, "-m", "venv", there], check=True)
        install = [there / "bin" / "python", "-m", "pip", "install", "-qq"]
        done = subprocess.run(
            [*install, "--no-compile", wheel], check=False, capture_output=True, text=True
        )
        if done.returncode:
            yield Found(f"pip, {name}", _last(done), False)
            continue
        place.new_home()
        yield _started(place, f"{name}: first start, everything compiled meanwhile", command)
        yield _complete(place, f"pip, {name}", there)
        yield _started(place, f"{name}: second start", command)
        yield _extras(f"{name}: extras", [*install, "--dry-run"], wheel)
    yield _by_pipx(place, wheel)


def _python(name: str) -> str | None:
    """The interpreter itself: a shim of that name may find none behind it."""
    if f"python{sys.version_info.major}.{sys.version_info.minor}" == name:
        return str(getattr(sys, "_base_executable", sys.executable))
    ask = [name, "-c", "import sys; print(sys.executable)"]
    try:
        done = subprocess.run(ask, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None


def _started(place: Place, what: str, command: Path) -> Found:
    try:
        took = place.times([str(command)])
    except SystemExit as problem:  # what was compiled until then is kept
        return Found(what, str(problem).strip(), False)
    told = f"{took['usable']:.1f} s to the window, {took['dates']:.1f} s to the dates"
    return Found(what, f"{told}, {took['processor']:.0f} s of processor in all")


def _complete(place: Place, what: str, there: Path) -> Found:
    """Its command answers and fits, and data files and the mark of types came along."""
    command, out = str(there / "bin" / "gpstudio"), place.home / "out"
    version = place.run([command, "--version"], as_we_are=True)
    fitted = place.run([command, "fit", str(SAMPLE), "--out", str(out)], as_we_are=True)
    ask = "import gpstudio, numpy, scipy; from gpstudio.resources import homes; print(*homes()); "
    ask += (
        "print(gpstudio.__path__[0]); print('numpy', numpy.__version__, 'scipy', scipy.__version__)"
    )
    said = place.run([str(there / "bin" / "python"), "-c", ask], as_we_are=True).stdout
    *_, package, versions = said.strip().splitlines() or ["", ""]
    left = [name for name in COMES_ALONG if not (Path(package) / name).exists()]
    files = sorted(path.name for path in out.glob("*")) if fitted.returncode == 0 else []
    told = f"{version.stdout.strip()}, {versions}; fit: {len(files)} files; "
    told += f"missing: {', '.join(left) or 'nothing'}"
    well = version.returncode == 0 and "stages.csv" in files and not left
    return Found(what, told, well)


def _extras(what: str, install: list[object], wheel: Path) -> Found:
    """Those that people choose can be had beside each other."""
    done = subprocess.run(
        [*map(str, install), f"{wheel}[{','.join(EXTRAS)}]"],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    return Found(what, f"{', '.join(EXTRAS)}: {_last(done)}", done.returncode == 0)


def _by_pipx(place: Place, wheel: Path) -> Found:
    tool = place.folder / "pipx"
    venv.create(tool, with_pip=True)
    subprocess.run([tool / "bin" / "python", "-m", "pip", "install", "-qq", "pipx"], check=True)
    place.new_home()
    homes = {"PIPX_HOME": str(place.home / "x"), "PIPX_BIN_DIR": str(place.home / "bin")}
    environment = {**os.environ, **homes}
    done = subprocess.run(
        [tool / "bin" / "pipx", "install", wheel],
        check=False, capture_output=True, text=True, env=environment,
    )  # fmt: skip
    if done.returncode:
        return Found("pipx install", _last(done), False)
    answer = place.run([str(place.home / "bin" / "gpstudio"), "--version"], as_we_are=True)
    told = f"{_last(answer)}: {answer.stdout.strip()}"
    return Found("pipx install, gpstudio --version", told, answer.returncode == 0)


def root(place: Place) -> Iterator[Found]:
    """The .deb in a fresh Debian: installed, used, removed; the user's files alone are left."""
    debs = list(DIST.glob("gpstudio_*.deb"))
    if os.geteuid() or not shutil.which("debootstrap") or not debs:
        yield Found(".deb in a clean root", "not run: wants root, debootstrap and the .deb")
        return
    clean = ROOT / "build" / "clean-root"
    if not (clean / "bin" / "sh").exists():
        subprocess.run(
            ["debootstrap", "--variant=minbase", "bookworm", clean],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    there = place.folder / "root"
    subprocess.run(["cp", "-a", "--reflink=auto", clean, there], check=True)
    shutil.copy(debs[0], there / "tmp" / "gpstudio.deb")
    shutil.copy("/etc/resolv.conf", there / "etc" / "resolv.conf")

    def inside(*words: str, user: str = "") -> subprocess.CompletedProcess[str]:
        who = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user else []
        return subprocess.run(
            ["chroot", there, *who, *words],
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/home/user", "LANG": "C.UTF-8",
                 "DEBIAN_FRONTEND": "noninteractive"},
            capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip

    apt = ("apt-get", "-qq", "-y", "--no-install-recommends")
    with _mounted(there / "proc", "proc", ""):
        inside("apt-get", "-qq", "update")
        # its dependencies first: what they leave behind is not ours
        depends = subprocess.run(
            ["dpkg-deb", "-f", debs[0], "Depends"], capture_output=True, text=True, check=True
        ).stdout
        names = [one.split()[0] for one in depends.split(",")]
        inside(*apt, "install", *names)
        (there / "home" / "user").mkdir()
        os.chown(there / "home" / "user", int(NOBODY), int(NOBODY))
        before = _files(there)
        done = inside(*apt, "install", "/tmp/gpstudio.deb")
        yield Found("install", _last(done), done.returncode == 0)
        done = inside("gpstudio", "--smoke", "/home/user/s.png", user=NOBODY)
        yield Found("--smoke", _last(done), done.returncode == 0)
        shutil.copy(SAMPLE, there / "home" / "user" / "sample.csv")
        done = inside(
            "gpstudio", "fit", "/home/user/sample.csv", "--out", "/home/user/out", user=NOBODY
        )
        ours = place.folder / "ours"
        subprocess.run(
            [*place.source, "fit", there / "home" / "user" / "sample.csv", "--out", ours],
            # nothing of this machine's environment: OPENBLAS_CORETYPE changes last digits
            env=place.environment(PYTHONPATH=str(ROOT), NUMBA_CACHE_DIR=_kept_code()),
            check=True, capture_output=True,
        )  # fmt: skip
        theirs, mine = _contents(there / "home" / "user" / "out"), _contents(ours)
        other = sorted(
            name for name in theirs.keys() | mine.keys() if theirs.get(name) != mine.get(name)
        )
        told = f"{len(theirs)} files; other bytes: {', '.join(other) or 'none'}"
        yield Found("a fit as from the source", told, bool(theirs) and not other)
        done = inside("apt-get", "-qq", "-y", "purge", "gpstudio")
        left = sorted(_files(there) - before)
        left = [one for one in left if not one.startswith("home/user/")]
        told = f"{_last(done)}; left behind: {', '.join(left) or 'nothing'}"
        yield Found("remove", told, done.returncode == 0 and not left)


def again(place: Place) -> Iterator[Found]:
    """Another build of the same source, beside the one that is here."""
    epoch = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    subprocess.run(
        ["sh", "packaging/freeze.sh"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
        env={"SOURCE_DATE_EPOCH": epoch or "315532800", **os.environ, "DIST": "build/again"},
    )  # fmt: skip
    one, two = DIST / "gpstudio", ROOT / "build" / "again" / "gpstudio"
    names = {path.relative_to(at) for at in (one, two) for path in at.rglob("*") if path.is_file()}
    other = sorted(
        str(name)
        for name in names
        if not (one / name).exists()
        or not (two / name).exists()
        or (one / name).read_bytes() != (two / name).read_bytes()
    )
    told = f"{len(names)} files; other bytes: {', '.join(other) or 'none'}"
    yield Found("a second build", told, not other)


def advisories(place: Place) -> Iterator[Found]:
    """Known vulnerabilities, by the snapshots that lie in build/advisories."""
    snapshots = sorted((ROOT / "build" / "advisories").glob("*.zip"))
    listed = DIST / "gpstudio" / "_internal" / "components"
    done = subprocess.run(
        [sys.executable, ROOT / "packaging/vulnerabilities.py", *snapshots, "--list", listed],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = [line.strip() for line in done.stdout.splitlines()] or [_last(done)]
    passed = {0: True, 3: None}.get(done.returncode, False)
    yield Found("known vulnerabilities", "; ".join(lines).replace("|", "/"), passed)


def _files(there: Path) -> set[str]:
    """All but what apt and dpkg keep about themselves."""
    skipped = {"proc", "sys", "tmp", "var/lib/dpkg", "var/lib/apt", "var/cache", "var/log"}
    found = set[str]()
    for at, folders, files in os.walk(there):
        here = os.path.relpath(at, there)
        folders[:] = [one for one in folders if os.path.normpath(f"{here}/{one}") not in skipped]
        found.update(os.path.normpath(f"{here}/{one}") for one in (*folders, *files))
    return found


@contextmanager
def _mounted(where: Path, kind: str, options: str) -> Iterator[None]:
    chosen = ["-o", options] if options else []
    subprocess.run(["mount", "-t", kind, *chosen, kind, where], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", where], check=True)


def _as_nobody() -> list[str]:
    if os.geteuid():
        return []
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


def _did(what: str, done: subprocess.CompletedProcess[str], made: Path) -> Found:
    well = done.returncode == 0 and made.exists() and made.stat().st_size > 0
    return Found(what, f"exit code {done.returncode}{'' if well else ': ' + _last(done)}", well)


def _dates(what: str, took: Mapping[str, float], bar: float | None) -> Found:
    told = f"{took['dates']:.2f} s{'' if bar is None else f' (≤ {bar:g})'}"
    told = f"{told}; {took['processor']:.1f} s of processor until it has drawn them and ended"
    return Found(f"{what}: dates", told, None if bar is None else took["dates"] <= bar)


def _used() -> float:
    """Seconds of processor of all that was started from here and has ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _last(done: subprocess.CompletedProcess[str]) -> str:
    lines = (done.stdout + done.stderr).strip().splitlines()
    return f"exit code {done.returncode}" + (f", {lines[-1][:100]}" if done.returncode else "")


def _contents(folder: Path) -> Mapping[str, bytes]:
    """Of a report all but how long it took and where the file lay."""
    return {
        path.name: _without_seconds(path.read_bytes())
        for path in folder.glob("*")
        if path.is_file()
    }


def _without_seconds(content: bytes) -> bytes:
    return re.sub(rb'"(seconds|file|path|memory)": [^\n]*', b"", content)


def _bytes(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def _kept_code() -> str:
    from gpstudio.resources import machine_code

    return str(machine_code())


def _kept() -> dict[str, list[str]]:
    """What the page says of parts that are not run now."""
    parts: dict[str, list[str]] = {}
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    for section in text.split("\n## ")[1:]:
        name, _, body = section.partition("\n")
        rows = [line for line in body.splitlines() if line.startswith("| ")]
        parts[name.strip()] = rows[1:]
    return parts


def _write(parts: Mapping[str, list[str]]) -> None:
    lines = [
        "# Checked",
        "",
        "Written by `sh packaging/check.sh`; see there what each part does. On Windows and macOS: "
        "not run.",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, {os.cpu_count()} processors, "
        f"Python {platform.python_version()} for the source.",
    ]
    for name in parts:
        if parts[name]:
            lines += ["", f"## {name}", "", "| what | found | |", "|---|---|---|", *parts[name]]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
