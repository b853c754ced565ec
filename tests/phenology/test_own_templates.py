"""Templates of one's own: a folder that wins over the bundled ones, checked before it is used."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpstudio.core.errors import InputError
from gpstudio.phenology.templates import OWN, copied, crops, load_template, own_folder, use_folder


@pytest.fixture(autouse=True)
def _nobodys_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(OWN, raising=False)
    yield
    os.environ.pop(OWN, None)


def test_that_a_copy_can_be_changed_and_wins(tmp_path: Path) -> None:
    path = copied("wheat", tmp_path)
    path.write_text(path.read_text("utf-8").replace('title = "Wheat"', 'title = "Our wheat"'))
    use_folder(tmp_path)
    assert load_template("wheat").title == "Our wheat"
    assert own_folder() == tmp_path
    use_folder(None)
    assert load_template("wheat").title == "Wheat"


def test_that_a_crop_of_ones_own_is_offered_to_all(tmp_path: Path) -> None:
    copied("barley", tmp_path).rename(tmp_path / "triticale.toml")
    assert "triticale" not in crops()
    use_folder(tmp_path)
    assert "triticale" in crops()
    assert load_template("triticale").crop == "triticale"


def test_that_a_broken_template_leaves_the_folder_unused_and_names_its_line(tmp_path: Path) -> None:
    path = copied("wheat", tmp_path)
    lines = path.read_text("utf-8").splitlines()
    place = next(at for at, line in enumerate(lines) if 'measure = "peak"' in line)
    lines[place] = '  measure = "peek"'
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InputError, match=rf"peek.*\(line {place + 1}\)"):
        use_folder(tmp_path)
    assert own_folder() is None


@pytest.mark.parametrize(
    ("good", "bad", "key"),
    [
        ("mean_temperature = 18.0", "mean_temperature = 180", "mean_temperature"),
        ("latitudes = [30, 56]", "latitudes = [56, 30]", "latitudes"),
        ("targets = [170]", "targets = [-170]", "targets"),
        ('day = "10-15"', 'day = "15-10"', "day"),
        ("temperature = [0, 26, 37]", "temperature = [0, 26]", "rate"),
        ('sd = 5\n  source = "flowering_later"', 'sdd = 5\n  source = "flowering_later"', None),
    ],
)
def test_that_every_fault_names_the_line_it_stands_on(
    tmp_path: Path, good: str, bad: str, key: str | None
) -> None:
    path = copied("wheat", tmp_path)
    text = path.read_text("utf-8")
    assert good in text
    text = text.replace(good, bad, 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        use_folder(tmp_path)
    line = int(str(refused.value).rpartition("(line ")[2].rstrip(")."))
    at = text[: text.index(bad)].count("\n") + 1
    if key is None:
        assert at - 5 <= line <= at  # what is missing is told of its table
    elif key == "rate":
        assert line == at + 1
    else:
        assert line == at


def test_that_what_is_no_folder_or_no_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no folder"):
        use_folder(tmp_path / "nowhere")
    copied("barley", tmp_path).rename(tmp_path / "curve.toml")
    with pytest.raises(InputError, match="cannot be the name of a crop"):
        use_folder(tmp_path)


def test_that_a_copy_never_writes_over_a_file(tmp_path: Path) -> None:
    copied("wheat", tmp_path)
    with pytest.raises(InputError, match="is there already"):
        copied("wheat", tmp_path)


def test_that_a_calendar_like_one_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = copied("wheat", tmp_path)
    text = path.read_text("utf-8").replace('like = "heading"', 'like = "flowering"')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="names 'flowering', which has no regions of its own"):
        use_folder(tmp_path)
