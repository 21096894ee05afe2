#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares the size of a program without its symbols with a bound in megabytes of 1,000,000 bytes.
#
#   tests/shipped/size.sh STRIP PROGRAM MEGABYTES
set -euo pipefail
strip=$1 program=$2 most=$3
"$strip" -o "$program.stripped" "$program"
bytes=$(stat -c %s "$program.stripped")
rm "$program.stripped"

# fits BYTES MEGABYTES
fits() { awk -v bytes="$1" -v most="$2" 'BEGIN { exit !(bytes > 0 && bytes <= most * 1e6) }'; }
if fits "$bytes" 0.001 || fits 0 "$most" || ! fits 1000 0.001; then
    echo "this check is blind"
    exit 1
fi
echo "$program has $bytes bytes without symbols; at most $most MB are allowed"
fits "$bytes" "$most"
