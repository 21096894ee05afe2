#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A guest of returning_loop is killed in the middle of a match, and another process of it comes
# back with the ticket. The host waits, and both end as agreed.
#
#   come_back.sh PROGRAM FOLDER
set -euo pipefail
program=$(realpath "$1")
rm -rf "$2"
mkdir -p "$2"
cd "$2"

# The test and the host of a slow machine may need long; they are not waited for for ever.
await() {
    for _ in $(seq 600); do
        if grep -q "$2" "$1" 2>/dev/null; then return 0; fi
        sleep 0.05
    done
    echo "no '$2' in $1:" && cat "$1"
    return 1
}

"$program" host host.tandem > host.txt 2>&1 &
host=$!
"$program" join guest.tandem > guest.txt 2>&1 &
guest=$!
await guest.txt "the match begins"
await host.txt "the match begins"
[ "$(stat -c %a guest.tandem.secret)" = 600 ]
sleep 1
kill -9 "$guest"
wait "$guest" || true
"$program" join guest.tandem > back.txt 2>&1 &
back=$!
wait "$back" || { cat back.txt host.txt; exit 1; }
wait "$host" || { cat back.txt host.txt; exit 1; }
grep -q "player 1 is back" host.txt
grep -q "player 1 is back" back.txt
test -s guest.tandem-2
test ! -e guest.tandem.secret
echo "came back"
