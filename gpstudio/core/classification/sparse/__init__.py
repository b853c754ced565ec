"""Classes of many rows: curves through inducing inputs (``inference/sparse``).

- ``tellers.py``: what labels say of uncertain curves, of two classes by a link and of several by a
  softmax; ``robustmax.py``: where the highest curve's class is right but for a share of mistakes.
- ``learning.py``: kernel, learner and labels to a posterior of their curves, and their memory.
"""
