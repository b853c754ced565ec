"""Going back: to earlier versions of a project, and to what a session that died had not saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpstudio.data.texts import shown
from gpstudio.gui import recent
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.projects import files
from gpstudio.gui.projects.keeping import folder
from gpstudio.gui.projects.recoveries import Recoveries
from gpstudio.gui.projects.versions import offer_versions
from gpstudio.session.project.recovery import Recovery
from gpstudio.session.project.versions import TakeVersion, Version, open_version, versions_of
from gpstudio.session.project.whole import Opened, recover_whole
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.projects.projects import Projects
    from gpstudio.gui.window import Window


class EarlierVersions(QObject):
    def __init__(self, projects: Projects, window: Window) -> None:
        super().__init__(projects)
        self._projects, self._window = projects, window
        self._runner, self._holding = projects.runner, projects.holding
        self.recoveries = Recoveries(projects.notices, self)
        self.recoveries.wanted.connect(self._recover)
        self._aside = Bridge(self)

    def look_back(self) -> None:
        """At what sessions left that died: once, when the window can be seen."""
        paths = [path for path in recent.recent_files() if files.is_project(path)]
        self.recoveries.look(folder(), paths)

    def offer_present(self) -> None:
        """The versions of the open project."""
        if self._holding.project is not None:
            self.offer(self._holding.project.path)

    def offer(self, path: Path) -> None:
        """Those of a project that may be open, or cannot be."""

        def found(versions: tuple[Version, ...]) -> None:
            if versions or self._holding.is_at(path):
                offer_versions(
                    self._projects.notices, path, versions, lambda version: self._ask(path, version)
                )

        self._runner.run(found, versions_of, path)

    def close_work(self) -> bool:
        return all([self._aside.close(), self.recoveries.close_work()])

    def _ask(self, path: Path, version: Version) -> None:
        """With the project open it is a step that can be undone: nothing is lost."""
        if self._holding.is_at(path):
            self._take(path, version)
        else:
            self._projects.leaving(lambda: self._take(path, version))

    def _take(self, path: Path, version: Version) -> None:
        def taken(opened: Opened) -> None:
            document = opened.document
            if self._holding.is_at(path):
                self._holding.adopt(document)
                self._window.desk.do(TakeVersion(document, version.when))
            else:
                self._projects.show(document, saved=False)
            self._projects.tell_opened(opened, self._holding.project, path)
            told = tr(
                "{path} as it was saved on {when}; not the newest version yet.",
                path=shown(path),
                when=version.when,
            )
            self._runner.progressed.emit(told, None)

        self._runner.run(taken, open_version, version)

    def _recover(self, recovery: Recovery) -> None:
        self._projects.leaving(lambda: self._recover_now(recovery))

    def _recover_now(self, recovery: Recovery) -> None:
        errand, original = self._runner.errand(), recovery.original
        present = self._holding.project
        is_open = original is not None and self._holding.is_at(original)

        def recovered(opened: Opened) -> None:
            errand.taken()
            project = present if is_open else opened.project
            self._projects.show(opened.document, project, saved=False)
            self._projects.tell_opened(opened, project, original or Path(tr("what was recovered")))
            self._aside.start(self._projects.keeping.take_over, recovery)

        self._runner.run(recovered, recover_whole, recovery, errand, is_open)
