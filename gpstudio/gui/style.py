"""The style sheet: what the palette cannot say, such as rounded corners and quiet headings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontMetrics

if TYPE_CHECKING:
    from gpstudio.gui.theme import Theme

USUAL_POINTS, TITLE_SHARE = 9.0, 4 / 3

_SHEET = """
QToolTip {{ background: {card}; color: {text}; border: 1px solid {border}; padding: 4px; }}
QMainWindow, QDialog {{ background: {window}; }}
QMenuBar {{ background: {window}; padding: 2px 6px; }}
QMenuBar::item {{ padding: 4px 9px; border-radius: 4px; background: transparent; }}
QMenuBar::item:selected {{ background: {hover}; color: {text}; }}
QMenu {{ background: {card}; border: 1px solid {border}; padding: 4px; }}
QMenu::item {{ padding: 5px 26px 5px 22px; border-radius: 4px; color: {text}; }}
QMenu::item:selected {{ background: {selected}; }}
QMenu::item:disabled {{ color: {quiet}; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 4px 8px; }}
QToolBar {{ background: {window}; border: none; spacing: 4px; padding: 2px 10px 6px 10px; }}
QToolBar QToolButton {{ padding: 6px 10px; border-radius: 6px; border: 1px solid transparent;
    color: {text}; }}
QToolBar QToolButton:hover {{ background: {hover}; }}
QToolBar QToolButton:focus {{ border-color: {accent}; }}
QToolBar QToolButton:disabled {{ color: {quiet}; }}
QFrame[switch="true"] {{ background: {card}; border: 1px solid {border}; border-radius: 7px; }}
QFrame[switch="true"] QToolButton {{ padding: 4px 13px; border-radius: 5px; color: {quiet}; }}
QFrame[switch="true"] QToolButton:checked {{ background: {selected}; color: {text};
    font-weight: bold; }}
QToolBar QToolButton::menu-indicator {{ image: none; }}
QToolBar::separator {{ width: 1px; background: {border}; margin: 6px 8px; }}
QPushButton {{ padding: 5px 12px; border-radius: 6px; border: 1px solid {border};
    background: {field}; color: {text}; }}
QPushButton:hover {{ background: {hover}; }}
QPushButton:focus {{ border-color: {accent}; }}
QPushButton:disabled {{ color: {quiet}; }}
QPushButton[primary="true"] {{ background: {accent}; color: {on_accent}; border: 2px solid {accent};
    padding: 6px 20px; font-weight: bold; }}
QPushButton[primary="true"]:focus {{ border-color: {text}; }}
QPushButton[primary="true"]:disabled {{ background: {window}; color: {quiet};
    border-color: {border}; }}
QPushButton[primary="true"][working="true"] {{ background: {card}; color: {text};
    border-color: {accent}; }}
QPushButton[link="true"] {{ border: 1px solid transparent; background: transparent;
    color: {accent}; padding: 2px 4px; text-align: left; }}
QPushButton[link="true"]:disabled {{ color: {quiet}; }}
QPushButton[link="true"]:hover {{ text-decoration: underline; }}
QPushButton[link="true"]:focus {{ border-color: {accent}; }}
QPushButton[line="true"] {{ border: 1px solid transparent; background: transparent;
    padding: 0; text-align: left; }}
QPushButton[line="true"]:hover {{ background: {hover}; }}
QPushButton[line="true"]:focus {{ border-color: {accent}; }}
QPushButton[fold="true"] {{ border: 1px solid transparent; background: transparent; color: {text};
    font-size: {title}pt; font-weight: bold; padding: 6px 10px; text-align: left; }}
QPushButton[fold="true"]:disabled {{ color: {quiet}; }}
QPushButton[fold="true"]:hover {{ background: {hover}; }}
QPushButton[fold="true"]:focus {{ border-color: {accent}; }}
QPushButton[small="true"] {{ padding: 2px 8px; }}
QToolButton[small="true"] {{ padding: 3px 7px; border-radius: 5px; border: 1px solid {border};
    background: {field}; color: {text}; }}
QToolButton[small="true"]:hover {{ background: {hover}; }}
QToolButton[small="true"]:checked {{ background: {hover}; border-color: {accent}; }}
QToolButton[small="true"]:focus {{ border-color: {accent}; }}
QToolButton[small="true"]:disabled {{ color: {quiet}; background: {window}; }}
QToolButton[small="true"]::menu-indicator {{ image: none; }}
QToolButton[bare="true"] {{ padding: 3px 7px; border-radius: 5px; border: 1px solid transparent;
    background: transparent; color: {quiet}; }}
QToolButton[bare="true"]:hover {{ background: {hover}; color: {text}; }}
QToolButton[bare="true"]:focus {{ border-color: {accent}; }}
QFrame[card="true"] {{ background: {card}; border: 1px solid {border}; border-radius: 8px; }}
QFrame[rule="true"] {{ background: {border}; border: none; max-height: 1px; min-height: 1px; }}
QFrame[banner="info"] {{ background: {selected}; border: none; border-radius: 6px; }}
QFrame[banner="error"] {{ background: {card}; border: 1px solid {error}; border-radius: 6px; }}
QLabel[rank="title"] {{ font-size: {title}pt; font-weight: bold; color: {text}; }}
QLabel[rank="heading"] {{ font-weight: bold; color: {text}; }}
QLabel[rank="quiet"] {{ color: {quiet}; }}
QLabel[rank="error"] {{ color: {error}; }}
QLabel[rank="warning"] {{ color: {warning}; }}
QLineEdit, QComboBox {{ background: {field}; color: {text}; border: 1px solid {edge};
    border-radius: 5px; padding: 4px 7px; min-height: {line}px;
    placeholder-text-color: {quiet};
    selection-background-color: {accent}; selection-color: {on_accent}; }}
QLineEdit:focus, QComboBox:focus {{ border-color: {accent}; }}
QLineEdit[wrong="true"] {{ border-color: {error}; }}
QLineEdit:disabled, QComboBox:disabled {{ color: {quiet}; background: {window};
    border-color: {border}; }}
QComboBox {{ padding-right: 22px; }}
QComboBox::drop-down {{ border: none; width: 20px; }}
QComboBox::down-arrow {{ image: none; }}
QComboBox QAbstractItemView {{ background: {card}; color: {text}; border: 1px solid {border};
    selection-background-color: {selected}; selection-color: {text}; padding: 2px; }}
QCheckBox, QRadioButton {{ color: {text}; spacing: 6px; }}
QCheckBox::indicator {{ width: 14px; height: 14px; border: 1px solid {quiet}; border-radius: 4px;
    background: {field}; }}
QCheckBox::indicator:focus, QCheckBox::indicator:hover {{ border-color: {accent}; }}
QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent}; }}
QCheckBox::indicator:disabled {{ border-color: {border}; background: {window}; }}
QCheckBox:disabled {{ color: {quiet}; }}
QAbstractItemView::indicator:unchecked {{ width: 12px; height: 12px; border: 1px solid {quiet};
    border-radius: 3px; background: {field}; }}
QTabWidget::pane {{ border: none; background: transparent; }}
QTabBar {{ qproperty-drawBase: 0; background: transparent; }}
QTabBar::tab {{ background: transparent; color: {quiet}; padding: 7px 14px 6px 14px;
    border: none; border-bottom: 2px solid transparent; }}
QTabBar::tab:selected {{ color: {text}; border-bottom-color: {accent}; }}
QTabBar::tab:hover {{ color: {text}; }}
QTabBar::tab:focus {{ color: {accent}; }}
QTabBar[pages="true"]::tab {{ padding: 3px 9px; margin: 3px 1px; border: 1px solid transparent;
    border-radius: 5px; }}
QTabBar[pages="true"][tight="true"]::tab {{ padding: 3px 4px; }}
QTabBar[pages="true"]::tab:selected {{ background: {selected}; }}
QTabBar[pages="true"]::tab:hover:!selected {{ background: {hover}; }}
QTabBar[pages="true"]::tab:focus {{ border-color: {accent}; color: {text}; }}
QTableView, QListView, QTreeView {{ background: {card}; color: {text}; border: none; outline: none;
    gridline-color: transparent; selection-background-color: {selected};
    selection-color: {text}; }}
QTreeView {{ show-decoration-selected: 0; selection-background-color: transparent; }}
QTreeView::branch {{ background: transparent; image: none; border-image: none; }}
QTableView::item {{ padding: 3px 7px; }}
QCalendarWidget QTableView::item {{ padding: 0; }}
QTableView#across_table::item {{ padding: 1px 3px; }}
QTableView#stage_table::item {{ padding: 3px 4px; }}
QListWidget[choices="true"]::item {{ padding: 4px 8px; border-radius: 5px; }}
QListWidget[choices="true"]::item:selected {{ background: {selected}; color: {text}; }}
QListWidget[choices="true"]:focus {{ border: 1px solid {accent}; border-radius: 5px; }}
QListWidget#diagnostics_list::item {{ padding: 4px 8px; border-radius: 5px; }}
QListWidget#diagnostics_list::item:selected {{ background: {selected}; color: {text}; }}
QListWidget#diagnostics_list:focus {{ border: 1px solid {accent}; border-radius: 5px; }}
QSlider {{ min-height: 22px; }}
QSlider::groove:horizontal {{ height: 4px; background: {border}; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{ width: 14px; height: 14px; margin: -6px 0; border-radius: 8px;
    background: {field}; border: 1px solid {accent}; }}
QSlider::handle:horizontal:focus {{ background: {accent}; }}
QHeaderView {{ background: {card}; border: none; }}
QHeaderView::section {{ background: {card}; color: {quiet}; border: none;
    border-bottom: 1px solid {border}; padding: 5px 6px 5px 9px; text-align: left; }}
QTableView#across_table QHeaderView::section {{ padding: 5px 2px 5px 5px; }}
QTableView#stage_table QHeaderView::section {{ padding: 5px 3px 5px 6px; }}
QTextBrowser {{ background: transparent; color: {text}; border: none;
    selection-background-color: {accent}; selection-color: {on_accent}; }}
QPlainTextEdit {{ background: {card}; color: {text}; border: none;
    selection-background-color: {accent}; selection-color: {on_accent}; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QScrollArea {{ background: transparent; border: none; }}
QScrollArea > QWidget > QWidget {{ background: transparent; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle {{ background: {border}; border-radius: 4px; min-height: 28px;
    min-width: 28px; margin: 1px; }}
QScrollBar::handle:hover {{ background: {quiet}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QSplitter::handle {{ background: transparent; }}
QStatusBar {{ background: {window}; color: {quiet}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ color: {quiet}; padding: 3px 10px; }}
QProgressBar {{ background: {border}; border: none; border-radius: 3px; max-height: 6px;
    min-height: 6px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
"""


def style_sheet(theme: Theme, letters: QFont) -> str:
    """``letters`` are those of plain text: titles and fields grow with them."""
    colours = {name: colour for name, colour in vars(theme).items() if isinstance(colour, str)}
    points = letters.pointSizeF() if letters.pointSizeF() > 0.0 else USUAL_POINTS
    title = round(TITLE_SHARE * points, 1)
    line = QFontMetrics(letters).height() + 4
    return _SHEET.format(**colours, title=f"{title:g}", line=line)
