#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Reads what the library wrote with the independent reader: check.py SAMPLE_WRITER FOLDER REPLAYS.
# The writer leaves files in the folder and says in expected.json what they hold. REPLAYS holds
# files that were written once, each with a .json of what it holds.
import json
import pathlib
import shutil
import subprocess
import sys

import tandem_reader
from xxh3 import xxh3_64


def sample_bytes(size):
    return bytes((i * 131 + 7) & 0xFF for i in range(size))


def check_hashes(expected):
    for size, value in expected["xxh3"]:
        ours = f"{xxh3_64(sample_bytes(size)):016x}"
        assert ours == value, f"XXH3 of {size} bytes: {ours}, the library says {value}"
    return len(expected["xxh3"])


def check_file(folder, name, facts):
    said = tandem_reader.read((folder / name).read_bytes())
    assert said["flaw"] is None, f"{name}: {said['flaw']}"
    for key, value in facts.items():
        assert said[key] == value, f"{name}: {key} is {said[key]}, the library says {value}"


# Files that break one rule of the page each: refused by both readers at the same byte, after the
# same ticks.
def check_broken(folder, name, facts):
    try:
        said = tandem_reader.read((folder / name).read_bytes())
    except tandem_reader.Malformed:
        assert facts["refused"], f"{name}: refused, the library opens it"
        return
    assert not facts["refused"], f"{name}: opened, the library refuses it"
    assert said["flaw"] is not None, f"{name}: no flaw, the library says {facts['place']}"
    assert said["flaw"].startswith(facts["place"] + ":"), \
        f"{name}: {said['flaw']}, the library says {facts['place']}"
    assert said["ticks"] == facts["ticks"], f"{name}: {said['ticks']} ticks"


# A reader that found nothing would pass every other check.
def check_that_flaws_are_found(data):
    whole = tandem_reader.read(data)
    found = 0
    for at in range(0, len(data), 37):
        flipped = bytearray(data)
        flipped[at] ^= 1
        for damaged in (bytes(flipped), data[:at]):
            try:
                said = tandem_reader.read(damaged)
                is_found = said["flaw"] is not None or said["end"] is None
                assert said["ticks"] <= whole["ticks"]
            except tandem_reader.Malformed:
                is_found = True
            assert is_found, f"damage at byte {at} was not found"
            found += 1
    return found


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
        reader, flaw = tandem_reader.read_to_flaw(data)
    except tandem_reader.Malformed as error:
        return {"contents": {"refused": flaw_at(str(error))}}
    return {"contents": tandem_reader.contents_of(reader), "python": {"flaw_at": flaw_at(flaw)}}


# Files of format 1 that are never made again are read as they were, to the last bit.
def check_golden(folder):
    files = sorted(folder.glob("*.tandem"))
    assert len(files) >= 24, f"{folder} has {len(files)} files"
    if shutil.which("zstd") is None:
        return f"{len(files)} golden files SKIPPED: no program zstd (Debian: apt-get install zstd)"
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
    return f"{len(files)} golden files agree, {found} changed expectations found"


def main():
    writer, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([writer, str(folder)], check=True)
    expected = json.loads((folder / "expected.json").read_text())
    hashes = check_hashes(expected)
    for name, facts in expected["files"].items():
        check_file(folder, name, facts)
    for name, facts in expected["broken"].items():
        check_broken(folder, name, facts)
    found = check_that_flaws_are_found((folder / "plain.tandem").read_bytes())
    print(f"{hashes} hashes and {len(expected['files'])} files agree, "
          f"{len(expected['broken'])} broken files too, {found} flaws found")
    print(check_golden(pathlib.Path(sys.argv[3])))


if __name__ == "__main__":
    main()
