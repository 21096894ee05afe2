#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Answers the asks of the library's walks with the independent teller: check_pieces.py PIECE_WRITER
# FILE. The writer leaves a state in each line of the file, and what the library asked and told.
import json
import subprocess
import sys

from piece_teller import Teller


def main():
    subprocess.run([sys.argv[1], sys.argv[2]], check=True)
    compared = 0
    with open(sys.argv[2], encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            teller = Teller(case["ticks"], bytes.fromhex(case["state"]))
            for ask, pieces in case["tells"]:
                told = teller.answer(bytes.fromhex(ask))
                assert told == bytes.fromhex(pieces), \
                    f"state {case['ticks']}, ask {ask}: {told.hex()}, the library: {pieces}"
                compared += 1
    assert compared > 50, f"{compared} answers"
    print(f"{compared} answers told alike")


if __name__ == "__main__":
    main()
