"""Opens files that mean harm where they can do none: each in a process of its own, which may take
so long and so much memory.

python opening.py [window]     takes one path a line, says how it went with it; in a window
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve()
if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parents[4]), str(HERE.parents[3])]

from gpstudio.core.errors import InputError  # noqa: E402
from gpstudio.session.project.codec.document import parts_of_document  # noqa: E402
from gpstudio.session.project.whole import Errand, Opened, open_whole  # noqa: E402
from gpstudio.session.results import write_results  # noqa: E402
from gpstudio.session.script import command_line, python_script  # noqa: E402

SECONDS, MEMORY = 10.0, 1 << 30
"""Of a processor, so that a busy machine finds nothing."""
PATIENCE = 8
"""So many times as long may pass on the clock: some things wait for ever and work at nothing."""
SECONDS_SHOWN = 60.0
"""For a window, which is made first, and shows every page."""
WINDOW = "window"
OPENED, REFUSED, FINDING = "opened", "refused", "finding"


@dataclass(frozen=True)
class Verdict:
    kind: str
    told: str
    """The sentence of a refusal, the trace of a finding; what is lost of what was opened."""
    seconds: float
    """Of a processor."""
    peak: int
    """Bytes of memory."""

    @property
    def is_fine(self) -> bool:
        return self.kind != FINDING


class Opener:
    """Opens one file after the other, each in a fresh copy of a process that has all it needs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def open(self, path: Path) -> Verdict:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(path, file=self._process.stdin, flush=True)
        return Verdict(**json.loads(self._process.stdout.readline()))


@contextmanager
def opener(*, window: bool = False) -> Iterator[Opener]:
    command = [sys.executable, str(HERE), *([WINDOW] if window else [])]
    pipe = subprocess.PIPE
    with tempfile.TemporaryDirectory() as home:
        own = {f"XDG_{what}_HOME": home for what in ("CONFIG", "DATA", "STATE")}
        env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": home, **own}
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=env) as process:
            try:
                yield Opener(process)
            finally:
                assert process.stdin is not None
                process.stdin.close()


def main() -> None:
    is_shown = sys.argv[1:] == [WINDOW]
    _warm_up()
    if is_shown:
        from gui import projects_shown  # noqa: F401  (what is copied has it already)
    for line in sys.stdin:
        print(json.dumps(vars(judged(Path(line.rstrip("\n")), is_shown))), flush=True)


def _warm_up() -> None:
    """What all need is read from the disk once."""
    with tempfile.TemporaryDirectory() as folder:
        path = shutil.copyfile(HERE.parents[1] / "formats" / "v1.gpstudio", Path(folder) / "a")
        errand = Errand()
        use(open_whole(path, errand))
        errand.give_up()


def judged(path: Path, is_shown: bool = False) -> Verdict:
    """What became of opening it, in a copy of this process."""
    most = SECONDS_SHOWN if is_shown else SECONDS
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as pipe:
            _limit()
            json.dump(_shown(path) if is_shown else _opened(path), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        in_time = bool(select.select([pipe], [], [], PATIENCE * most)[0])
        if not in_time:
            os.kill(child, signal.SIGKILL)
        told = pipe.read()
    _, status, used = os.wait4(child, 0)
    seconds, peak = used.ru_utime + used.ru_stime, used.ru_maxrss << 10
    if not in_time or seconds > most:
        kind, said = FINDING, f"longer than {most:g} s"
    elif not told:
        kind, said = FINDING, f"died with {status}"
    else:
        kind, said = json.loads(told)
    if kind != FINDING and peak > MEMORY:
        kind, said = FINDING, f"{peak >> 20} MB"
    return Verdict(kind, said, seconds, peak)


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY, 4 * MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _opened(path: Path) -> tuple[str, str]:
    errand = Errand()
    try:
        opened = open_whole(path, errand)
        use(opened)
        return OPENED, opened.found.sentence(path)
    except InputError as error:
        one = str(error).endswith((".", "?")) and "\n" not in str(error)
        return REFUSED if one else FINDING, str(error)
    except BaseException:
        return FINDING, traceback.format_exc()[-3000:]
    finally:
        with contextlib.suppress(BaseException):
            errand.give_up()


def _shown(path: Path) -> tuple[str, str]:
    from gui.projects_shown import shown

    try:
        told = shown(path)
    except BaseException:
        told = [traceback.format_exc()[-3000:]]
    return (FINDING, "\n".join(told)[:6000]) if told else (OPENED, "")


def use(opened: Opened) -> None:
    """What a window and who works in it ask of a document, nothing fitted: all of it is words or
    a sentence."""
    document = opened.document
    list(parts_of_document(document))
    for group in document.facts:
        hash(document.facts_of(group))
    if document.table is None:
        return
    assert document.table.sentence
    json.dumps(document.table.as_json())
    for group in document.table.by_group:
        for row in document.kept_of(group):
            assert row.key
    assert document.curve_is_current in (True, False)
    with tempfile.TemporaryDirectory() as folder:
        fits = [fit for fit in document.fits.values() if fit is not None]
        if fits:
            write_results(Path(folder), document.table, fits)
        for written in (command_line, _script):
            with contextlib.suppress(InputError):
                written(document, Path(folder) / "script")


def _script(document: object, _: Path) -> object:
    return python_script(document)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
