"""The walk for room where everything is drawn at twice its size, and where letters are larger than
usual: Qt must be told of either before it starts, so this is a process of its own. Prints the
faults as a list.

A screen of 1920 by 1200 has 960 by 600 pixels of twice the size.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from gpstudio.gui.main import make_application

from ..bench import Bench
from .walk import Visit, walk

VISITS = (Visit(960, 600, "light", ("room",)), Visit(1360, 860, "dark", ("room",)))
LARGER = (Visit(1360, 860, "light", ("room",)),)
SHARE = 1.4
"""Of the usual letters: as much as people ask their desktops for."""


def main(folder: str) -> None:
    application = make_application()
    found = {"faults": faults(folder, VISITS)}
    font = QApplication.font()
    font.setPointSizeF(SHARE * font.pointSizeF())
    application.setFont(font)
    found["of_larger_letters"] = faults(folder, LARGER)
    print(json.dumps({"scale": application.devicePixelRatio(), **found}))


def faults(folder: str, visits: Sequence[Visit]) -> list[str]:
    bench = Bench(Path(folder))
    try:
        return walk(bench, visits)["room"]
    finally:
        bench.close()


if __name__ == "__main__":
    main(sys.argv[1])
