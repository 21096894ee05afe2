# SPDX-License-Identifier: MIT
# A replay file as a whole: it checks what replay/FORMAT.md says that a reader checks, and finds the
# stretches of ticks that can be played.
from collections import namedtuple

from . import blocks as b
from .fields import Fields, MIB, Malformed, check, hash_of
from .header import End, Header, read_marks
from .inputs import EpochDecoder
from .schema import read_schema
from .values import table_of, value_of
from .xxh3 import xxh3_64

SCHEMA_MAX = 5 * MIB
INPUT_MAX = 1024
ASSETS_MAX = 64 * MIB
MARKS_MAX = 16 * MIB
RECORDS_MAX = 2 * MIB  # of an epoch, decoded

CHAIN_DIFFERS = "its chain is not that of the ticks before it"

Row = namedtuple("Row", "tick slot input")


class Epoch:
    """Ticks that are decoded together; in format 1 a block of inputs."""

    def __init__(self, block):
        self.first_tick = block.first_tick
        self.chain = block.chain if block.form == b.EPOCH else None  # before its first tick
        self.offset = block.offset
        self.blocks = []
        self.track = []  # of each tick
        self.end_tick = block.first_tick

    def add(self, block, track):
        check(self.end_tick - self.first_tick + block.ticks <= b.TICKS_MAX,
              "with it its epoch has too many ticks")
        self.blocks.append(block)
        self.track += track
        self.end_tick += block.ticks


def at_byte(offset, make):
    """Returns what `make` makes; an error says where."""
    try:
        return make()
    except Malformed as error:
        raise Malformed(f"byte {offset}: {error}") from None


class State:
    """A keyframe or evidence."""

    def __init__(self, block, node):
        self.is_keyframe = block.type == b.KEYFRAME
        self.ticks_done = block.first_tick
        self.chain = block.chain
        self.records = block.records
        self.bytes = block.content_bytes
        self.block = block
        self.node = node

    def content(self):
        """Its canonical bytes."""
        return at_byte(self.block.offset, self.block.content)

    def value(self, raw=False):
        return at_byte(self.block.offset, lambda: value_of(self.node, self.block.content(), raw))

    def __repr__(self):
        name = "keyframe" if self.is_keyframe else "evidence"
        return f"State({name} after {self.ticks_done} ticks, {self.bytes} bytes)"


class Stretch:
    """Ticks that follow each other, from a known state on."""

    def __init__(self, first_tick):
        self.first_tick = first_tick
        self.end_tick = first_tick

    @property
    def ticks(self):
        return self.end_tick - self.first_tick

    def __repr__(self):
        return f"Stretch({self.first_tick}, {self.end_tick})"


class Replay:
    """The content of a file. Raises Malformed if it is of no use; `flaws` has everything else."""

    def __init__(self, data):
        self.header = None
        self.first_tick = None  # of the file
        self.state_schema = self.input_schema = self.options_schema = None
        self.marks = []
        self.stored = []  # keyframes and evidence
        self.end = None
        self.epochs = []
        self.stretches = []
        self.flaws = []  # texts, each begins with "byte N: "
        self.anchors = {}  # ticks done: [chain, records], None where the file does not say it
        self.sizes = []
        self.index = []
        self.has_state = False
        self.is_ended = False
        self.asset_bytes = self.mark_bytes = 0
        self.header_block = self.schema_block = None
        self.is_opened = False  # header and schema are read
        self.stretch = None
        self.epoch = None  # the last one
        self.is_epoch_lost = True
        self.place = None  # the next tick, where it is known
        self.lost_at = None  # where ticks were lost behind the last stretch
        self.embedded = {}
        for block in b.read_blocks(data):
            self.take(block)
        self.size = len(data)
        if not self.is_opened:
            self.open_head()
        self.close_stretch()

    # Reading blocks.

    def take(self, block):
        is_head = block.type in (b.HEADER, b.SCHEMA, b.COPY)
        if block.flaw is None and not is_head and not self.is_opened:
            self.open_head()
        if block.flaw is None:
            try:
                self.read(block)
            except Malformed as error:
                check(block.type not in (b.HEADER, b.SCHEMA) or self.is_opened,
                      f"byte {block.offset}: {error}")
                block.flaw = str(error)
        if block.flaw is not None:
            self.flaws.append(f"byte {block.offset}: {block.flaw}")
            if block.is_of_ticks():
                self.lose_ticks()
        self.sizes.append(block.size)

    def read(self, block):
        check(not self.is_ended, "a block behind the end")
        kind = block.type
        if kind == b.HEADER:
            check(self.header is None, "a second header")
            self.read_header(block)
        elif kind == b.SCHEMA:
            check(self.schema_block is None and not self.is_opened, "a second schema")
            check(self.header is not None or self.flaws, "a file begins with its header")
            self.schema_block = block
        elif kind == b.COPY:
            self.read_copy(block)
        elif kind == b.ASSET:
            check(not self.has_state, "an asset behind the first keyframe")
            self.read_asset(block)
        elif kind == b.KEYFRAME:
            self.read_keyframe(block)
        elif kind in b.NAMES:
            check(self.has_state or self.flaws, f"{b.NAMES[kind]} before the first keyframe")
            {b.INPUTS: self.read_inputs, b.MARKS: self.read_marks, b.EVIDENCE: self.read_evidence,
             b.END: self.read_end}[kind](block)

    def read_header(self, block):
        self.header = Header(block.content())
        self.header_block = block

    def read_copy(self, block):
        check(not self.is_opened, "a copy of the header stands behind the schema only")
        if self.header is None:
            self.read_header(block)
            return
        one, other = self.header_block, block
        check((one.content(), one.first_tick, one.chain, one.records) ==
              (other.content(), other.first_tick, other.chain, other.records),
              "it differs from the header")

    def open_head(self):
        """Uses what header and schema say, now that both were read or will not come."""
        at = self.flaws[0] if self.flaws else "the file ends or goes on without it"
        check(self.header is not None, f"{at}; the header is missing")
        check(self.schema_block is not None, f"{at}; the schema is missing")
        self.first_tick = self.header_block.first_tick
        chain, records = self.header_block.chain, self.header_block.records
        at_byte(self.header_block.offset, lambda: check(
            self.first_tick > 0 or records == hash_of(0, self.header.start()),
            "records do not begin with the game and setup of the header"))
        at_byte(self.schema_block.offset, self.read_schemas)
        self.is_opened = True
        self.anchors[self.first_tick] = [chain, records]
        self.stretch = Stretch(self.first_tick)
        self.place = self.first_tick

    def read_schemas(self):
        fields = Fields(self.schema_block.content())
        encoded = [fields.block(SCHEMA_MAX) for _ in range(3)]
        check([xxh3_64(one) for one in encoded] == self.header.schema_hashes,
              "the schemas do not have the hashes that the header states")
        self.state_schema, self.input_schema, self.options_schema = map(read_schema, encoded)
        check(self.input_schema.most <= INPUT_MAX, "the input schema allows too large inputs")
        if self.header.options:
            options = Fields(self.header.options)
            self.options_schema.skip(options)
            options.require_end()

    def read_asset(self, block):
        self.asset_bytes += block.content_bytes
        check(self.asset_bytes <= ASSETS_MAX, "more assets than a file may hold")
        fields = Fields(block.content())
        index = fields.u32()
        check(index not in self.embedded, "an asset twice")
        check(index < len(self.header.assets), "an asset that the setup does not list")
        asset = self.header.assets[index]
        check(len(fields.data) - 4 == asset.size, "size of an asset")
        self.embedded[index] = asset.content = fields.data[4:]

    def read_marks(self, block):
        self.note_for_index(block, block.first_tick)
        self.mark_bytes += block.content_bytes
        check(self.mark_bytes <= MARKS_MAX, "more marks than a file may hold")
        self.marks += read_marks(block.content())

    def read_keyframe(self, block):
        self.note_for_index(block, block.first_tick)
        self.go_on(block)
        if self.place is not None:
            self.require_here(block)
        if self.stretch is None:
            self.stretch = Stretch(block.first_tick)
            self.place = block.first_tick
        self.anchor(block)
        self.has_state = True
        self.stored.append(State(block, self.state_schema))

    def read_evidence(self, block):
        self.note_for_index(block, block.first_tick)
        check(self.first_tick <= block.first_tick and
              (self.place is None or block.first_tick <= self.place),
              "the ticks before it are not in the file")
        self.has_state = True
        self.stored.append(State(block, self.state_schema))

    def read_inputs(self, block):
        check((block.form == b.WHOLE) == (self.header.format_version == 1),
              f"inputs that format {self.header.format_version} does not have")
        if block.form == b.PIECE:
            if self.is_epoch_lost:
                check(self.flaws, "a piece without its epoch")
                return
        else:
            self.go_on(block)
            check(self.place in (None, block.first_tick), f"tick {self.place} should come next")
        width = 2 if block.form == b.WHOLE else self.header.track_bits // 8
        split = len(block.body) - width * block.ticks
        check(split >= 0, "it has no room for the track of its ticks")
        lows = bytes(block.body[split:])
        track = [int.from_bytes(lows[i:i + width], "little") for i in range(0, len(lows), width)] \
            if width else [None] * block.ticks
        if block.form == b.EPOCH:
            self.note_for_index(block, block.first_tick)
            self.check_chain(block.first_tick, block.chain)
        elif block.form == b.WHOLE:
            check(track[-1] == block.chain & 0xFFFF, "its ticks do not end with its chain")
        if block.form != b.PIECE:
            self.epoch = Epoch(block)
            self.is_epoch_lost = False
            self.epochs.append(self.epoch)
        self.epoch.add(block, track)
        self.place = self.epoch.end_tick
        if block.form == b.WHOLE:
            self.anchors[self.place] = [block.chain, block.records]
        elif block.form == b.EPOCH:
            self.anchors.setdefault(block.first_tick, [block.chain, None])

    def read_end(self, block):
        end = End(block.content(), self.header.format_version)
        check(end.ticks == block.first_tick - self.first_tick, "it states another number of ticks")
        self.go_on(block)
        if self.place is not None:
            self.require_here(block)
        self.anchor(block)
        if not self.flaws:
            check(end.offset == block.offset, "it states another offset than its own")
            check((end.sizes, end.index) == (self.list_of_sizes(), self.index),
                  "its index does not list the blocks before it")
        self.end = end
        self.is_ended = True

    def list_of_sizes(self):
        return self.sizes if self.header.format_version == 1 else []

    # Ticks.

    def note_for_index(self, block, tick):
        if self.header is not None and self.header.format_version > 1:
            self.index.append((block.type, block.offset, tick))

    def anchor(self, block):
        self.anchors[block.first_tick] = [block.chain, block.records]

    def require_here(self, block):
        check(block.first_tick == self.place, f"tick {self.place} should come next")
        self.check_chain(block.first_tick, block.chain)
        known = self.anchors.get(block.first_tick)
        check(known is None or known[1] in (None, block.records),
              "its records are not those of the ticks before it")

    def check_chain(self, tick, chain):
        """Compares a stated chain with what the file says of it elsewhere."""
        known = self.anchors.get(tick)
        check(known is None or known[0] in (None, chain), CHAIN_DIFFERS)
        if self.epoch is not None and self.epoch.end_tick == tick and self.epoch.track:
            low = self.epoch.track[-1]
            bits = 16 if self.header.format_version == 1 else self.header.track_bits
            check(low is None or low == chain & (1 << bits) - 1, CHAIN_DIFFERS)

    def close_stretch(self):
        if self.stretch is not None:
            self.stretch.end_tick = self.place
            if self.stretch.ticks > 0 or self.stretch.first_tick == self.first_tick:
                self.stretches.append(self.stretch)
        self.stretch = None

    def lose_ticks(self):
        if self.stretch is not None:
            self.close_stretch()
            self.lost_at = self.place
        self.is_epoch_lost = True
        self.place = None

    def go_on(self, block):
        """If this block follows the last stretch, nothing of that was lost."""
        if self.is_epoch_lost and self.stretches and self.place != block.first_tick:
            self.stretch = self.place = None  # a keyframe whose next ticks are lost
        if self.place is None and self.lost_at == block.first_tick and self.is_epoch_lost:
            self.check_chain(block.first_tick, block.chain)
            self.stretch = self.stretches.pop()
            self.place = self.lost_at

    # For users.

    @property
    def ticks(self):
        """The ticks of the first stretch."""
        return self.stretches[0].ticks if self.stretches else 0

    @property
    def track(self):
        """Lowest bits of the chain after each tick of the first stretch."""
        return self.track_of(self.stretches[0]) if self.stretches else []

    def track_of(self, stretch):
        return [low for epoch, first, end in self.parts_of(stretch)
                for low in epoch.track[first - epoch.first_tick:end - epoch.first_tick]]

    def parts_of(self, stretch):
        """Each epoch of a stretch, with the first of its ticks and the one behind them."""
        for epoch in self.epochs:
            first = max(stretch.first_tick, epoch.first_tick)
            end = min(stretch.end_tick, epoch.end_tick)
            if first < end:
                yield epoch, first, end

    def first_stretch(self):
        return self.stretches[0] if self.stretches else Stretch(self.first_tick)

    def records(self, stretch=None):
        """The record of each tick, one after the other. Checks every hash of records that the file
        states, when the ticks before it were read."""
        stretch = stretch or self.first_stretch()
        running = (self.anchors.get(stretch.first_tick) or [None, None])[1]
        for epoch, first, end in self.parts_of(stretch):
            for tick, record in enumerate(self.decode(epoch), epoch.first_tick):
                if tick >= end:
                    break
                if tick < first:
                    continue
                if running is not None:
                    running = hash_of(running, xxh3_64(record))
                    stated = self.anchors.get(tick + 1, [None, None])[1]
                    check(stated in (None, running),
                          f"byte {epoch.offset}: the records of the first {tick + 1} ticks do not "
                          "hash to what the file states")
                yield record

    def decode(self, epoch):
        """The records of an epoch, piece by piece."""
        decoder = EpochDecoder(self.input_schema, self.header.slots)
        tick, size = epoch.first_tick, 0
        for block in epoch.blocks:
            if block.form == b.WHOLE:
                records = self.split(at_byte(block.offset, block.content), block.ticks)
            else:
                track_bytes = self.header.track_bits // 8 * block.ticks
                coded = bytes(block.body[:len(block.body) - track_bytes])
                records = decoder.decode(coded, block.ticks)
            try:
                for record in records:
                    size += len(record)
                    check(size <= RECORDS_MAX, "the records of its epoch are too long")
                    yield record
                    tick += 1
            except Malformed as error:
                raise Malformed(f"byte {block.offset}: tick {tick}: {error}") from None

    def split(self, content, ticks):
        fields = Fields(content)
        for _ in range(ticks):
            at = fields.at
            for _ in self.values_in(fields):
                pass
            yield content[at:fields.at]
        fields.require_end()

    def values_in(self, fields):
        """(slot, canonical bytes) of each input of a record."""
        presence = fields.integer((self.header.slots + 7) // 8)
        check(presence >> self.header.slots == 0, "presence beyond the slots")
        for slot in range(self.header.slots):
            if presence >> slot & 1:
                at = fields.at
                self.input_schema.skip(fields)
                yield slot, fields.data[at:fields.at]

    def canonical_rows(self, stretch):
        for tick, record in enumerate(self.records(stretch), stretch.first_tick):
            for slot, data in self.values_in(Fields(record)):
                yield Row(tick, slot, data)

    def rows(self, stretch=None, raw=False):
        """A Row (tick, slot, input) for each present player in each tick, one after the other:
        no more than one epoch is in memory."""
        for row in self.canonical_rows(stretch or self.first_stretch()):
            yield row._replace(input=value_of(self.input_schema, row.input, raw))

    def inputs(self, stretch=None, raw=False):
        """All rows as one table of (tick, slot, input)."""
        rows = list(self.canonical_rows(stretch or self.first_stretch()))
        return table_of(self.input_schema, rows, raw)

    def states(self):
        """Keyframes and evidence, in file order."""
        return self.stored

    def state(self, ticks_done, raw=False):
        """The state that the file holds after so many ticks; KeyError if it holds none."""
        for stored in self.stored:
            if stored.ticks_done == ticks_done:
                return stored.value(raw)
        raise KeyError(f"the file holds no state after {ticks_done} ticks")

    def options(self, raw=False):
        return value_of(self.options_schema, self.header.options, raw)

    def chain(self, ticks_done):
        """The whole chain after so many ticks; None if the file does not say it."""
        return self.anchors.get(ticks_done, [None])[0]
