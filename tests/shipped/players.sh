#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Does with a program for players all that it can do: sessions, matches, and a match that falls
# apart and leaves its bundle, which the developer's program then explains.
#
#   tests/shipped/players.sh PLAYERS_PROGRAM DEVELOPERS_PROGRAM WORK
set -euo pipefail
players=$1 developers=$2
rm -rf "$3"
mkdir -p "$3"
cd "$3"

fail() { echo "$*"; exit 1; }
# ends CODE COMMAND...: the command ends so; what it prints stands in `said`.
ends() {
    local wanted=$1 code=0
    shift
    said=$("$@" 2>&1) || code=$?
    [ "$code" -eq "$wanted" ] || fail "$* ended with $code, not with $wanted: $said"
}
says() { case "$said" in *"$1"*) ;; *) fail "expected '$1' in: $said" ;; esac; }
# match CODE NAME GUEST_OPTION...: the host and its guest both end so.
match() {
    local wanted=$1 name=$2 code=0 port=
    shift 2
    "$players" host --port 0 --inputs bot --ticks 200 -o "$name-host.tandem" 2> "$name.err" &
    local host=$!
    for _ in $(seq 200); do
        port=$(sed -n 's/.*on UDP port \([0-9]*\).*/\1/p' "$name.err")
        [ -z "$port" ] || break
        sleep 0.1
    done
    ends "$wanted" "$players" join "127.0.0.1:$port" --inputs bot -o "$name-guest.tandem" "$@"
    wait "$host" || code=$?
    [ "$code" -eq "$wanted" ] || fail "the host ended with $code: $(cat "$name.err")"
}

ends 0 "$players" record --inputs bot --ticks 200 -o a.tandem
ends 0 "$players" info a.tandem
ends 0 "$players" verify a.tandem
ends 0 "$players" play a.tandem --view none
ends 0 "$players" odds --rounds 3

match 0 whole
ends 0 "$players" diff whole-host.tandem whole-guest.tandem

match 1 parted --plant 100:rope
says "send parted-guest.desync to those who develop the game"
[ -f parted-host.desync/bundle.json ] && [ -f parted-guest.desync/bundle.json ] || fail "no bundle"
ends 1 "$players" diff parted-host.desync
ends 1 "$developers" explain parted-host.desync
says "rope"

ends 2 "$players" explain parted-host.desync
says "this program for players has no verb 'explain'; the developer's program of the game has it"
ends 2 "$players" help explain
says "the developer's program of the game has it"
ends 2 "$players" recrod
says "there is no verb 'recrod', did you mean record?"

# What it says of itself is about its own verbs.
for page in "help" "man" "completion bash"; do
    # shellcheck disable=SC2086
    ends 0 "$players" $page
    case "$said" in *explain* | *netsim*) fail "$page names a verb that is not there: $said" ;; esac
done
ends 0 "$players" completion bash -- ""
says "verify"
case "$said" in *explain* | *games*) fail "completion offers a verb that is not there" ;; esac
