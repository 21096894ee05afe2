#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Reads what the library wrote with the independent reader: check.py SAMPLE_WRITER FOLDER REPLAYS.
# The writer leaves files in the folder, each with a .json of what it holds, and says in
# expected.json what it makes of damaged ones. REPLAYS holds files that were written once.
import contextlib
import io
import json
import pathlib
import shutil
import subprocess
import sys

import tandem_replay
from contents import contents_of
from tandem_replay import blocks, values
from tandem_replay.xxh3 import xxh3_64


def sample_bytes(size):
    return bytes((i * 131 + 7) & 0xFF for i in range(size))


def check_hashes(expected):
    for size, value in expected["xxh3"]:
        ours = f"{xxh3_64(sample_bytes(size)):016x}"
        assert ours == value, f"XXH3 of {size} bytes: {ours}, the library says {value}"
    return len(expected["xxh3"])


# What both readers must agree about where a file is not sound.
def verdict_of(data):
    try:
        replay = tandem_replay.parse(data)
    except tandem_replay.Malformed:
        return "refused"
    stretches = [[one.first_tick, one.end_tick] for one in replay.stretches]
    return {"first": stretches[0], "stretches": stretches,
            "flaws": bool(replay.flaws) or replay.end is None,
            "end": None if replay.end is None else replay.end.reason}


def check_verdict(name, data, expected):
    said = verdict_of(data)
    assert said == expected, f"{name}: {said}, the library says {expected}"


# Cuts and flipped bits: nobody may miss one, and what is left is the same.
def check_damaged(name, data, rows):
    for at, bit, cut, flipped in rows:
        check_verdict(f"{name} cut at byte {at}", data[:at], cut)
        copy = bytearray(data)
        copy[at] ^= 1 << bit
        check_verdict(f"{name}, byte {at}, bit {bit}", bytes(copy), flipped)
        for said in (cut, flipped):
            assert said == "refused" or said["flaws"], f"{name}: damage at byte {at} was not found"
    return 2 * len(rows)


# A flipped bit in each of two blocks that follow each other.
def check_neighbours(name, data, rows):
    for first, second, expected in rows:
        copy = bytearray(data)
        copy[first] ^= 1 << 3
        copy[second] ^= 1 << 3
        check_verdict(f"{name}, bytes {first} and {second}", bytes(copy), expected)
    return len(rows)


# A line for each value that differs. What an expectation does not know may be there; no list may be
# longer.
def differences(path, expected, actual):
    if isinstance(expected, dict) and isinstance(actual, dict):
        return [line for key, value in expected.items()
                for line in differences(f"{path}.{key}", value, actual.get(key, "not there"))]
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        return [line for i, value in enumerate(expected)
                for line in differences(f"{path}[{i}]", value, actual[i])]
    same = type(expected) is type(actual) and expected == actual
    return [] if same else [f"{path}: expected {expected}, actual {actual}"]


# Copies with one value changed each.
def changed(value):
    if isinstance(value, (dict, list)) and value:
        for key in value if isinstance(value, dict) else range(len(value)):
            for other in changed(value[key]):
                copy = value.copy()
                copy[key] = other
                yield copy
    else:
        yield {str: f"x{value}", int: 1 if value == 0 else 0}.get(type(value), "x")


def flaw_at(flaw):
    return flaw and flaw[:flaw.index(":")]


def read_golden(data):
    try:
        replay = tandem_replay.parse(data)
    except tandem_replay.Malformed as error:
        return {"contents": {"refused": flaw_at(str(error))}}
    flaw = flaw_at(replay.flaws[0]) if replay.flaws else None
    return {"contents": contents_of(replay), "python": {"flaw_at": flaw}}


# Files beside which stands what another reader found in them: read the same, to the last bit.
def check_files(folder, least):
    files = sorted(file for file in folder.glob("*.tandem") if file.with_suffix(".json").exists())
    assert len(files) >= least, f"{folder} has {len(files)} files"
    found = 0
    for file in files:
        expected = json.loads(file.with_suffix(".json").read_text())
        expected = {key: expected[key] for key in ("contents", "python") if key in expected}
        said = read_golden(file.read_bytes())
        lines = differences(file.name, expected, said)
        assert not lines, "\n".join(lines)
        for other in changed(expected):
            assert differences(file.name, other, said), f"{file.name}: no difference to {other}"
            found += 1
    return f"{len(files)} files in {folder.name} agree, {found} changed expectations found"


# Arrays of numpy as the lists and dicts that stand for them without it.
def plain(value):
    if getattr(getattr(value, "dtype", None), "names", None) is not None:  # structured
        return {name: plain(value[name]) for name in value.dtype.names} if value.shape == () else \
            [plain(one) for one in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return type(value)(map(plain, value)) if isinstance(value, (list, tuple)) else value


def tables_of(replay, rows, raw):
    return [plain(values.table_of(replay.input_schema, rows, raw)),
            [plain(one.value(raw)) for one in replay.states()]]


# What a reader with numpy gives is what one without gives, and row by row is all at once.
def check_values(folder):
    kept = values.numpy
    count = 0
    for file in sorted(folder.glob("*.tandem")):
        if not file.with_suffix(".json").exists():
            continue
        replay = tandem_replay.open(file)
        shown = plain(replay.inputs())
        rows = list(replay.canonical_rows(replay.first_stretch()))
        for raw in (True, False):
            with_numpy = tables_of(replay, rows, raw)
            values.numpy = None
            without = tables_of(replay, rows, raw)
            values.numpy = kept
            lines = differences(file.name, without, with_numpy)
            assert not lines, "\n".join(lines[:20])
        assert shown == without[0] == [plain(row._asdict()) for row in replay.rows()], file
        count += len(rows)
    assert count > 1000, f"{count} inputs"
    return f"{count} inputs and all states are the same " + \
        ("with and without numpy" if kept else "row by row (no numpy here)")


# An error says which file, where and why.
def check_errors(folder):
    file = folder / "broken_long_game.tandem"
    try:
        tandem_replay.open(file)
    except tandem_replay.Malformed as error:
        assert str(error).startswith(f"{file}: byte 0: "), error
        return "errors say where"
    raise AssertionError(f"{file} was opened")


# The examples of the package's page run as they stand there, on a file of the library.
def check_examples(page, sample):
    examples = page.read_text().split("```python\n")[1:]
    assert len(examples) == 4, f"{page} has {len(examples)} examples"
    for example in examples:
        code = example.split("```")[0].replace("session.tandem", str(sample))
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(code, {})  # pylint: disable=exec-used
        assert said.getvalue(), f"{page}: an example says nothing"
    return f"{len(examples)} examples run"


def main():
    writer, folder, golden = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([writer, str(folder)], check=True)
    expected = json.loads((folder / "expected.json").read_text())
    print(f"{check_hashes(expected)} hashes agree")
    for name, verdict in expected["broken"].items():
        check_verdict(name, (folder / name).read_bytes(), verdict)
    damages = sum(check_damaged(name, (folder / name).read_bytes(), rows)
                  for name, rows in expected["damaged"].items())
    damages += sum(check_neighbours(name, (folder / name).read_bytes(), rows)
                   for name, rows in expected["damaged_neighbours"].items())
    print(f"{len(expected['broken'])} broken and {damages} damaged files agree")
    if shutil.which("zstd") is None and not blocks.zstandard:
        print("files SKIPPED: no program zstd (Debian: apt-get install zstd)")
        return
    print(check_files(folder, 9))
    print(check_files(golden, 24))
    print(check_files(golden / "format_2", 24))
    print(check_values(folder))
    print(check_errors(folder))
    page = pathlib.Path(tandem_replay.__file__).with_name("README.md")
    print(check_examples(page, folder / "counter.tandem"))


if __name__ == "__main__":
    main()
