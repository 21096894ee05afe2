#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# How often check --chaos tells the class of a planted fault, over many seeds, and whether it leaves
# sound games alone. Call: check_classes.py MISBEHAVING TANDEM [SEEDS [SOUND_TICKS]]
import json
import subprocess
import sys

# The game of tests/misbehaving, and the class and reason that are right.
FAULTS = {
    "device_random": "local chance", "device_bit": "local chance",
    "device_seldom": "local chance", "device_rare": "local chance",
    "engine_seeded_once": "local chance", "engine_seeded_at_reset": "local chance",
    "random_file": "local chance", "process_number": "local chance",
    "wall_clock": "local clock", "uninitialised_byte": "local unwritten",
    "address_value": "local address", "pointer_key": "local address",
    "address_iteration": "local address", "locale_number": "local locale",
    "local_hour": "local environment", "static_local": "local static",
    "global_random": "local static", "static_seldom": "local static",
    "thread_decides": "local thread", "shared_scratch": "local thread",
    "self_pointer": "local copy", "drawing_decides": "local observed",
    "forgetful_reset": "local reset", "forgetful_late": "local reset",
    "missing_field": "unsaved field", "missing_late": "unsaved field",
    "stale_cache": "unsaved cache", "changing_serialize": "unsaved serialize",
    "contraction": "build rounding",
}
# A second that ends while runs are compared looks like chance.
ALSO_RIGHT = {("wall_clock", "local chance")}
SOUND = [["--game", "duel"], ["--game", "swarm", "--option", "units=200"]]


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
    for game, expected in FAULTS.items():
        for seed in range(1, seeds + 1):
            found, command = chaos(misbehaving, ["--game", game], 200, seed)
            told = f"{found['class']} {found['reason']}"
            if told == expected or (game, told) in ALSO_RIGHT:
                right += 1
            elif found["class"] is None:
                missed += 1
                print(f"not found: {command}")
            else:
                wrong += 1
                print(f"{told} instead of {expected}: {command}")
    print(f"{right} right, {missed} not found, {wrong} wrong of {len(FAULTS) * seeds}")
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
