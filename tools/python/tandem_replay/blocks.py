# SPDX-License-Identifier: MIT
# The blocks of a file, one after the other, and the places where none can be read.
import contextlib
import shutil
import subprocess
import threading

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
    """A block that passed all checks of its own; a flaw if `flaw` is not None.

    `has_kind`: its head can be trusted, so the type is that of the block even if it has a flaw.
    """

    def __init__(self, form, offset):
        self.form = form
        self.offset = offset
        self.type = INPUTS
        self.codec = self.content_bytes = self.ticks = self.first_tick = self.chain = 0
        self.records = None
        self.head_bytes = self.body_bytes = 0
        self.body = b""
        self.has_length = False  # only its body is damaged, so the next block begins behind it
        self.has_kind = False
        self.flaw = None

    @property
    def size(self):
        return self.head_bytes + self.body_bytes

    def is_of_ticks(self):
        """True if ticks are lost with it."""
        return not self.has_kind or self.type == INPUTS

    def lows_bytes(self):
        return 2 * self.ticks if self.type == INPUTS and self.form == WHOLE else 0

    def lows(self):
        return self.body[len(self.body) - self.lows_bytes():]

    def content(self):
        coded = self.body[:len(self.body) - self.lows_bytes()]
        if self.codec == 0:
            check(len(coded) == self.content_bytes, "its plain content has another size")
            return bytes(coded)
        check(self.codec == 1, f"its codec {self.codec} is unknown")
        content = unpack(bytes(coded), self.content_bytes)
        check(len(content) == self.content_bytes, "its content has another size than stated")
        return content


def unpack(coded, size):
    if zstandard is not None:
        try:
            check(zstandard.frame_content_size(coded) == size,
                  "its zstd frame states another size than its head")
            return zstandard.ZstdDecompressor().decompress(coded, max_output_size=size)
        except zstandard.ZstdError as error:
            raise Malformed(f"its content is no zstd frame: {error}") from error
    zstd = shutil.which("zstd")
    if zstd is None:
        raise RuntimeError("compressed content needs the module zstandard or the program zstd "
                           "(Debian: apt-get install zstd)")
    with subprocess.Popen([zstd, "-dcq"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as process:
        writing = threading.Thread(target=feed, args=(process.stdin, coded))
        writing.start()
        content = process.stdout.read(size + 1)  # a frame may lie about its size
        process.stdout.close()
        writing.join()
    check(process.returncode == 0 or len(content) > size, "its content is no zstd frame")
    return content


def feed(pipe, data):
    with contextlib.suppress(OSError), pipe:  # the program may stop before it has read all
        pipe.write(data)


def low32(value):
    return value & 0xFFFFFFFF


def check_bounds(block):
    """Checks the numbers of a whole head."""
    if block.type not in NAMES:
        return
    check((block.ticks > 0) == (block.type == INPUTS) and block.ticks <= TICKS_MAX,
          f"it claims {block.ticks} ticks")
    check(block.first_tick <= FIRST_TICK_MAX, "its first tick is beyond any session")
    check(block.codec == 0 or block.type not in ALWAYS_PLAIN, "it is not plain")
    check(block.content_bytes <= CONTENT_MAX.get(block.type, OTHER_CONTENT_MAX),
          f"it claims {block.content_bytes} bytes of content")
    lows = block.lows_bytes()
    check(lows <= block.body_bytes <= block.content_bytes + lows,
          "its stored size does not fit its content")


def read_whole(data, block):
    head = bytes(data[block.offset:block.offset + HEADER_BYTES])
    check(head[:4] == MAGIC[:len(head)], "no block begins here")
    check(len(head) == HEADER_BYTES, "the file ends inside a head")
    stated = int.from_bytes(head[48:], "little")
    check(stated == low32(xxh3_64(head[:48] + words(block.offset))),
          "the head of the block does not fit its check")
    fields = Fields(head, 4)
    block.type, block.codec = fields.u8(), fields.u8()
    fields.u16()
    block.body_bytes, block.content_bytes = fields.u32(), fields.u32()
    block.first_tick, block.ticks = fields.u64(), fields.u32()
    body_check = fields.u32()
    block.chain, block.records = fields.u64(), fields.u64()
    block.head_bytes = HEADER_BYTES
    check_bounds(block)
    take_body(data, block)
    block.has_length = True
    check(low32(xxh3_64(bytes(block.body))) == body_check,
          f"the body of the block ({NAMES.get(block.type, block.type)}) does not fit its check")


def read_short(data, block):
    fields = Fields(data[block.offset:block.offset + 64], 3)
    block.body_bytes, block.ticks = fields.number(), fields.number()
    if block.form == EPOCH:
        block.first_tick, block.chain = fields.number(), fields.u64()
        head = xxh3_64(bytes(fields.data[:fields.at]))
        check(fields.u16() == hash_of(head, block.offset) & 0xFFFF,
              "the head of the epoch does not fit its check")
    head = xxh3_64(bytes(fields.data[:fields.at]))
    stated = fields.u32()
    block.head_bytes = fields.at
    check(1 <= block.ticks <= TICKS_MAX, f"it claims {block.ticks} ticks")
    check(block.first_tick <= FIRST_TICK_MAX, "its first tick is beyond any session")
    check(block.body_bytes <= PIECE_MAX + TRACK_MAX * block.ticks,
          f"it claims {block.body_bytes} bytes of inputs")
    take_body(data, block)
    block.has_length = block.form == EPOCH
    check(stated == low32(hash_of(head, xxh3_64(bytes(block.body)), block.offset)),
          "the inputs do not fit their check")


def take_body(data, block):
    begin = block.offset + block.head_bytes
    block.body = data[begin:begin + block.body_bytes]
    check(len(block.body) == block.body_bytes, "the file ends inside the block")


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
        block.has_kind = True
    except Malformed as error:
        block.flaw = str(error)
    return block


def next_sound(whole, data, offset):
    """The offset of the first sound block from here on; the size of the file if there is none."""
    while True:
        offset = whole.find(SHORT_MAGIC, offset)
        if offset < 0:
            return len(data)
        if read_block(data, offset).flaw is None:
            return offset
        offset += 1


def read_blocks(whole):
    """Every sound block, and one with a flaw for every place where none can be read."""
    data = memoryview(whole)
    offset = 0
    while offset < len(data):
        block = read_block(data, offset)
        offset += block.size
        if block.flaw is not None:
            block.has_kind = block.has_length and read_block(data, offset).flaw is None
            if not block.has_kind:
                offset = next_sound(whole, data, block.offset + 1)
        yield block
