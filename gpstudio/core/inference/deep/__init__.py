"""Deep models: a curve over a curve, each layer a Gaussian process of the one below.

    deep(rbf, rbf) ──► model ──► walked upwards ──► paths ──► members of a posterior
     choosing.py     model.py  ├── walk.py (bound) ──► paths.py: Through
                               └── drawing.py      ──► drawn.py: Draws

- ``choosing.py``: what a recipe of layers leaves open, and what layers cannot be learnt with.
- ``numbers.py``: where rows lie on their way through layers that bend nothing, and each layer's
  numbers, measured by that.
- ``net.py``: layers of sparse inference one upon the other, by drawn hidden values, and slopes
  back; ``tellers.py``: what readings of any likelihood say; ``walk.py``: the bound climbed.
- ``stack.py``: hidden curves as functions of independent normal numbers, of few readings along one
  input; ``particles.py``: draws from a density and what it integrates to; ``drawing.py``: of which
  density; ``drawn_road.py``: what is kept of it.
- ``members.py``: what predicts, draws and leaves out, as every posterior's members do;
  ``road.py``: a plan's way to them.
- ``beforehand.py``: curves before any reading.
"""
