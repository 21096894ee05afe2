#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# An independent reader of replay files, written from replay/FORMAT.md alone. It checks what that
# page says a reader checks and prints header, ticks and final chain as JSON. Blocks of inputs that
# are compressed are decoded by the program zstd; without it their records are not checked, which
# "records_checked" says.
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

    def text(self):
        return self.take(self.u16()).decode("utf-8", "backslashreplace")

    def block(self):
        return self.take(self.u32())

    def require_end(self):
        if self.at != len(self.data):
            raise Malformed(f"bytes follow at {self.at}")


def words(*values):
    return b"".join(value.to_bytes(8, "little") for value in values)


def check(condition, what):
    if not condition:
        raise Malformed(what)


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
        body = data[offset + HEADER_BYTES:offset + HEADER_BYTES + block["stored"]]
        check(len(body) == block["stored"], where + "cut inside a body")
        check(xxh3_64(body) & 0xFFFFFFFF == block["body_check"], where + "body check")
        lows_bytes = 2 * block["ticks"] if block["type"] in TYPES else 0
        check(lows_bytes <= len(body), where + "more ticks than bytes")
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


class Node:
    """One node of a schema: enough of it to know where a value ends."""

    def __init__(self, fields):
        self.kind = fields.u8()
        self.width = fields.u8()
        fields.take(2)  # fraction bits, is signed
        self.count = fields.u64()
        self.name = fields.text()
        fields.text()  # unit
        for _ in range(fields.u16()):
            fields.take(8)
            fields.text()
        self.children = [Node(fields) for _ in range(fields.u16())]

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
    header["game"] = fields.text()
    header["game_version"] = fields.u32()
    header["schema_hashes"] = [fields.u64(), fields.u64(), fields.u64()]
    header["setup"] = fields.block()
    header["build"] = fields.text()
    header["parent"] = fields.take(17)
    header["block_ticks"] = fields.u32()
    header["keyframe_ticks"] = fields.u64()
    setup = Fields(header["setup"])
    header["seed"] = setup.u64()
    header["slots"] = setup.u32()
    setup.u64()  # presence
    header["tick_rate"] = [setup.u32(), setup.u32()]
    setup.block()  # options
    header["assets"] = []
    for _ in range(setup.u32()):
        header["assets"].append(setup.text())
        setup.take(24)  # size and digest
    setup.require_end()
    return header


def start_of(header):
    name = header["game"].encode()
    return xxh3_64(len(name).to_bytes(2, "little") + name +
                   header["game_version"].to_bytes(4, "little") +
                   words(*header["schema_hashes"]) + header["setup"])


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
        _, content = self.next_of(2)
        schemas = Fields(content)
        encoded = [schemas.block(), schemas.block(), schemas.block()]
        check([xxh3_64(one) for one in encoded] == self.header["schema_hashes"], "schema hashes")
        self.input_node = Node(Fields(encoded[1]))

    def next_of(self, kind):
        block, coded, _ = next(self.blocks, (None, None, None))
        check(block is not None and block["type"] == kind, f"block of type {kind} is missing")
        self.sizes.append(HEADER_BYTES + block["stored"])
        return block, decode(block, coded)

    def read_all(self):
        for block, coded, lows in self.blocks:
            check(self.end is None, f"byte {block['offset']}: bytes follow the end")
            name = TYPES.get(block["type"], "unknown")
            if name == "inputs":
                self.read_inputs(block, coded, lows)
            elif name == "end":
                self.read_end(block, decode(block, coded))
            elif name == "keyframe":
                self.require_here(block)
                self.read_reset_state(block, coded)
            self.sizes.append(HEADER_BYTES + block["stored"])

    def require_here(self, block):
        where = f"byte {block['offset']}: "
        check(block["first_tick"] == self.first_tick + self.ticks, where + "tick")
        check(block["chain"] == self.chain, where + "chain")
        check(block["records"] == self.records, where + "records")

    def read_reset_state(self, block, coded):
        if block["first_tick"] != 0:
            return
        state = decode(block, coded)
        if state is not None:
            chain = xxh3_64(words(0, start_of(self.header), xxh3_64(state)))
            check(chain == self.reset_chain, "chain does not begin with the reset state")

    def read_inputs(self, block, coded, lows):
        where = f"byte {block['offset']}: "
        check(block["first_tick"] == self.first_tick + self.ticks, where + "a tick is missing")
        check(int.from_bytes(lows[-2:], "little") == block["chain"] & 0xFFFF, where + "last low")
        content = decode(block, coded)
        if content is not None:
            fields = Fields(content)
            for _ in range(block["ticks"]):
                record = self.read_record(fields)
                self.records = xxh3_64(words(self.records, xxh3_64(record)))
            fields.require_end()
            check(self.records == block["records"], where + "records")
            self.records_checked += block["ticks"]
        self.chain, self.records = block["chain"], block["records"]
        self.ticks += block["ticks"]

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


def read(data):
    """What the file says, as far as it is sound; "flaw" says why not further."""
    reader = Reader(data)
    flaw = None
    try:
        reader.read_all()
    except Malformed as error:
        flaw = str(error)
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
