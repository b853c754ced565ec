"""How readings arise from the curve. To add one: write its file, and name it here."""

from gpstudio.core.likelihoods import gaussian as gaussian
from gpstudio.core.likelihoods import clouded as clouded
from gpstudio.core.likelihoods import student_t as student_t
from gpstudio.core.likelihoods import poisson as poisson
from gpstudio.core.likelihoods import bernoulli as bernoulli
from gpstudio.core.likelihoods.likelihood import LIKELIHOODS, Likelihood, Numbers

__all__ = ["LIKELIHOODS", "Likelihood", "Numbers"]
