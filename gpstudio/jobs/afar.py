"""What a worker of a cluster does: a chunk of fields, packed and unpacked by ourselves."""

from __future__ import annotations

import getpass
import os
import pickle
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
    who = "somebody"
    with suppress(OSError, KeyError, ImportError):
        who = getpass.getuser()
    own = Path(tempfile.gettempdir()) / f"gpstudio-compiled-{__version__}-{who}"
    os.environ.setdefault("NUMBA_CACHE_DIR", str(own))
    from numba import config

    config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]
