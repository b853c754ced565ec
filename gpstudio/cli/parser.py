"""The commands of the command line; the words that several of them take are in ``words.py``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from textwrap import wrap
from typing import Any, NoReturn

from gpstudio import __version__
from gpstudio.cli.words import (
    add_answer,
    add_class_words,
    add_engine,
    add_model_words,
    add_out_words,
    add_population,
    add_recipe_words,
    add_seed,
    add_sowing,
    add_stage_words,
    add_table_words,
    add_workers,
)
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import SLOTS, Slot
from gpstudio.translation import tr

HELP_WIDTH = 80
INDENT = " " * 6


def _nothing(parser: argparse.ArgumentParser) -> None:
    """What there is to add to most commands."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, like every other message of ours."""

    def __init__(self, *args: Any, fill: Callable[[Parser], None] = _nothing, **more: Any) -> None:
        """``fill`` adds what takes long to find out, once the command is named."""
        super().__init__(*args, **more)
        self._fill = fill

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        fill, self._fill = self._fill, _nothing
        fill(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        raise InputError(
            tr(
                "{problem}; see '{program} --help'.",
                problem=f"{message[:1].upper()}{message[1:]}",
                program=self.prog,
            )
        )


def make_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="gpstudio",
        description=tr("Gaussian processes for crop seasons. Without a command, opens the window."),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"gpstudio {__version__}")
    parser.add_argument(
        "--smoke",
        metavar="PNG",
        help=tr("open the window on the sample, fit it, save its picture and leave"),
    )
    parser.set_defaults(stopped=tr("nothing was left half-written."))
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    _add_fit(commands)
    _add_hindcast(commands)
    _add_batch(commands)
    _add_learn(commands)
    _add_merge(commands)
    _add_map(commands)
    _add_classify(commands)
    _add_inspect(commands)
    _add_add(commands)
    _add_report(commands)
    doctor = commands.add_parser(
        "doctor", help=tr("versions, threads, memory, self-check"), allow_abbrev=False
    )
    add_engine(doctor)
    doctor.set_defaults(run="doctor")
    demo = commands.add_parser("demo", help=tr("fit the bundled sample field"), allow_abbrev=False)
    demo.add_argument("--out", metavar="DIR", default="gpstudio-demo", help=tr("where results go"))
    demo.set_defaults(run="demo")
    _add_lab(commands)
    return parser


def _add_fit(commands: argparse._SubParsersAction[Parser]) -> None:
    fit = commands.add_parser(
        "fit",
        help=tr("fit a table of readings; write forecast, stages, readings and report.json"),
        epilog="\n\n".join([_exit_codes(), *(_listed(slot) for slot in SLOTS)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_table_words(fit)
    add_model_words(fit)
    fit.add_argument(
        "--rivals",
        action="store_true",
        help=tr("hold other curves against the fit on readings left out, and write rivals too"),
    )
    fit.add_argument(
        "--left-out",
        metavar="WHICH",
        default="singles",
        help=tr(
            "for --rivals: singles, one reading here, one there; or blocks of a month [singles]"
        ),
    )
    add_workers(fit)
    add_population(fit)
    add_out_words(fit)
    fit.set_defaults(run="fit")


def _add_hindcast(commands: argparse._SubParsersAction[Parser]) -> None:
    back = commands.add_parser(
        "hindcast",
        help=tr("what would have been told every so many days; how dates closed in"),
        description=tr(
            "Ask every so many days, back from the last reading, without later ones; write "
            "hindcast and a figure of how each date closed in."
        ),
        allow_abbrev=False,
    )
    add_table_words(back)
    add_recipe_words(back)
    back.add_argument(
        "--every", metavar="DAYS", default="10", help=tr("days between two questions, from 1 [10]")
    )
    add_stage_words(back)
    add_out_words(back)
    back.set_defaults(run="hindcast", predict=None, horizon=None)


def _add_batch(commands: argparse._SubParsersAction[Parser]) -> None:
    batch = commands.add_parser(
        "batch",
        help=tr("fit very many fields; go on after whatever stopped it; write a table of fields"),
        epilog="\n\n".join([_exit_codes(), *(_listed(slot) for slot in SLOTS)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_table_words(batch)
    add_model_words(batch)
    add_workers(batch)
    add_population(batch)
    batch.add_argument(
        "--resume",
        action="store_true",
        help=tr("go on with what the folder holds; begin where it holds nothing"),
    )
    batch.add_argument(
        "--forecast", action="store_true", help=tr("write the curve of every field, too")
    )
    batch.add_argument(
        "--shard",
        metavar="K/N",
        help=tr("only the K-th of N parts of the fields; 'gpstudio merge' joins them"),
    )
    add_out_words(batch)
    batch.set_defaults(
        run="batch", stopped=tr("what was fitted is kept, and the same words with --resume go on.")
    )


def _add_learn(commands: argparse._SubParsersAction[Parser]) -> None:
    learn = commands.add_parser(
        "learn",
        help=tr("what the fields of a table have in common, to a file; fit and batch take it"),
        allow_abbrev=False,
    )
    add_table_words(learn)
    add_recipe_words(learn)
    add_sowing(learn)
    learn.add_argument("--out", metavar="FILE", required=True, help=tr("where it is written"))
    learn.set_defaults(run="learn")


def _add_merge(commands: argparse._SubParsersAction[Parser]) -> None:
    merge = commands.add_parser(
        "merge", help=tr("join the shards of a batch into its files"), allow_abbrev=False
    )
    merge.add_argument("folders", metavar="DIR", nargs="+", help=tr("where a shard was written"))
    add_workers(merge)
    add_out_words(merge)
    merge.set_defaults(run="merge")


def _add_map(commands: argparse._SubParsersAction[Parser]) -> None:
    laid = commands.add_parser(
        "map",
        help=tr("lay all fields' years out as points: those that ran alike lie near each other"),
        description=tr(
            "Lay each field's each year out as a point, by its readings week by week, and write "
            "where it lies, how sure that is, and which ran as no other did, with a figure."
        ),
        allow_abbrev=False,
    )
    add_table_words(laid)
    add_seed(laid)
    add_out_words(laid)
    laid.set_defaults(run="map")


def _add_classify(commands: argparse._SubParsersAction[Parser]) -> None:
    classes = commands.add_parser(
        "classify",
        help=tr("which class each row or season is of, such as its crop, with probabilities"),
        description=tr(
            "Learn classes from rows with a label and numbers, or from the seasons of labelled "
            "fields (--seasons, or --time and --value). Writes probabilities of parts left out, "
            "confusion, a figure, report.json, and the classes of whatever has no label."
        ),
        allow_abbrev=False,
    )
    add_table_words(classes)
    classes.add_argument(
        "--label", metavar="COL", required=True, help=tr("the column that names the class")
    )
    classes.add_argument(
        "--seasons",
        action="store_true",
        help=tr("learn from seasons of readings; their columns are found where none is named"),
    )
    classes.add_argument(
        "--as-of",
        metavar="DATE",
        help=tr("of seasons: tell by what was read by this day of each growing year"),
    )
    classes.add_argument(
        "--features",
        metavar="COL,…",
        action="append",
        default=[],
        help=tr("of rows: the columns of numbers that tell the class; again for more [all]"),
    )
    classes.add_argument(
        "--folds", metavar="N", default="5", help=tr("parts that are left out in turn; 0: none [5]")
    )
    classes.add_argument(
        "--ask",
        metavar="FILE",
        action="append",
        default=[],
        help=tr("of rows: further ones whose classes are asked for; again for more"),
    )
    add_class_words(classes)
    add_workers(classes)
    add_out_words(classes)
    classes.set_defaults(run="classify")


def _add_inspect(commands: argparse._SubParsersAction[Parser]) -> None:
    inspect = commands.add_parser(
        "inspect", help=tr("what the importer understood and why"), allow_abbrev=False
    )
    add_table_words(inspect)
    inspect.add_argument("--json", action="store_true", help=tr("for programs"))
    inspect.set_defaults(run="inspect")


def _add_add(commands: argparse._SubParsersAction[Parser]) -> None:
    add = commands.add_parser(
        "add",
        help=tr("new readings into a project; fields that changed are fitted anew"),
        description=tr(
            "Read files as the project's table was read, add what is new, fit changed fields "
            "again, and save; the project before is kept as an earlier version."
        ),
        allow_abbrev=False,
    )
    add.add_argument("project", metavar="PROJECT", help=tr("a project that the window has saved"))
    add.add_argument("files", metavar="FILE", nargs="+", help=tr("tables of readings"))
    add_answer(add)
    add.add_argument(
        "--dry-run", action="store_true", help=tr("say what would change, and change nothing")
    )
    add_workers(add)
    add.set_defaults(run="add")


def _add_report(commands: argparse._SubParsersAction[Parser]) -> None:
    report = commands.add_parser(
        "report",
        help=tr(
            "a PDF of dates, of a project or of a table: one page sums up, one is of each field"
        ),
        description=tr(
            "Write the report that the window exports: of a project as it was saved, or of a "
            "table, fitted first with the words of 'gpstudio fit'."
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_table_words(report)
    add_model_words(report)
    add_workers(report)
    add_population(report)
    report.add_argument("--out", metavar="PDF", required=True, help=tr("where it is written"))
    report.set_defaults(run="report")


def _add_lab(commands: argparse._SubParsersAction[Parser]) -> None:
    lab = commands.add_parser(
        "lab",
        help=tr("studies that compare approximations and solvers"),
        description="Measure a study, or go on with it where it was stopped; write results.csv, "
        "figures and a summary page.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        fill=_fill_lab,
    )
    lab.add_argument("study", metavar="NAME", nargs="?", help=tr("the study; see below"))
    lab.add_argument("--out", metavar="DIR", help=tr("where results go"))
    lab.add_argument("--data", metavar="DIR", help=tr("data sets that do not come with GP Studio"))
    lab.add_argument(
        "--list", action="store_true", help=tr("the studies and what can be set of them")
    )
    lab.set_defaults(
        run="lab", stopped=tr("what was measured is kept, and the same command goes on from there.")
    )


def _fill_lab(lab: Parser) -> None:
    """To know the studies takes a second."""
    from gpstudio.lab.catalogue import listed, parameters

    lab.epilog = listed()
    for parameter in parameters():
        spelt = dict.fromkeys((parameter.name, parameter.name.replace("_", "-")))
        options = [f"--{name}" for name in spelt]
        lab.add_argument(*options, dest=parameter.name, metavar="…", help=argparse.SUPPRESS)


def _exit_codes() -> str:
    words = tr(
        "Exit codes: 0 done (fields without a fit are named with the reason on stderr, in "
        "report.json and in the stages); 2 wrong input or words, or no field can be fitted: "
        "nothing was written; 130 stopped."
    )
    return "\n".join(wrap(words, HELP_WIDTH))


def _listed(slot: Slot) -> str:
    lines = [f"--{slot.name}:"]
    for spec in slot.specs:
        lines += wrap(
            spec.signature, HELP_WIDTH, initial_indent="  ", subsequent_indent=INDENT,
            break_on_hyphens=False,
        )  # fmt: skip
        lines += wrap(spec.help, HELP_WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)
    return "\n".join(lines)
