# SPDX-License-Identifier: MIT
# Numbers, texts and hashes from bytes, and the one exception for what is not as the page says.
from .xxh3 import xxh3_64

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30


class Malformed(Exception):
    """The file breaks a rule of the page."""


def check(condition, what):
    if not condition:
        raise Malformed(what)


def words(*values):
    return b"".join(value.to_bytes(8, "little") for value in values)


def hash_of(*values):
    """H(a, b, ...) of words."""
    return xxh3_64(words(*values))


def hex64(value):
    return f"{value:016x}"


class Fields:
    """Reads little-endian fields front to back."""

    def __init__(self, data, at=0):
        self.data = data
        self.at = at

    def take(self, size):
        check(size <= len(self.data) - self.at, f"{size} bytes at {self.at} are not there")
        self.at += size
        return self.data[self.at - size:self.at]

    def integer(self, size, is_signed=False):
        return int.from_bytes(self.take(size), "little", signed=is_signed)

    def u8(self):
        return self.integer(1)

    def u16(self):
        return self.integer(2)

    def u32(self):
        return self.integer(4)

    def u64(self):
        return self.integer(8)

    def number(self):
        """7 bits a byte, in as few bytes as it needs, at most 64 bits."""
        value = 0
        for shift in range(0, 70, 7):
            byte = self.u8()
            value |= (byte & 127) << shift
            if byte < 128:
                check(byte > 0 or shift == 0, "a number in more bytes than it needs")
                check(value < 1 << 64, "a number of more than 64 bits")
                return value
        raise Malformed("a number of more than 64 bits")

    def step(self):
        """A difference: 2 d for d >= 0, -2 d - 1 for d < 0."""
        value = self.number()
        return value >> 1 if value & 1 == 0 else -(value + 1 >> 1)

    def bounded(self, size, most, what):
        check(size <= most, f"{what} of {size} bytes, at most {most}")
        return self.take(size)

    def text(self, most=65535):
        return self.bounded(self.u16(), most, "a text").decode("utf-8", "backslashreplace")

    def block(self, most=0xFFFFFFFF):
        return self.bounded(self.u32(), most, "a part")

    def require_end(self):
        check(self.at == len(self.data), f"bytes follow at {self.at}")
