"""A template of wheat with few anchors: what it says can be summed by hand."""

from __future__ import annotations

from pathlib import Path

from gpstudio.phenology.template_reading import read_template

PLAIN_WHEAT = read_template(Path(__file__).parent / "templates" / "wheat.toml")
