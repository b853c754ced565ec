"""Every text is said through ``gpstudio.translation``, whole, and known to translators."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from other_words import other, texts, write_catalogue
from text_rules import RULES, SAID_BY, Module, modules, places

from gpstudio.resources import resource
from gpstudio.translation import all_of, any_of, any_typed, some_of, tr, tr_count, tr_later

ROOT = Path(__file__).resolve().parents[1]
ERRORS = ("InputError", "RecipeError", "WrongKindError")
Said = tuple[str, ast.Call, str]


def calls(*names: str) -> Iterator[Said]:
    """Where in the program, the call, and the function's name."""
    for module in modules():
        for node in module.nodes:
            name = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and name in names:
                yield f"{module.where}:{node.lineno}", node, name


def test_that_places_are_filled_and_braces_alone_stay() -> None:
    assert tr("{count:,} of {what!r}", count=1234, what="North") == "1,234 of 'North'"
    assert tr("a set {1, 2}") == "a set {1, 2}"
    assert tr_later("day first") == "day first"


@pytest.mark.parametrize(("number", "words"), [(0, "0 rows"), (1, "1 row"), (2_000, "2,000 rows")])
def test_that_counted_words_have_their_forms(number: int, words: str) -> None:
    assert tr_count(number, "{n:,} row", "{n:,} rows") == words


def test_that_every_place_has_its_value_and_every_value_its_place() -> None:
    wrong = []
    for where, call, name in calls(*SAID_BY):
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
    for where, call, name in calls(*SAID_BY):
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


def test_that_no_text_is_said_within_another_one() -> None:
    """Before Python 3.12 an f-string is one word: who collects texts does not see what is in it."""
    hidden = [
        f"{module.where}:{node.lineno}"
        for module in modules()
        for node in module.nodes
        if isinstance(node, ast.JoinedStr)
        for inner in ast.walk(node)
        if getattr(getattr(inner, "func", None), "id", "") in SAID_BY
    ]
    assert hidden == []


def test_that_what_a_person_can_mend_is_said_in_their_language() -> None:
    wrong = []
    for where, call, _ in calls(*ERRORS):
        wrong += [where] * bool(call.args and has_words(call.args[0]))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("rule", RULES)
def test_that_every_text_is_whole_and_says_what_its_places_hold(rule: str) -> None:
    wrong = [each for module in modules() for each in module.broken(rule)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("rule", "written"),
    [
        ("places", "tr('{name} has no {name_2}', name=a, name_2=b)"),
        ("places", "tr('{at} is no date', at=a)"),
        ("places", "tr_count(n, '{what} has {n} row', '{what} has {n} rows', what=a)"),
        ("pieces", "tr(' of input {column}', column=a)"),
        ("pieces", "tr('one of ')"),
        ("pieces", "tr_count(n, ', but {n} row', ', but {n} rows')"),
        ("pieces", "tr('several inputs: {curve}{each}', curve=a, each=b)"),
        ("joined", "tr('one of') + names"),
        ("joined", "words + tr('at worst')"),
        ("joined", "words += tr('at worst')"),
        ("joined", "f'{words}, {tr(\"at worst\")}'"),
        ("joined", "f'so {tr(\"at worst\")}'"),
        ("lines", "tr(\n    'the data set '\n    'and '\n    'its rows'\n)"),
        ("lines", "tr(\n    'the readings are '\n    'few.'\n)"),
    ],
)
def test_that_a_text_that_breaks_a_rule_is_found(rule: str, written: str) -> None:
    broken = {each for each in RULES if Module.of("x.py", written).broken(each)}
    assert broken == {rule}


@pytest.mark.parametrize(
    "written",
    [
        "words += ' ' + tr('They are few.')",
        "f'{words} {tr(\"They are few.\")}'",
        "'; '.join([tr('{count} rows', count=n), tr('no column')])",
        "f'{tr(\"Columns\")}: {names}'",
        "tr(\n    'the data set and '\n    'its rows'\n)",
        "tr('a set {1, 2}')",
    ],
)
def test_that_whole_texts_may_stand_beside_others(written: str) -> None:
    assert not [each for rule in RULES for each in Module.of("x.py", written).broken(rule)]


@pytest.mark.parametrize(
    ("names", "any_words", "all_words"),
    [
        ("", "", ""),
        ("a", "a", "a"),
        ("ab", "a or b", "a and b"),
        ("abc", "a, b or c", "a, b and c"),
    ],
)
def test_that_names_are_listed_as_a_sentence_does(
    names: str, any_words: str, all_words: str
) -> None:
    assert (any_of(names), all_of(names)) == (any_words, all_words)


def test_that_no_comma_stands_beside_words_to_be_copied() -> None:
    assert any_typed("abc") == "a or b or c"


def test_that_of_many_names_the_first_are_listed() -> None:
    assert some_of("abc", 3) == "a, b, c"
    assert some_of("abcde", 2) == "a, b and 3 more"


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
