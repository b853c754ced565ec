"""The lab: experiments that compare approximations and solvers, runnable, resumable, with figures.

For the command line and the window:

    from gpstudio.lab import STUDIES, Settings, run

    STUDIES.specs                       # name, title, help, parameters of each: a form follows
    settings = Settings.of(STUDIES["kernel_matrix"].spec, sets="flat,abalone", repeats=2)
    results = run("kernel_matrix", settings, folder, task, rasterise, data=folder_of_data)

``run`` is long work with a task: ``task.report`` says how far it is, ``task.partial`` hands over
``Results`` that grow, ``Cancelled`` ends it with all that was measured kept; the same call goes on
from there. ``Results`` has ``rows``, ``cases``, ``measured``, ``already``, ``files``, ``left_out``,
``figures`` (charts as frozen values: ``gpstudio.lab.figures``; ``svg_of(figure)`` is their drawing)
and ``summary`` (``told``: a line a verdict; ``markdown``; ``html()``). A spec's parameter with
``several`` takes a list: texts with commas, or tuples; ``kind`` "choice" with ``several`` is a
choice of some. ``rasterise(svg, path)`` draws a PNG; ``draw_all`` does so later, where that must
happen in another thread than the work.

``at_hand(settings, data)`` leaves out the data sets whose files are not here. ``gather(folder)``
makes one summary page of all studies in a folder's folders.
"""

from gpstudio.lab import studies as studies
from gpstudio.lab.gathering import gather
from gpstudio.lab.pages import draw_all
from gpstudio.lab.running import at_hand, run
from gpstudio.lab.settings import Settings
from gpstudio.lab.study import STUDIES, Rasterise, StudyResults, Study

__all__ = [
    "STUDIES",
    "Rasterise",
    "Settings",
    "Study",
    "StudyResults",
    "at_hand",
    "draw_all",
    "gather",
    "run",
]
