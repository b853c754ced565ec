"""Latent models: rows of many columns as smooth functions of a few numbers that nobody saw.

    rows with holes ──► begun at principal components ──► places, kernel's numbers ──► LatentMap
                        (``beginning``)                   (``learning``, a bound)

Every column is a curve over the same latent inputs, all with one RBF kernel; where a row lies is
itself uncertain, q(x_n) = N(μ_n, diag S_n), and is found with the kernel's numbers by making a
lower bound of the evidence largest (Titsias & Lawrence 2010). Cells may be missing: columns that
were seen in the same rows share their algebra.

- ``averages.py``: the kernel, averaged over where rows lie, with its slopes; compiled.
- ``bound.py``: the bound, as a function of those averages.
- ``places.py``: all that is learnt, as one row of numbers for whoever climbs.
- ``map.py``: what was learnt: columns from places, places from rows.
"""
