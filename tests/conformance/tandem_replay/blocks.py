# SPDX-License-Identifier: MIT
# The blocks of a file, one after the other, and the places where none can be read.
import shutil
import subprocess

from .fields import Fields, GIB, MIB, Malformed, check, hash_of, words
from .xxh3 import xxh3_64

try:
    import zstandard
except ImportError:
    zstandard = None

MAGIC = bytes.fromhex("8954444D")
SHORT_MAGIC = MAGIC[:1] + b"\x54"
HEADER_BYTES = 52
(HEADER, SCHEMA, ASSET, KEYFRAME, INPUTS, MARKS, EVIDENCE, END, COPY) = range(1, 10)
NAMES = {HEADER: "header", SCHEMA: "schema", ASSET: "asset", KEYFRAME: "keyframe",
         INPUTS: "inputs", MARKS: "marks", EVIDENCE: "evidence", END: "end", COPY: "copy"}
WHOLE, EPOCH, PIECE = 0, 1, 2  # the forms of a head
ALWAYS_PLAIN = (HEADER, SCHEMA, END, COPY)
CONTENT_MAX = {ASSET: MIB + 4, KEYFRAME: GIB, INPUTS: 2 * MIB, EVIDENCE: GIB, END: GIB}
OTHER_CONTENT_MAX = 16 * MIB
PIECE_MAX = 4 * MIB  # of coded records
TRACK_MAX = 8  # bytes for each tick
TICKS_MAX = 65536
FIRST_TICK_MAX = (1 << 64) - 65536


class Block:
    """A block that passed all checks of its own; a flaw if `flaw` is not None."""

    def __init__(self, form, offset):
        self.form = form
        self.offset = offset
        self.type = INPUTS
        self.codec = self.content_bytes = self.ticks = self.first_tick = self.chain = 0
        self.records = None
        self.head_bytes = self.body_bytes = 0
        self.body = b""
        self.is_head_sound = False
        self.flaw = None

    @property
    def size(self):
        return self.head_bytes + self.body_bytes

    def is_of_ticks(self):
        """Whether ticks are lost with it."""
        return not self.is_head_sound or self.type == INPUTS

    def lows_bytes(self):
        return 2 * self.ticks if self.type == INPUTS and self.form == WHOLE else 0

    def lows(self):
        return self.body[len(self.body) - self.lows_bytes():]

    def content(self):
        coded = self.body[:len(self.body) - self.lows_bytes()]
        if self.codec == 0:
            check(len(coded) == self.content_bytes, "plain content of another size")
            return bytes(coded)
        check(self.codec == 1, "unknown codec")
        content = unpack(bytes(coded), self.content_bytes)
        check(len(content) == self.content_bytes, "content of another size")
        return content


def unpack(coded, size):
    if zstandard is not None:
        try:
            return zstandard.ZstdDecompressor().decompress(coded, max_output_size=size)
        except zstandard.ZstdError as error:
            raise Malformed(f"no zstd frame: {error}") from error
    zstd = shutil.which("zstd")
    if zstd is None:
        raise RuntimeError("compressed content needs the module zstandard or the program zstd "
                           "(Debian: apt-get install zstd)")
    done = subprocess.run([zstd, "-dcq"], input=coded, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    check(done.returncode == 0, "no zstd frame")
    return done.stdout


def low32(value):
    return value & 0xFFFFFFFF


def check_bounds(block):
    """Of a whole head."""
    if block.type not in NAMES:
        return
    check((block.ticks > 0) == (block.type == INPUTS) and block.ticks <= TICKS_MAX, "ticks")
    check(block.first_tick <= FIRST_TICK_MAX, "first tick")
    check(block.codec == 0 or block.type not in ALWAYS_PLAIN, "not plain")
    check(block.content_bytes <= CONTENT_MAX.get(block.type, OTHER_CONTENT_MAX), "content")
    lows = block.lows_bytes()
    check(lows <= block.body_bytes <= block.content_bytes + lows, "stored")


def read_whole(data, block):
    head = bytes(data[block.offset:block.offset + HEADER_BYTES])
    check(head[:4] == MAGIC[:len(head)], "no block begins here")
    check(len(head) == HEADER_BYTES, "cut inside a head")
    stated = int.from_bytes(head[48:], "little")
    check(stated == low32(xxh3_64(head[:48] + words(block.offset))), "head check")
    fields = Fields(head, 4)
    block.type, block.codec = fields.u8(), fields.u8()
    fields.u16()
    block.body_bytes, block.content_bytes = fields.u32(), fields.u32()
    block.first_tick, block.ticks = fields.u64(), fields.u32()
    body_check = fields.u32()
    block.chain, block.records = fields.u64(), fields.u64()
    block.head_bytes = HEADER_BYTES
    block.is_head_sound = True
    check_bounds(block)
    take_body(data, block)
    check(low32(xxh3_64(bytes(block.body))) == body_check, "body check")


def read_short(data, block):
    fields = Fields(data[block.offset:block.offset + 64], 3)
    block.body_bytes, block.ticks = fields.number(), fields.number()
    if block.form == EPOCH:
        block.first_tick, block.chain = fields.number(), fields.u64()
        head = xxh3_64(bytes(fields.data[:fields.at]))
        check(fields.u16() == hash_of(head, block.offset) & 0xFFFF, "head check")
        block.is_head_sound = True
    head = xxh3_64(bytes(fields.data[:fields.at]))
    stated = fields.u32()
    block.head_bytes = fields.at
    check(1 <= block.ticks <= TICKS_MAX, "ticks")
    check(block.first_tick <= FIRST_TICK_MAX, "first tick")
    check(block.body_bytes <= PIECE_MAX + TRACK_MAX * block.ticks, "stored")
    take_body(data, block)
    check(stated == low32(hash_of(head, xxh3_64(bytes(block.body)), block.offset)), "check")


def take_body(data, block):
    begin = block.offset + block.head_bytes
    block.body = data[begin:begin + block.body_bytes]
    check(len(block.body) == block.body_bytes, "cut inside a body")


def read_block(data, offset):
    """The block that begins here, with its flaw if it is not sound."""
    form = data[offset + 2] if bytes(data[offset:offset + 2]) == SHORT_MAGIC and \
        offset + 2 < len(data) else WHOLE
    block = Block(form if form in (EPOCH, PIECE) else WHOLE, offset)
    try:
        if block.form == WHOLE:
            read_whole(data, block)
        else:
            read_short(data, block)
    except Malformed as error:
        block.flaw = str(error)
    return block


def next_sound(data, offset):
    """The offset of the first sound block from here on; the size of the file if there is none."""
    whole = bytes(data)
    while True:
        offset = whole.find(SHORT_MAGIC, offset)
        if offset < 0:
            return len(data)
        if read_block(data, offset).flaw is None:
            return offset
        offset += 1


def read_blocks(data):
    """Every sound block, and one with a flaw for every place where none can be read."""
    data = memoryview(data)
    offset = 0
    while offset < len(data):
        block = read_block(data, offset)
        yield block
        offset = offset + block.size if block.flaw is None else next_sound(data, offset + 1)
