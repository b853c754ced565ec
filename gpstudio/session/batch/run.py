"""A batch from its table to its files: begun, gone on with, and joined from its shards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.texts import shown
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.jobs.fields import Where, in_turn
from gpstudio.session.batch.asked import Asked, Told, told_of
from gpstudio.session.batch.journal import NAME, Journal, begun, opened
from gpstudio.session.batch.tables import write_tables
from gpstudio.session.batch.walks import date_together, fit_alone
from gpstudio.session.project.lock import Held, Lock
from gpstudio.session.season_rows import summary_of
from gpstudio.translation import tr, tr_count

MOST_NAMED = 8
"""Shards that one line names."""


@dataclass(frozen=True)
class Batched:
    """What became of a batch."""

    written: tuple[Path, ...]
    summary: str
    told: tuple[str, ...] = ()
    """Fields without a fit, each with its reason."""
    words: tuple[str, ...] = ()
    """What was learnt, and what is worth knowing of the files beside the table."""


def run_batch(
    asked: Asked,
    folder: Path,
    where: Where = in_turn,
    resume: bool = False,
    form: WrittenAs = PLAIN,
    task: Task = QUIET,
) -> Batched:
    """All files, or of a shard its journal. ``resume`` goes on with what is in the folder."""
    if resume and _is_finished(folder, asked):
        return Batched((), tr("{folder} holds this batch already.", folder=shown(folder)))
    with _locked(folder), ExitStack() as held:
        journal = held.enter_context(_journal(folder / NAME, asked, resume))
        fit_alone(journal, asked, where, task)
        journal.push()
        if asked.shard.is_whole:
            return _finished(journal, told_of(journal.head), folder, where, form, task, held)
        return Batched((journal.path,), _summary(journal))


def merge(
    folders: Sequence[Path],
    folder: Path,
    where: Where = in_turn,
    form: WrittenAs = PLAIN,
    task: Task = QUIET,
) -> Batched:
    """The files of a whole batch from the journals of its shards."""
    with _locked(folder), ExitStack() as held:
        shards = [held.enter_context(opened(one / NAME, grows=False)) for one in folders]
        _check_shards(shards, folders)
        whole = {**shards[0].head, "shard": [1, 1], "stations": _stations(shards)}
        journal = held.enter_context(begun(folder / f"merged-{NAME}", whole, lasts=False))
        for shard in shards:
            for field in shard.entries:
                task.check()
                journal.add(field, shard.entry(field))
        try:
            return _finished(journal, told_of(whole), folder, where, form, task, held)
        finally:
            held.close()
            journal.path.unlink(missing_ok=True)


def _finished(
    journal: Journal, told: Told, folder: Path, where: Where, form: WrittenAs, task: Task,
    held: ExitStack,
) -> Batched:  # fmt: skip
    """Everything has been fitted; the journal goes when the files are there."""
    lost = [one.brief for _, one in sorted(journal.entries.items()) if one.brief.reason]
    reasons = tuple(
        tr("Field '{group}': {reason}", group=one.group, reason=one.reason)
        if one.group
        else one.reason
        for one in lost
    )
    if len(lost) == told.fields:
        held.close()
        journal.path.unlink(missing_ok=True)
        if len(lost) == 1:
            raise InputError(reasons[0])
        raise InputError(
            tr(
                "None of {count:,} fields can be fitted. {reason}",
                count=len(lost),
                reason=reasons[0],
            )
        )
    learnt = date_together(journal, told, where, task)
    journal.push()
    written = write_tables(folder, journal, told, form, task)
    done = Batched(tuple(written), _summary(journal), reasons, (*told.remarks, *learnt.words))
    held.close()
    journal.path.unlink(missing_ok=True)
    return done


def _summary(journal: Journal) -> str:
    return summary_of([one.brief.look for _, one in sorted(journal.entries.items())])


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Two at once would write into each other's journal."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        lock = Lock.take(folder / ".batch.lock", None)
    except Held as error:
        raise InputError(
            tr(
                "Another batch writes to {folder} ({who}): wait for its end, or choose "
                "another folder.",
                folder=shown(folder),
                who=str(error) or tr("it does not say where"),
            )
        ) from None
    except OSError:
        raise InputError(
            tr("{folder} cannot be written to; choose another folder.", folder=shown(folder))
        ) from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _journal(path: Path, asked: Asked, resume: bool) -> Iterator[Journal]:
    if not path.exists() or not path.stat().st_size:
        with begun(path, asked.head) as journal:
            yield journal
        return
    if not resume:
        raise InputError(
            tr(
                "{folder} holds an unfinished batch: go on with it by --resume, or choose "
                "another folder.",
                folder=shown(path.parent),
            )
        )
    with opened(path) as journal:
        head = asked.head
        if (journal.head["asked"], journal.head["shard"]) != (head["asked"], head["shard"]):
            raise InputError(
                tr(
                    "{folder} holds a batch of another table, other words or another version of "
                    "GP Studio ({version}): choose another folder, or remove {name}.",
                    folder=shown(path.parent),
                    version=journal.head.get("gpstudio", ""),
                    name=NAME,
                )
            )
        yield journal


def _is_finished(folder: Path, asked: Asked) -> bool:
    """Whether the files in the folder are those of this batch."""
    if (folder / NAME).exists():
        return False
    try:
        with (folder / "report.json").open(encoding="utf-8") as handle:
            return bool(json.load(handle).get("asked") == asked.fingerprint)
    except (OSError, ValueError, AttributeError):
        return False


def _check_shards(shards: Sequence[Journal], folders: Sequence[Path]) -> None:
    """All parts of one batch, each once and whole."""
    first = told_of(shards[0].head)
    found: dict[int, Path] = {}
    for journal, folder in zip(shards, folders, strict=True):
        told = told_of(journal.head)
        if (told.asked, told.shard.count) != (first.asked, first.shard.count):
            raise InputError(
                tr(
                    "{folder} and {other} are not shards of one batch: their tables, words, counts "
                    "or versions differ.",
                    folder=shown(folders[0]),
                    other=shown(folder),
                )
            )
        if told.shard.number in found:
            raise InputError(
                tr(
                    "{folder} and {other} hold the same shard: name each once.",
                    folder=shown(found[told.shard.number]),
                    other=shown(folder),
                )
            )
        missing = len(told.places) - len(journal.entries)
        if missing:
            raise InputError(
                tr_count(
                    missing,
                    "{folder} lacks {n:,} field: bring the shard to its end by --resume first.",
                    "{folder} lacks {n:,} fields: bring the shard to its end by --resume first.",
                    folder=shown(folder),
                )
            )
        found[told.shard.number] = folder
    lacking = [str(k) for k in range(1, first.shard.count + 1) if k not in found]
    if lacking:
        named = ", ".join(lacking[:MOST_NAMED]) + ("…" if len(lacking) > MOST_NAMED else "")
        raise InputError(
            tr(
                "Of {count:,} shards these are missing: {numbers}.",
                count=first.shard.count,
                numbers=named,
            )
        )


def _stations(shards: Sequence[Journal]) -> dict[str, object]:
    return {name: one for shard in shards for name, one in shard.head["stations"].items()}
