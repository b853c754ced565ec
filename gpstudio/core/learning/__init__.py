"""Choosing the kernel's numbers. To add a way: write its file, and name it here."""

from gpstudio.core.learning import ml2 as ml2
from gpstudio.core.learning import fixed as fixed
from gpstudio.core.learning.registered import LEARNERS, Learner

__all__ = ["LEARNERS", "Learner"]
