# SPDX-License-Identifier: MIT
# From bytes to decisions: the range decoder, votes and beliefs of replay/CODING.md. Slow and plain.
from .fields import check

MASK32 = 0xFFFFFFFF
PLACES = 49152
NEW_Q = 2048
COSTS = [224, 173, 149, 134, 122, 113, 105, 98, 93, 88, 83, 79, 75, 71, 68, 65, 62, 59, 57, 54, 52,
         50, 48, 46, 44, 42, 40, 38, 37, 35, 34, 32, 31, 29, 28, 27, 25, 24, 23, 22, 21, 19, 18, 17,
         16, 15, 14, 13, 12, 11, 10, 10, 9, 8, 7, 6, 5, 4, 4, 3, 2, 1, 1, 0]
RATES = [131072 // (2 * n + 3) for n in range(15)] + [1311]


def squash_table():
    """squash(i) at i + 2047."""
    upper = []
    e = 1 << 32
    for _ in range(2048):
        upper.append(min((1 << 48) // ((1 << 32) + e), 65520))
        e = e * 4278222805 >> 32
    return [65536 - one for one in upper[:0:-1]] + upper


def stretch_table(squashed):
    table = []
    i = 0
    for q in range(4096):
        while i < 4094 and squashed[i] < 16 * q + 8:
            i += 1
        table.append(i - 2047)
    return table


SQUASH = squash_table()
STRETCH = stretch_table(SQUASH)


def squash(i):
    return SQUASH[max(-2047, min(2047, i)) + 2047]


def cost(p):
    return COSTS[p >> 10]


def fold(h, x):
    m = (h + x) * 0x9E3779B1 & MASK32
    return m ^ m >> 15


def context(first, *others):
    for other in others:
        first = fold(first, other)
    return first


class Digits:
    """The decisions of one piece."""

    def __init__(self, data):
        check(not data or data[-1] != 0, "coded records that end in a zero")
        self.data = data
        self.at = 4
        self.above = int.from_bytes(data[:4].ljust(4, b"\0"), "big")
        check(self.above < MASK32, "coded records beyond the range")
        self.range = MASK32
        self.low = 0

    def decide(self, p):
        no = self.range * (65536 - p) >> 16
        is_yes = self.above >= no
        if is_yes:
            self.take(no, self.range - no)
        else:
            self.range = no
            self.shift()
        return is_yes

    def plain(self, bits):
        self.range >>= bits
        value = self.above // self.range
        check(value < 1 << bits, "a plain number beyond the range")
        self.take(value * self.range, self.range)
        return value

    def take(self, size, new_range):
        self.above -= size
        self.low = self.low + size & MASK32
        self.range = new_range
        self.shift()

    def shift(self):
        while self.range < 1 << 24:
            byte = self.data[self.at] if self.at < len(self.data) else 0
            self.at += 1
            self.range <<= 8
            self.above = (self.above << 8 | byte) & MASK32
            self.low = self.low << 8 & MASK32

    def require_end(self):
        end = -self.low & MASK32
        if end >= self.range:
            end %= 1 << 24
        check(self.above == end, "coded records that end elsewhere")
        check(self.at >= len(self.data), "coded records with bytes behind them")


class Beliefs:
    """The table of an epoch, and the decisions of the piece that is read."""

    def __init__(self):
        self.q = [NEW_Q] * PLACES
        self.n = [0] * PLACES
        self.checks = bytearray(PLACES)
        self.digits = None
        self.costs = 0  # of the decisions since somebody set it to 0

    def find(self, h):
        a = h * PLACES >> 32
        b = a ^ 1
        stamp = h & 255
        if self.checks[a] == stamp:
            return a
        if self.checks[b] == stamp:
            return b
        place = b if self.n[b] < self.n[a] else a
        self.checks[place] = stamp
        self.q[place], self.n[place] = NEW_Q, 0
        return place

    def mixed(self, weights, contexts):
        places, votes = [], []
        for h in contexts:
            places.append(self.find(h))
            votes.append(STRETCH[self.q[places[-1]]])
        p = squash(sum(weight * vote for weight, vote in zip(weights, votes)) >> 16)
        is_yes = self.digits.decide(p)
        self.costs += cost(p if is_yes else 65536 - p)
        error = (65536 if is_yes else 0) - p
        for i, place in enumerate(places):
            weight = weights[i] + (votes[i] * error * 6 >> 18)
            weights[i] = max(-(1 << 20), min(1 << 20, weight))
            q, n = self.q[place], self.n[place]
            self.q[place] = q + (((4095 if is_yes else 0) - q) * RATES[n] + 32768 >> 16)
            self.n[place] = min(n + 1, 15)
        return is_yes


class Lone:
    """A decision with one belief of its own."""

    def __init__(self):
        self.q, self.n = NEW_Q, 0

    def decide(self, digits):
        is_yes = digits.decide(squash(STRETCH[self.q]))
        self.q += ((4095 if is_yes else 0) - self.q) * RATES[self.n] + 32768 >> 16
        self.n = min(self.n + 1, 15)
        return is_yes
