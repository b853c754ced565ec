from .test_further import *
from .test_further import tick as tickit
def test_shot(shown, qtbot):
    from gpstudio.gui.theme import Themes
    from gpstudio.gui.main import make_application
    shown.resize(1280, 900)
    tickit(shown, qtbot)
    qtbot.wait(1500)
    shown.grab().save('/tmp/shot.png')
