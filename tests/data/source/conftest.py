"""How a complaint looks, and files whose limits are small."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.source import limits


@pytest.fixture
def complaint() -> Callable[[Path], str]:
    """The one sentence that a file is refused with."""

    def of(path: Path, **said: object) -> str:
        with pytest.raises(InputError) as caught:
            read_table(path, **said)
        message = str(caught.value)
        assert "\n" not in message
        assert message[-1] in ".?"
        assert path.name in message or "?" in message
        return message

    return of


@pytest.fixture
def tight(monkeypatch: pytest.MonkeyPatch) -> None:
    """What swells is found out a thousand times sooner."""
    monkeypatch.setattr(limits, "TEXT", limits.Limit(1 << 20, 200))
    monkeypatch.setattr(limits, "PARTS", limits.Limit(1 << 16, 100))
