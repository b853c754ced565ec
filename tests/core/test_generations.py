"""Machine code is made for a generation of processors, and what came with the program is found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from numba import config
from numba.core.registry import cpu_target

from gpstudio.core import brought_code
from gpstudio.core.compiled import compiled
from gpstudio.core.generations import APPLE, GENERATIONS, generation
from gpstudio.core.kept_code import KeptCode

KEY = ((), ("x86", "cpu"), "made of this")
NEW = dict.fromkeys([*GENERATIONS["x86-64-v3"], "avx512f", "sse2"], True)


@pytest.mark.parametrize("missing", GENERATIONS["x86-64-v3"])
def test_that_a_processor_without_one_ability_of_a_generation_is_of_an_older_one(
    missing: str,
) -> None:
    assert generation("x86_64", "linux", NEW) == "x86-64-v3"
    assert generation("AMD64", "win32", NEW | {missing: False}) == "x86-64"


def test_that_only_a_generation_can_be_asked_for_by_name() -> None:
    assert generation("x86_64", "linux", NEW, "x86-64") == "x86-64"
    assert generation("x86_64", "linux", NEW, "znver5") == "x86-64-v3"
    assert generation("arm64", "darwin", {}) == APPLE
    assert generation("aarch64", "linux", {}) is None


@pytest.mark.skipif(config.CPU_NAME not in GENERATIONS, reason="for processors of that kind")
def test_that_kernels_are_compiled_for_that_generation_alone() -> None:
    """What numba says of it is part of every name under which machine code is kept."""

    @compiled
    def twice(x: float) -> float:
        return 2.0 * x

    assert twice(1.5) == 3.0
    _, processor, abilities = cpu_target.target_context.codegen().magic_tuple()
    assert (processor, abilities) == (config.CPU_NAME, "")


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "compiled.zip"
    monkeypatch.setattr(brought_code, "brought_code", lambda: path)
    brought_code._archive.cache_clear()
    yield path
    brought_code._archive.cache_clear()


def bring(archive: Path, kept: KeptCode) -> Path:
    """What is kept goes into the archive, and from the folder."""
    (file,) = Path(kept._folder).glob("*.nbc")
    with ZipFile(archive, "w", ZIP_DEFLATED) as bundle:
        bundle.writestr(file.name, file.read_bytes())
    file.unlink()
    return file


def test_that_what_came_with_the_program_is_found_under_its_own_name_alone(
    archive: Path, tmp_path: Path
) -> None:
    (tmp_path / "kept").mkdir()
    kept = KeptCode(str(tmp_path / "kept"), "module.kernel")
    kept.save(KEY, "code")
    bring(archive, kept)
    assert kept.load(KEY) == "code"
    assert kept.load((*KEY[:2], "made of that")) is None
    nowhere = KeptCode(str(archive / "no folder"), "module.kernel")
    assert nowhere.load(KEY) == "code"


def test_that_a_damaged_archive_costs_no_more_than_compiling(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    kept = KeptCode(str(tmp_path / "kept"), "module.kernel")
    kept.save(KEY, "code" * 1000)
    bring(archive, kept)
    assert kept.load(KEY) == "code" * 1000
    brought_code._archive.cache_clear()
    whole = archive.read_bytes()
    damaged = bytearray(whole)
    damaged[70:90] = b"\xff" * 20
    archive.write_bytes(damaged)
    assert kept.load(KEY) is None
    kept.save(KEY, "anew")
    assert kept.load(KEY) == "anew"
    brought_code._archive.cache_clear()
    archive.write_bytes(whole[:50])
    assert kept.load(KEY) == "anew"
    brought_code._archive.cache_clear()
    archive.unlink()
    assert kept.load(KEY) == "anew"
