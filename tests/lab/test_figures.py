"""Charts as drawings: valid XML, every series and label there, ticks where people expect them."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.lab.figures import Axis, Figure, Level, Line, Panel, svg_of
from gpstudio.lab.figures.chart import Tile, in_rows, line_through, same_heights
from gpstudio.lab.figures.palette import COLOURS, mark
from gpstudio.lab.figures.scales import AxisScale, scale_of

SVG = "{http://www.w3.org/2000/svg}"
X = (10.0, 100.0, 1000.0)
LINE = Line("a < b & c", 1, X, (1.0, 0.1, 0.01), (0.9, 0.09, 0.005), (1.1, 0.2, 0.02))
PANEL = Panel(
    "σ = 0.1", Axis("samples", True), Axis("‖K − K̂‖", True), (LINE,), (Level("exact", 0.05),)
)
FIGURE = Figure("name", "A title", "a caption", ((PANEL, None), (PANEL, PANEL)))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_that_a_figure_says_what_it_shows() -> None:
    said = texts(svg_of(FIGURE))
    assert said.count("a < b & c") == 1
    assert said.count("exact") == 1
    assert said.count("σ = 0.1") == 3
    assert said.count("‖K − K̂‖") == 3
    assert {"A title", "10", "100", "1,000", "0.01", "0.1", "1"} <= set(said)


def test_that_points_lie_where_the_axes_say() -> None:
    one = Figure(
        "n",
        "t",
        "c",
        ((Panel("p", Axis("x"), Axis("y"), (Line("l", 0, (0.0, 10.0), (0.0, 5.0)),)),),),
    )
    tree = ElementTree.fromstring(svg_of(one))
    circles = [(float(c.get("cx", 0)), float(c.get("cy", 0))) for c in tree.iter(f"{SVG}circle")]
    (left, bottom), (right, top) = circles[-2:]
    labels = {
        e.text: (float(e.get("x", 0)), float(e.get("y", 0)))
        for e in tree.iter(f"{SVG}text")
        if e.text
    }
    assert labels["10.0"][0] == pytest.approx(right, abs=0.02)
    assert left < right
    assert top < bottom


def test_that_all_that_is_drawn_lies_within_the_drawing() -> None:
    tree = ElementTree.fromstring(svg_of(FIGURE))
    width, height = float(tree.get("width", 0)), float(tree.get("height", 0))
    for element in tree.iter(f"{SVG}polygon"):
        for pair in (element.get("points") or "").split():
            x, y = map(float, pair.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height


def test_that_a_figure_without_numbers_is_still_a_drawing() -> None:
    empty = Figure("n", "t", "c", ((Panel("p", Axis("x", True), Axis("y", True)),),))
    assert "p" in texts(svg_of(empty))
    assert "t" in texts(svg_of(Figure("n", "t", "c", ())))


@given(st.floats(1e-12, 1e9), st.floats(1.0, 1e9), st.booleans())
def test_that_every_axis_has_a_few_ticks_with_different_numbers(
    low: float, factor: float, log: bool
) -> None:
    scale = scale_of([low, low * factor], log)
    majors, minors = scale.ticks
    assert 2 <= len(majors) <= 10
    said = [text for _, text in majors]
    assert len(set(said)) == len(said)
    assert all(-1e-9 <= scale.share(tick) <= 1.0 + 1e-9 for tick, _ in majors)
    assert all(-1e-9 <= scale.share(tick) <= 1.0 + 1e-9 for tick in minors)


@pytest.mark.parametrize(
    ("scale", "said"),
    [
        (AxisScale(1.0, 1000.0, True), ["1", "10", "100", "1,000"]),
        (AxisScale(1e-9, 1e-3, True), ["10⁻⁸", "10⁻⁶", "10⁻⁴"]),
        (AxisScale(20.0, 1100.0, True), ["20", "50", "100", "200", "500", "1,000"]),
        (AxisScale(2e-6, 6e-5, True), ["2·10⁻⁶", "5·10⁻⁶", "10⁻⁵", "2·10⁻⁵", "5·10⁻⁵"]),
        (AxisScale(0.0, 1.0, False), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (AxisScale(-3.0, 42.0, False), ["0", "10", "20", "30", "40"]),
    ],
)
def test_that_ticks_are_round(scale: AxisScale, said: list[str]) -> None:
    assert [text for _, text in scale.ticks[0]] == said


def test_that_lines_are_means_and_quantiles() -> None:
    line = line_through(
        "m", 0, [(2.0, [1.0, 100.0]), (1.0, [3.0, math.nan]), (3.0, [math.nan])], True
    )
    assert line is not None
    assert line.x == (1.0, 2.0)
    assert line.y == pytest.approx((3.0, 10.0))
    assert line.low[1] == pytest.approx(1.0 + 0.1 * 99.0)
    assert line_through("m", 0, [(1.0, [math.nan])], True) is None
    alone = line_through("m", 0, [(1.0, [5.0])], False)
    assert alone is not None
    assert alone.low == ()


def test_that_panels_side_by_side_share_their_heights() -> None:
    other = Panel("q", PANEL.x, PANEL.y, (Line("l", 0, (1.0,), (50.0,)),))
    ((first, second),) = same_heights([(PANEL, other)])
    spans = [scale_of(panel.numbers("y"), True) for panel in (first, second)]
    assert spans[0] == spans[1]
    assert spans[0].low < 0.005
    assert spans[0].high > 50.0


def test_that_rows_of_panels_leave_few_gaps() -> None:
    shapes = {n: [len(row) for row in in_rows([PANEL] * n)] for n in (1, 3, 5, 8)}
    assert shapes == {1: [1], 3: [3], 5: [3, 3], 8: [4, 4]}


def test_that_no_two_of_many_lines_look_alike() -> None:
    looks = {(mark(style, 0, 0), style // len(COLOURS)) for style in range(30)}
    assert len(looks) == 30


@pytest.mark.gui
def test_that_the_window_draws_it_as_a_picture(qapp: object, tmp_path: Path) -> None:
    from PySide6.QtGui import QImage

    from gpstudio.core.errors import InputError
    from gpstudio.gui.rasterise import SHARPNESS, rasterise

    svg = svg_of(FIGURE)
    rasterise(svg, tmp_path / "a.png")
    picture = QImage(str(tmp_path / "a.png"))
    tree = ElementTree.fromstring(svg)
    assert picture.width() == SHARPNESS * int(tree.get("width", 0))
    step = range(0, picture.width(), 3)
    seen = {picture.pixelColor(x, y).name() for x in step for y in range(0, picture.height(), 3)}
    assert COLOURS[1].lower() in seen
    assert "#ffffff" in seen
    with pytest.raises(InputError, match="not drawn"):
        rasterise("<svg", tmp_path / "b.png")
    assert not (tmp_path / "b.png").exists()


def test_that_names_of_rows_are_whole_where_there_is_space_for_them() -> None:
    names = ("mean perimeter", "mean radius", "a" * 60)
    tiles = tuple(Tile(0.0, 1.0, float(i), i + 1.0, 0, 1.0) for i in range(3))
    panel = Panel("What tells", Axis("loss"), Axis("input", names=names), tiles=tiles)
    plain = Panel("Beside", Axis("x"), Axis("y"), lines=(Line("a", 0, (0.0, 1.0), (0.0, 1.0)),))
    text = svg_of(Figure("name", "Title", "told", ((panel, plain),)))
    assert ">mean perimeter<" in text
    assert ">mean radius<" in text
    assert ">" + "a" * 60 + "<" not in text, "what is longer than half a panel is cut"
