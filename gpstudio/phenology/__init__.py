"""Seasons of a curve and the dates of their stages, with honest intervals.

    curve ──► seasons ──► joint draws ──► stage set ──► summary ──► grade
           searching   posterior.draws_in  stage_sets  summaries   quality

- What a stage is stands in one record (``rules/stage.py``): name, order, words, look, codes, what
  it rests on, how it is graded. ``STAGES`` holds them; everything else asks there.
- A **stage set** turns a season's drawn curves into draws of the date of every stage: ``curve_set``
  applies the rules of ``rules/``; ``template_set`` a crop's template. There ``measuring.py`` makes
  the measures that the template names, ``anchor_dates.py`` lets each anchor (curve, calendar,
  sowing, degree days, dates observed elsewhere) say its dates, ``combining.py`` joins them by
  precision, and ``stage_chain.py`` goes from stage to stage draw by draw.
- A sward that is cut has years for seasons (``growing_years.py``), and its cuts are seen in the
  readings, not on the drawn curves (``cuts/``, ``measures/cut.py``).
- ``summaries.py`` makes a ``StageDate`` of the draws: median, 50 and 90 % intervals,
  probabilities; ``quality/`` the letter, the codes and the sentence, also of a date that is
  missing. Codes and their bars are ``quality/codes.py``; they are sensible, not fitted.
- ``calibration/`` pools what observed dates teach a template, over fields and seasons; ``earlier/``
  draws how a season under way may go on, from readings of which very many are gathered first; its
  draws go through the same stage set as any other season's. ``thermal/`` counts degree days;
  ``rivals/`` are parametric curves and smoothers to compare with.
"""
