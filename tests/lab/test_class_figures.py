"""Figures of a classification: cells, curves and regions where the numbers say."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from gpstudio.core.classification.model import Wanted
from gpstudio.core.classification.scores import confusion
from gpstudio.core.recipe import Recipe
from gpstudio.lab.class_figures import (
    confusion_panel,
    figure_of,
    figures_of,
    most_telling,
    reliability_panel,
    roc_panel,
    telling_panel,
)
from gpstudio.lab.figures import svg_of
from gpstudio.session.classified.learning import Classified, HowLearnt, classify
from gpstudio.session.classified.maps import along_one, over_two
from gpstudio.session.classified.rows import ClassRows

SVG = "{http://www.w3.org/2000/svg}"
FEATURES = ("deaf", "tells", "more")


def made(inputs: int, classes: int, count: int = 30, way: str = "softmax") -> Classified:
    random = np.random.default_rng(0)
    places = np.arange(count) % classes
    told = random.normal(0.0, 0.4, (count, inputs))
    told[:, min(1, inputs - 1)] += 2.0 * places
    if inputs > 2:
        told[:, 2] -= 1.5 * places
    labels = tuple(f"class-{'abc'[place]}" for place in places)
    nothing = ("",) * count
    rows = ClassRows("made", FEATURES[:inputs], told, labels, nothing, tuple(range(count)))
    recipe = Recipe.of(kernel="9 * rbf(1.5)", learning="fixed")
    return classify(rows, HowLearnt(recipe, Wanted(way, inference="laplace"), folds=3))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def three() -> Classified:
    return made(2, 3)


def test_that_cells_hold_the_counts_and_lie_where_their_names_stand(three: Classified) -> None:
    panel = confusion_panel(three)
    counts = confusion(three.left_out, three.places)
    assert panel.y.names == ("…c", "…b", "…a")
    for tile in panel.tiles:
        own, taken = 2 - int(tile.low), int(tile.left)
        assert (tile.text or "0") == str(counts[own, taken])
        assert tile.shade == pytest.approx(counts[own, taken] / 10.0)
    names = confusion_panel(replace(three, classes=("aut", "oat", "rye"))).x.names
    assert names == ("aut", "oat", "rye")


def test_that_true_probabilities_lie_on_the_line(three: Classified) -> None:
    random = np.random.default_rng(1)
    shares = random.dirichlet([0.7, 0.7, 0.7], 6_000)
    places = np.array([random.choice(3, p=each) for each in shares])
    panel = reliability_panel(replace(three, left_out=shares, places=places))
    dots = panel.lines[1]
    assert np.abs(np.array(dots.x) - dots.y).max() < 0.05
    assert all(low <= y <= high for low, y, high in zip(dots.low, dots.y, dots.high, strict=True))


def test_that_the_roc_of_what_tells_nothing_is_the_diagonal(three: Classified) -> None:
    shares = np.full((600, 3), 1.0 / 3.0)
    flat = roc_panel(replace(three, left_out=shares, places=np.arange(600) % 3))
    assert all(line.x == line.y == (0.0, 1.0) for line in flat.lines[1:])
    sure = roc_panel(replace(three, left_out=np.eye(3)[three.places]))
    assert all(line.x[1] == 0.0 and line.y[1] == 1.0 for line in sure.lines[1:])


def test_that_what_tells_is_lost_where_it_is_shuffled(three: Classified) -> None:
    told = dict(three.telling)
    assert told["tells"] > 0.5
    assert abs(told["deaf"]) < 0.3 * told["tells"]
    bars = telling_panel(three)
    assert bars.y.names == ("deaf", "tells")
    assert bars.tiles[1].right == told["tells"]
    assert not made(1, 2).telling  # one input has nothing to be held against


def test_that_a_map_runs_along_the_inputs_that_tell() -> None:
    found = made(3, 2)
    assert most_telling(found) == (1, 2)
    two = over_two(found, (1, 2))
    assert two is not None
    assert (two.names, two.others) == (("tells", "more"), 1)
    # the class of a place is that of the rows near it
    low, high = two.shares[-1, 0], two.shares[0, -1]
    assert low[0] > 0.75
    assert high[1] > 0.75
    assert np.allclose(two.shares.sum(axis=2), 1.0, atol=1e-12)


@pytest.mark.parametrize(("classes", "way"), [(2, "softmax"), (3, "softmax"), (3, "one-vs-rest")])
def test_that_bands_hold_the_probability(classes: int, way: str) -> None:
    found = made(1, classes, way=way)
    one = along_one(found)
    assert one is not None
    assert (one.latent is None) == (way == "one-vs-rest")
    if one.latent is not None:
        latent = one.latent
        assert latent.mean.shape[1] == (1 if classes == 2 else classes)
        assert (latent.lower <= one.shares + 1e-9).all()
        assert (one.shares <= latent.upper + 1e-9).all()
        if classes == 2:  # of two classes a band is the other's, turned over
            assert np.allclose(latent.lower[:, 0], 1.0 - latent.upper[:, 1])


def test_that_all_panels_are_drawn_on_one_page_and_alone(three: Classified) -> None:
    titles = ["Class map", "Confusion", "Reliability", "ROC", "What each input tells"]
    assert [panel.title for panel in figure_of(three).all_panels] == titles
    page, *alone = figures_of(three)
    assert [figure.title for figure in alone] == titles
    tree = ElementTree.fromstring(svg_of(page))
    said = {element.text for element in tree.iter(f"{SVG}text")}
    assert {*titles, "class-a", "…a", "10", "tells"} <= said
    assert len(list(tree.iter(f"{SVG}rect"))) > 9
