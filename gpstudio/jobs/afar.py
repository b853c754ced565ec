"""What a worker of a cluster does: a chunk of fields, packed and unpacked by ourselves."""

from __future__ import annotations

import getpass
import os
import pickle
import stat
import tempfile
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from gpstudio.core.task import QUIET
from gpstudio.jobs.abreast import MOST, abreast
from gpstudio.jobs.chunks import Chunk
from gpstudio.version import __version__

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def done(packed: bytes) -> bytes:
    """Answers in order, the seconds, and our own mistake if there was one."""
    began = time.perf_counter()
    chunk: Chunk = pickle.loads(packed)
    answers: list[Any] = []
    fault = ""
    try:
        for answer in abreast(chunk.one, chunk.fields, QUIET, 1 if chunk.tries else MOST):
            answers.append(answer)
    except Exception:
        fault = traceback.format_exc()
    return pickle.dumps((answers, time.perf_counter() - began, fault), pickle.HIGHEST_PROTOCOL)


def prepare() -> None:
    """Compiled kernels are kept on the worker's own disk: several computers that write them into
    one folder of a network read each other's halves."""
    if not os.environ.get("NUMBA_CACHE_DIR"):
        os.environ["NUMBA_CACHE_DIR"] = str(_own_folder())
    from numba import config

    config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


def _own_folder() -> Path:
    """What lies there is run: a folder that somebody else made, or can write to, is not taken."""
    who = "somebody"
    with suppress(OSError, KeyError, ImportError):
        who = getpass.getuser()
    own = Path(tempfile.gettempdir()) / f"gpstudio-compiled-{__version__}-{who}"
    with suppress(OSError):
        own.mkdir(mode=0o700, exist_ok=True)
        if os.name == "nt" or _is_ours_alone(own.lstat()):  # Windows has one for each person
            return own
    return Path(tempfile.mkdtemp(prefix=f"{own.name}-"))


def _is_ours_alone(folder: os.stat_result) -> bool:
    mine = folder.st_uid == os.getuid()
    return mine and stat.S_ISDIR(folder.st_mode) and not folder.st_mode & OTHERS_WRITE
