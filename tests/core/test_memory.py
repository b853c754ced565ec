"""What is free is what this process may still take, and what did not suffice is said in words."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core import memory
from gpstudio.core.memory import available_bytes, short_of

linux = pytest.mark.skipif(sys.platform != "linux", reason="limits are asked of Linux alone")
INFINITE = "max\n"


@linux
@pytest.mark.parametrize("name", ["RLIMIT_AS", "RLIMIT_DATA"])
def test_that_a_limit_of_the_shell_counts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()
    used = int(pages[0 if name == "RLIMIT_AS" else 5]) * resource.getpagesize()
    room, before = 3e8, resource.getrlimit

    def limited(kind: int) -> tuple[int, int]:
        if kind == getattr(resource, name):
            return used + int(room), resource.RLIM_INFINITY
        return before(kind)

    monkeypatch.setattr(resource, "getrlimit", limited)
    assert available_bytes() == pytest.approx(room, abs=3e7)


@linux
@pytest.mark.parametrize(("outer", "inner"), [("1000000", INFINITE), (INFINITE, "1000000")])
def test_that_the_limit_of_a_container_counts(
    outer: str, inner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of those that it stands in has one; pages of files are given back when asked."""
    process, groups = tmp_path / "process", tmp_path / "groups"
    for folder, most in ((groups / "box", outer), (groups / "box/inside", inner)):
        folder.mkdir(parents=True)
        (folder / "memory.max").write_text(most, encoding="ascii")
        (folder / "memory.current").write_text("700000\n", encoding="ascii")
        (folder / "memory.stat").write_text("anon 1\ninactive_file 200000\n", encoding="ascii")
    process.mkdir()
    (process / "cgroup").write_text("0::/box/inside\n", encoding="ascii")
    (process / "statm").write_text("1 1 1 1 1 1 1\n", encoding="ascii")
    monkeypatch.setattr(memory, "PROCESS", process)
    monkeypatch.setattr(memory, "GROUPS", groups)
    assert available_bytes() == 500_000.0


@linux
def test_that_what_cannot_be_asked_is_no_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = available_bytes()
    monkeypatch.setattr(memory, "PROCESS", tmp_path)
    assert available_bytes() == pytest.approx(before, rel=0.2)


def test_that_a_sentence_says_how_much_was_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda: 3e8)
    with pytest.raises(MemoryError) as large:
        np.empty(10**15)
    assert "8e+03 TB" in short_of(large.value)
    for fault in (large.value, MemoryError()):
        assert "300 MB are free" in short_of(fault)
        assert "fewer readings" in short_of(fault)
