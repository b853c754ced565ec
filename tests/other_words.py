"""A language that nobody speaks: every text of the program with other letters. What is still in
English on screen was not said through ``tr``."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

ROOT = Path(__file__).resolve().parents[1]
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "âƀçđéƒğħíĵķłɱñôþǫŕšŧûṽŵẋýžÂƁÇĐÉƑĞĦÎĴĶŁƜÑÔÞǪŔŠŦÛṼŴẊÝŽ",
)
KEPT = re.compile(r"(\{[^{}]*\}|<[^>]*>|&[a-z]+;|\*\.\w+)")
"""Places that are filled, signs of HTML, and patterns of files."""
NAME = "eo"
"""Any code of a language that the program does not have."""


def other(text: str) -> str:
    kept_between = enumerate(KEPT.split(text))
    return "".join(part if place % 2 else part.translate(LETTERS) for place, part in kept_between)


def texts() -> ModuleType:
    """``packaging/texts.py``, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("texts", ROOT / "packaging" / "texts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_catalogue(folder: Path) -> dict[str, str]:
    """The catalogue of other words; what the environment must say for it to be spoken."""
    catalogue = Catalog()
    for message in texts().gathered():
        if message.id:
            said = message.id
            words = tuple(map(other, said)) if isinstance(said, tuple | list) else other(said)
            catalogue.add(said, words)
    path = folder / NAME / "LC_MESSAGES" / "gpstudio.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)
    return {"GPSTUDIO_LANGUAGES": str(folder), "LANGUAGE": NAME}
