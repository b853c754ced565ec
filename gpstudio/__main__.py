"""The one entrance: chooses between the command line and the window.

It is imported again by every worker process and stands between a double click and the first
paint, so it imports nothing heavy before it knows what is wanted.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.core.errors import InputError, suggestion
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.data.table import Table
    from gpstudio.session.fitting import Fit

COMMANDS = frozenset(
    "fit batch learn merge add report hindcast map classify inspect doctor demo lab".split()
)
CLI_OPTIONS = frozenset({"--help", "-h", "--version"})
SMOKE = "--smoke"
WORKER = "--worker"
"""The frozen program as one of its own worker processes (``jobs/worker.py``)."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run GP Studio with the given words (those of the process when None); return its exit code."""
    # In a frozen build every worker process begins here, with arguments that are not for us.
    multiprocessing.freeze_support()
    words = list(sys.argv[1:] if argv is None else argv)
    if words == [WORKER]:
        from gpstudio.jobs.worker import main as work

        work()
        return 0
    let_any_name_be_printed()
    try:
        return _dispatch(words)
    except InputError as error:
        print(f"gpstudio: {error}", file=sys.stderr)
        return 2


def _dispatch(words: list[str]) -> int:
    first = words[0] if words else ""
    if first in COMMANDS or first in CLI_OPTIONS:
        from gpstudio.cli.main import main as command_line

        return command_line(
            words,
            draw=_draw_without_a_window,
            rasterise=_rasterise_without_a_window,
            report=_report_without_a_window,
        )
    if first == SMOKE:
        return _smoke(words[1:])
    _check_file_words(words)
    problem = display_problem()
    if problem is not None:
        raise InputError(problem)
    gc.disable()  # until the window can be seen, see gui/garbage.py: what is imported stays
    from gpstudio.gui.main import main as window

    return window(words)


def _smoke(words: list[str]) -> int:
    if len(words) != 1:
        raise InputError(
            tr(
                "{smoke} needs the name of one PNG file to write, as in {smoke} out.png.",
                smoke=SMOKE,
            )
        )
    if display_problem() is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    gc.disable()
    from gpstudio.gui.smoke import smoke

    return smoke(words[0])


def _draw_without_a_window(fit: Fit, path: Path) -> None:
    """Handed to the command line, which may not know Qt."""
    if display_problem() is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gpstudio.gui.figure import draw_figure

    draw_figure(fit, path)


def _rasterise_without_a_window(svg: str, path: Path) -> None:
    """Likewise."""
    if display_problem() is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gpstudio.gui.main import make_application
    from gpstudio.gui.rasterise import rasterise

    make_application()
    rasterise(svg, path)


def _report_without_a_window(
    path: Path, fits: Sequence[Fit], table: Table | None, unfitted: Mapping[str, str]
) -> Path:
    """Likewise."""
    if display_problem() is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gpstudio.gui.main import make_application
    from gpstudio.gui.report_pdf.write import write_reports

    make_application()
    return write_reports(path, fits, table, unfitted=unfitted)


def _check_file_words(words: list[str]) -> None:
    """What is neither a command nor an option must be the one file to open."""
    if not words:
        return
    first = words[0]
    if first.startswith("-"):
        known = {*CLI_OPTIONS, SMOKE}
        raise InputError(
            tr(
                "There is no option '{option}': {hint}",
                option=first,
                hint=suggestion(first, known),
            )
        )
    path = Path(first)
    if not path.suffix and not path.exists():
        raise InputError(
            tr(
                "There is no file or command '{name}': {hint}",
                name=first,
                hint=suggestion(first, COMMANDS),
            )
        )
    if len(words) > 1:
        raise InputError(
            tr(
                "The window opens one file, but '{second}' follows '{first}': "
                "give one file, or a command first, as in 'gpstudio fit FILE'.",
                second=words[1],
                first=first,
            )
        )


def display_problem() -> str | None:
    """Why no window can be opened here, or None when nothing speaks against it.

    Qt itself would abort the process when it finds no display.
    """
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return None
    if os.environ.get("WAYLAND_DISPLAY"):
        return None
    display = os.environ.get("DISPLAY", "")
    advice = tr(
        "start GP Studio on a desktop, or use the command line: 'gpstudio fit FILE --out DIR', "
        "'gpstudio demo --out DIR'."
    )
    if not display:
        return tr("There is no display to open a window on: {advice}", advice=advice)
    if not _x_server_answers(display):
        return tr(
            "The display '{display}' does not answer: {advice}", display=display, advice=advice
        )
    return None


def _x_server_answers(display: str) -> bool:
    """Whether something listens where ``DISPLAY`` points; True where that cannot be told."""
    host, _, number = display.rpartition(":")
    number = number.partition(".")[0]
    if host not in {"", "unix"} or not number.isdigit():
        return True  # a forwarded or remote display: only Qt can find out
    name = f"/tmp/.X11-unix/X{number}"
    for address in (f"\0{name}", name):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(1.0)
            try:
                probe.connect(address)
            except OSError:
                continue
            return True
    return False


def let_any_name_be_printed() -> None:
    """File names and columns may hold what the terminal's own encoding has no sign for."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # there is none beside a window on Windows
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
