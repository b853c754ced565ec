"""A zip archive with one table in it, read where it lies; several are a question, and files that
look alike may be read together."""

from __future__ import annotations

import bz2
import io
import struct
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, BinaryIO

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.decisions import Decision, check_choice
from gpstudio.data.source.compressed import packed_source, refuse_nested
from gpstudio.data.source.in_rows import written
from gpstudio.data.source.local import head_of, reading
from gpstudio.data.source.looks import looks_like_table
from gpstudio.data.source.members import Members
from gpstudio.data.source.sheets import TOGETHER, Alike, told
from gpstudio.data.source.source import Source
from gpstudio.data.source.spool import as_our_text
from gpstudio.data.source.unpacking import Inflate, Stored, Unpacked, Unpacker
from gpstudio.data.texts import shown
from gpstudio.translation import all_of, any_of, tr

_MOST_LISTED = 4 << 20
"""Bytes of an archive's list of members: some forty thousand of them."""
_MOST_LOOKED_INTO = 1_000
_MOST_TOLD = 6

_DECODERS: dict[int, Callable[[zipfile.ZipInfo], Unpacker]] = {
    zipfile.ZIP_STORED: lambda member: Stored(member.file_size),
    zipfile.ZIP_DEFLATED: lambda member: Inflate(-15),
    zipfile.ZIP_BZIP2: lambda member: bz2.BZ2Decompressor(),
}


def members_of(source: Source, handle: BinaryIO) -> list[zipfile.ZipInfo]:
    """What an archive says it holds, hidden files and folders left out."""
    with reading(source.path):
        _refuse_long_list(source, handle)
        try:
            members = zipfile.ZipFile(handle).infolist()
        except (zipfile.BadZipFile, NotImplementedError, struct.error, EOFError, ValueError):
            raise InputError(
                tr(
                    "{file} is a damaged or incomplete zip archive; copy or download it again.",
                    file=source.file,
                )
            ) from None
    return [member for member in members if not _is_hidden(member)]


def unpack_zip(source: Source, answers: Mapping[str, str], task: Task) -> Source:
    refuse_nested(source)
    with reading(source.path), source.open() as handle:
        members = members_of(source, handle)
    if not members:
        raise InputError(
            tr("{file} is a zip archive without a file; choose a CSV file.", file=source.file)
        )
    if len(members) == 1:
        return _member_source(source, members[0], task)
    return _chosen(source, members, answers, task)


def _chosen(
    source: Source, members: list[zipfile.ZipInfo], answers: Mapping[str, str], task: Task
) -> Source:
    """The only member that holds a table; of several the one answered, else it is asked."""
    by_name = {member.filename: member for member in members}
    answer = answers.get("member")
    if answer in by_name:
        decision = Decision("member", answer, tuple(by_name), aloud=False)
        return replace(_member_source(source, by_name[answer], task), decisions=(decision,))
    if len(members) > _MOST_LOOKED_INTO:
        raise InputError(
            tr(
                "{file} holds {count:,} files; unpack it and choose one.",
                file=source.file,
                count=len(members),
            )
        )
    tables = []
    for member in members:
        task.check()
        if _holds_table(source, member, task):
            tables.append(member.filename)
    if not tables:
        raise InputError(
            tr(
                "None of the {count:,} files in {file} is a table "
                "({names}); choose an archive with a CSV file.",
                count=len(members),
                file=source.file,
                names=names_told(list(by_name), all_of),
            )
        )
    if len(tables) == 1 and answer is None:
        why = tr(
            "{table} is the only table among {count} files",
            table=shown(tables[0]),
            count=len(members),
        )
        decision = Decision("member", tables[0], tuple(by_name), why, aloud=False)
        return replace(_member_source(source, by_name[tables[0]], task), decisions=(decision,))
    files = Members({name: _member_source(source, by_name[name], task) for name in tables}, task)
    together = files.together() if len(tables) > 1 else None
    decision = _decided(source, tables, tuple(by_name), together, answer)
    if together is None or decision.chosen not in TOGETHER:
        text = _member_source(source, by_name[decision.chosen], task)
    else:
        rows = together.rows(files.rows, decision.chosen)
        text = as_our_text(source, written(source, rows, source.file, task), told(together))
    return replace(text, decisions=(decision,))


def _decided(
    source: Source,
    tables: list[str],
    names: tuple[str, ...],
    together: Alike | None,
    answer: str | None,
) -> Decision:
    """Which of several tables is read: one, or those that look alike."""
    if answer is not None:
        choices = (*(TOGETHER if together is not None else ()), *names)
        check_choice("member", answer, choices)
        return Decision("member", answer, choices, aloud=False)
    if together is not None:
        return together.question(source.file, tables)
    text = tr(
        "Which file of {file} holds the readings: {tables}?",
        file=source.file,
        tables=names_told(tables, any_of),
    )
    return Decision("member", tables[0], tuple(tables), question=text)


def _holds_table(source: Source, member: zipfile.ZipInfo, task: Task) -> bool:
    try:
        return looks_like_table(member.filename, head_of(_member_source(source, member, task)))
    except InputError:
        return False


def _member_source(source: Source, member: zipfile.ZipInfo, task: Task) -> Source:
    if member.flag_bits & 0x41:
        raise InputError(
            tr(
                "{member} in {file} has a password; unpack it first.",
                member=shown(member.filename),
                file=source.file,
            )
        )
    decoder = _DECODERS.get(member.compress_type)
    if decoder is None:
        raise InputError(
            tr(
                "{member} in {file} is packed in a way that is rarely used; unpack it first.",
                member=shown(member.filename),
                file=source.file,
            )
        )
    return packed_source(
        source,
        lambda: _Member(source, member, decoder),
        member.compress_size,
        tr("{member} in a zip archive", member=shown(member.filename)),
        task,
    )


class _Member(Unpacked):
    """One member, checked at its end against what the archive says of it."""

    def __init__(
        self,
        source: Source,
        member: zipfile.ZipInfo,
        decoder: Callable[[zipfile.ZipInfo], Unpacker],
    ) -> None:
        self._member = member
        handle = source.open()
        handle.seek(member.header_offset)
        header = handle.read(30)
        if len(header) < 30 or not header.startswith(b"PK\x03\x04"):
            raise InputError(
                tr("{file} is a damaged zip archive; copy or download it again.", file=source.file)
            )
        name, extra = struct.unpack("<HH", header[26:])
        handle.seek(member.header_offset + 30 + name + extra)
        piece = _Piece(handle, member.compress_size)
        super().__init__(piece, lambda: decoder(member), source.file, several=False)  # type: ignore[arg-type]

    def readinto(self, buffer: Any) -> int:
        count = super().readinto(buffer)
        said = self._member.file_size, self._member.CRC
        if len(buffer) and not count and (self.made, self.crc) != said:
            raise self.damaged()
        return count


class _Piece(io.RawIOBase):
    """The next so many bytes of a file."""

    def __init__(self, handle: BinaryIO, size: int) -> None:
        super().__init__()
        self._handle, self._left = handle, size

    def read(self, size: int = -1) -> bytes:
        data = self._handle.read(min(size, self._left))
        self._left -= len(data)
        return data

    def close(self) -> None:
        if not self.closed:
            self._handle.close()
        super().close()


def _refuse_long_list(source: Source, handle: BinaryIO) -> None:
    """The list of members is read whole, and its entries take more room in memory than on disk."""
    size = handle.seek(0, io.SEEK_END)
    handle.seek(max(0, size - (1 << 16) - 64))
    end = handle.read()
    at = end.rfind(b"PK\x05\x06")
    listed = struct.unpack("<L", end[at + 12 : at + 16])[0] if 0 <= at <= len(end) - 22 else 0
    wide = end.rfind(b"PK\x06\x06", 0, max(at, 0))
    if at >= 20 and end[at - 20 : at - 16] == b"PK\x06\x07" and 0 <= wide <= at - 56:
        listed = struct.unpack("<Q", end[wide + 40 : wide + 48])[0]
    if listed > _MOST_LISTED:
        raise InputError(
            tr(
                "{file} lists more files than an archive of tables has; unpack it first.",
                file=source.file,
            )
        )


def _is_hidden(member: zipfile.ZipInfo) -> bool:
    parts = member.filename.replace("\\", "/").split("/")
    return member.is_dir() or any(part.startswith((".", "__MACOSX")) for part in parts)


def names_told(names: list[str], joined: Callable[[list[str]], str]) -> str:
    """As they stand in a sentence: "'a', 'b' or 'c'", or the first of many."""
    told = [shown(name) for name in names[:_MOST_TOLD]]
    return ", ".join([*told, "…"]) if len(names) > len(told) else joined(told)
