# SPDX-License-Identifier: MIT
# Canonical bytes as values of Python: numbers, texts, dicts and lists, or arrays of numpy where
# numpy is there. A fixed number is a float and an angle is a part of a turn; `raw` gives both as
# the integers that the file holds.
import struct

from . import schema as s
from .fields import Fields

try:
    import numpy
except ImportError:
    numpy = None

ITEM_BYTES_END = 1 << 31  # numpy has no larger items
FLOATS = {4: "<f", 8: "<d"}


def number(node, value, raw):
    data = value.take(node.width)
    if node.kind == s.FLOATING:
        return struct.unpack(FLOATS[node.width], data)[0]
    is_signed = node.kind in (s.SIGNED, s.FIXED) or bool(node.is_signed)
    whole = int.from_bytes(data, "little", signed=is_signed)
    if node.kind == s.BOOLEAN:
        return whole != 0
    if raw or node.kind not in (s.FIXED, s.ANGLE):
        return whole
    return whole / (1 << (node.fraction_bits if node.kind == s.FIXED else 8 * node.width))


def dtype_of(node):
    """The dtype of canonical bytes, or None where values vary in size; fixed and angle are raw."""
    if numpy is None or not 0 < node.fewest < ITEM_BYTES_END:
        return None
    if node.kind in s.NUMBERS:
        letter = {s.BOOLEAN: "?", s.SIGNED: "i", s.FIXED: "i", s.FLOATING: "f"}.get(node.kind, "u")
        letter = "i" if node.is_signed else letter
        return numpy.dtype("?" if letter == "?" else f"<{letter}{node.width}")
    if node.kind == s.BITS:
        return numpy.dtype(("u1", (node.fewest,)))
    inner = [dtype_of(child) for child in node.children]
    if None in inner or node.kind not in (s.STRUCTURE, s.ARRAY):
        return None
    if node.kind == s.ARRAY:
        return numpy.dtype((inner[0], (node.count,)))
    return numpy.dtype([(child.name, one) for child, one in zip(node.children, inner)])


def shown(node, array, raw):
    """The same array with bits as booleans, and unless `raw` fixed numbers and angles as floats."""
    if node.kind in (s.FIXED, s.ANGLE) and not raw:
        bits = node.fraction_bits if node.kind == s.FIXED else 8 * node.width
        return array / float(1 << bits)
    if node.kind == s.BITS:
        bits = numpy.unpackbits(array, axis=-1, count=node.count, bitorder="little")
        return bits.astype(bool)
    if node.kind == s.ARRAY:
        return shown(node.children[0], array, raw)
    if node.kind != s.STRUCTURE:
        return array
    return joined([(child.name, shown(child, array[child.name], raw)) for child in node.children],
                  array.shape)


def joined(fields, shape):
    """Returns one structured array of these fields."""
    made = numpy.empty(shape, [(name, one.dtype, one.shape[len(shape):]) for name, one in fields])
    for name, one in fields:
        made[name] = one
    return made


def many(node, value, count, raw):
    """`count` values that lie one after the other."""
    dtype = dtype_of(node)
    if dtype is None:
        return [read(node, value, raw) for _ in range(count)]
    data = bytes(value.take(count * node.fewest))
    array = numpy.frombuffer(data, numpy.dtype([("one", dtype)]))["one"]
    return shown(node, array, raw)


def columns(node, value, raw):
    count = value.u32()
    fields = {child.name: many(child, value, count, raw) for child in node.children}
    if any(isinstance(column, list) for column in fields.values()):
        return [dict(zip(fields, row)) for row in zip(*fields.values())]
    return joined(list(fields.items()), (count,))


def read(node, value, raw):
    if node.kind in s.NUMBERS:
        return number(node, value, raw)
    if node.kind == s.TEXT:
        return value.block().decode("utf-8", "backslashreplace")
    if node.kind == s.STRUCTURE:
        return {child.name: read(child, value, raw) for child in node.children}
    if node.kind == s.MAP:
        key, mapped = node.children
        return [(read(key, value, raw), read(mapped, value, raw)) for _ in range(value.u32())]
    if node.kind == s.OPTIONAL:
        return read(node.children[0], value, raw) if node.length(value) else None
    if node.kind == s.VARIANT:
        child = node.choice(value)
        return (child.name, read(child, value, raw))
    if node.kind == s.BITS:
        data = value.take(node.fewest)
        return [bool(data[i // 8] >> i % 8 & 1) for i in range(node.count)]
    if node.kind == s.COLUMNS:
        return columns(node, value, raw)
    return many(node.children[0], value, node.length(value), raw)


def value_of(node, data, raw=False):
    """The value of these canonical bytes."""
    value = Fields(bytes(data))
    made = read(node, value, raw)
    value.require_end()
    return made


def table_of(node, rows, raw=False):
    """Inputs as one table of (tick, slot, input): a structured array, or a list of dicts."""
    dtype = dtype_of(node)
    if numpy is None:
        return [{"tick": tick, "slot": slot, "input": value_of(node, data, raw)}
                for tick, slot, data in rows]
    inputs = None
    if dtype is not None:
        inputs = many(node, Fields(b"".join(data for _, _, data in rows)), len(rows), raw)
    kind = object if inputs is None else (inputs.dtype, inputs.shape[1:])
    table = numpy.empty(len(rows), [("tick", "u8"), ("slot", "u1"), ("input", kind)])
    table["tick"] = [tick for tick, _, _ in rows]
    table["slot"] = [slot for _, slot, _ in rows]
    if inputs is not None:
        table["input"] = inputs
    else:
        for i, (_, _, data) in enumerate(rows):
            table["input"][i] = value_of(node, data, raw)
    return table
