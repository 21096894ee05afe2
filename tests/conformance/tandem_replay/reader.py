# SPDX-License-Identifier: MIT
# A replay file as a whole: it checks what replay/FORMAT.md says that a reader checks, and finds the
# stretches of ticks that can be played.
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


class Epoch:
    """Ticks that are decoded together; in format 1 a block of inputs."""

    def __init__(self, block):
        self.first_tick = block.first_tick
        self.chain = block.chain if block.form == b.EPOCH else None  # before its first tick
        self.offset = block.offset
        self.blocks = []
        self.track = []  # of each tick
        self.end_tick = block.first_tick
        self.decoded = None

    def add(self, block, track):
        self.blocks.append(block)
        self.track += track
        self.end_tick += block.ticks


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
        return self.block.content()

    def value(self, raw=False):
        return value_of(self.node, self.content(), raw)


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
    """What a file holds. Raises Malformed if it is of no use; `flaws` has everything else."""

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
        self.has_keyframe = False
        self.is_ended = False
        self.asset_bytes = self.mark_bytes = 0
        self.is_unopened = True
        self.stretch = None
        self.epoch = None  # the last one
        self.is_epoch_lost = True
        self.place = None  # the next tick, where it is known
        self.lost_at = None  # where ticks were lost behind the last stretch
        self.embedded = {}
        for block in b.read_blocks(data):
            self.take(block)
        self.close_stretch()
        self.require_usable(len(data))

    # Reading blocks.

    def take(self, block):
        if block.flaw is None:
            try:
                self.read(block)
            except Malformed as error:
                check(block.type != b.HEADER or self.header is not None,
                      f"byte {block.offset}: {error}")
                block.flaw = str(error)
        if block.flaw is not None:
            self.flaws.append(f"byte {block.offset}: {block.flaw}")
            if not block.is_head_sound or block.type == b.KEYFRAME:
                self.has_keyframe = True  # it may have been this block
            if block.is_of_ticks():
                self.lose_ticks()
        if self.is_unopened and self.header is not None and self.input_schema is not None:
            self.is_unopened = False
            self.stretch = Stretch(self.first_tick)
            self.place = self.first_tick
        self.sizes.append(block.size)

    def read(self, block):
        check(not self.is_ended, "a block behind the end")
        kind = block.type
        if self.header is None and not self.flaws:
            check(kind == b.HEADER, "a file begins with its header")
        elif self.input_schema is None and not self.flaws:
            check(kind == b.SCHEMA, "no schema behind the header")
        if kind == b.HEADER:
            check(self.header is None, "a second header")
            self.read_header(block)
        elif kind == b.SCHEMA:
            check(self.input_schema is None, "a second schema")
            self.read_schema(block)
        elif kind == b.COPY:
            if self.header is None:
                self.read_header(block)
        elif kind == b.ASSET:
            check(not self.has_keyframe, "an asset behind the first keyframe")
            self.read_asset(block)
        elif kind == b.KEYFRAME:
            self.read_keyframe(block)
        elif kind in b.NAMES:
            check(self.has_keyframe, f"{b.NAMES[kind]} before the first keyframe")
            {b.INPUTS: self.read_inputs, b.MARKS: self.read_marks, b.EVIDENCE: self.read_evidence,
             b.END: self.read_end}[kind](block)

    def read_header(self, block):
        header = Header(block.content())
        if block.first_tick == 0:
            check(block.records == hash_of(0, header.start()),
                  "records do not begin with the setup")
        self.header = header
        self.first_tick = block.first_tick
        self.anchors[block.first_tick] = [block.chain, block.records]

    def read_schema(self, block):
        fields = Fields(block.content())
        encoded = [fields.block(SCHEMA_MAX) for _ in range(3)]
        fields.require_end()
        if self.header is not None:
            check([xxh3_64(one) for one in encoded] == self.header.schema_hashes, "schema hashes")
        self.state_schema, self.input_schema, self.options_schema = map(read_schema, encoded)
        check(self.input_schema.most <= INPUT_MAX, "inputs that are too large")

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
        self.has_keyframe = True
        self.go_on(block)
        if self.place is not None:
            self.require_here(block)
        if self.stretch is None:
            self.stretch = Stretch(block.first_tick)
            self.place = block.first_tick
        self.anchor(block)
        self.stored.append(State(block, self.state_schema))

    def read_evidence(self, block):
        self.note_for_index(block, block.first_tick)
        if self.place is not None:
            check(self.first_tick <= block.first_tick <= self.place, "tick of evidence")
        self.stored.append(State(block, self.state_schema))

    def read_inputs(self, block):
        if block.form == b.PIECE:
            if self.is_epoch_lost:
                return
        else:
            self.go_on(block)
            check(self.place in (None, block.first_tick), "a tick is missing")
        width = 2 if block.form == b.WHOLE else self.header.track_bits // 8
        split = len(block.body) - width * block.ticks
        check(split >= 0, "no room for the track")
        lows = bytes(block.body[split:])
        track = [int.from_bytes(lows[i:i + width], "little") for i in range(0, len(lows), width)] \
            if width else [None] * block.ticks
        if block.form == b.EPOCH:
            self.note_for_index(block, block.first_tick)
            self.check_chain(block.first_tick, block.chain)
        elif block.form == b.WHOLE:
            check(track[-1] == block.chain & 0xFFFF, "last low")
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
        self.go_on(block)
        if self.place is not None:
            self.require_here(block)
        self.anchor(block)
        if not self.flaws:
            check(end.offset == block.offset, "the end's own offset")
            check(end.ticks == self.place - self.first_tick, "ticks in the end")
            check(end.sizes == self.sizes or self.header.format_version > 1, "index")
            check(end.index == self.index, "index")
        self.end = end
        self.is_ended = True

    # Ticks.

    def note_for_index(self, block, tick):
        if self.header is not None and self.header.format_version > 1:
            self.index.append((block.type, block.offset, tick))

    def anchor(self, block):
        self.anchors[block.first_tick] = [block.chain, block.records]

    def require_here(self, block):
        check(block.first_tick == self.place, "tick")
        self.check_chain(block.first_tick, block.chain)
        known = self.anchors.get(block.first_tick)
        check(known is None or known[1] in (None, block.records), "records")

    def check_chain(self, tick, chain):
        """Compares a stated chain with what the file says of it elsewhere."""
        known = self.anchors.get(tick)
        check(known is None or known[0] in (None, chain), "chain")
        if self.epoch is not None and self.epoch.end_tick == tick and self.epoch.track:
            low = self.epoch.track[-1]
            bits = 16 if self.header.format_version == 1 else self.header.track_bits
            check(low is None or low == chain & (1 << bits) - 1, "last entry of the track")

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

    def require_usable(self, size):
        at = self.flaws[0] if self.flaws else f"byte {size}: the file ends"
        check(self.header is not None, f"{at}; no header")
        check(self.input_schema is not None, f"{at}; no schema")

    # For users.

    @property
    def ticks(self):
        """Of the first stretch."""
        return self.stretches[0].ticks if self.stretches else 0

    @property
    def track(self):
        """Lowest bits of the chain after each tick of the first stretch."""
        return self.track_of(self.stretches[0]) if self.stretches else []

    def track_of(self, stretch):
        return [low for epoch, i in self.ticks_of(stretch) for low in (epoch.track[i],)]

    def ticks_of(self, stretch):
        for epoch in self.epochs:
            first = max(stretch.first_tick, epoch.first_tick)
            for tick in range(first, min(stretch.end_tick, epoch.end_tick)):
                yield epoch, tick - epoch.first_tick

    def records(self, stretch=None):
        """The record of each tick, checked against every hash of records that the file states."""
        if stretch is None:
            check(bool(self.stretches), "no ticks")
            stretch = self.stretches[0]
        running = (self.anchors.get(stretch.first_tick) or [None, None])[1]
        made = []
        for tick, (epoch, i) in enumerate(self.ticks_of(stretch), stretch.first_tick + 1):
            made.append(self.decode(epoch)[i])
            if running is not None:
                running = hash_of(running, xxh3_64(made[-1]))
                stated = self.anchors.get(tick, [None, None])[1]
                check(stated in (None, running), f"records after {tick} ticks")
        return made

    def decode(self, epoch):
        if epoch.decoded is None:
            epoch.decoded = []
            decoder = None
            for block in epoch.blocks:
                if block.form == b.WHOLE:
                    epoch.decoded = self.split(block.content(), block.ticks)
                else:
                    decoder = decoder or EpochDecoder(self.input_schema, self.header.slots)
                    track_bytes = self.header.track_bits // 8 * block.ticks
                    coded = bytes(block.body[:len(block.body) - track_bytes])
                    epoch.decoded += decoder.decode(coded, block.ticks)
        return epoch.decoded

    def split(self, content, ticks):
        fields = Fields(content)
        records = []
        for _ in range(ticks):
            at = fields.at
            for _ in self.values_in(fields):
                pass
            records.append(content[at:fields.at])
        fields.require_end()
        return records

    def values_in(self, fields):
        """(slot, canonical bytes) of each input of a record."""
        presence = fields.integer((self.header.slots + 7) // 8)
        check(presence >> self.header.slots == 0, "presence beyond the slots")
        for slot in range(self.header.slots):
            if presence >> slot & 1:
                at = fields.at
                self.input_schema.skip(fields)
                yield slot, fields.data[at:fields.at]

    def inputs(self, stretch=None, raw=False):
        """A table of (tick, slot, input): one row for each present player in each tick."""
        stretch = stretch or (self.stretches[0] if self.stretches else Stretch(0))
        rows = [(tick, slot, data)
                for tick, record in enumerate(self.records(stretch), stretch.first_tick)
                for slot, data in self.values_in(Fields(record))]
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
