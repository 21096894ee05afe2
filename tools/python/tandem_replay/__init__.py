# SPDX-License-Identifier: MIT
# Replay files of Tandem, formats 1 and 2, read with nothing but Python. README.md shows how.
import mmap
from io import open as io_open

from .fields import Malformed
from .header import END_REASONS, MARK_KINDS
from .reader import Replay, Row

__all__ = ["END_REASONS", "MARK_KINDS", "Malformed", "Replay", "Row", "open", "parse"]


def open(path):  # pylint: disable=redefined-builtin
    """The replay file at `path`. What is asked for later is read from the file then."""
    with io_open(path, "rb") as file:
        try:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):  # an empty file, or no regular one
            data = file.read()
    try:
        return Replay(data)
    except Malformed as error:
        raise Malformed(f"{path}: {error}") from None


def parse(data):
    """The replay file with these bytes."""
    return Replay(bytes(data))
