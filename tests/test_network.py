"""The program talks to nobody."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from gpstudio.resources import SAMPLE, resource

ROOT = Path(__file__).resolve().parents[1]
TALKERS = {
    "aiohttp", "asyncio", "distributed", "ftplib", "http", "httpx", "imaplib", "poplib", "requests",
    "smtplib", "socket", "socketserver", "ssl", "telnetlib", "urllib", "urllib3", "webbrowser",
    "xmlrpc",
}  # fmt: skip
ALLOWED = {
    ("gpstudio/__main__.py", "socket"): "asks the display of this computer whether it is there",
    ("gpstudio/jobs/cluster.py", "distributed.Client"): "talks to the cluster a person has named",
    ("gpstudio/jobs/cluster.py", "distributed.LocalCluster"): "is asked for, and of this computer",
    ("gpstudio/session/project/lock.py", "socket"): "knows the name of this computer",
    ("gpstudio/session/project/schema.py", "urllib.parse"): "writes a path as SQLite reads it",
}
IMPORT = re.compile(r"^ *(?:from|import) +([\w.]+)(?: +import +(.*))?", re.MULTILINE)
OF_QT = re.compile("QtNetwork|QtWeb")
WITHOUT = """
import sys

def refuse(event, given):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"):
        raise SystemExit(f"{event} {given}")

sys.addaudithook(refuse)
from gpstudio.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def imports(path: Path) -> Iterator[str]:
    for module, names in IMPORT.findall(path.read_text(encoding="utf-8")):
        yield from (f"{module}.{name.strip(' ()')}".strip(".") for name in names.split(","))


def talks(module: str) -> bool:
    return module.partition(".")[0] in TALKERS


def test_that_no_module_can_talk_to_another_computer() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), module.removesuffix(".quote"))
        for path in (ROOT / "gpstudio").rglob("*.py")
        for module in imports(path)
        if talks(module)
    }
    assert found == ALLOWED.keys()
    for path in (ROOT / "gpstudio").rglob("*.py"):
        assert not OF_QT.search(path.read_text(encoding="utf-8")), path


def test_that_a_table_is_read_fitted_and_written_with_sockets_forbidden(tmp_path: Path) -> None:
    words = ["fit", str(resource(*SAMPLE)), "--out", str(tmp_path)]
    words += ["--kernel", "matern32", "--learning", "fixed"]
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT, *words], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "stages.csv").exists()
