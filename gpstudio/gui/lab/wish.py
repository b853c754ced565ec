"""What a person wants of the lab: a study with its settings, from where and to where."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import exists, isdir
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.lab import Settings
from gpstudio.lab.book import STUDY, read_study
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.sources import DataSource, source
from gpstudio.translation import all_of, tr, tr_count

MOST_FOLDERS = 1_000


@dataclass(frozen=True)
class StudyWish:
    study: str
    settings: Settings
    data: Path | None
    """Where data sets are looked for before the program's own."""
    out: Path | None
    """None: a folder of the program's choosing, see ``folder_for``."""
    base: Path
    """In which that is made."""


def folder_for(wish: StudyWish) -> Path:
    """Where the wish's results are or will be: the chosen folder where it is a study's or empty;
    else the first one in it, named after the study, that holds these very settings or nothing. So
    a run goes on where it stopped, and one with other settings begins beside it."""
    if wish.out is not None and (exists(wish.out / STUDY) or _is_free(wish.out)):
        return wish.out
    base = wish.base if wish.out is None else wish.out
    for count in range(1, MOST_FOLDERS):
        folder = base / (wish.study if count == 1 else f"{wish.study}-{count}")
        if _is_free(folder) or (exists(folder / STUDY) and not refusal(wish, folder)):
            return folder
    raise InputError(tr("{folder} is full of studies: choose another folder.", folder=base))


def _is_free(folder: Path) -> bool:
    return not exists(folder) or (isdir(folder) and not any(folder.iterdir()))


def refusal(wish: StudyWish, folder: Path) -> str:
    """Why these settings cannot go on in a folder; empty where they can."""
    if not exists(folder / STUDY):
        return ""
    try:
        record = read_study(folder)
    except InputError as error:
        return str(error)
    if record.get("study") != wish.study:
        return tr(
            "{folder} holds another study, '{other}': choose another folder.",
            folder=folder,
            other=record.get("study"),
        )
    other = wish.settings.difference(record.get("settings", {}))
    if other:
        return tr(
            "{folder} holds this study with other settings ({other}): choose another folder.",
            folder=folder,
            other=other,
        )
    return ""


def missing(settings: Settings, data: Path | None) -> list[DataSource]:
    """The data sets among the settings whose files are nowhere."""
    shelf = DataShelf(data)
    return [source(name) for name in settings.get("sets") or () if not shelf.has(name)]


def missing_told(sources: list[DataSource]) -> str:
    """What to do about data sets whose files are nowhere."""
    if not sources:
        return ""
    return tr_count(
        len(sources),
        "{names} cannot be found: choose the folder with the data, or untick it.",
        "{names} cannot be found: choose the folder with the data, or untick them.",
        names=all_of(f"{source.title} ({source.file})" for source in sources),
    )
