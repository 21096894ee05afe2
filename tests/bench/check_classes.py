#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# How often check --chaos tells the class of a planted fault, over many seeds, and whether it leaves
# sound games alone. Call: check_classes.py MISBEHAVING TANDEM [SEEDS [SOUND_TICKS]]
import json
import subprocess
import sys

SOUND = [["--game", "duel"], ["--game", "swarm", "--option", "units=200"]]


def planted_faults(program):
    """The lines of the table in tests/misbehaving that chaos is measured by."""
    command = [program, "--json", "faults"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def chaos(program, game, ticks, seed):
    options = ["--ticks", str(ticks), "--seed", str(seed), "--chaos-seed", str(seed)]
    command = [program, "--json", *game[:2], "check", "--chaos", *game[2:], *options]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return json.loads(answer.stdout), " ".join(command)


def main():
    misbehaving, tandem = sys.argv[1:3]
    seeds = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    sound_ticks = int(sys.argv[4]) if len(sys.argv) > 4 else 1_000_000
    right = missed = wrong = 0
    faults = planted_faults(misbehaving)
    for fault in faults:
        for seed in range(1, seeds + 1):
            found, command = chaos(misbehaving, ["--game", fault["game"]], 200, seed)
            is_reason_right = found["reason"] in (fault["reason"], fault["other_reason"])
            if found["class"] is None:
                missed += 1
                print(f"not found: {command}")
            elif found["class"] == fault["class"] and is_reason_right:
                right += 1
            else:
                wrong += 1
                told = f"{found['class']} {found['reason']}"
                print(f"{told} instead of {fault['class']} {fault['reason']}: {command}")
    print(f"{right} right, {missed} not found, {wrong} wrong of {len(faults) * seeds}")
    alarms = checked = seed = 0
    while checked < sound_ticks:
        seed += 1
        for game in SOUND:
            found, command = chaos(tandem, game, 600, seed)
            checked += found["ticks_checked"]
            if found["verdict"] != "same":
                alarms += 1
                print(f"alarm: {command}")
    print(f"{alarms} alarms in {checked} ticks of sound games")
    return 1 if wrong or alarms else 0


if __name__ == "__main__":
    sys.exit(main())
