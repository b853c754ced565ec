"""Tables in and out.

    source ──► cutting ──► columns, dates ──► layouts ──► entries ──► quality ──► series
     bytes      rows        what each holds    a Plan      one each    weights     one a field

``reading.py`` is this road on one screen. It streams: a file is looked at twice, first a sample of
rows from all over it, then the whole.

- ``source`` turns whatever stands at a path (packed, a sheet, Parquet, a paste) into a stream of
  text that can be opened again; ``encodings`` makes UTF-8 blocks of it. ``cutting`` finds delimiter
  and header, and cuts blocks into cells that stay byte offsets; ``tokens`` alone knows quotation
  marks.
- Before anything is planned ``stacking`` sets tables that stand side by side one below the other,
  ``unfolding`` takes columns of JSON apart, and ``dated`` adds the year that the file's name tells.
- ``columns/profile`` says what each column looks like in the sample; ``columns/roles`` gives each a
  part; ``dates`` knows how people write a day. The first of ``layouts`` that fits makes a ``Plan``,
  and gathers the whole file by it into ``Entries``: arrays with one entry per row, or per cell of a
  wide table. The ``Ledger`` beside them holds why an entry is set aside, so that rows in are rows
  used plus rows set aside by construction. ``quality`` then judges, treatment by treatment: sets
  aside, weighs, rescales, joins fields whose names look the same; ``series_of`` sorts what is left
  into ``Fields``, which makes the series of a field when somebody asks for it.
- Whatever could have been read otherwise becomes a ``Decision`` (``decisions.py``) with its choices
  and what in the file speaks for it. An open one is a question and holds all series back. One
  mechanism overrides any of them, open or not: ``answers``, from the dialog, ``--answer``, or
  ``read_table``.
- ``adding`` takes the readings of a further file into a table that is there: read as the table was,
  held against its readings, and told before it is taken.
- On the way out a table is a ``Sheet``: columns that each say in a line what they mean, and blocks
  of rows that are walked through once. ``writing/kinds`` write it; ``WrittenAs`` says how. Every
  cell that leaves as text, to the clipboard too, goes through ``writing/cells.py``. The README's
  list and ``--columns`` are printed from the same declarations.
- A time is told as a day by ``series.py: iso_day`` alone: the day that it belongs to.
"""
