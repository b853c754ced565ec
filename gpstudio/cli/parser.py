"""The words of the command line. What can be chosen is listed from the specs, nowhere else."""

from __future__ import annotations

import argparse
from textwrap import wrap
from typing import NoReturn

from gpstudio import __version__
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import SLOTS, Slot
from gpstudio.data.decisions import ROLES
from gpstudio.data.writing.form import DECIMALS, DELIMITERS, FILE_KINDS, WrittenAs
from gpstudio.lab.catalogue import listed, parameters
from gpstudio.phenology.templates import crops
from gpstudio.translation import any_typed, tr

HELP_WIDTH = 80
INDENT = " " * 6


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, like every other message of ours."""

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
    _add_inspect(commands)
    doctor = commands.add_parser(
        "doctor", help=tr("versions, threads, memory, self-check"), allow_abbrev=False
    )
    _add_engine(doctor)
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
    _add_table_words(fit)
    _add_model_words(fit)
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
    _add_workers(fit)
    _add_population(fit)
    _add_out_words(fit)
    fit.set_defaults(run="fit")


def _add_hindcast(commands: argparse._SubParsersAction[Parser]) -> None:
    back = commands.add_parser(
        "hindcast",
        help=tr("what would have been told every so many days; how dates closed in"),
        description=tr(
            "Ask every so many days, from the last reading back, as if later ones were not there "
            "yet; write hindcast and a figure of how each date and its interval closed in."
        ),
        allow_abbrev=False,
    )
    _add_table_words(back)
    _add_recipe_words(back)
    back.add_argument(
        "--every", metavar="DAYS", default="10", help=tr("days between two questions, from 1 [10]")
    )
    _add_stage_words(back)
    _add_out_words(back)
    back.set_defaults(run="hindcast", predict=None, horizon=None)


def _add_recipe_words(command: argparse.ArgumentParser) -> None:
    for slot in SLOTS:
        default = "auto" if slot.auto else slot.specs[0].name
        command.add_argument(
            f"--{slot.name}", metavar="R", default=default, help=f"{slot.help} [{default}]"
        )
    command.add_argument(
        "--anyway",
        action="store_true",
        help=tr("fit also where that takes longer than a minute by its estimate"),
    )
    command.add_argument("--seed", metavar="N", default="0", help=tr("of every random draw [0]"))


def _add_model_words(command: argparse.ArgumentParser) -> None:
    """How each field is fitted, for which times, and what is dated."""
    _add_recipe_words(command)
    when = command.add_mutually_exclusive_group()
    when.add_argument("--predict", metavar="START:END:STEP", help=tr("the times to predict"))
    when.add_argument(
        "--horizon", metavar="DAYS", help=tr("how far to forecast, up to 36,525 [30]")
    )
    _add_stage_words(command)


def _add_batch(commands: argparse._SubParsersAction[Parser]) -> None:
    batch = commands.add_parser(
        "batch",
        help=tr("fit very many fields; go on after whatever stopped it; write a table of fields"),
        epilog="\n\n".join([_exit_codes(), *(_listed(slot) for slot in SLOTS)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _add_table_words(batch)
    _add_model_words(batch)
    _add_workers(batch)
    _add_population(batch)
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
    _add_out_words(batch)
    batch.set_defaults(
        run="batch", stopped=tr("what was fitted is kept, and the same words with --resume go on.")
    )


def _add_learn(commands: argparse._SubParsersAction[Parser]) -> None:
    learn = commands.add_parser(
        "learn",
        help=tr("what the fields of a table have in common, to a file; fit and batch take it"),
        allow_abbrev=False,
    )
    _add_table_words(learn)
    _add_recipe_words(learn)
    learn.add_argument("--out", metavar="FILE", required=True, help=tr("where it is written"))
    learn.set_defaults(run="learn")


def _add_population(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--population",
        metavar="FILE",
        help=tr("what 'gpstudio learn' wrote, to weigh the fields by [learnt from these fields]"),
    )


def _add_merge(commands: argparse._SubParsersAction[Parser]) -> None:
    merge = commands.add_parser(
        "merge", help=tr("join the shards of a batch into its files"), allow_abbrev=False
    )
    merge.add_argument("folders", metavar="DIR", nargs="+", help=tr("where a shard was written"))
    _add_workers(merge)
    _add_out_words(merge)
    merge.set_defaults(run="merge")


def _add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workers",
        metavar="N",
        help=tr(
            "processes that fit the fields; 1: this one [one a processor, where it is worth it]"
        ),
    )
    _add_engine(parser)


def _add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine",
        metavar="E",
        default="processes",
        help=tr(
            "who fits the fields: processes, dask=tcp://HOST:PORT, dask=file:PATH of a "
            "scheduler's file, or dask=local [processes]"
        ),
    )


def _add_stage_words(command: argparse.ArgumentParser) -> None:
    parser = command.add_argument_group(tr("which stages are dated, and what is known besides"))
    parser.add_argument(
        "--stages",
        metavar="CROP",
        default="curve",
        help=tr(
            "{crops}; curve: what the curve alone can show; none [curve]",
            crops=", ".join(crops()),
        ),
    )
    parser.add_argument(
        "--crops",
        metavar="DIR",
        help=tr("a folder with templates of your own, which win over those of the same name"),
    )
    parser.add_argument("--index", metavar="NAME", help=tr("what the value is: NDVI, EVI, GCC, …"))
    parser.add_argument(
        "--also",
        metavar="COL[=INDEX]",
        action="append",
        default=[],
        help=tr("a further index of the same fields and days, such as ndyi; again for more"),
    )
    parser.add_argument(
        "--as-of",
        metavar="DATE",
        help=tr("the day of the question: what was read later is hidden from fit and dates"),
    )
    parser.add_argument(
        "--temperature",
        metavar="FILE",
        help=tr(
            "daily temperatures: time, tmin and tmax (or tmean), and group where fields differ"
        ),
    )
    parser.add_argument(
        "--observed",
        metavar="FILE",
        help=tr("dates seen in the field, to learn from: group, season, stage, date"),
    )
    parser.add_argument(
        "--sowing", metavar="FILE", help=tr("sowing dates: group, season, crop, date")
    )
    parser.add_argument(
        "--place",
        metavar="LAT,LON[,ALT]",
        help=tr(
            "where the fields lie, degrees and metres (--place=-34.9,138.6,50 where the latitude "
            "is negative): the crop's calendar and usual temperatures there; a table may have "
            "columns of it"
        ),
    )
    parser.add_argument(
        "--type",
        metavar="TYPE",
        default="",
        help=tr("of a cereal: winter, facultative or spring [by the day of sowing, or winter]"),
    )
    parser.add_argument(
        "--region",
        metavar="NAME",
        default="",
        help=tr("the region whose calendar the template may use; --place holds anywhere"),
    )
    parser.add_argument(
        "--hemisphere", metavar="NAME", default="", help=tr("north or south: of the calendar")
    )
    parser.add_argument(
        "--mean-temperature",
        metavar="°C",
        help=tr("of days without a temperature, in place of the crop's own"),
    )
    parser.add_argument(
        "--degree-days",
        metavar="WAY",
        default="three_hourly",
        help=tr(
            "how degree days are counted: three_hourly, single_sine or daily_mean [three_hourly]"
        ),
    )


def _add_inspect(commands: argparse._SubParsersAction[Parser]) -> None:
    inspect = commands.add_parser(
        "inspect", help=tr("what the importer understood and why"), allow_abbrev=False
    )
    _add_table_words(inspect)
    inspect.add_argument("--json", action="store_true", help=tr("for programs"))
    inspect.set_defaults(run="inspect")


def _add_lab(commands: argparse._SubParsersAction[Parser]) -> None:
    lab = commands.add_parser(
        "lab",
        help=tr("experiments that compare approximations and solvers"),
        description="Measure a study, or go on with it where it was stopped; write results.csv, "
        "figures and a summary page.",
        epilog=listed(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    lab.add_argument("study", metavar="NAME", nargs="?", help=tr("the study; see below"))
    lab.add_argument("--out", metavar="DIR", help=tr("where results go"))
    lab.add_argument("--data", metavar="DIR", help=tr("data sets that do not come with GP Studio"))
    lab.add_argument(
        "--list", action="store_true", help=tr("the studies and what can be set of them")
    )
    for parameter in parameters():
        spelt = dict.fromkeys((parameter.name, parameter.name.replace("_", "-")))
        options = [f"--{name}" for name in spelt]
        lab.add_argument(*options, dest=parameter.name, metavar="…", help=argparse.SUPPRESS)
    lab.set_defaults(
        run="lab", stopped=tr("what was measured is kept, and the same command goes on from there.")
    )


def _add_table_words(command: argparse.ArgumentParser) -> None:
    parser = command.add_argument_group("how the file is read; what is not said is found")
    parser.add_argument("file", metavar="FILE", help=tr("a table of readings, such as a CSV"))
    parser.add_argument(
        "--time",
        metavar="COL",
        action="append",
        help=tr(
            "the column of dates or times; again for a second one, such as year and day of year"
        ),
    )
    parser.add_argument("--value", metavar="COL", help=tr("the column of readings"))
    parser.add_argument(
        "--group",
        metavar="COL",
        action="append",
        help=tr(
            "the column that names the field; again where several name it together; '' for none"
        ),
    )
    parser.add_argument(
        "--role",
        metavar="COLUMN=ROLE",
        action="append",
        default=[],
        help=tr("what a column is for: {roles}", roles=", ".join(ROLES)),
    )
    parser.add_argument(
        "--answer",
        metavar="ABOUT=CHOICE",
        action="append",
        default=[],
        help=tr(
            "settle a question about the file, as in --answer 'date=day first', or take a "
            "decision back that 'gpstudio inspect' shows"
        ),
    )


def _add_out_words(command: argparse.ArgumentParser) -> None:
    parser = command.add_argument_group(tr("what is written"))
    plain = WrittenAs()
    parser.add_argument("--out", metavar="DIR", required=True, help=tr("where results go"))
    parser.add_argument(
        "--out-format",
        metavar="KIND",
        default=plain.kind,
        help=f"{any_typed(FILE_KINDS)} [{plain.kind}]",
    )
    parser.add_argument(
        "--out-delimiter",
        metavar="MARK",
        default=plain.delimiter,
        help=tr(
            "of CSV: {choices} [{default}]",
            choices=any_typed(DELIMITERS),
            default=plain.delimiter,
        ),
    )
    parser.add_argument(
        "--out-decimal",
        metavar="MARK",
        default=plain.decimal,
        help=tr(
            "of CSV: {choices} [{default}]", choices=any_typed(DECIMALS), default=plain.decimal
        ),
    )
    parser.add_argument(
        "--columns",
        action=_Columns,
        nargs=0,
        help=tr("what the columns of the written tables mean"),
    )


class _Columns(argparse.Action):
    """Like --help: says it and leaves."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        from gpstudio.data.writing.columns import told

        print(told())
        parser.exit()


def _exit_codes() -> str:
    words = tr(
        "Exit codes: 0 done, also where some of many fields have no fit: each of them is named on "
        "stderr, in report.json and in the stages, with its reason; 2 the input or the words were "
        "wrong, or no field can be fitted, and nothing was written; 130 stopped."
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
