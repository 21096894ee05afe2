# SPDX-License-Identifier: MIT
# The records of an epoch from its coded pieces, as replay/CODING.md describes them.
from . import schema as s
from .entropy import Beliefs, Digits, Lone, context, fold
from .fields import check

CELLS_MAX = 1024  # of the elements of one list or array
WEIGHT_SETS = 128
ROW_WEIGHT, CELL_WEIGHT, VALUE_WEIGHT = 19661, 15729, 14746
RUN_MAX = 65535
PLAIN_FIRST, PLAIN_MOST = 64, 4096


def length_bytes(node):
    return {s.COMMANDS: 2, s.LIST: 4, s.SET: 4, s.MAP: 4, s.TEXT: 4, s.COLUMNS: 4}.get(node.kind, 0)


class Cells:
    """How many cells a node takes."""

    def __init__(self, node):
        self.node = node
        self.children = [Cells(child) for child in node.children]
        inner = [child.size for child in self.children]
        self.each = 0  # cells of an element
        self.elements = 0  # that have cells of their own
        if node.kind in s.NUMBERS:
            self.size = node.width
        elif node.kind == s.STRUCTURE:
            self.size = sum(inner)
        elif node.kind == s.OPTIONAL:
            self.size = 1 + inner[0]
        elif node.kind == s.VARIANT:
            self.size = 1 + max(inner)
        else:
            self.each = sum(inner) if inner else 1
            self.elements = CELLS_MAX // self.each
            if node.kind in (s.ARRAY, s.COMMANDS, s.BITS):
                self.elements = min(self.elements, self.count())
            self.elements = max(1, self.elements)
            self.size = length_bytes(node) + self.each * self.elements

    def count(self):
        return (self.node.count + 7) // 8 if self.node.kind == s.BITS else self.node.count

    def is_fixed(self):
        if self.node.kind in s.NUMBERS:
            return True
        if self.node.kind == s.STRUCTURE:
            return all(child.is_fixed() for child in self.children)
        return self.node.kind in (s.ARRAY, s.BITS) and self.count() <= self.elements and \
            all(child.is_fixed() for child in self.children)


class Walk:
    """Goes over the cells of one input; `ask(cell, tag, bits)` gives the value of the next one."""

    def __init__(self, ask):
        self.ask = ask
        self.made = bytearray()  # the canonical bytes

    def number(self, at, size, tag):
        value = 0
        for i in range(size):
            value = value << 8 | self.ask(at + i, tag + size - 1 - i, 8)
        self.made += value.to_bytes(size, "little")
        return value

    def visit(self, cells, at):
        node = cells.node
        tag = 16 * node.kind
        if node.kind == s.BOOLEAN:
            self.made.append(self.ask(at, tag, 1))
        elif node.kind in s.NUMBERS:
            self.number(at, node.width, tag)
        elif node.kind == s.STRUCTURE:
            for child in cells.children:
                self.visit(child, at)
                at += child.size
        elif node.kind == s.OPTIONAL:
            self.made.append(self.ask(at, tag + 8, 1))
            if self.made[-1] == 1:
                self.visit(cells.children[0], at + 1)
        elif node.kind == s.VARIANT:
            choice = self.number(at, 1, tag + 8)
            check(choice < len(cells.children), "a variant of an unknown alternative")
            self.visit(cells.children[choice], at + 1)
        elif node.kind == s.BITS:
            self.visit_bits(cells, at, tag)
        elif node.kind == s.ARRAY:
            self.visit_elements(cells, at, node.count)
        else:
            self.visit_list(cells, at, tag)

    def visit_bits(self, cells, at, tag):
        for i in range(cells.count()):
            bits = min(8, cells.node.count - 8 * i)
            self.made.append(self.ask(at + min(i, cells.elements - 1), tag, bits))

    def visit_list(self, cells, at, tag):
        check(cells.node.kind == s.COMMANDS, "an input with a field of no bound")
        length = self.number(at, 2, tag + 8)
        check(length <= cells.node.count, "more commands than the schema allows")
        self.visit_elements(cells, at + 2, length)

    def visit_elements(self, cells, at, count):
        for i in range(count):
            place = at + cells.each * min(i, cells.elements - 1)
            for child in cells.children:
                self.visit(child, place)
                place += child.size


class Slot:
    """All that is kept of one player."""

    def __init__(self, cells):
        self.old = [0] * cells.size
        self.before = [0] * cells.size
        self.changes2 = [0] * cells.size  # of the last two rows
        self.run = self.history = self.changes = 0
        walk = Walk(lambda cell, tag, bits: 0)
        walk.visit(cells, 0)
        self.keep(bytes(walk.made))

    def keep(self, canonical):
        self.input = canonical
        self.values = self.nonzero = 0
        for value in self.old:
            self.values = fold(self.values, value)
            self.nonzero = fold(self.nonzero, int(value != 0))


def rung(run):
    return run if run < 16 else min(11 + run.bit_length(), 20)


def pace(old, before):
    x = old - before & 255
    return x.bit_length() if x < 128 else 16 + (256 - x).bit_length()


def sets_of(weight, count):
    return [[weight] * count for _ in range(WEIGHT_SETS)]


class EpochDecoder:
    """Decodes the pieces of an epoch in order."""

    def __init__(self, node, slots):
        self.cells = Cells(node)
        self.is_fixed = self.cells.is_fixed()
        self.slots = [Slot(self.cells) for _ in range(slots)]
        self.presence = (1 << slots) - 1
        self.beliefs = Beliefs()
        self.changes, self.flips = Lone(), Lone()
        self.row_weights = [ROW_WEIGHT] * 4
        self.cell_weights = sets_of(CELL_WEIGHT, 5)
        self.value_weights = sets_of(VALUE_WEIGHT, 8)
        self.debt = [0] * self.cells.size
        self.plain = [0] * self.cells.size
        self.next_plain = [PLAIN_FIRST] * self.cells.size

    def decode(self, coded, ticks):
        """The records of the next piece, one after the other."""
        digits = Digits(coded)
        self.beliefs.digits = digits
        for _ in range(ticks):
            yield self.record(digits)
        digits.require_end()

    def record(self, digits):
        if self.changes.decide(digits):
            self.flip(digits)
        record = bytearray(self.presence.to_bytes((len(self.slots) + 7) // 8, "little"))
        for number, slot in enumerate(self.slots):
            if self.presence >> number & 1:
                self.row(slot, number)
                record += slot.input
        return bytes(record)

    def flip(self, digits):
        flips = 0
        for number in range(len(self.slots)):
            is_last = number == len(self.slots) - 1
            if is_last and flips == 0 or self.flips.decide(digits):
                flips |= 1 << number
        self.presence ^= flips

    def row(self, slot, number):
        contexts = (context(1, slot.values), context(2, slot.nonzero, rung(slot.run)),
                    context(3, slot.changes, rung(slot.run), number),
                    context(4, slot.nonzero, slot.history & 3, number))
        differs = self.beliefs.mixed(self.row_weights, contexts)
        slot.history = (slot.history << 1 | differs) & 3
        if not differs:
            slot.run = min(slot.run + 1, RUN_MAX)
            return
        row = Row(self, slot)
        walk = Walk(row.ask)
        walk.visit(self.cells, 0)
        check(walk.made != slot.input, "an input marked as different that is not")
        slot.run = 0
        slot.changes = row.done
        slot.keep(bytes(walk.made))


class Row:
    """The cells of one input that differs."""

    def __init__(self, epoch, slot):
        self.epoch = epoch
        self.slot = slot
        self.done = 0
        self.left = 0
        self.has_changed = False

    def ask(self, i, tag, bits):
        epoch, slot = self.epoch, self.slot
        mask = (1 << bits) - 1
        old, before = slot.old[i] & mask, slot.before[i] & mask
        if epoch.plain[i] > 0:
            epoch.plain[i] -= 1
            value = epoch.beliefs.digits.plain(bits)
        else:
            epoch.beliefs.costs = 0
            changes = self.decide_change(i, old)
            value = self.value(i, tag, bits, old, before) if changes else old
            self.pay(i, bits)
        changes = value != old
        slot.before[i], slot.old[i] = slot.old[i], value
        slot.changes2[i] = slot.changes2[i] << 1 & 2 | changes
        self.done = fold(self.done, int(changes))
        self.left = value
        self.has_changed = self.has_changed or changes
        return value

    def decide_change(self, i, old):
        epoch, slot = self.epoch, self.slot
        if epoch.is_fixed and i == epoch.cells.size - 1 and not self.has_changed:
            return True
        here, field = context(5, self.done, i), context(6, i)
        changes2 = slot.changes2[i]
        contexts = (context(here, 0, int(old != 0)), context(here, 1, slot.nonzero),
                    context(here, 2, min(slot.run, 3), changes2),
                    context(field, 0, old, rung(slot.run)),
                    context(field, 1, self.left, changes2))
        weights = epoch.cell_weights[(2 * i + self.has_changed) % WEIGHT_SETS]
        return epoch.beliefs.mixed(weights, contexts)

    def value(self, i, tag, bits, old, before):
        epoch = self.epoch
        size = 1 << bits
        expected = 2 * old - before & size - 1
        field, sort = context(7, i), context(8, tag)
        speed = pace(old, before)
        node = 1
        for k in range(bits - 1, -1, -1):
            upper = node - (1 << (bits - 1 - k))
            if k == 0 and old >> 1 == upper:
                bit = 1 - (old & 1)
            else:
                agreement = k
                for c in (0, before, expected, old):
                    agreement = agreement * 3 + (1 + (c >> k & 1) if c >> k + 1 == upper else 0)
                least = (node << k + 1) - size
                contexts = (context(field, 0, old >> 4, self.left >> 2, node),
                            context(field, 1, self.done, speed, agreement),
                            context(field, 2, k << 9 | least - old & 511),
                            context(field, 3, k << 9 | least - expected & 511),
                            context(sort, 0, node), context(sort, 1, agreement),
                            context(sort, 2, self.left, node), context(sort, 3, old, node))
                weights = epoch.value_weights[(2 * i + (k >= 4)) % WEIGHT_SETS]
                bit = int(epoch.beliefs.mixed(weights, contexts))
            node = node << 1 | bit
        return node - size

    def pay(self, i, bits):
        epoch = self.epoch
        epoch.debt[i] += epoch.beliefs.costs - 32 * bits + 8
        if epoch.debt[i] < -2048:
            epoch.debt[i], epoch.next_plain[i] = -2048, PLAIN_FIRST
        if epoch.debt[i] > 256:
            epoch.debt[i], epoch.plain[i] = 192, epoch.next_plain[i]
            epoch.next_plain[i] = min(2 * epoch.next_plain[i], PLAIN_MOST)
