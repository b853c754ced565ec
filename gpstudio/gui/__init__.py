"""The window: forms, plots and theme. The only room that knows Qt.

It holds a frozen ``Document``, sends commands (``session/commands.py``) to a ``History``, and
redraws from what comes back (``desk.py``). ``commands`` is what can be asked of the window: each
command is declared beside its function, with what it needs. ``pages`` stand below the curve, in
tabs by what they are for, ``plots`` are the diagnostics of a fit, a file each. ``lab`` is the
window's other side.

- **The window never waits.** A page is made when it is seen (``when_seen.py``); a field that is
  pointed at is shown in pieces, its row and curve first (``in_turns.py``), and jobs step aside
  until it is there; full collections are taken in bites of what is new (``garbage.py``), since ten
  thousand fits are two million objects; a watchdog (``watchdog.py``) notes the stack of every wait
  above 128 ms in "slow moments.txt" beside the unsaved states.
- **A plot is of one field.** What is drawn holds the ``Series.origin`` that its numbers are of,
  given with them; ``curve/of_field.py`` paints nothing where the plot shows another. An origin
  stays with a field's readings whatever is taken out of them, and is another one for every table.
- **A status line belongs to its work** (``status_line.py: StatusLine.follow``) and goes when that
  ends.
- **Words of files.** Qt takes words for markup where they look like it. Names and sentences that
  quote them come to it through ``literal.py``: tooltips, axes, entries of menus, titles; labels say
  that they are plain. A walk over a table whose every name is markup finds what was forgotten.
- **Texts.** Whatever a person reads stands in English where it is shown, inside ``tr(…)`` of
  ``translation.py``; a walk over every surface in a language of other letters finds what was
  forgotten.
- **Open ends.** A new window each time leaves 0.1 MB of scattered heap. No language but English has
  a catalogue yet; pages of the manual are files, read from ``resources/languages/<code>/help``
  where they are.
"""
