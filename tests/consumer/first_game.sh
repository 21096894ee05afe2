#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Does what sim/FIRST_GAME.md says, word for word: its two files, then its commands in their order,
# those for a person with keys in a terminal of their own.
#
#   tests/consumer/first_game.sh SOURCE PREFIX WORK
set -euo pipefail
page=$1/sim/FIRST_GAME.md
export HOME=$3/home
rm -rf "$3"
mkdir -p "$HOME"
ln -s "$2" "$HOME/tandem"
cd "$3"

# blocks LANGUAGE: the page's code in that language.
blocks() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/ { /^\`\`\`/d; p }" "$page"; }
blocks cpp > tag.cpp
blocks cmake > CMakeLists.txt
blocks sh > commands.sh
lines=$(sed -n '/^struct/,/^};/p' tag.cpp | wc -l)
if [ "$lines" -gt 45 ]; then echo "the game has grown to $lines lines"; exit 1; fi

# within SECONDS COMMAND...: again and again until it succeeds.
within() {
    local end=$((SECONDS + $1))
    until "${@:2}"; do
        if [ "$SECONDS" -ge "$end" ]; then echo "never true: ${*:2}"; return 1; fi
        sleep 0.2
    done
}
session=first_game_$$
keys() { tmux -L "$session" send-keys "$@"; }
shows() { tmux -L "$session" capture-pane -p | grep -q "$1"; }
# ticks_of FILE: how many it holds by now.
ticks_of() { build/tag --json info "$1" 2> /dev/null | sed -n 's/.*"ticks":\([0-9]*\).*/\1/p'; }
plays_on() { keys Right && [ "$(ticks_of "$1")" -ge 60 ]; }
leaves() { [ -s person.code ] || ! keys q; }

# A person: sits down, does something once the session goes on, and leaves.
person() {
    if ! command -v tmux > /dev/null; then echo "skipped without tmux: $1"; return; fi
    rm -f person.code
    tmux -L "$session" new-session -d -x 80 -y 24 "cd '$PWD' && $1; echo \$? > person.code"
    case "$1" in
        *" play "*) within 20 shows "tick " ;;
        *) within 30 plays_on me.tandem ;;
    esac
    within 20 leaves
    within 20 test -s person.code
    tmux -L "$session" kill-server 2> /dev/null || true
    echo "$1: code $(cat person.code)"
    [ "$(cat person.code)" -eq 0 ]
}

# What stands between two commands for a person runs as one script: a command may wait for another.
run_so_far() { if [ -n "$script" ]; then bash -euxc "$script"; script=; fi; }
script=
ran=0
while IFS= read -r line; do
    ran=$((ran + 1))
    case "$line" in
        *"=keys"*|*" play "*) run_so_far; person "$line" ;;
        *) script+=$line$'\n' ;;
    esac
done < commands.sh
run_so_far
[ "$ran" -ge 14 ]

# What the page says of them is true.
[ "$(head -c 4 tag.png | tail -c 3)" = PNG ]
if command -v tmux > /dev/null; then
    build/tag export me.tandem --format csv --field p0.right -o keys.csv
    grep -q ',1$' keys.csv  # the person's keys are in it
fi
build/tag diff host.tandem guest.tandem | grep -q identical
code=0
build/tag diff a.tandem broken.tandem > difference.txt || code=$?
[ "$code" -eq 1 ]
grep -q 'tick 60 .*place\[1\]\.x' difference.txt
echo "all $ran commands of the page did what it says"
