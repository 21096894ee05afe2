#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verifies many recordings in shards that GNU parallel runs.
#
#   tests/scale/parallel.sh PROGRAM [COUNT [SHARDS]]     default: 10000 recordings, 8 shards
#
# Ends with 77 where GNU parallel is missing.
set -euo pipefail
program=$(readlink -f "${1:?the program tandem}")
count=${2:-10000}
shards=${3:-8}
if ! parallel --version 2> /dev/null | grep -q 'GNU parallel'; then
    echo "skipped: GNU parallel is not installed (Debian: apt-get install parallel)"
    exit 77
fi
. "$(dirname "$(readlink -f "$0")")/night.sh"

# A shard that finds something ends with another code, which the merged report tells.
run_shards() {
    seq "$shards" | parallel --will-cite "$program" --quiet verify recordings \
        --shard "{}/$shards" --report "shard-{}.jsonl" > /dev/null 2>&1 || true
}
whole_night
