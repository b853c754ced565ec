"""What the studies are to decide, in the order of the summary page.

To add one: write its file, and name it here.
"""

from gpstudio.lab.hypotheses import ridge_leverage as ridge_leverage
from gpstudio.lab.hypotheses import small_budgets as small_budgets
from gpstudio.lab.hypotheses import structured as structured
from gpstudio.lab.hypotheses import minres as minres
from gpstudio.lab.hypotheses import networks as networks
from gpstudio.lab.hypotheses.hypothesis import HYPOTHESES, Group, Verdict, verdict_of

__all__ = ["HYPOTHESES", "Group", "Verdict", "verdict_of"]
