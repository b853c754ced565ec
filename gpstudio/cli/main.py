"""The command line: words in, files and one-line messages out.

Exit codes: 0 done, where some of several fields may be without a fit (each named on stderr);
2 the input or the words were wrong, and nothing was written (one line on stderr); 130 stopped.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from gpstudio.cli.watch import complain
from gpstudio.core.errors import InputError
from gpstudio.translation import tr
from gpstudio.version import __version__

if TYPE_CHECKING:
    from gpstudio.data.table import Table
    from gpstudio.session.fitting import Fit

DONE, WRONG, STOPPED = 0, 2, 130

Draw: TypeAlias = "Callable[[Fit, Path], None]"
"""Draws a fit into a picture file."""
Rasterise: TypeAlias = Callable[[str, Path], None]
"""Draws the text of an SVG into a picture file."""
DrawReport: TypeAlias = "Callable[[Path, Sequence[Fit], Table | None, Mapping[str, str]], Path]"
"""Writes the report of these fits into a PDF file, with the fields that have none and why."""


@dataclass(frozen=True)
class Pictures:
    """What is handed in, because only the window knows how; None where there is nobody who does."""

    draw: Draw | None = None
    rasterise: Rasterise | None = None
    report: DrawReport | None = None


def main(
    argv: Sequence[str] | None = None,
    draw: Draw | None = None,
    rasterise: Rasterise | None = None,
    report: DrawReport | None = None,
) -> int:
    """Run the command that the words name; the exit code is for the caller to leave with."""
    said = list(sys.argv[1:] if argv is None else argv)
    if said == ["--version"]:  # all other words want numbers and the list of kernels to be loaded
        print(f"gpstudio {__version__}")
        return DONE
    from gpstudio.cli.parser import make_parser

    try:
        words = make_parser().parse_args(said)
    except InputError as error:
        return tell(error)
    except SystemExit as leaving:  # --help and --version have printed what they say
        return int(leaving.code or 0)
    if not getattr(words, "run", None):
        return tell(InputError(tr("Name a command, such as 'fit'; see 'gpstudio --help'.")))
    try:
        return _run(words, Pictures(draw, rasterise, report))
    except InputError as error:
        return tell(error)
    except MemoryError as error:
        from gpstudio.core.memory import short_of  # not needed before

        return tell(InputError(short_of(error)))
    except KeyboardInterrupt:
        print(tr("gpstudio: stopped; {stopped}", stopped=words.stopped), file=sys.stderr)
        return STOPPED
    except BrokenPipeError:  # whoever read what is printed, such as "head", has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return STOPPED


def tell(error: InputError) -> int:
    """One line on stderr, and the code to leave with."""
    complain(str(error))
    return WRONG


def _run(words: argparse.Namespace, pictures: Pictures) -> int:
    run = import_module(f"gpstudio.cli.{words.run}").run
    code = int(run(words, pictures))
    sys.stdout.flush()
    return code
