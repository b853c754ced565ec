"""Words for good, doubtful and hidden readings, as field officers write them.

English, German, Portuguese, Spanish, French, Italian, Dutch and Polish; in small letters without
accents.
"""

from __future__ import annotations

from gpstudio.translation import tr


def _phrases(text: str) -> list[str]:
    return [" ".join(phrase.split()) for phrase in text.split(",")]


YES = frozenset("yes y true t ja j wahr sim s si oui o vrai verdadeiro verdadero vero tak".split())
NO = frozenset("no n false f nein falsch nao non faux falso nee nie".split())

CLEAR = frozenset(
    _phrases(
        "clear, cloud free, cloudless, no cloud, no clouds, klar, wolkenlos, wolkenfrei, heiter, "
        "limpo, limpa, ceu limpo, sem nuvem, sem nuvens, limpio, despejado, cielo despejado, "
        "claro, sin nube, sin nubes, clair, degage, ciel clair, ciel degage, sans nuage, "
        "sans nuages, sereno, limpido, senza nubi, helder, onbewolkt, czyste, bezchmurnie"
    )
)
GOOD = CLEAR | frozenset(
    _phrases(
        "good, ok, okay, valid, best, pass, passed, use, used, gut, gultig, brauchbar, bom, boa, "
        "valido, valida, bueno, buena, bon, bonne, valide, buono, buona, goed, geldig, dobry, "
        "dobra, dobre"
    )
)
HAZY = frozenset(
    _phrases(
        "haze, hazy, cirrus, partly cloudy, partially cloudy, teilweise bewolkt, leicht bewolkt, "
        "teils bewolkt, dunst, dunstig, parcialmente nublado, parcialmente nuboso, neblina, bruma, "
        "partiellement nuageux, brume, brumeux, voile, parzialmente nuvoloso, foschia, "
        "licht bewolkt, half bewolkt"
    )
)
DOUBTFUL = HAZY | frozenset(
    _phrases(
        "marginal, fair, medium, moderate, average, questionable, suspect, uncertain, doubtful, "
        "mittel, fraglich, zweifelhaft, regular, duvidoso, dudoso, moyen, douteux, medio, dubbio"
    )
)
CLOUD = frozenset(
    _phrases(
        "cloud, clouds, cloudy, overcast, wolke, wolken, wolkig, bewolkt, bedeckt, nuvem, nuvens, "
        "nublado, nublada, encoberto, nube, nubes, nuboso, cubierto, nuage, nuages, nuageux, "
        "couvert, nubi, nuvola, nuvole, nuvoloso, coperto, wolk, chmura, chmury, pochmurno"
    )
)
SHADOW = frozenset(
    _phrases(
        "shadow, shadows, cloud shadow, schatten, wolkenschatten, sombra, sombra de nuvem, "
        "sombra de nube, ombre, ombra, schaduw, cien"
    )
)
SNOW = frozenset(
    _phrases("snow, snow/ice, ice, schnee, eis, neve, nieve, neige, glace, sneeuw, snieg")
)
BAD = frozenset(
    _phrases(
        "bad, poor, invalid, masked, outlier, missing, reject, rejected, error, fail, failed, "
        "unusable, defective, saturated, nodata, fill, worst, schlecht, ungultig, ausreisser, "
        "unbrauchbar, ruim, mau, invalido, invalida, erro, malo, mala, mauvais, mauvaise, "
        "invalide, erreur, cattivo, slecht, ongeldig"
    )
)
WHY = {
    CLOUD: tr("flagged as cloud"),
    SHADOW: tr("flagged as shadow"),
    SNOW: tr("flagged as snow"),
    BAD: tr("flagged as bad"),
}
"""Why readings of such words are set aside."""

QUALITY = frozenset(
    "quality qa qc flag flags status mask qcflag qaflag masked qualitat qualitaet qualidade "
    "calidad qualite qualita kwaliteit jakosc situacao situacion".split()
)
"""What columns of such words are called."""
