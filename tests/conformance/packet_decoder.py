#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# An independent decoder of unreliable packets, written from net/PROTOCOL.md alone. It refuses what
# that page refuses; whether an input is canonical only its game can say, so that is asked.

NUMBER_MAX = 2 ** 29 - 2
TICK_MAX = 2 ** 64 - 1
INPUT_BYTES_MAX = 1024
HELD_MAX = 12


class Malformed(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Malformed(what)


class Bits:
    """Reads a byte's lowest bit first, and a number's."""

    def __init__(self, data):
        self.bits = [byte >> i & 1 for byte in data for i in range(8)]
        self.at = 0

    def u(self, width):
        check(self.at + width <= len(self.bits), f"{width} bits at {self.at} are not there")
        self.at += width
        return sum(bit << i for i, bit in enumerate(self.bits[self.at - width:self.at]))

    def flag(self):
        return self.u(1) == 1

    def flag_or_end(self):
        return self.at < len(self.bits) and self.flag()

    def g(self, low):
        zeros = 0
        while not self.flag():
            zeros += 1
            check(zeros <= 28, "a number with too many zeros")
        high = (1 << zeros) + self.u(zeros) - 1
        value = (high << low) + self.u(low)
        check(value <= NUMBER_MAX, "a number out of bounds")
        return value

    def s(self, low):
        folded = self.g(low)
        return -(folded + 1) // 2 if folded % 2 else folded // 2


def gamma_bits(value, low):
    return 2 * ((value >> low) + 1).bit_length() - 1 + low


def nearest(low, span, reference):
    below = reference - reference % span + low
    candidates = [tick for tick in (below - span, below, below + span) if tick >= 0]
    return min(candidates, key=lambda tick: (abs(tick - reference), -tick))


def clamp(slack):
    return max(-32, min(31, slack))


def groups(size):
    return [range(start, min(start + 8, size)) for start in range(0, size, 8)]


class Decoder:
    def __init__(self, data, players, fixed_bytes, reference, known, is_canonical):
        self.data, self.bits = data, Bits(data)
        self.players, self.fixed_bytes = players, fixed_bytes
        self.reference, self.known, self.is_canonical = reference, known, is_canonical

    def decode(self):
        said = self.head()
        said["acks"] = list(self.members(self.bits.flag, self.ack))
        self.end = self.bits.at
        said["runs"] = list(self.members(self.bits.flag_or_end, self.run))
        check(len(self.data) == (self.end + 7) // 8, "more bytes than the last run needs")
        check(not any(self.bits.bits[self.end:]), "a bit behind the last run")
        return said

    def head(self):
        bits = self.bits
        said = {"number": bits.u(8)}
        usual = bits.flag()
        if usual:
            echo, extras, due, chain, self.says_known = True, False, True, True, False
        else:
            echo, extras, due, chain, self.says_known = (bits.flag() for _ in range(5))
            check((echo, extras, due, chain, self.says_known) != (True, False, True, True, False),
                  "usual in five bits")
        said["echo"] = [bits.u(8), bits.u(8)] if echo else None
        said["extras"] = None
        if extras:
            said["extras"] = [bits.u(2), bits.u(4), bits.u(8) if bits.flag() else None]
            check(said["extras"][0] <= 2, "a strain of 3")
        said["due"] = said["base"] = None
        if due:
            sixteenths = bits.g(0)
            check(sixteenths <= 15, "more than 15 sixteenths")
            said["due"] = nearest(bits.u(12) * 16 + sixteenths, 1 << 16, self.reference)
            self.origin = said["due"] // 16
        else:
            said["base"] = nearest(bits.u(16), 1 << 16, self.reference // 16)
            self.origin = said["base"]
        said["hash"] = [self.tick(bits.s(0)), bits.u(32)] if chain else None
        return said

    def tick(self, distance):
        check(0 <= self.origin + distance <= TICK_MAX, "a tick that does not exist")
        return self.origin + distance

    def members(self, flag, element):
        for group in groups(self.players):
            if self.players > 8 and not flag():
                continue
            any_here = False
            for slot in group:
                if flag():
                    any_here = True
                    yield element(slot)
            check(any_here or self.players <= 8, "a group of slots without any")

    def ack(self, slot):
        distance = 1 + self.bits.s(2)
        slack = None
        if self.bits.flag():
            slack = clamp(distance) + self.bits.s(0)
            check(slack == clamp(slack), "slack out of bounds")
        return [slot, self.tick(distance), slack]

    def run(self, slot):
        first = self.tick(self.bits.s(3))
        known = first - (self.bits.g(3) if self.says_known else 0)
        check(known >= 0, "coded against an input before the first one")
        count = self.bits.g(3) + 1
        inputs = self.inputs(count)
        check(first + count <= TICK_MAX, "a tick that does not exist")
        self.end = self.bits.at
        return [slot, first, known, [made.hex() for made in inputs]]

    def inputs(self, count):
        code = ("raw" if self.bits.flag() else "held") if self.bits.flag() else "changes"
        check(code != "held" or count <= HELD_MAX, "too many held inputs")
        check(code != "raw" or self.fixed_bytes != 0, "raw inputs without bytes")
        inputs, before = [], self.known
        for _ in range(count):
            if code == "raw":
                after = self.whole()
            elif code == "held" or not self.bits.flag():
                after = before
            else:
                after = self.change(before)
            check(after == before or self.is_canonical(after), "an input that is not canonical")
            inputs.append(after)
            before = after
        check(code == self.shortest(inputs), "a run in a longer code")
        return inputs

    def whole(self):
        size = self.bits.g(3) if self.fixed_bytes is None else self.fixed_bytes
        check(size <= INPUT_BYTES_MAX, "an input that is too long")
        return bytes(self.bits.u(8) for _ in range(size))

    def change(self, before):
        by_parts = self.bits.flag()
        if not by_parts:
            after = self.whole()
        else:
            made = bytearray(before)
            for group in groups(len(before)):
                if len(before) > 8 and not self.bits.flag():
                    continue
                differs = [at for at in group if self.bits.flag()]
                check(differs or len(before) <= 8, "a group of bytes without any")
                for at in differs:
                    made[at] = self.bits.u(8)
                    check(made[at] != before[at], "a byte that does not differ")
            after = bytes(made)
        check(after != before, "an input that does not differ")
        check(by_parts == (self.parts_bits(before, after) < self.whole_bits(after)),
              "a change in a longer code")
        return after

    def whole_bits(self, after):
        return 8 * len(after) + (gamma_bits(len(after), 3) if self.fixed_bytes is None else 0)

    def parts_bits(self, before, after):
        if len(before) != len(after):
            return float("inf")
        bits = 0
        for group in groups(len(after)):
            differing = sum(before[at] != after[at] for at in group)
            bits += 8 * differing
            bits += len(group) if differing or len(after) <= 8 else 0
            bits += 1 if len(after) > 8 else 0
        return bits

    def shortest(self, inputs):
        if len(inputs) <= HELD_MAX and all(made == self.known for made in inputs):
            return "held"
        changes, raw, before = 1, 2, self.known
        for after in inputs:
            shorter = min(self.whole_bits(after), self.parts_bits(before, after))
            changes += 1 if after == before else 2 + shorter
            raw += self.whole_bits(after)
            before = after
        return "raw" if raw < changes and self.fixed_bytes != 0 else "changes"
