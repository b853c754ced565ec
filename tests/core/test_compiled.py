"""The door to numba: types kept, GIL released, a cache that is never stale and never in the way."""

from __future__ import annotations

import gc
import math
import os
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest
from numba.core import event

from gpstudio.core import lanes
from gpstudio.core.compiled import SAFE_FASTMATH, _everything_behind, compiled

REPOSITORY = Path(__file__).resolve().parents[2]


@compiled
def spin(rounds: int) -> float:
    total = 0.0
    for i in range(rounds):
        total += math.sin(i * 1.0)
    return total


@compiled
def quotient(a: float, b: float) -> float:
    return a / b


@compiled(fastmath={"reassoc", "contract"})
def loose_sum(values: np.ndarray) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


@compiled(parallel=True)
def parallel_squares(values: np.ndarray) -> np.ndarray:
    return values * values + 1.0


def power_of(dimension: int) -> Callable[[float], float]:
    @compiled
    def step(x: float) -> float:
        return x * dimension

    @compiled
    def repeated(x: float) -> float:
        for _ in range(dimension):
            x = step(x)
        return x

    return repeated


@pytest.mark.parametrize("works", [True, False])
@pytest.mark.parametrize("on", [True, False])
def test_that_nothing_is_collected_while_numba_compiles(on: bool, works: bool) -> None:
    seen: list[bool] = []

    class Watch(event.Listener):
        def on_start(self, event: object) -> None:
            seen.append(gc.isenabled())

        def on_end(self, event: object) -> None:
            seen.append(gc.isenabled())

    @compiled
    def inner(x: float) -> float:
        return x if works else x.nothing  # type: ignore[attr-defined]

    @compiled
    def outer(x: float) -> float:
        return inner(x)

    was_on = gc.isenabled()
    gc.enable() if on else gc.disable()
    try:
        with (
            event.install_listener("numba:run_pass", Watch()),
            nullcontext() if works else pytest.raises(Exception, match="nothing"),
        ):
            outer(1.0)
        assert gc.isenabled() == on
    finally:
        gc.enable() if was_on else gc.disable()
    assert not any(seen)
    assert seen or works  # what works is kept from the last run


def test_that_division_by_zero_is_infinite_as_in_numpy() -> None:
    assert quotient(1.0, 0.0) == math.inf


def test_that_other_threads_run_on_while_a_kernel_works() -> None:
    spin(1)
    worker = threading.Thread(target=spin, args=(60_000_000,))
    gaps, last = [], time.perf_counter()
    worker.start()
    while worker.is_alive():
        time.sleep(0.001)
        now = time.perf_counter()
        gaps.append(now - last)
        last = now
    worker.join()
    assert len(gaps) > 50
    assert np.median(gaps) < 0.05


def test_that_a_loose_sum_still_sees_missing_and_infinite_values() -> None:
    assert math.isnan(loose_sum(np.array([1.0, math.nan])))
    assert loose_sum(np.array([1.0, math.inf])) == math.inf
    assert loose_sum(np.arange(1000.0)) == 499_500.0


@pytest.mark.parametrize("flag", ["nnan", "ninf", "fast"])
def test_that_flags_which_deny_missing_values_are_refused(flag: str) -> None:
    with pytest.raises(ValueError, match=flag):
        compiled(fastmath={flag, *SAFE_FASTMATH})


def test_that_kernels_made_with_different_constants_are_different_kernels() -> None:
    assert [power_of(n)(1.0) for n in (2, 3, 2)] == [4.0, 27.0, 4.0]


def test_that_a_kernels_key_knows_what_its_words_of_machine_code_are_made_by() -> None:
    adding, taking = (b"".join(_everything_behind(f, set())) for f in (lanes.add, lanes.take))
    assert adding != taking
    assert b"fadd" in adding
    assert b" object at 0x" not in adding  # an address is another one in every process


def test_that_two_threads_may_call_a_parallel_kernel_at_once() -> None:
    values = np.arange(100_000.0)
    answers: list[np.ndarray] = []
    threads = [
        threading.Thread(target=lambda: answers.append(parallel_squares(values))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4
    assert all(np.array_equal(answer, values**2 + 1) for answer in answers)
    assert parallel_squares.__name__ == "parallel_squares"


HELPER = """
from gpstudio.core.compiled import compiled

OFFSET = 1.0

@compiled(fastmath={"reassoc", "contract", "arcp"})
def helper(x: float) -> float:
    return x + 1.0
"""

KERNELS = """
import helpers
from gpstudio.core.compiled import compiled
from helpers import OFFSET, helper

@compiled
def direct(x: float) -> float:
    return helper(x)

@compiled
def constant(x: float) -> float:
    return x + OFFSET

@compiled
def through_module(x: float) -> float:
    return helpers.helper(x)

def made_for(n: int):
    @compiled
    def inner(x: float) -> float:
        return x * n

    @compiled
    def outer(x: float) -> float:
        return inner(x) + helper(x)

    return outer

two, three = made_for(2), made_for(3)
kernels = [direct, constant, through_module, two, three]
print([kernel(1.0) for kernel in kernels])
print([sum(kernel.stats.cache_hits.values()) for kernel in kernels])
"""


class Elsewhere:
    """A small program in a folder of its own, run as often as wanted, each time anew."""

    def __init__(self, folder: Path, kept: Path) -> None:
        folder.mkdir()
        self.folder, self.kept = folder, kept
        self.write("helpers.py", HELPER)
        self.write("program.py", KERNELS)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(textwrap.dedent(text), encoding="utf-8")

    def run(self, **environment: str) -> tuple[str, str]:
        """What the program printed: the values, then for each kernel whether the cache had it."""
        inherited = {**os.environ, "NUMBA_CACHE_DIR": str(self.kept)}
        done = subprocess.run(
            [sys.executable, "program.py"],
            cwd=self.folder,
            env={**inherited, "PYTHONPATH": str(REPOSITORY), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        values, hits = done.stdout.splitlines()
        return values, hits

    def cached_files(self) -> list[Path]:
        return sorted(self.kept.rglob("*"))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Elsewhere:
    return Elsewhere(tmp_path / "clone", tmp_path / "kept")


VALUES = "[2.0, 2.0, 2.0, 4.0, 5.0]"


def test_that_the_next_process_finds_every_kernel_also_that_of_another_clone(
    elsewhere: Elsewhere, tmp_path: Path
) -> None:
    assert elsewhere.run() == (VALUES, "[0, 0, 0, 0, 0]")
    files = elsewhere.cached_files()
    assert files
    assert elsewhere.run(PYTHONHASHSEED="1") == (VALUES, "[1, 1, 1, 1, 1]")
    another = Elsewhere(tmp_path / "another", elsewhere.kept)
    another.write("helpers.py", "# a line more, later\n" + HELPER)
    assert another.run(PYTHONHASHSEED="2") == (VALUES, "[1, 1, 1, 1, 1]")
    assert elsewhere.cached_files() == files


def test_that_a_change_in_another_file_reaches_the_kernels_that_use_it(
    elsewhere: Elsewhere,
) -> None:
    elsewhere.run()
    elsewhere.write("helpers.py", HELPER.replace("1.0", "10.0"))
    assert elsewhere.run()[0] == "[11.0, 11.0, 11.0, 13.0, 14.0]"
    # and what was compiled in another manner is compiled anew
    other = "import gpstudio.core.compiled as door\ndoor._HOW = b'other'\n"
    elsewhere.write("helpers.py", other + HELPER)
    assert elsewhere.run() == (VALUES, "[0, 0, 0, 0, 0]")


@pytest.mark.skipif(sys.platform == "win32", reason="the cache folder there is not ours to name")
def test_that_kernels_compile_without_a_cache_where_no_folder_is_writable(
    elsewhere: Elsewhere,
) -> None:
    # a file where the folder should be stops even root
    (elsewhere.folder / "__pycache__").write_text("")
    elsewhere.kept.write_text("")
    nowhere = str(elsewhere.folder / "helpers.py" / "cache")
    values, hits = elsewhere.run(HOME=nowhere, XDG_CACHE_HOME=nowhere)
    assert (values, hits) == (VALUES, "[0, 0, 0, 0, 0]")


def test_that_a_damaged_cache_is_compiled_anew_and_mended(elsewhere: Elsewhere) -> None:
    elsewhere.run()
    for file in filter(Path.is_file, elsewhere.cached_files()):
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    assert elsewhere.run() == (VALUES, "[0, 0, 0, 0, 0]")
    elsewhere.run()
    assert elsewhere.run() == (VALUES, "[1, 1, 1, 1, 1]")


@pytest.mark.slow
def test_that_a_type_checker_sees_the_signature_of_the_compiled_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = pytest.importorskip("mypy.api", reason="mypy is a tool of developers")
    monkeypatch.setenv("MYPY_CONFIG_FILE_DIR", "")  # which mypy sets: to be taken back
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(
            """
            from gpstudio.core.compiled import compiled

            @compiled
            def bare(x: float, n: int) -> float:
                return x * n

            @compiled(parallel=True, fastmath={"reassoc"})
            def with_options(x: float) -> float:
                return x

            reveal_type(bare)
            reveal_type(with_options)
            """
        ),
        encoding="utf-8",
    )
    configuration = str(REPOSITORY / "pyproject.toml")
    said, _, _ = api.run(
        ["--config-file", configuration, "--cache-dir", str(tmp_path / "cache"), str(script)]
    )
    said = said.replace("builtins.", "")
    assert "def (x: float, n: int) -> float" in said
    assert "def (x: float) -> float" in said
