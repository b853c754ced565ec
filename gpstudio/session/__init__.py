"""What a person works on, without a window: a document, what is asked of it, and what was found.

- ``fitting.py: fit_series`` is the whole road for one field on one screen. A ``Fit`` is a field's
  readings and its ``FieldResult`` (``result.py``): what it rests on, what was learned, the curve as
  it is drawn (``curve.py``), the dates. That is small and travels; the posterior is made again from
  it, once, where somebody asks for more.
- ``document.py`` is frozen; a command (``commands.py``) makes a new one, and ``history.py`` undoes.
  What dates rest on is a value (``basis``), so ``Document.state_of`` says of any field whether its
  curve or its dates are outdated.
- ``dating.py`` finds seasons and dates their stages; nothing is fitted there, so that a crop, a
  sowing date or a season's edge can change and the dates follow at once. ``seasons.py`` joins what
  the search finds with days that a person gave. What is known of a field besides its readings is
  in its ``Facts``; what is asked of all fields in the ``Request``. Files beside the readings become
  facts in ``field_facts.py``, through ``noted``.
- ``together.py`` dates the fields of one table together: seasons in which stages were observed are
  ``Lesson``s, and every other season is dated with the template as they have moved it. Window,
  command line and scripts date by it alone. ``ahead.py`` finds the season under way and the earlier
  ones of its crop, in this field and, by way of ``Lessons``, in others. ``beside.py`` says when a
  stage usually comes, and how late it is.
- As of a day (``Request.as_of``) a field is its series without later readings (``data/hiding.py``),
  wherever a ``Fit`` is made; ``hindcast.py`` asks so on one day after the other.
- ``many.py`` fits many fields by the one walk over them (``jobs/fields.py``); ``results.py`` writes
  files, whole or not at all; ``fitted_table.py`` is all of it for Python, from a
  ``table_source.py`` to ``table_results.py``, with DataFrames.
- ``population.py`` learns what the fields of a table have in common, from a sample of them, before
  each is fitted; ``population_file.py`` keeps that for tables that come later.
- ``classified`` tells which class each row of a table is of.
- ``batch`` makes files of very many fields in a way that survives whatever ends it; what it keeps
  of a field follows the declared types, as in projects. ``season_rows.py`` tells which fields to
  look at.
- ``project`` is the project file. Files mean harm, whoever wrote them: ``project/plain.py`` is the
  one door to what lies beside it (no links, rights of the project), ``schema.Reader`` the one to
  SQLite (our tables alone, counted steps), ``codec/sound.py`` what values must hold besides their
  types. SECURITY.md says what that keeps from happening.
"""
