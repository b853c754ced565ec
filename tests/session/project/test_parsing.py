"""JSON that somebody else wrote is known by its size before it is made."""

from __future__ import annotations

import json

import pytest

from gpstudio.session.project import parsing
from gpstudio.session.project.parsing import parsed


@pytest.mark.parametrize("text", [b"[1,2,3]", b"[[[[]]]]", b'{"a":{"b":{"c":1}}}', b"[{},{},{}]"])
def test_that_more_values_than_there_may_be_are_not_made(
    text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert parsed(text) == json.loads(text)
    monkeypatch.setattr(parsing, "MOST_VALUES", 2)
    with pytest.raises(ValueError, match="more values"):
        parsed(text)


@pytest.mark.parametrize(
    "text", [b"[" * 100_000 + b"]" * 100_000, b"9" * 5000, b"\xff", b"", b"[1", b"{]"]
)
def test_that_whatever_cannot_be_had_is_told_in_one_way(text: bytes) -> None:
    with pytest.raises(ValueError):
        parsed(text)
