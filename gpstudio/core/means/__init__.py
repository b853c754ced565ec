"""What the curve swings about. To add one: write its file, and name it here."""

from gpstudio.core.means import constant as constant
from gpstudio.core.means import zero as zero
from gpstudio.core.means import linear as linear
from gpstudio.core.means import trends as trends
from gpstudio.core.means.mean import MEANS, Mean

__all__ = ["MEANS", "Mean"]
