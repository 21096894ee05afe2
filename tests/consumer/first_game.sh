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

# A person: sits down, does something, and leaves.
person() {
    local session=first_game_$$
    if ! command -v tmux > /dev/null; then echo "skipped without tmux: $1"; return; fi
    tmux -L "$session" new-session -d -x 80 -y 24 "cd '$PWD' && $1; echo \$? > person.code"
    sleep 2
    tmux -L "$session" send-keys Right Right
    sleep 1
    tmux -L "$session" send-keys q
    for _ in $(seq 100); do
        if [ -s person.code ]; then break; fi
        sleep 0.1
    done
    tmux -L "$session" kill-server 2> /dev/null || true
    echo "$1: code $(cat person.code)"
    [ "$(cat person.code)" -eq 0 ]
    rm person.code
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
file tag.png 2> /dev/null || true
[ -s me.tandem ] && [ -s tag.png ]
echo "all $ran commands of the page did what it says"
