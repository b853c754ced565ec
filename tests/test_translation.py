"""Every text is said through ``gpstudio.translation``, whole, and known to translators."""

from __future__ import annotations

import ast
import os
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from other_words import other, texts, write_catalogue

from gpstudio.resources import resource
from gpstudio.translation import tr, tr_count, tr_later

ROOT = Path(__file__).resolve().parents[1]
SAID_BY = {"tr": 1, "tr_later": 1, "tr_count": 3}
"""How many arguments without a name each takes."""
ERRORS = ("InputError", "RecipeError", "WrongKindError")
Said = tuple[str, ast.Call, str]


def calls() -> Iterator[Said]:
    """Where in the program, the call, and the function's name."""
    for path in sorted((ROOT / "gpstudio").rglob("*.py")):
        if path.name == "translation.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and name in SAID_BY:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node, name


CALLS = list(calls())


def places(text: str) -> set[str]:
    """The named places of a text: the first word in each pair of braces."""
    named = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    return {name.partition(".")[0].partition("[")[0] for name in named}


def test_that_places_are_filled_and_braces_alone_stay() -> None:
    assert tr("{count:,} of {what!r}", count=1234, what="North") == "1,234 of 'North'"
    assert tr("a set {1, 2}") == "a set {1, 2}"
    assert tr_later("day first") == "day first"


@pytest.mark.parametrize(("number", "words"), [(0, "0 rows"), (1, "1 row"), (2_000, "2,000 rows")])
def test_that_counted_words_have_their_forms(number: int, words: str) -> None:
    assert tr_count(number, "{n:,} row", "{n:,} rows") == words


def test_that_every_place_has_its_value_and_every_value_its_place() -> None:
    wrong = []
    for where, call, name in CALLS:
        given = {keyword.arg for keyword in call.keywords}
        if name == "tr_count":
            found = [ast.literal_eval(part) for part in call.args[1:]]
            needed = set().union(*map(places, found))
            wrong += [where] * (needed - {"n"} != given)
        elif given:
            wrong += [where] * (places(ast.literal_eval(call.args[0])) != given)
    assert not wrong, "\n".join(wrong)


def test_that_no_text_is_put_together_before_it_is_said() -> None:
    """Only what ``tr_later`` marked may come by a name."""
    wrong = []
    for where, call, name in CALLS:
        found = call.args[1:] if name == "tr_count" else call.args
        literal = all(isinstance(p, ast.Constant) and isinstance(p.value, str) for p in found)
        by_name = name == "tr" and not call.keywords and not isinstance(found[0], ast.JoinedStr)
        wrong += [where] * (len(call.args) != SAID_BY[name] or not (literal or by_name))
    assert not wrong, "\n".join(wrong)


def has_words(text: ast.expr) -> bool:
    """Whether it is put together here, of more than what others said."""
    if isinstance(text, ast.BinOp):
        return True
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    written = "".join(str(p.value) for p in parts if isinstance(p, ast.Constant))
    return any(letter.isalpha() for letter in written)


def test_that_what_a_person_can_mend_is_said_in_their_language() -> None:
    wrong = []
    for path in sorted((ROOT / "gpstudio").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and name in ERRORS and node.args:
                wrong += [f"{path.relative_to(ROOT)}:{node.lineno}"] * has_words(node.args[0])
    assert not wrong, "\n".join(wrong)


def test_that_translators_have_the_texts_of_today() -> None:
    """``python packaging/texts.py`` gathers them anew."""
    module = texts()
    with module.TEMPLATE.open("rb") as file:
        kept = {message.id for message in read_po(file) if message.id}
    today = {message.id for message in module.gathered() if message.id}
    assert kept == today


def test_that_a_catalogue_is_begun_brought_up_to_date_and_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = texts()
    monkeypatch.setattr(module, "LANGUAGES", tmp_path)
    path = module.begin("de")
    gathered = module.gathered()
    assert module.bring_up_to_date(path, gathered) == len(gathered)
    text = path.read_text(encoding="utf-8")
    before = 'msgid "Compare"\nmsgstr ""'
    assert before in text
    path.write_text(text.replace(before, 'msgid "Compare"\nmsgstr "Vergleich"'), encoding="utf-8")
    assert module.bring_up_to_date(path, gathered) == len(gathered) - 1
    assert said(tmp_path, "de", "tr('Compare')") == "Vergleich"
    assert said(tmp_path, "de", "tr('Fit')") == "Fit"
    number = "tr_count(2, '{n:,} row', '{n:,} rows')"
    for forms, spoken in (("Zeile {n}", "Zeilen {n}"), "Zeilen 2"), (("{m}", "{m}"), "2 rows"):
        words = write_forms(path, '"{n:,} row"', forms)
        module.bring_up_to_date(path, gathered)
        assert said(tmp_path, "de", number) == spoken, words
    assert said(tmp_path, "fr:de", "tr('Compare')") == "Vergleich"
    assert said(tmp_path, "fr", "language()") == ""
    assert said(tmp_path, "de", "language()") == "de"
    page = tmp_path / "de" / "help" / "windows.md"
    page.parent.mkdir()
    page.write_text("# Fenster", encoding="utf-8")
    assert said(tmp_path, "de", "translated('help', 'windows.md')") == str(page)
    english = resource("help", "README.md")
    assert said(tmp_path, "de", "translated('help', 'README.md')") == str(english)


def write_forms(path: Path, one: str, forms: tuple[str, str]) -> str:
    """As a translator does, of a counted word."""
    before, found, after = path.read_text(encoding="utf-8").partition(f"msgid {one}\n")
    assert found
    rest = after[after.index("\n\n") :]
    plural = after[: after.index("\n") + 1]
    written = "".join(f'msgstr[{k}] "{form}"\n' for k, form in enumerate(forms)).rstrip()
    path.write_text(f"{before}{found}{plural}{written}{rest}", encoding="utf-8")
    return written


def said(folder: Path, language: str, code: str) -> str:
    """By a process of its own: the language is asked once."""
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8",
        "GPSTUDIO_LANGUAGES": str(folder), "LANGUAGE": language,
    }  # fmt: skip
    words = [sys.executable, "-c", f"from gpstudio.translation import *; print({code}, end='')"]
    return subprocess.run(
        words, env=environment, capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout


def test_that_another_language_is_spoken_by_the_command_line_too(tmp_path: Path) -> None:
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8",
        **write_catalogue(tmp_path),
    }  # fmt: skip
    words = [sys.executable, "-m", "gpstudio", "inspect", str(tmp_path / "none.csv")]
    run = subprocess.run(
        words, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert run.returncode == 2
    assert other("in that folder") in run.stderr
    assert "none.csv" in run.stderr
