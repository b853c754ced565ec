"""The scales on which a curve may be normal. To add one: write its file, and name it here."""

from gpstudio.core.scales import identity as identity
from gpstudio.core.scales import logit as logit
from gpstudio.core.scales import log as log
from gpstudio.core.scales.identity import IDENTITY
from gpstudio.core.scales.log import LOG
from gpstudio.core.scales.scale import SCALES, Scale, inflation

__all__ = ["IDENTITY", "LOG", "SCALES", "Scale", "inflation"]
