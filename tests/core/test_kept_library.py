"""What comes back from disk of a kernel: its machine code at once, LLVM's form of it when asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from llvmlite import binding

from gpstudio.core.compiled import compiled


def of_this(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    """A kernel, and one that calls it; as in a process of its own, but for their machine code."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))

    @compiled
    def inner(x: float) -> float:
        return x + 41.0

    @compiled
    def outer(x: float) -> float:
        return inner(x) * 2.0

    return inner, outer


def test_that_a_kept_kernel_is_read_whole_only_when_another_is_made_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner, _ = of_this(tmp_path, monkeypatch)
    assert inner(1.0) == 42.0  # type: ignore[operator]
    read = list[int]()
    parse = binding.parse_bitcode

    def noting(form: bytes) -> object:
        read.append(len(form))
        return parse(form)

    monkeypatch.setattr(binding, "parse_bitcode", noting)
    inner, outer = of_this(tmp_path, monkeypatch)
    assert inner(1.0) == 42.0  # type: ignore[operator]
    assert sum(inner.stats.cache_hits.values()) == 1  # type: ignore[attr-defined]
    assert read == []
    assert outer(1.0) == 84.0  # type: ignore[operator]
    assert len(read) == 1
    _, outer = of_this(tmp_path, monkeypatch)
    assert outer(1.0) == 84.0  # type: ignore[operator]
    assert sum(outer.stats.cache_hits.values()) == 1  # type: ignore[attr-defined]
    assert len(read) == 1


@pytest.mark.parametrize("damage", ["cut off", "one bit", "empty"])
def test_that_a_damaged_file_costs_a_compilation_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    inner, _ = of_this(tmp_path, monkeypatch)
    assert inner(1.0) == 42.0  # type: ignore[operator]
    (kept,) = tmp_path.rglob("*.nbc")
    whole = kept.read_bytes()
    middle = len(whole) // 2
    kept.write_bytes(
        {
            "cut off": whole[:middle],
            "one bit": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            "empty": b"",
        }[damage]
    )
    inner, _ = of_this(tmp_path, monkeypatch)
    assert inner(1.0) == 42.0  # type: ignore[operator]
    assert sum(inner.stats.cache_misses.values()) == 1  # type: ignore[attr-defined]
    inner, _ = of_this(tmp_path, monkeypatch)
    assert inner(1.0) == 42.0  # type: ignore[operator]
    assert sum(inner.stats.cache_hits.values()) == 1  # type: ignore[attr-defined]
