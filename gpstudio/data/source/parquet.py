"""A Parquet file, written out batch by batch as the text that every other table comes as."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Cancelled, Task
from gpstudio.data.source import limits
from gpstudio.data.source.local import reading
from gpstudio.data.source.source import Source
from gpstudio.data.source.spool import spooled, watched
from gpstudio.data.texts import shown
from gpstudio.translation import tr, tr_count

_ROWS = 1 << 15
"""In a batch."""
_TOLD = 3


def unpack_parquet(source: Source, answers: Mapping[str, str], task: Task) -> Source:
    source = spooled(source, task)
    with _parquet(source, task) as file:
        schema, rows = file.schema_arrow, file.metadata.num_rows
    kept = [field.name for field in schema if _is_plain(field.type)]
    left = [field.name for field in schema if field.name not in kept]
    if not kept:
        raise InputError(
            tr(
                "{file} has no column of numbers, dates or text; choose another file.",
                file=source.file,
            )
        )
    if not rows:
        raise InputError(
            tr("{file} has columns but no rows; choose another file.", file=source.file)
        )
    # A cell and what delimits it are two letters at least.
    limits.check_swelling(source.file, source.size or 0, 2 * rows * len(kept), limits.TEXT)
    told = ", ".join(shown(name) for name in left[:_TOLD]) + (", …" if len(left) > _TOLD else "")
    kind = tr("a Parquet file")
    if left:
        kind = tr_count(
            len(left),
            "a Parquet file without column {columns} (no plain cells)",
            "a Parquet file without columns {columns} (no plain cells)",
            columns=told,
        )
    return replace(
        source,
        open=lambda: io.BufferedReader(_Text(source, kept)),
        size=None,
        seekable=False,
        share=lambda handle: handle.raw.rows / rows,  # type: ignore[attr-defined]
        encoding="utf-8",
        delimiter="\t",
        kind=", ".join(filter(None, [kind, source.kind])),
    )


class _Text(io.RawIOBase):
    """The rows as tab-delimited lines, a batch at a time."""

    def __init__(self, source: Source, columns: list[str]) -> None:
        super().__init__()
        self._source = source
        self._lines = self._written(columns)
        self._held = memoryview(b"")
        self._made = 0
        self.rows = 0
        """How many have been written."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._held:
            lines = next(self._lines, None)
            if lines is None:
                return 0
            self._held = memoryview(lines)
            self._made += len(lines)
            packed = self._source.size or 0
            limits.check_swelling(self._source.file, packed, self._made, limits.TEXT)
        view = memoryview(buffer).cast("B")
        count = min(len(view), len(self._held))
        view[:count] = self._held[:count]
        self._held = self._held[count:]
        return count

    def close(self) -> None:
        self._lines.close()
        super().close()

    def _written(self, columns: list[str]) -> Any:
        import pyarrow as pa
        from pyarrow import csv

        with _parquet(self._source, QUIET) as file:
            header = True
            for batch in file.iter_batches(_ROWS, columns=columns):
                plain = pa.table([_plain(column) for column in batch.columns], names=columns)
                lines = io.BytesIO()
                options = csv.WriteOptions(
                    include_header=header, delimiter="\t", quoting_style="needed"
                )
                csv.write_csv(plain, lines, options)
                header = False
                yield lines.getvalue()
                self.rows += len(batch)


def _is_plain(kind: Any) -> bool:
    """Whether a cell can hold it: numbers, words, dates and times, also under a wrapper."""
    from pyarrow import types

    inside = getattr(kind, "storage_type", getattr(kind, "value_type", None))
    if types.is_nested(kind) or inside is None:
        return not (types.is_nested(kind) or "binary" in str(kind))
    return _is_plain(inside)


def _plain(column: Any) -> Any:
    """A column as cells that read back alike."""
    import pyarrow as pa
    from pyarrow import compute, types

    column = getattr(column, "storage", column)
    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    kind = column.type
    if types.is_float16(kind):
        return column.cast(pa.float32())
    if str(kind) == "string_view":
        return column.cast(pa.large_string())
    if types.is_timestamp(kind):
        with suppress(pa.ArrowInvalid):  # there are parts of a second
            column = column.cast(pa.timestamp("s", kind.tz))
    if types.is_timestamp(kind) and kind.tz:
        # Of every field the same days: few of them are different.
        days = column.dictionary_encode()
        try:
            texts = compute.strftime(days.dictionary, format="%Y-%m-%dT%H:%M:%S%z")
        except pa.ArrowInvalid:  # nobody here knows the zone
            return column.cast(pa.timestamp(kind.unit, "UTC"))
        return texts.take(days.indices)
    return column


@contextmanager
def _parquet(source: Source, task: Task) -> Iterator[Any]:
    """The file while it is read; whatever pyarrow stumbles over becomes one sentence."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            tr(
                "{file} is a Parquet file, which needs the extra 'parquet' of GP Studio "
                '(pip install "gpstudio[parquet]"); install it, or save the table as CSV.',
                file=source.file,
            )
        ) from None
    with reading(source.path), watched(source, task) as handle:
        try:
            yield parquet.ParquetFile(handle)
        except (InputError, Cancelled, MemoryError, GeneratorExit):
            raise
        except Exception:  # ArrowInvalid, OSError, NotImplementedError, …
            raise InputError(
                tr(
                    "{file} is a damaged or unusual Parquet file; write it again, or save it "
                    "as CSV.",
                    file=source.file,
                )
            ) from None
