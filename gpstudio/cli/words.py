"""Words that several commands take, in groups. What can be chosen is listed from the specs, nowhere
else."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from typing import NoReturn

from gpstudio.core.recipe import SLOTS
from gpstudio.data.decisions import ROLES
from gpstudio.data.writing.form import (
    DECIMALS,
    DELIMITERS,
    DIGITS,
    FIELDS_NAMES,
    FILE_KINDS,
    WrittenAs,
)
from gpstudio.phenology.templates import crops
from gpstudio.session.classified.choices import SLOTS as CLASS_SLOTS
from gpstudio.session.classified.choices import WANTED
from gpstudio.translation import any_typed, tr

EVERY_SLOT = tuple(slot.name for slot in SLOTS)


def add_table_words(command: argparse.ArgumentParser) -> None:
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
            "the column that names the field, or what else rows belong to; again where several "
            "name it together; '' for none"
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
            "answer a question about the file, as in --answer 'date=day first', or take a "
            "decision back that 'gpstudio inspect' shows"
        ),
    )

    parser.add_argument(
        "--add",
        metavar="FILE",
        action="append",
        default=[],
        help=tr("a file whose new readings join those of FILE, read as it was; again for more"),
    )
    parser.add_argument(
        "--add-answer",
        metavar="ABOUT=CHOICE",
        action="append",
        default=[],
        help=tr("answer a question about the added files alone"),
    )
    parser.add_argument(
        "--rename",
        metavar="FIELD=NAME",
        action="append",
        default=[],
        help=tr("another name for a field; again for more"),
    )


def add_recipe_words(command: argparse.ArgumentParser, slots: Collection[str] = EVERY_SLOT) -> None:
    for slot in SLOTS:
        if slot.name not in slots:
            continue
        default = "auto" if slot.auto else slot.specs[0].name
        command.add_argument(
            f"--{slot.name}", metavar="R", default=default, help=f"{slot.help} [{default}]"
        )
    command.add_argument(
        "--anyway",
        action="store_true",
        help=tr("fit also where that takes longer than a minute by its estimate"),
    )
    add_seed(command)


def add_seed(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seed", metavar="N", default="0", help=tr("of every random draw [0]"))


def add_answer(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--answer",
        metavar="ABOUT=CHOICE",
        action="append",
        default=[],
        help=tr("answer a question about the files"),
    )


def add_class_words(command: argparse.ArgumentParser) -> None:
    """How classes are learnt."""
    parser = command.add_argument_group(tr("how classes are learnt"))
    for parameter in WANTED:
        parser.add_argument(
            f"--{parameter.name}",
            metavar="WAY",
            default=parameter.default,
            help=tr(
                "{about} {choices} [{default}]",
                about=parameter.help,
                choices=any_typed(parameter.choices),
                default=parameter.default,
            ),
        )
    add_recipe_words(command, CLASS_SLOTS)


def add_model_words(command: argparse.ArgumentParser) -> None:
    """How each field is fitted, for which times, and what is dated."""
    add_recipe_words(command)
    when = command.add_mutually_exclusive_group()
    when.add_argument("--predict", metavar="START:END:STEP", help=tr("the times to predict"))
    when.add_argument(
        "--horizon", metavar="DAYS", help=tr("how far to forecast, up to 36,525 [30]")
    )
    add_stage_words(command)


def add_stage_words(command: argparse.ArgumentParser) -> None:
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
    add_sowing(parser)
    parser.add_argument(
        "--fields",
        metavar="FILE",
        help=tr("a row a field: group, and crop, lat, lon, alt or any word about it"),
    )
    _add_place_words(command)


def _add_place_words(command: argparse.ArgumentParser) -> None:
    parser = command.add_argument_group(tr("where the fields lie, and how warmth is counted"))
    parser.add_argument(
        "--place",
        metavar="LAT,LON[,ALT]",
        help=tr(
            "where the fields lie, degrees and metres (--place=-34.9,138.6,50 where negative), "
            "for the crop's calendar and usual temperatures; or columns of the table"
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


def add_sowing(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--sowing", metavar="FILE", help=tr("sowing dates: group, season, crop, date")
    )


def add_population(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--population",
        metavar="FILE",
        help=tr(
            "what 'gpstudio learn' wrote, to weigh the fields by; none: each is fitted alone "
            "[learnt from these fields]"
        ),
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workers",
        metavar="N",
        help=tr(
            "processes that fit the fields; 1: this one [one a processor, where it is worth it]"
        ),
    )
    add_engine(parser)


def add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine",
        metavar="E",
        default="processes",
        help=tr(
            "who fits the fields: processes, dask=tcp://HOST:PORT, dask=file:PATH of a "
            "scheduler's file, or dask=local [processes]"
        ),
    )


def add_out_words(command: argparse.ArgumentParser) -> None:
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
        "--out-digits",
        metavar="MANY",
        default=plain.digits,
        help=tr(
            "of numbers: {choices}; all bring back the very same [{default}]",
            choices=any_typed(DIGITS),
            default=plain.digits,
        ),
    )
    parser.add_argument(
        "--out-fields",
        metavar="NAME",
        default=plain.fields,
        help=tr(
            "what the column of fields is called: {choices}; own as in the table [{default}]",
            choices=any_typed(FIELDS_NAMES),
            default=plain.fields,
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
