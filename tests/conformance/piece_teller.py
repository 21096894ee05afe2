# SPDX-License-Identifier: MIT
# An independent teller of the walk, written from net/PROTOCOL.md alone: it cuts a state into pieces
# and answers asks about them.
import struct

from tandem_replay.xxh3 import xxh3_64

MASK = (1 << 64) - 1


def splitmix64(count):
    state, numbers = 0, []
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        numbers.append(mixed ^ (mixed >> 31))
    return numbers


TABLE = splitmix64(256)


def cut(state):
    """The pieces of bytes, in order."""
    pieces = []
    while state or not pieces:
        end, total = min(len(state), 4096), 0
        for at in range(256, end):
            total = (2 * total + TABLE[state[at]]) & MASK
            if total >> 54 == 0:
                end = at + 1
                break
        pieces.append(state[:end])
        state = state[end:]
    return pieces


class Teller:
    def __init__(self, ticks, state):
        self.ticks = ticks
        self.contents = {}  # by hash
        row = []
        for piece in cut(state):
            value = xxh3_64(piece)
            self.contents[value] = b"\0" + struct.pack("<I", len(piece)) + piece
            row.append((value, len(piece)))
        while len(row) > 1:
            row = self.join(row)
        self.contents[xxh3_64(state)] = self.contents[row[0][0]]

    def join(self, row):
        joined, group = [], []
        for index, part in enumerate(row):
            group.append(part)
            is_end = len(group) >= 4 and part[0] & 31 == 0
            if not (is_end or len(group) == 64 or index + 1 == len(row)):
                continue
            if len(group) == 1:
                joined.append(group[0])
            else:
                flat = b"".join(struct.pack("<QI", *each) for each in group)
                value = xxh3_64(flat) ^ MASK
                self.contents[value] = bytes([len(group)]) + flat
                joined.append((value, sum(size for _, size in group)))
            group = []
        return joined

    def answer(self, ask):
        """The message `pieces` for a message `ask`."""
        kind, ticks, count = struct.unpack_from("<BQB", ask)
        assert kind == 19 and ticks == self.ticks and len(ask) == 10 + 8 * count
        told, size = [], 0
        for value in struct.unpack_from(f"<{count}Q", ask, 10):
            content = self.contents[value]
            # What a content counts as: its bytes or parts, and eight more.
            size += 8 + (len(content) - 1 if content[0] else len(content) - 5)
            if told and size > 64 * 1024:
                break
            told.append(content)
        return struct.pack("<BQB", 20, ticks, len(told)) + b"".join(told)
