#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Decodes what the library wrote with the independent decoder: check_packets.py PACKET_WRITER FILE.
# The writer leaves a packet in each line of the file, and what the library makes of it.
import json
import subprocess
import sys

from packet_decoder import Decoder, Malformed

# What only a game knows of the bytes of its inputs; of other kinds every byte may have any value.
CANONICAL = {
    "flags": lambda made: all(byte <= 1 for byte in made),
    "orders": lambda made: len(made) >= 3 and made[1] + 256 * made[2] <= 40
    and len(made) == 3 + 2 * (made[1] + 256 * made[2]),
}


def decode(case):
    decoder = Decoder(bytes.fromhex(case["bytes"]), case["players"], case["fixed_bytes"],
                      case["reference"], bytes.fromhex(case["known"]),
                      CANONICAL.get(case["kind"], lambda made: True))
    try:
        return decoder.decode(), "accepted"
    except Malformed as flaw:
        return None, str(flaw)


def main():
    subprocess.run([sys.argv[1], sys.argv[2]], check=True)
    accepted = refused = 0
    with open(sys.argv[2], encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            said, why = decode(case)
            assert said == case["says"], \
                f"packet {case['bytes']} of {case['kind']}: {why}, {said}; the library: {case}"
            accepted += said is not None
            refused += said is None
    assert accepted > 1000 and refused > 1000, f"{accepted} accepted, {refused} refused"
    print(f"{accepted} packets decoded alike, {refused} refused by both")


if __name__ == "__main__":
    main()
