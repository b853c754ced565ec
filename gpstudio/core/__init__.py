"""Gaussian processes, and nothing of tables, crops or windows.

    language, spec      how choices are written, and declared once
    kernels, means      what the curve is like, and what it swings about
    operators           the covariance of readings in memory
    approximations      how to get there with fewer numbers
    solvers             how to answer from it
    likelihoods         how readings scatter about the curve
    learning            finding the numbers
    inference           from a recipe and readings to a posterior: start in ``regression.py``
    regressor           the same for Python, with scikit-learn's manners

Structures, not classes: an operator offers ``entries``, ``markov``, ``features``, ``toeplitz`` or
``products``; a solver needs one of them; the chooser pairs them. An approximation that has to
choose something (landmarks, frequencies) does so in ``prepared``, once before learning and once
after, so that the evidence is a smooth function of the kernel's numbers in between.

Nothing holds the GIL. Work in threads uses compiled kernels (``compiled.py`` is the one door to
numba; all are ``nogil``), numpy's linear algebra, and ``algebra/lapack.py``; never
``scipy.linalg``, which freezes the window. Nor a lock: what is made once is a
``cached.py: cached_property``, since Python 3.11's own locks out all threads. Specs and recipes
import neither scipy nor numba, so that the first paint does not wait for them.
"""
