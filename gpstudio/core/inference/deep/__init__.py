"""Deep models: a curve over a curve, each layer a Gaussian process of the one below.

    deep(rbf, rbf) ──► model ──► walked upwards ──► paths ──► members of a posterior
     choosing.py     model.py  ├── walk.py (bound) ──► paths.py: Through
                               └── particles.py ───► drawn.py: Draws

- ``choosing.py``: what a recipe of layers leaves open, and what layers cannot be learnt with;
  ``cost.py`` and ``effort.py``: how long it takes.
- ``numbers.py``: where rows lie on their way through layers that bend nothing, and each layer's
  numbers, measured by that.
- The bound: ``net.py``, layers of sparse inference one upon the other, by drawn hidden values, and
  slopes back; ``tellers.py``, what readings of any likelihood say; ``begun.py``, what is begun
  with; ``moved.py``, all that steps move in one row; ``look.py``, the bound there and its slopes;
  ``ascent.py``, a step; ``walk.py``, the whole way; ``judged.py``, its end.
- The truth but for chance, of few readings along one input: ``drawing.py``, the density of hidden
  curves and numbers; ``many.py`` and ``compiled_layers.py``, a layer of many particles at once;
  ``slices.py`` and ``swarm.py``, how particles move, some
  rows at a time, while those of the others stand; ``particles.py``, draws and what the density
  integrates to; ``stack.py``, one particle's layers; ``drawn_road.py``, what is kept of it.
- ``slopes.py``: a curve's slope, by the chain rule along a path of either kind.
- ``members.py``: what predicts, draws and leaves out, as every posterior's members do;
  ``road.py``: a plan's way to them.
- ``beforehand.py``: curves before any reading.
"""
