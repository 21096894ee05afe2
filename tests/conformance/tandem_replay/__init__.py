# SPDX-License-Identifier: MIT
# Replay files of Tandem, formats 1 and 2, read with nothing but Python. README.md shows how.
from io import open as io_open

from .fields import Malformed
from .header import END_REASONS, MARK_KINDS
from .reader import Replay

__all__ = ["END_REASONS", "MARK_KINDS", "Malformed", "Replay", "open", "parse"]


def open(path):  # pylint: disable=redefined-builtin
    """The replay file at `path`."""
    with io_open(path, "rb") as file:
        return Replay(file.read())


def parse(data):
    """The replay file with these bytes."""
    return Replay(bytes(data))
