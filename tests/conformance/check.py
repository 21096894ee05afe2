#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Reads what the library wrote with the independent reader: check.py SAMPLE_WRITER FOLDER. The
# writer leaves files in the folder and says in expected.json what they hold.
import json
import pathlib
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


if __name__ == "__main__":
    main()
