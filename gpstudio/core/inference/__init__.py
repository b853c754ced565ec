"""From a recipe and readings to a posterior.

    recipe ──► plan ──► learned ──► posterior
      chooser   a road    posterior_of

- ``chooser.py`` fills in what is ``auto``, refuses what cannot work, and says why, as a ``Plan``;
  ``auto_kernel.py`` compares kernels on the readings; ``state_space.py`` says when the full matrix
  is cheaper or truer; what would take longer than a minute (``cost.py``) is begun only if asked.
- A **road** (``road.py``) takes a plan and readings to what was learned. ``roads.py`` lists them,
  the narrowest first, and the first that suits is taken: ``one_matern`` learns one Matérn curve
  along time in one compiled call, over the passes of ``solvers/markov``; ``any_plan.py`` learns any
  plan by its learner, approximation and solver (``problem.py``: the plan on its readings as a
  function of the free numbers); ``together`` weighs a field by what those of its table share, and
  takes a field whose curve repeats by the same passes alone.
- ``learned.py`` is all that is kept: the choice, a few settings of the numbers with weights, the
  report. It holds no matrix, and travels to files and other processes.
- ``posterior.py: posterior_of`` makes of it and the readings everything that predicts, draws or
  diagnoses: a mixture over ``members.py``, one or several settings of the numbers. Bands are
  quantiles of the mixture, the reported kernel is its mode's. What a solver remarks when it is
  asked later is heard there, and told with the report.
- ``evidence.py``, ``laplace.py`` and ``spread.py`` hold what one setting of the numbers makes of
  the readings; how these scatter is the likelihood's (``core/likelihoods``), by Gaussian sites.
- ``sparse`` is for readings without end: curves through inducing inputs, learnt on some rows at a
  time; classes use it, and ``deep``, where each layer is a function of the one below: learnt by a
  bound, or drawn.
"""
