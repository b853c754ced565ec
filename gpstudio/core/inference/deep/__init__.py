"""Deep models: a curve over a curve, each layer a Gaussian process of the one below.

    deep(rbf, rbf) ──► kernels of layers ──► hidden curves, drawn ──► bands
                       (``stack``)      └──► evidence, by annealing

Of few readings along one input the hidden curves are drawn from what is known of them, to the last
digit but for chance: the truth that quicker bounds are to be measured by.

- ``stack.py``: what is written, and hidden curves made of independent normal numbers.
- ``sampling.py``: elliptical slices through these numbers, layer by layer.
- ``annealing.py``: the evidence, with its error.
- ``drawn.py``: the curve at new inputs, as the drawn hidden curves have it.
"""
