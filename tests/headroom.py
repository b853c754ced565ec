"""A process that may take little more memory than it has; prints how each long action ends in it.

    python -m tests.headroom MEGABYTES READINGS FIELDS FULL ACTION...

Inputs are made before the limit is set. A fault, or the end of the process, is what must not be;
at last a window of the same process is asked to draw itself.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # it ends the process where it cannot begin a thread

from long_actions import ACTIONS, Place, Size, Work, seasons

from gpstudio.core.cached import cached_property
from gpstudio.core.task import QUIET
from gpstudio.data.series import Series
from gpstudio.gui.main import make_application, tell_faults_in
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window
from gpstudio.jobs.events import END, Failed
from gpstudio.jobs.job import Job

ROW = b"North,1984-06-01,0.5\n"
SMALL = Size(readings=90, fields=2, full=60, rivals=3)


class Bare(Place):
    """Inputs that cost nothing to make, however long they are."""

    @cached_property
    def series(self) -> Series:
        return seasons("North", self.size.readings, 1)

    @cached_property
    def one(self) -> Path:
        path = self.folder / "one.csv"
        path.write_bytes(b"field,date,ndvi\n" + ROW * self.size.readings)
        return path


def main(room: float, size: Size, names: list[str]) -> None:
    application = make_application()
    window = Window(Themes(application))
    tell_faults_in(window)
    window.show()
    folder = Path(tempfile.mkdtemp())
    wanted = [action for action in ACTIONS if action.name in names]
    for action in wanted:  # what is loaded and compiled once is so before
        with suppress(Exception):
            action.begin(Place(folder, SMALL))(QUIET)
    place = Bare(Path(tempfile.mkdtemp()), size)
    works = {action.name: action.begin(place) for action in wanted}
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + int(room)
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
    ends = {name: end_of(work) for name, work in works.items()}
    application.processEvents()
    ends["window"] = {"kind": "drawn" if not window.grab().isNull() else "blank"}
    print(json.dumps(ends))
    sys.stdout.flush()
    os._exit(0)


def end_of(work: Work) -> dict[str, object]:
    job = Job(lambda task: work(task)).start()
    last = next(event for event in job.events() if isinstance(event, END))
    said = {"kind": type(last).__name__}
    if isinstance(last, Failed):
        return {**said, "sentence": last.sentence, "fault": last.fault, "details": last.details}
    return dict(said)


if __name__ == "__main__":
    megabytes, readings, fields, full = map(int, sys.argv[1:5])
    main(1e6 * megabytes, Size(readings, fields, full, rivals=3), sys.argv[5:])
