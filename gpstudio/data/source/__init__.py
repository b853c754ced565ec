"""From a path to a stream of text: a further kind of file is a further line in ``KINDS``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from gpstudio.core.task import QUIET, Task
from gpstudio.data.source.compressed import unpack_bzip2, unpack_gzip, unpack_xz
from gpstudio.data.source.local import head_of, regular_file
from gpstudio.data.source.parquet import unpack_parquet
from gpstudio.data.source.source import Source
from gpstudio.data.source.strangers import refuse_stranger
from gpstudio.data.source.xls import BEGINS, unpack_old_workbook
from gpstudio.data.source.zipped import unpack_zipped

Unpack: TypeAlias = Callable[[Source, Mapping[str, str], Task], Source]
"""From the file as it is, and the answers given, to its text."""

KINDS: tuple[tuple[bytes, Unpack], ...] = (
    (rb"\x1f\x8b\x08", unpack_gzip),
    (rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)", unpack_bzip2),
    (rb"\xfd7zXZ\0|\x5d\0\0[\s\S]{2}(?:\xff{8}|[\s\S]{5}\0{3})", unpack_xz),
    (rb"PK(?:\x03\x04|\x05\x06|\x07\x08)", unpack_zipped),
    (BEGINS, unpack_old_workbook),
    (rb"PAR1(?=[\s\S]*?[\x00-\x08\x0e-\x1f])", unpack_parquet),
)
"""How files begin that hold a table in their own way; anything else is text."""


def open_source(path: Path, answers: Mapping[str, str], task: Task = QUIET) -> Source:
    """What stands at the path as text, or one ``InputError``."""
    source = regular_file(path)
    while not source.encoding:  # until the text is ours, or nothing is left to unpack
        head = head_of(source)
        refuse_stranger(source, head)
        unpack = next((unpack for begins, unpack in KINDS if re.match(begins, head)), None)
        if unpack is None:
            break
        source = unpack(source, answers, task)
    return source
