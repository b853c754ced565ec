"""The studies, in the order in which forms and help show them.

To add one: write its file, and name it here.
"""

from gpstudio.lab.studies import kernel_matrix as kernel_matrix
from gpstudio.lab.studies import prediction as prediction
from gpstudio.lab.studies import krylov as krylov
from gpstudio.lab.studies import spectrum as spectrum
from gpstudio.lab.studies import coin as coin
from gpstudio.lab.studies import six_classes as six_classes
from gpstudio.lab.studies import classifier as classifier
from gpstudio.lab.studies import kernel_ranks as kernel_ranks
from gpstudio.lab.studies import learning_curves as learning_curves
from gpstudio.lab.studies import digits as digits
from gpstudio.lab.studies import depth as depth
