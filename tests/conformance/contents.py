# SPDX-License-Identifier: MIT
# All that the reader finds in a file, in the form of tests/golden/replays: of records and tracks a
# hash for each run of ticks.
from tandem_replay.fields import hex64, words
from tandem_replay.xxh3 import xxh3_64

RUN_TICKS = 100
KEYFRAME, EVIDENCE = 1, 2


def hash_text(data):
    return hex64(xxh3_64(data))


def running(chain, records):
    return {"chain": hex64(chain), "records": hex64(records)}


def asset_of(asset):
    content = None if asset.content is None else hash_text(asset.content)
    return {"name": asset.name, "bytes": asset.size, "digest": asset.digest.hex(),
            "content": content}


def header_of(header):
    parent = None if header.parent_chain is None else \
        {"chain": hex64(header.parent_chain), "fork_tick": header.fork_tick}
    shown = {"format": header.format_version, "game": header.game, "version": header.game_version,
             "schemas": [hex64(one) for one in header.schema_hashes], "seed": header.seed,
             "slots": header.slots, "presence": hex64(header.presence),
             "tick_rate": list(header.tick_rate), "options": header.options.hex(),
             "assets": [asset_of(asset) for asset in header.assets], "build": header.build,
             "parent": parent, "block_ticks": header.block_ticks,
             "keyframe_ticks": header.keyframe_ticks}
    if header.format_version >= 2:
        shown["epoch_ticks"] = header.epoch_ticks
        shown["track_bits"] = header.track_bits
        shown["keyframe_bytes_per_second"] = header.keyframe_bytes
    if header.game_build is not None:
        build = header.game_build
        shown["game_build"] = [build.program.hex(), build.libraries.hex(), build.compiler]
    return shown


def runs_of(replay):
    hashes = [xxh3_64(record) for record in replay.records()]
    width = replay.header.track_bits // 8
    runs = []
    for at in range(0, len(hashes), RUN_TICKS):
        some = hashes[at:at + RUN_TICKS]
        lows = b"".join(low.to_bytes(width, "little")
                        for low in replay.track[at:at + RUN_TICKS]) if width else b""
        runs.append({"first": replay.first_tick + at, "ticks": len(some),
                     "records": hash_text(words(*some)), "lows": hash_text(lows)})
    return runs


def state_of(stored):
    return {**running(stored.chain, stored.records), "bytes": stored.bytes,
            "purpose": KEYFRAME if stored.is_keyframe else EVIDENCE,
            "ticks_done": stored.ticks_done, "content": hash_text(stored.content())}


def mark_of(mark):
    return {"kind": mark.kind, "tick": mark.tick, "slot": mark.slot, "value": hex64(mark.value),
            "text": mark.text.decode("latin-1")}


def contents_of(replay):
    stretch = replay.stretches[0]
    anchors = {tick: hashes for tick, hashes in sorted(replay.anchors.items())
               if stretch.first_tick <= tick <= stretch.end_tick and None not in hashes}
    heads = b"".join(words(tick, *hashes) for tick, hashes in anchors.items())
    last = anchors.get(stretch.end_tick)
    return {"header": header_of(replay.header), "first_tick": stretch.first_tick,
            "ticks": stretch.ticks, "start": running(*anchors[stretch.first_tick]),
            "last": None if last is None else running(*last),
            "heads": {"count": len(anchors), "hash": hash_text(heads)}, "runs": runs_of(replay),
            "stretches": [[one.first_tick, one.end_tick] for one in replay.stretches],
            "states": [state_of(stored) for stored in replay.states()
                       if stretch.first_tick <= stored.ticks_done <= stretch.end_tick],
            "marks": [mark_of(mark) for mark in replay.marks],
            "end": None if replay.end is None else replay.end.reason}
