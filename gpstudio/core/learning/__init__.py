"""Choosing the kernel's numbers. To add a way: write its file, and name it here."""

from gpstudio.core.learning import averaged as averaged
from gpstudio.core.learning import ml2 as ml2
from gpstudio.core.learning import map as map
from gpstudio.core.learning import leave_one_out as leave_one_out
from gpstudio.core.learning import cross_validation as cross_validation
from gpstudio.core.learning import mcmc as mcmc
from gpstudio.core.learning import together as together
from gpstudio.core.learning import fixed as fixed
from gpstudio.core.learning.learner import LEARNERS, Learner

__all__ = ["LEARNERS", "Learner"]
