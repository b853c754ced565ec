"""What columns are called in the files that field officers have, and what the names tell.

Names are compared in small letters and by their words: "MOD13Q1_006__250m_16_days_NDVI" has the
word "ndvi". The order of each list is the order of preference.
"""

from __future__ import annotations

import re

from gpstudio.phenology.indices import INDICES, Index, Limits


def _list(text: str) -> list[str]:
    return text.split()


_IN_ORDER = tuple(INDICES)

GENERIC_VALUES = _list("value mean median p50 reading y tre200d0 tmk tmean tavg")
"""The last ones are daily mean temperatures of weather services."""

BESIDE_A_VALUE = frozenset(
    _list(
        "sd std stdev stddev var ci lower upper se error q05 q95 p05 p10 p25 p75 p90 p95 flag "
        "outlierflag qa qc quality bits bitmask reliability mask count counts"
    )
)
"""Words of columns that say how good a reading is; "gcc_std" is no reading of gcc."""

NOT_THE_VALUE = BESIDE_A_VALUE | frozenset(
    _list(
        "snow scl n pixels samples samplecount nodatacount cloud cloudcoveragepercent weight "
        "lat lon lng latitude longitude altitude elevation x id ids row col line sample plot pixel "
        "point field site year month week day doy hour minute julian season millis epoch easting "
        "northing zone order rep replicate"
    )
)
"""Last words of columns that tell where and when and of what: "harvest_year", "n_pixels"."""

SECOND_HAND = frozenset(_list("min max smooth smoothed filtered fitted interpolated"))
"""Extremes and other people's curves: taken only where the file has nothing better."""

TIMES = _list(
    "date datetime timestamp time acquired acquisition data datum fecha day observed dt "
    "päivämäärä pvm tarih dátum дата"
)
NOT_THE_TIME = frozenset(
    _list(
        "sowing sown planting planted harvest harvested birth created modified updated processed "
        "export exported heading end stop lower upper"
    )
)
NUMERIC_TIMES = _list(
    "time t days day das dap dat dae doy decimal fraction hours hour week year x gdd"
)

GROUPS = _list(
    "field site plot parcel paddock block feld schlag parzelle parcela talhao talhão lote parcelle "
    "champ campo potrero gleba predio fundo finca cuartel asset polygon polygonid "
    "appezzamento pole działka lohko pelto skifte fält mark perceel tábla tarla поле участок "
    "group station location point id name pixel sample"
)
WHOLE_FIELDS = frozenset(GROUPS[: GROUPS.index("station")])
"""Names of which each may have a single row; an id with a single row is the row's own number."""

HOLDERS = frozenset(
    _list(
        "farm farmer grower producer owner holding estate ranch client betrieb hof landwirt "
        "fazenda produtor finca hacienda rancho productor exploitation ferme azienda gospodarstwo"
    )
)
"""Whose fields they are: two of them may call a field alike."""
WITHIN_A_FIELD = _list(
    "point pixel roi subplot plot replicate rep treatment trt transect quadrat tree zone sample id"
)
"""Columns that divide a field, when most times repeat within it."""
VARIABLES = frozenset(
    _list("band bands variable index parameter metric measure indicator vi variavel")
)
"""Columns that say which of several variables a row is about."""
SEASONS = frozenset(_list("season harvest_year crop_year growing_season campaign safra"))

NOT_A_GROUP = frozenset(
    _list(
        "sensor satellite platform mission scene product tile path row source version crop "
        "label class cover landcover igbp type status quality qa qc flag comment comments note "
        "notes remark remarks description observation observations bemerkung observacao stage "
        "phase operator season variety direction phenophase event species hour hora heure stunde "
        "time utc"
    )
)

_TELLING = frozenset(vi for vi in INDICES if len(vi) > 3 and vi.endswith("vi"))

UNITS = {"lai": "m²/m²", "gdd": "°C d"}


def is_beside(name_words: list[str]) -> bool:
    """Whether they describe readings; a percentile does, unless it is the median."""
    return any(
        word in BESIDE_A_VALUE or (word != "p50" and re.fullmatch(r"[pq]\d\d", word) is not None)
        for word in name_words
    )


def words(name: str) -> list[str]:
    return [word for word in re.split(r"[\W_]+", name.lower()) if word]


def index_rank(name: str) -> int | None:
    """The place of the vegetation index a name speaks of; None when it speaks of none."""
    found = [_IN_ORDER.index(word) for word in words(name) if word in INDICES]
    if not found:
        # "NDVImean", "meanNDVI": no other word has these letters inside.
        found = [i for i, vi in enumerate(_IN_ORDER) if vi in _TELLING and vi in name.lower()]
    return min(found) if found else None


def unit_of(name: str) -> str:
    """The unit in brackets behind a name, or the usual one of a known name; empty if unknown."""
    bracketed = re.search(r"[\[(]([^\[\]()]{1,20})[\])]\s*$", name)
    if bracketed and not bracketed.group(1).isdigit():
        return bracketed.group(1).strip()
    return next((UNITS[word] for word in words(name) if word in UNITS), "")


_TENS = r"(?:10(?:[\s,.'_]?0)*|1?e\+?\d|10\s*\^\s*\d)"
_FACTOR = re.compile(
    rf"(?:\s*[\[(]\s*(?:(?:scaled?(?:\s+by)?\s*)?[x×*·]?\s*{_TENS}|%)\s*[\])]"
    rf"|(?:[\s_]+x|\s*[×*·])[\s_]*{_TENS}|[\s_,:]*(?:\b(?:in|en|em)\s+)?%)\s*$",
    re.IGNORECASE,
)
"""How a name says its numbers were stored: "NDVI (x1000)", "ndvi_x10000", "GCC (%)", "GCC in
%"."""


def is_percent(name: str) -> bool:
    """Whether a name says that its numbers are hundredths."""
    return name.rstrip().endswith(("%", "%)", "%]"))


def in_percent(name: str, percent: bool) -> str:
    """The name of numbers that stand before a percent sign."""
    return f"{name} (%)" if percent and not is_percent(name) else name


def without_factor(name: str) -> str:
    """The name of numbers that are no longer multiplied."""
    return _FACTOR.sub("", name) or name


def sounds_like_value(name: str) -> bool:
    return index_rank(name) is not None or not set(GENERIC_VALUES).isdisjoint(words(name))


_INSIDE = ("ndvi", "savi")
"""No other word has these letters inside: "meanNDVI" is one word."""


def index_of(name: str) -> Index | None:
    """The index that a column speaks of, one with limits before any other."""
    found = []
    for word in words(name):
        inside = next((index for index in _INSIDE if index in word), "")
        found += [INDICES[known] for known in (word, inside) if known in INDICES][:1]
    return next((index for index in found if index.formula.is_closed), next(iter(found), None))


def limits_of(name: str) -> Limits | None:
    """Between which limits the formula of a column's index lies; None where there are none.

    Leaf area, temperature and height have none, and of other names nothing is known.
    """
    index = index_of(name)
    return index.formula if index is not None and index.formula.is_closed else None


def is_bounded(name: str) -> bool:
    """Whether a column speaks of an index that by nature lies between -1 and 1 or so."""
    return limits_of(name) is not None


def is_signed(name: str) -> bool:
    """Whether it is one that crosses 0 without stopping there."""
    index = index_of(name)
    return index is not None and index.formula.is_closed and index.signed
