"""A table in a file, written from the text in the test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# The first example of a test may have to compile what it tests.
settings.register_profile("compiled", deadline=None, derandomize=True)
settings.load_profile("compiled")

MakeFile = Callable[..., Path]


@pytest.fixture
def file_of(tmp_path: Path) -> MakeFile:
    """``file_of(text)`` writes the text and gives the path."""

    def write(text: str | bytes, name: str = "table.csv", encoding: str = "utf-8") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
        return path

    return write
