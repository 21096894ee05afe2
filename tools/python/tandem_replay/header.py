# SPDX-License-Identifier: MIT
# Reads what a file says of its session: header, setup, start hash, marks and the end.
from .fields import Fields, KIB, MIB, Malformed, check
from .xxh3 import xxh3_64

NEWEST_FORMAT = 2
MARK_KINDS = {1: "input delay", 2: "stall", 3: "pause", 4: "plant", 5: "left", 6: "returned",
              7: "desync", 8: "note", 9: "player name", 10: "failed", 11: "match"}
FAILED = 10
END_REASONS = {1: "source ended", 2: "tick limit", 3: "finished", 4: "interrupted", 5: "peer lost",
               6: "desync", 7: "step failed", 8: "recording failed"}


class Asset:
    def __init__(self, setup):
        self.name = setup.text(255)
        self.size = setup.u64()
        self.digest = setup.take(16)
        self.content = b"" if self.size == 0 else None  # None: the file only names it


class GameBuild:
    def __init__(self, content):
        fields = Fields(content)
        self.program = fields.take(16)
        self.libraries = fields.take(16)
        self.compiler = fields.text(255)


class Header:
    """Content of the blocks header and copy."""

    def __init__(self, content):
        fields = Fields(content)
        self.format_version = fields.u32()
        check(self.format_version <= NEWEST_FORMAT, "a newer format version")
        check(self.format_version > 0, "format version 0")
        self.game = fields.text(255)
        check(self.game != "", "no game")
        self.game_version = fields.u32()
        self.schema_hashes = [fields.u64() for _ in range(3)]
        self.setup = fields.block(MIB)
        self.build = fields.text(255)
        has_parent = fields.u8()
        check(has_parent <= 1, "has parent")
        parent = (fields.u64(), fields.u64())
        self.parent_chain, self.fork_tick = parent if has_parent else (None, None)
        self.block_ticks = fields.u32()
        self.keyframe_ticks = fields.u64()
        self.epoch_ticks = self.keyframe_bytes = None
        self.track_bits = 16
        if self.format_version >= 2:
            self.epoch_ticks = fields.u32()
            self.track_bits = fields.u32()
            self.keyframe_bytes = fields.u64()
            check(self.track_bits in (0, 8, 16, 64), "bits of the track")
        self.game_build = None
        if self.format_version >= 2:
            try:
                self.game_build = GameBuild(fields.block(4 * KIB))
            except Malformed:
                pass
        self.read_setup()

    def read_setup(self):
        setup = Fields(self.setup)
        self.seed = setup.u64()
        self.slots = setup.u32()
        self.presence = setup.u64()
        self.tick_rate = (setup.u32(), setup.u32())
        ticks, period = self.tick_rate
        check(1 <= self.slots <= 64 and self.presence >> self.slots == 0, "slots")
        check(ticks > 0 and period > 0 and ticks <= 100000 * period, "tick rate")
        self.options = setup.block(64 * KIB)
        assets = setup.u32()
        check(assets <= 256, "too many assets")
        self.assets = [Asset(setup) for _ in range(assets)]
        setup.require_end()

    def start(self):
        """The hash with which chain and records begin."""
        name = self.game.encode()
        return xxh3_64(len(name).to_bytes(2, "little") + name +
                       self.game_version.to_bytes(4, "little") +
                       b"".join(one.to_bytes(8, "little") for one in self.schema_hashes) +
                       self.setup)


class Mark:
    def __init__(self, content):
        fields = Fields(content)
        self.kind = fields.u8()
        self.tick = fields.u64()
        self.slot = fields.u32()
        self.value = fields.u64()
        self.text = fields.take(fields.u16())  # of any bytes
        has_record = self.kind == FAILED and fields.at < len(content)
        self.record = fields.block() if has_record else b""

    def __repr__(self):
        name = MARK_KINDS.get(self.kind, self.kind)
        return f"Mark({name}, tick {self.tick}, slot {self.slot}, {self.value}, {self.text})"


def read_marks(content):
    fields = Fields(content)
    marks = []
    while fields.at < len(content):
        marks.append(Mark(fields.block()))
    return marks


class End:
    """The end block: why, and the index as the file states it."""

    def __init__(self, content, format_version):
        fields = Fields(content)
        self.reason = fields.u8()
        self.ticks = fields.u64()
        entries = fields.u32()
        self.sizes, self.index = [], []
        if format_version == 1:
            self.sizes = [fields.u32() for _ in range(entries)]
        else:
            offset = tick = 0
            for _ in range(entries):
                kind = fields.u8()
                offset += fields.number()
                tick += fields.step()
                self.index.append((kind, offset, tick))
        self.offset = fields.u64()
        fields.require_end()
        check(format_version > 1 or self.offset == sum(self.sizes),
              "its offset is not the sum of its index")
