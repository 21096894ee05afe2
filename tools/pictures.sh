#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the pictures of the README from the recordings that lie beside them: a match, drawn by
# `export`, and two recordings that part, as the page in a browser shows them.
#
#   tools/pictures.sh [--record] [PROGRAM]
#
# --record plays both matches anew first. PROGRAM is the program tandem, build/demo/bin/tandem where
# nobody says otherwise.
set -euo pipefail
record=false
if [ "${1:-}" = --record ]; then record=true; shift; fi
tools=$(realpath "$(dirname "$0")")
program=$(realpath "${1:-$tools/../build/demo/bin/tandem}")
cd "$tools/pictures"
work=$(mktemp -d)
trap 'rm -rf "$work"; kill $(jobs -p) 2> /dev/null || true' EXIT

# match NAME HOST-OPTION...: two processes play duel for half a minute, both sides' files.
match() {
    local name=$1 port
    shift
    : > "$work/host"
    "$program" --game duel host --port 0 --inputs bot --ticks 1050 --unpaced --name ann --force \
        -o "$name.tandem" "$@" 2> "$work/host" &
    until port=$(sed -n 's/.*on UDP port \([0-9]*\).*/\1/p' "$work/host") && [ -n "$port" ]; do
        sleep 0.1
    done
    "$program" --quiet --game duel join "127.0.0.1:$port" --inputs bot --unpaced --name bob \
        --force -o "$name-guest.tandem" || true
    wait $! || true
}

if $record; then
    rm -f ./*.tandem
    match match
    match desync --plant '600:fighters[1].position.x'
    # Both recordings of the match that went well are the same.
    rm match-guest.tandem
fi

"$program" export match.tandem --format png --at 400 --size 960x540 --force -o match.png

# The browser reads no files, so that the page is served for a moment.
: > "$work/served"
"$program" --json web "$work/page" --serve --port 0 > "$work/served" &
cp desync.tandem desync-guest.tandem "$work"
until address=$(sed -n 's/.*"address": *"\([^"]*\)".*/\1/p' "$work/served") && [ -n "$address" ]; do
    sleep 0.1
done
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" \
    --window-size=960,1000 --virtual-time-budget=10000 --screenshot="$PWD/diff.png" \
    "$address?a=desync.tandem&b=desync-guest.tandem&at=difference" 2> "$work/chromium"
[ -s diff.png ]
