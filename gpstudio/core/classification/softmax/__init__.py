"""Several classes at once: one curve a class, coupled by the softmax, by Laplace's approximation.

    p(class c | f) = e^{f_c} / Σ_b e^{f_b}

- ``curvature.py``: what readings say of the curves about some course of them, factored.
- ``mode.py``: the most probable curves, by Newton's steps.
- ``evidence.py``: the log evidence about the mode, with its slopes in every kernel's numbers.
- ``products.py``: mode, evidence and curves elsewhere by products with the covariances alone.
- ``posterior.py``: curves and probabilities elsewhere.
- ``learning.py``: kernels, learner and readings to what is learnt.

Rasmussen & Williams (2006), section 3.5, is followed but for the determinant, in which their
algorithm 3.3 leaves out what couples the classes (their equation 3.44 has it), and the slopes,
which they do not give.
"""
