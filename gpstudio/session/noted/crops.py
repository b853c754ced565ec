"""What people call the crops that have a template."""

from __future__ import annotations

from collections.abc import Iterable

from gpstudio.core.errors import suggestion
from gpstudio.data.texts import shown
from gpstudio.session.noted.tables import folded
from gpstudio.translation import all_of, tr_count

_MODIFIERS = frozenset("winter spring summer soft hard red white bread durum malting grain".split())
CROPS: dict[str, tuple[str, ...]] = {
    "wheat": ("weizen", "winterweizen", "sommerweizen", "ble", "trigo", "frumento"),
    "barley": ("gerste", "wintergerste", "sommergerste", "orge", "cebada", "cevada", "orzo"),
    "oat": ("oats", "hafer", "avoine", "avena", "aveia"),
    "rye": ("roggen", "winterroggen", "sommerroggen", "seigle", "centeno", "centeio", "segale"),
    "potato": ("potatoes", "kartoffel", "kartoffeln", "pomme de terre", "patata", "papa", "batata"),
    "sugar_beet": (
        "sugar beet",
        "sugarbeet",
        "sugar beets",
        "beet",
        "zuckerrube",
        "zuckerruben",
        "betterave",
        "betterave sucriere",
        "remolacha",
        "beterraba",
        "barbabietola",
    ),
    "grassland": (
        "grass",
        "meadow",
        "permanent grassland",
        "ley",
        "hay",
        "pasture",
        "wiese",
        "grunland",
        "dauergrunland",
        "prairie",
        "pradera",
        "pastagem",
        "prato",
    ),
    "alfalfa": ("lucerne", "luzerne", "clover", "klee", "luzerna", "erba medica"),
    "canola": ("rapeseed", "oilseed rape", "osr", "raps", "winterraps", "colza"),
    "chickpea": ("chickpeas", "garbanzo", "kichererbse", "kichererbsen", "garbanzos"),
    "sorghum": ("milo", "sorgo", "sorghumhirse"),
    "soybean": ("soya", "soy", "soybeans", "soja", "sojabohne", "sojabohnen", "soia"),
    "rice": ("paddy", "paddy rice", "reis", "riz", "arroz", "riso"),
    "cotton": ("baumwolle", "coton", "algodon", "algodao", "cotone"),
    "sunflower": ("sunflowers", "sonnenblume", "sonnenblumen", "tournesol", "girasol", "girasole"),
    "maize": ("corn", "mais", "kornermais", "silomais", "maiz", "milho"),
}


def crop_named(text: str) -> str:
    """The crop's name here, ``wheat`` for "Winter wheat"; other crops as they are called."""
    words = folded(text)
    bare = " ".join(word for word in words.split() if word not in _MODIFIERS)
    return next((crop for crop, also in CROPS.items() if bare in (crop, *also)), words)


def unknown_crops(crops: Iterable[str], known: Iterable[str]) -> str:
    """Words for crops that have no template; empty where all have one."""
    names = tuple(known)
    strange = [crop for crop in dict.fromkeys(crops) if crop and crop not in names]
    if not strange:
        return ""
    return tr_count(
        len(strange),
        "{crops} has no crop template: {hint}",
        "{crops} have no crop template: {hint}",
        crops=all_of(shown(crop) for crop in strange),
        hint=suggestion(strange[0], names),
    )
