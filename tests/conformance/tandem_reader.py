#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# An independent reader of replay files, written from replay/FORMAT.md alone. It checks what that
# page says a reader checks and prints header, ticks and final chain as JSON; contents_of() says all
# that a file holds. Blocks that are compressed are decoded by the program zstd; without it their
# records are not checked, which "records_checked" says, and contents_of() lacks them.
import json
import shutil
import subprocess
import sys

from xxh3 import xxh3_64

MAGIC = bytes.fromhex("8954444D")
HEADER_BYTES = 52
TYPES = {1: "header", 2: "schema", 3: "asset", 4: "keyframe", 5: "inputs", 6: "marks",
         7: "evidence", 8: "end"}
FORMAT_VERSION = 1
KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
CONTENT_MAX = {3: MIB + 4, 4: GIB, 5: 2 * MIB, 7: GIB, 8: GIB}
OTHER_CONTENT_MAX = 16 * MIB
FILE_MAX = {3: 64 * MIB, 6: 16 * MIB}  # of all blocks of a type together
ALWAYS_PLAIN = (1, 2, 8)
KEYFRAME, EVIDENCE = 1, 2  # what a stored state is for, in contents_of()


class Malformed(Exception):
    pass


class Fields:
    """Reads little-endian fields front to back."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, size):
        if size > len(self.data) - self.at:
            raise Malformed(f"{size} bytes at {self.at} are not there")
        self.at += size
        return self.data[self.at - size:self.at]

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def u8(self):
        return self.number(1)

    def u16(self):
        return self.number(2)

    def u32(self):
        return self.number(4)

    def u64(self):
        return self.number(8)

    def bounded(self, size, most, what):
        check(size <= most, f"{what} of {size} bytes, at most {most}")
        return self.take(size)

    def text(self, most=65535):
        return self.bounded(self.u16(), most, "a text").decode("utf-8", "backslashreplace")

    def block(self, most=0xFFFFFFFF):
        return self.bounded(self.u32(), most, "a part")

    def require_end(self):
        if self.at != len(self.data):
            raise Malformed(f"bytes follow at {self.at}")


def words(*values):
    return b"".join(value.to_bytes(8, "little") for value in values)


def hex64(value):
    return f"{value:016x}"


def hash_text(data):
    return hex64(xxh3_64(data))


def check(condition, what):
    if not condition:
        raise Malformed(what)


def check_bounds(block, where):
    if block["type"] not in TYPES:
        return
    is_inputs = block["type"] == 5
    lows_bytes = 2 * block["ticks"]
    check((block["ticks"] > 0) == is_inputs and block["ticks"] <= 65536, where + "ticks")
    check(block["first_tick"] <= (1 << 64) - 1 - 65536, where + "first tick")
    check(block["codec"] == 0 or block["type"] not in ALWAYS_PLAIN, where + "not plain")
    check(block["content"] <= CONTENT_MAX.get(block["type"], OTHER_CONTENT_MAX), where + "content")
    check(lows_bytes <= block["stored"] <= block["content"] + lows_bytes, where + "stored")


def read_blocks(data):
    """Yields (offset, header fields, coded content, lows); raises at the first flaw."""
    offset = 0
    while offset < len(data):
        where = f"byte {offset}: "
        head = data[offset:offset + HEADER_BYTES]
        check(head[:4] == MAGIC[:len(head)], where + "no block begins here")
        check(len(head) == HEADER_BYTES, where + "cut inside a header")
        stated = int.from_bytes(head[48:], "little")
        check(stated == xxh3_64(head[:48] + words(offset)) & 0xFFFFFFFF, where + "header check")
        fields = Fields(head[4:48])
        block = {"type": fields.u8(), "codec": fields.u8(), "reserved": fields.u16(),
                 "stored": fields.u32(), "content": fields.u32(), "first_tick": fields.u64(),
                 "ticks": fields.u32(), "body_check": fields.u32(), "chain": fields.u64(),
                 "records": fields.u64(), "offset": offset}
        check_bounds(block, where)
        body = data[offset + HEADER_BYTES:offset + HEADER_BYTES + block["stored"]]
        check(len(body) == block["stored"], where + "cut inside a body")
        check(xxh3_64(body) & 0xFFFFFFFF == block["body_check"], where + "body check")
        lows_bytes = 2 * block["ticks"] if block["type"] in TYPES else 0
        yield block, body[:len(body) - lows_bytes], body[len(body) - lows_bytes:]
        offset += HEADER_BYTES + block["stored"]


def decode(block, coded):
    """The content; None where it is compressed and there is no zstd."""
    if block["codec"] == 0:
        check(len(coded) == block["content"], "plain content of another size")
        return coded
    check(block["codec"] == 1, "unknown codec")
    zstd = shutil.which("zstd")
    if zstd is None:
        return None
    content = subprocess.run([zstd, "-dcq"], input=coded, capture_output=True, check=True).stdout
    check(len(content) == block["content"], "content of another size")
    return content


WIDTHS = {1: (1,), 2: (1, 2, 4, 8), 3: (1, 2, 4, 8), 4: (1, 2, 4, 8), 5: (4, 8), 6: (4, 8),
          7: (1, 2, 4, 8)}
CHILDREN = {9: range(65536), 10: (1,), 11: (1,), 12: (1,), 13: (1,), 14: (2,), 15: (1,),
            16: range(1, 256), 18: range(1, 65536)}
COUNTS = {10: 1 << 32, 12: 65535, 17: 1 << 32}
UNBOUNDED = 1 << 64


class Node:
    """One node of a schema: enough of it to know where a value ends."""

    def __init__(self, fields, depth=0, nodes=None):
        nodes = [0] if nodes is None else nodes
        nodes[0] += 1
        check(depth <= 32 and nodes[0] <= 65536, "a schema that is too deep or too large")
        self.kind = fields.u8()
        self.width = fields.u8()
        fraction_bits = fields.u8()
        is_signed = fields.u8()
        self.count = fields.u64()
        self.name = self.text(fields)
        self.text(fields)  # unit
        labels = fields.u16()
        check(labels <= 4096, "labels")
        for _ in range(labels):
            fields.take(8)
            self.text(fields)
        self.children = [Node(fields, depth + 1, nodes) for _ in range(fields.u16())]
        check(1 <= self.kind <= 18, "kind of a node")
        check(self.width in WIDTHS.get(self.kind, (0,)), "width of a node")
        check(fraction_bits == 0 or self.kind == 4 and fraction_bits < 8 * self.width, "fraction")
        check(is_signed == 0 or is_signed == 1 and self.kind == 7, "sign of a node")
        check(labels == 0 or self.kind == 7, "labels of a node")
        check(self.count <= COUNTS.get(self.kind, 0), "count of a node")
        check(len(self.children) in CHILDREN.get(self.kind, (0,)), "children of a node")
        self.check_children()

    @staticmethod
    def text(fields):
        text = fields.text(255)
        check(all(" " <= character <= "~" for character in text), "text of a node")
        return text

    def check_children(self):
        names = [child.name for child in self.children]
        if self.kind in (9, 18):
            check(len(set(names)) == len(names) and "" not in names, "names of fields")
            check(all(child.sizes()[0] > 0 for child in self.children), "a field of no bytes")
            check(self.kind == 9 or all(low == high for low, high in
                                        (child.sizes() for child in self.children)),
                  "a column of no one size")
        elif self.kind in (10, 11, 12, 13, 14):
            check(self.children[0].sizes()[0] > 0, "an element of no bytes")

    def sizes(self):
        """Fewest and most bytes of a value."""
        inner = [child.sizes() for child in self.children]
        low, high = [size[0] for size in inner], [size[1] for size in inner]
        if self.kind <= 7:
            return self.width, self.width
        if self.kind == 9:
            return sum(low), sum(high)
        if self.kind == 10:
            return low[0] * self.count, high[0] * self.count
        if self.kind == 12:
            return 2, 2 + high[0] * self.count
        if self.kind == 15:
            return 1, 1 + high[0]
        if self.kind == 16:
            return 1 + min(low), 1 + max(high)
        if self.kind == 17:
            return (self.count + 7) // 8, (self.count + 7) // 8
        return 4, UNBOUNDED

    def skip(self, value):
        if self.kind <= 7:
            value.take(self.width)
        elif self.kind == 8:
            value.block()
        elif self.kind == 9:
            for child in self.children:
                child.skip(value)
        elif self.kind == 16:
            self.children[value.u8()].skip(value)
        elif self.kind == 17:
            value.take((self.count + 7) // 8)
        elif self.kind == 18:
            count = value.u32()
            for child in self.children:
                value.take(count * child.sizes()[0])
        else:
            for _ in range(self.length(value)):
                for child in self.children:
                    child.skip(value)

    def length(self, value):
        if self.kind == 10:
            return self.count
        if self.kind == 15:
            return value.u8()
        return value.u16() if self.kind == 12 else value.u32()


def read_header(content):
    fields = Fields(content)
    header = {"format_version": fields.u32()}
    check(header["format_version"] <= FORMAT_VERSION, "a newer format version")
    check(header["format_version"] > 0, "format version 0")
    header["game"] = fields.text(255)
    check(header["game"] != "", "no game")
    header["game_version"] = fields.u32()
    header["schema_hashes"] = [fields.u64(), fields.u64(), fields.u64()]
    header["setup"] = fields.block(MIB)
    header["build"] = fields.text(255)
    has_parent = fields.u8()
    check(has_parent <= 1, "has parent")
    parent = {"chain": hex64(fields.u64()), "fork_tick": fields.u64()}
    header["parent"] = parent if has_parent else None
    header["block_ticks"] = fields.u32()
    header["keyframe_ticks"] = fields.u64()
    setup = Fields(header["setup"])
    header["seed"] = setup.u64()
    header["slots"] = setup.u32()
    presence = setup.u64()
    header["tick_rate"] = [setup.u32(), setup.u32()]
    ticks, seconds = header["tick_rate"]
    header["presence"] = presence
    check(1 <= header["slots"] <= 64 and presence >> header["slots"] == 0, "slots")
    check(ticks > 0 and seconds > 0 and ticks <= 100000 * seconds, "tick rate")
    header["options"] = setup.block(64 * KIB)
    header["assets"] = []
    header["asset_bytes"] = []
    header["asset_digests"] = []
    assets = setup.u32()
    check(assets <= 256, "too many assets")
    for _ in range(assets):
        header["assets"].append(setup.text(255))
        header["asset_bytes"].append(setup.u64())
        header["asset_digests"].append(setup.take(16))
    setup.require_end()
    return header


def start_of(header):
    name = header["game"].encode()
    return xxh3_64(len(name).to_bytes(2, "little") + name +
                   header["game_version"].to_bytes(4, "little") +
                   words(*header["schema_hashes"]) + header["setup"])


def running(block):
    return {"chain": hex64(block["chain"]), "records": hex64(block["records"])}


class Reader:
    def __init__(self, data):
        self.blocks = read_blocks(data)
        self.sizes = []
        self.ticks = 0
        self.records_checked = 0
        self.end = None
        block, content = self.next_of(1)
        self.header = read_header(content)
        self.first_tick = block["first_tick"]
        self.chain, self.records = block["chain"], block["records"]
        if self.first_tick == 0:
            start = start_of(self.header)
            check(self.records == xxh3_64(words(0, start)), "records do not begin with the setup")
        self.reset_chain = block["chain"]
        self.start = running(block)
        self.record_hashes = []  # of each tick
        self.lows = b""
        self.heads = [(self.first_tick, self.chain, self.records)]
        self.assets = {}  # content by index
        self.states = []
        self.marks = []
        _, content = self.next_of(2)
        schemas = Fields(content)
        encoded = [schemas.block(5 * MIB) for _ in range(3)]
        check([xxh3_64(one) for one in encoded] == self.header["schema_hashes"], "schema hashes")
        nodes = []
        for one in encoded:
            fields = Fields(one)
            nodes.append(Node(fields))
            fields.require_end()
        self.input_node = nodes[1]
        check(self.input_node.sizes()[1] <= 1024, "inputs that are too large")
        self.has_keyframe = False
        self.content_bytes = dict.fromkeys(FILE_MAX, 0)

    def next_of(self, kind):
        block, coded, _ = next(self.blocks, (None, None, None))
        check(block is not None and block["type"] == kind, f"block of type {kind} is missing")
        self.sizes.append(HEADER_BYTES + block["stored"])
        return block, decode(block, coded)

    def read_all(self):
        for block, coded, lows in self.blocks:
            where = f"byte {block['offset']}: "
            check(self.end is None, where + "bytes follow the end")
            try:
                self.read_block(block, coded, lows)
            except Malformed as error:
                raise Malformed(where + str(error)) from error
            self.sizes.append(HEADER_BYTES + block["stored"])

    def read_block(self, block, coded, lows):
        name = TYPES.get(block["type"], "unknown")
        check(name not in ("header", "schema"), f"a second {name}")
        check(name != "asset" or not self.has_keyframe, "an asset after the first keyframe")
        check(self.has_keyframe or name in ("asset", "keyframe", "unknown"),
              f"{name} before the first keyframe")
        if block["type"] in FILE_MAX:
            self.content_bytes[block["type"]] += block["content"]
            check(self.content_bytes[block["type"]] <= FILE_MAX[block["type"]],
                  f"more {name} than a file may hold")
        if name == "asset":
            self.read_asset(decode(block, coded))
        elif name == "inputs":
            self.read_inputs(block, coded, lows)
        elif name == "marks":
            self.read_marks(decode(block, coded))
        elif name == "end":
            self.read_end(block, decode(block, coded))
        elif name == "keyframe":
            self.require_here(block)
            self.read_state(block, coded, KEYFRAME)
            self.has_keyframe = True
        elif name == "evidence":
            check(self.first_tick <= block["first_tick"] <= self.first_tick + self.ticks, "tick")
            self.read_state(block, coded, EVIDENCE)

    def read_asset(self, content):
        if content is None:
            return
        fields = Fields(content)
        index = fields.u32()
        check(index < len(self.header["assets"]), "an asset that the setup does not list")
        check(index not in self.assets, "an asset twice")
        check(len(content) - 4 == self.header["asset_bytes"][index], "size of an asset")
        self.assets[index] = content[4:]

    def read_marks(self, content):
        if content is None:
            return
        fields = Fields(content)
        while fields.at < len(content):
            mark = Fields(fields.block())
            self.marks.append({"kind": mark.u8(), "tick": mark.u64(), "slot": mark.u32(),
                               "value": hex64(mark.u64()),
                               "text": mark.take(mark.u16()).decode("latin-1")})

    def require_here(self, block):
        check(block["first_tick"] == self.first_tick + self.ticks, "tick")
        check(block["chain"] == self.chain, "chain")
        check(block["records"] == self.records, "records")

    def read_state(self, block, coded, purpose):
        state = decode(block, coded)
        if state is None:
            return
        self.states.append({**running(block), "purpose": purpose, "bytes": len(state),
                            "ticks_done": block["first_tick"], "content": hash_text(state)})
        if block["first_tick"] == 0 and purpose == KEYFRAME:
            chain = xxh3_64(words(0, start_of(self.header), xxh3_64(state)))
            check(chain == self.reset_chain, "chain does not begin with the reset state")

    def read_inputs(self, block, coded, lows):
        check(block["first_tick"] == self.first_tick + self.ticks, "a tick is missing")
        check(int.from_bytes(lows[-2:], "little") == block["chain"] & 0xFFFF, "last low")
        content = decode(block, coded)
        if content is not None:
            fields = Fields(content)
            records = self.records
            for _ in range(block["ticks"]):
                record = self.read_record(fields)
                self.record_hashes.append(xxh3_64(record))
                records = xxh3_64(words(records, self.record_hashes[-1]))
            fields.require_end()
            check(records == block["records"], "records")
            self.records_checked += block["ticks"]
        self.chain, self.records = block["chain"], block["records"]
        self.ticks += block["ticks"]
        self.lows += lows
        self.heads.append((block["first_tick"] + block["ticks"], self.chain, self.records))

    def read_record(self, fields):
        at = fields.at
        presence = fields.number((self.header["slots"] + 7) // 8)
        for slot in range(self.header["slots"]):
            if presence >> slot & 1:
                self.input_node.skip(fields)
        return fields.data[at:fields.at]

    def read_end(self, block, content):
        self.require_here(block)
        fields = Fields(content)
        self.end = fields.u8()
        check(fields.u64() == self.ticks, "ticks in the end block")
        sizes = [fields.u32() for _ in range(fields.u32())]
        check(sizes == self.sizes, "index")
        check(fields.u64() == sum(sizes) == block["offset"], "the end's own offset")


def read_to_flaw(data):
    """The reader behind its last sound block, and what is wrong with the next; or None."""
    reader = Reader(data)
    try:
        reader.read_all()
    except Malformed as error:
        return reader, str(error)
    return reader, None


RUN_TICKS = 100


def contents_of(reader):
    """All that a file holds; of records and lows a hash for each run of ticks."""
    header = reader.header
    assets = []
    for index, name in enumerate(header["assets"]):
        size = header["asset_bytes"][index]
        content = reader.assets.get(index, None if size > 0 else b"")
        assets.append({"name": name, "bytes": size,
                       "digest": header["asset_digests"][index].hex(),
                       "content": None if content is None else hash_text(content)})
    shown = {"format": header["format_version"], "game": header["game"],
             "version": header["game_version"],
             "schemas": [hex64(one) for one in header["schema_hashes"]],
             "seed": header["seed"], "slots": header["slots"],
             "presence": hex64(header["presence"]), "tick_rate": header["tick_rate"],
             "options": header["options"].hex(), "assets": assets, "build": header["build"],
             "parent": header["parent"], "block_ticks": header["block_ticks"],
             "keyframe_ticks": header["keyframe_ticks"]}
    runs = []
    for first in range(0, reader.ticks, RUN_TICKS):
        hashes = reader.record_hashes[first:first + RUN_TICKS]
        lows = reader.lows[2 * first:2 * (first + RUN_TICKS)]
        runs.append({"first": reader.first_tick + first, "ticks": len(hashes),
                     "records": hash_text(words(*hashes)), "lows": hash_text(lows)})
    heads = b"".join(words(*head) for head in reader.heads)
    return {"header": shown, "first_tick": reader.first_tick, "ticks": reader.ticks,
            "start": reader.start,
            "last": {"chain": hex64(reader.chain), "records": hex64(reader.records)},
            "heads": {"count": len(reader.heads), "hash": hash_text(heads)}, "runs": runs,
            "states": reader.states, "marks": reader.marks, "end": reader.end}


def read(data):
    """What the file says, as far as it is sound; "flaw" says why not further."""
    reader, flaw = read_to_flaw(data)
    header = reader.header
    return {"game": header["game"], "game_version": header["game_version"],
            "format_version": header["format_version"], "build": header["build"],
            "seed": header["seed"], "slots": header["slots"], "tick_rate": header["tick_rate"],
            "assets": header["assets"], "first_tick": reader.first_tick, "ticks": reader.ticks,
            "chain": f"{reader.chain:016x}", "records": f"{reader.records:016x}",
            "records_checked": reader.records_checked, "end": reader.end, "flaw": flaw}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: tandem_reader.py FILE.tandem")
    try:
        with open(sys.argv[1], "rb") as file:
            print(json.dumps(read(file.read()), indent=2))
    except (Malformed, OSError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")


if __name__ == "__main__":
    main()
