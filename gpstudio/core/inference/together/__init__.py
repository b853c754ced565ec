"""Fields that learn together: what a table has in common is learnt once, each field is weighed.

    readings of about 200 fields ──► population ──► lattice ──┐
      learn.py                        learning/population.py  ├──► learned
                                      readings of one field ──┘      road.py

- A **population** says how the numbers of a column's fields lie. ``learn.py`` learns it by
  empirical Bayes: settings drawn from a first guess, each field's evidence at each of them, and the
  normal under which all fields together are likeliest; then again about what was found. The kernel
  is that under which the sum of evidence is greatest.
- The **lattice** is a few dozen settings drawn from the population, the same for all fields. A
  field's posterior are those settings, each by its evidence (the settings themselves carry the
  prior), the likeliest few kept: nothing is climbed. The curve's variance is integrated out with
  what the population says of it.
- ``course.py`` recognises the kernels that are learnt so: one Matérn, and one Matérn beside a
  course that repeats with a held period. ``curve.py`` holds a field for the compiled ``passes.py``:
  the waves of the course are columns with a prior, beside the readings and their level, so that all
  takes the O(n) passes of the departure: its gains are made once (``departure.py``), and all
  columns go through them side by side (``columns.py``).
- ``road.py`` is the road. What it learns travels like any other's, and the population need not
  travel with it: members hold their settings.
- ``alone.py`` is the road of one such field without a population: it climbs and weighs its own
  numbers, as the road of any plan would, by the same passes.
- ``fitted.py`` asks of each field whether the population suits it at all. One that is unlike the
  others is told so and fitted alone. Where some readings are clouded the others are weighed alike
  (``two_sorts.py``).

Same numbers whatever the order of the fields, how they are parted and how many work: fields are
drawn and summed in the order of a hash of their names, and nothing else is random.
"""
