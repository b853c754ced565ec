"""The walk for room where everything is drawn at twice its size: Qt must be told before it starts,
so this is a process of its own. Prints the faults as a list.

A screen of 1920 by 1200 has 960 by 600 such pixels.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ..bench import Bench
from .walk import Visit, walk

VISITS = (Visit(960, 600, "light", ("room",)), Visit(1360, 860, "dark", ("room",)))


def main(folder: str) -> None:
    bench = Bench(Path(folder))
    try:
        scale = bench.window.devicePixelRatio()
        found = walk(bench, VISITS)
    finally:
        bench.close()
    print(json.dumps({"scale": scale, "faults": found["room"]}))


if __name__ == "__main__":
    main(sys.argv[1])
