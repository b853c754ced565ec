"""Which class a row is of, with probabilities.

    labels ──► one posterior of yes or no (two classes)       ──► probabilities
           ──► one of all classes, coupled (``softmax``)      ──►
           ──► the same by an iterative solver (``by_products``)──►
           ──► curves through inducing inputs (``sparse``)    ──►
           ──► several of two classes, composed (``against``) ──►

A classifier is a posterior with another likelihood: two classes are readings of 1 and 0 under the
likelihood ``bernoulli`` on the house's one road (``inference``), with any kernel, approximation and
solver. What couples several classes has an operator of its own, in ``softmax``. Many rows, and
classes by the highest curve, are seen through inducing inputs, in ``sparse``.

- ``labels.py``: texts, numbers or booleans to classes, or one sentence.
- ``asked.py``: rows, what is asked for beside a recipe, and what a ``ClassModel`` can be asked.
- ``model.py``: a recipe, labels and the way to treat several classes to a ``ClassModel``.
- ``against.py``: one class against the rest, or against each other one.
- ``averaging.py``: from uncertain curves to probabilities.
- ``by_products.py``: more rows than matrices have room for, without factors.
- ``evenness.py``: whether probabilities about the mode are too even.
- ``kernel.py``: what ``auto`` takes for the kernel, by evidence and rows held back;
  ``metric.py``: how far apart rows are.
- ``folds.py``: rows that are left out in turn; ``scores.py``: how good probabilities of them are.
"""
