"""Compile what a first look at GP Studio needs, for build/compiled.zip: an installed program brings
it along, so that its first start need not compile:

    python packaging/machine_code.py [GENERATION ...]

For each generation of processors (all, where none is named) the usual work is done twice: once so
that all of it is compiled and kept, once more to note what was loaded; that alone goes into the
archive.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parents[1]
ARCHIVE = ROOT / "build" / "compiled.zip"
FARMS = str(ROOT / "resources" / "sample" / "made_up_farms.csv")
FIELD = str(ROOT / "resources" / "sample" / "alarc2_smith6_landsat_ndvi.csv")

WORK = [
    ["demo"],
    ["fit", FIELD, "--stages", "wheat", "--anyway"],
    ["fit", FIELD, "--likelihood", "student_t"],
    ["fit", FIELD, "--kernel", "matern52", "--learning", "ml2"],
    ["fit", FARMS, "--workers", "1", "--stages", "wheat"],
    ["batch", FARMS, "--workers", "1", "--stages", "none"],
    [*"batch --workers 1 --stages none --kernel matern32 --learning fixed".split(), FARMS],
    ["hindcast", FIELD],
]
"""What people do first, without a window; ``--out`` is added."""


def main() -> int:
    if sys.argv[1:2] == ["--work"]:
        return work(Path(sys.argv[2]))
    found: dict[str, Path] = {}
    for generation in sys.argv[1:] or _generations():
        for _ in range(2):
            noted = _noted(generation)
        found |= noted
        print(f"{generation or 'this processor'}: {len(noted)} kernels", file=sys.stderr)
    ARCHIVE.parent.mkdir(exist_ok=True)
    write(ARCHIVE, found)
    print(f"{ARCHIVE.relative_to(ROOT)}: {ARCHIVE.stat().st_size / 1e6:.1f} MB", file=sys.stderr)
    return 0


def write(archive: Path, files: dict[str, Path]) -> None:
    """The same bytes of the same files, whenever and wherever."""
    with ZipFile(archive, "w") as bundle:
        for name in sorted(files):
            entry = ZipInfo(name)  # of 1980, as all of them
            entry.compress_type = ZIP_DEFLATED
            bundle.writestr(entry, files[name].read_bytes(), compresslevel=9)


def work(notes: Path) -> int:
    """Do it all in this process, noting each file of machine code that is loaded."""
    from gpstudio.core import kept_code
    from gpstudio.core.task import QUIET

    loaded = kept_code.KeptCode.load

    def noting(kept: kept_code.KeptCode, key: object) -> object:
        data = loaded(kept, key)
        if data is not None:
            with notes.open("a", encoding="utf-8") as file:
                file.write(f"{kept._path(key)}\n")
        return data

    kept_code.KeptCode.load = noting  # type: ignore[method-assign]
    from gpstudio.__main__ import main as gpstudio
    from gpstudio.core.inference import warm_up as fits
    from gpstudio.data import warm_up as tables
    from gpstudio.phenology.earlier import chain as seasons

    fits.warm_up(QUIET)
    tables.warm_up(QUIET)
    seasons.warm_up()
    with tempfile.TemporaryDirectory() as folder:
        for number, words in enumerate(WORK):
            code = gpstudio([*words, "--out", str(Path(folder) / str(number))])
            if code:
                return code
        gpstudio(["doctor"])
        # last: it may leave the process at once
        return gpstudio(["--smoke", str(Path(folder) / "window.png")])


def _noted(generation: str) -> dict[str, Path]:
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "loaded.txt"
        chosen = {"NUMBA_CPU_NAME": generation} if generation else {}
        subprocess.run(
            [sys.executable, __file__, "--work", notes],
            env={
                **os.environ,
                **chosen,
                "PYTHONPATH": str(ROOT),
                "QT_QPA_PLATFORM": "offscreen",
                "XDG_CONFIG_HOME": folder,
                "XDG_DATA_HOME": folder,
            },
            stdout=subprocess.DEVNULL,
            check=True,
        )
        lines = notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []
        return {Path(line).name: Path(line) for line in lines}


def _generations() -> list[str]:
    from gpstudio.core.generations import GENERATIONS

    return list(GENERATIONS) if platform.machine().lower() in {"x86_64", "amd64"} else [""]


if __name__ == "__main__":
    sys.exit(main())
