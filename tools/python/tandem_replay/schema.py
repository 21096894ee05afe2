# SPDX-License-Identifier: MIT
# The schema: which fields a value has, in which order, and where it ends.
from .fields import Fields, check

(BOOLEAN, UNSIGNED, SIGNED, FIXED, ANGLE, FLOATING, ENUMERATION, TEXT, STRUCTURE, ARRAY, LIST,
 COMMANDS, SET, MAP, OPTIONAL, VARIANT, BITS, COLUMNS) = range(1, 19)
NUMBERS = range(BOOLEAN, ENUMERATION + 1)

WIDTHS = {BOOLEAN: (1,), UNSIGNED: (1, 2, 4, 8), SIGNED: (1, 2, 4, 8), FIXED: (1, 2, 4, 8),
          ANGLE: (4, 8), FLOATING: (4, 8), ENUMERATION: (1, 2, 4, 8)}
CHILDREN = {STRUCTURE: range(65536), ARRAY: (1,), LIST: (1,), COMMANDS: (1,), SET: (1,), MAP: (2,),
            OPTIONAL: (1,), VARIANT: range(1, 256), COLUMNS: range(1, 65536)}
COUNTS = {ARRAY: 1 << 32, COMMANDS: 65535, BITS: 1 << 32}
UNBOUNDED = 1 << 64


class Node:
    """A node of a schema: kind, width, name, unit, labels, children."""

    def __init__(self, fields, depth=0, nodes=None):
        nodes = [0] if nodes is None else nodes
        nodes[0] += 1
        check(depth <= 32 and nodes[0] <= 65536, "a schema that is too deep or too large")
        self.kind = fields.u8()
        self.width = fields.u8()
        self.fraction_bits = fields.u8()
        self.is_signed = fields.u8()
        self.count = fields.u64()
        self.name = self.text(fields)
        self.unit = self.text(fields)
        labels = fields.u16()
        check(labels <= 4096, "labels")
        self.labels = {}
        for _ in range(labels):
            value = fields.integer(8, is_signed=True)
            self.labels[value] = self.text(fields)
        self.children = [Node(fields, depth + 1, nodes) for _ in range(fields.u16())]
        self.check_parts(labels)
        self.check_children()
        self.fewest, self.most = self.find_sizes()
        self.is_any = self.find_is_any()

    @staticmethod
    def text(fields):
        text = fields.text(255)
        check(all(" " <= character <= "~" for character in text), "text of a node")
        return text

    def check_parts(self, labels):
        fraction_bits = self.fraction_bits
        check(1 <= self.kind <= 18, "kind of a node")
        check(self.width in WIDTHS.get(self.kind, (0,)), "width of a node")
        check(fraction_bits == 0 or self.kind == FIXED and fraction_bits < 8 * self.width,
              "fraction bits of a node")
        check(self.is_signed == 0 or self.is_signed == 1 and self.kind == ENUMERATION,
              "sign of a node")
        check(labels == 0 or self.kind == ENUMERATION, "labels of a node")
        check(self.count <= COUNTS.get(self.kind, 0), "count of a node")
        check(len(self.children) in CHILDREN.get(self.kind, (0,)), "children of a node")

    def check_children(self):
        names = [child.name for child in self.children]
        if self.kind in (STRUCTURE, COLUMNS):
            check(len(set(names)) == len(names) and "" not in names, "names of fields")
            check(all(child.fewest > 0 for child in self.children), "a field of no bytes")
            check(self.kind == STRUCTURE or all(child.fewest == child.most
                                                for child in self.children),
                  "a column of no one size")
        elif self.kind in (ARRAY, LIST, COMMANDS, SET, MAP):
            check(self.children[0].fewest > 0, "an element of no bytes")

    def find_sizes(self):
        """Fewest and most bytes of a value."""
        low = [child.fewest for child in self.children]
        high = [child.most for child in self.children]
        if self.kind in NUMBERS:
            return self.width, self.width
        if self.kind == STRUCTURE:
            return sum(low), sum(high)
        if self.kind == ARRAY:
            return low[0] * self.count, high[0] * self.count
        if self.kind == COMMANDS:
            return 2, 2 + high[0] * self.count
        if self.kind == OPTIONAL:
            return 1, 1 + high[0]
        if self.kind == VARIANT:
            return 1 + min(low), 1 + max(high)
        if self.kind == BITS:
            return (self.count + 7) // 8, (self.count + 7) // 8
        return 4, UNBOUNDED

    def find_is_any(self):
        """True if any bytes of its size are one of its values."""
        if self.kind == BITS:
            return self.count % 8 == 0
        if self.kind in (STRUCTURE, ARRAY):
            return all(child.is_any for child in self.children)
        return self.kind in NUMBERS and self.kind != BOOLEAN

    def length(self, value):
        """How many elements follow."""
        if self.kind == ARRAY:
            return self.count
        if self.kind == COMMANDS:
            length = value.u16()
            check(length <= self.count, "more commands than the schema allows")
            return length
        length = value.u8() if self.kind == OPTIONAL else value.u32()
        check(self.kind != OPTIONAL or length <= 1, f"an optional with a flag of {length}")
        return length

    def choice(self, value):
        index = value.u8()
        check(index < len(self.children), "a variant of an unknown alternative")
        return self.children[index]

    def skip(self, value):
        """Moves `value` behind one value of this node."""
        if self.is_any:
            value.take(self.fewest)
        elif self.kind == BOOLEAN:
            flag = value.u8()
            check(flag <= 1, f"a boolean of {flag}")
        elif self.kind == BITS:
            unused = value.take(self.fewest)[-1] >> self.count % 8
            check(unused == 0, "a bit behind the last one")
        elif self.kind == TEXT:
            value.block()
        elif self.kind == STRUCTURE:
            for child in self.children:
                child.skip(value)
        elif self.kind == VARIANT:
            self.choice(value).skip(value)
        elif self.kind == COLUMNS:
            count = value.u32()
            for child in self.children:
                child.skip_many(value, count)
        else:
            self.skip_elements(value)

    def skip_elements(self, value):
        before = None
        for _ in range(self.length(value)):
            at = value.at
            self.children[0].skip(value)
            if self.kind in (SET, MAP):
                key = bytes(value.data[at:value.at])
                check(key != before, "the same key twice")
                before = key
            for child in self.children[1:]:
                child.skip(value)

    def skip_many(self, value, count):
        if self.is_any:
            value.take(count * self.fewest)
        else:
            for _ in range(count):
                self.skip(value)


def read_schema(encoded):
    fields = Fields(encoded)
    node = Node(fields)
    fields.require_end()
    return node
