"""The registry of likelihoods."""

from __future__ import annotations

from typing import Any

from gpstudio.core.registry import Registry

LIKELIHOODS: Registry[type[Any]] = Registry("likelihood")
