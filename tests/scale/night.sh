# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What the scripts of this folder have in common: a night of verifying many recordings, split into
# shards by whatever runs run_shards, merged, killed, run again, and a second night. Sourced, with
# `program`, `count` and `shards` set; every step ends the script where it is not as it must be.

folder=$(mktemp -d)
trap 'stop_scheduler; rm -rf "$folder"' EXIT
stop_scheduler() { :; }
cd "$folder" || exit 1

fail() { echo "FAILED: $*" >&2; exit 1; }
now() { date +%s.%N; }
since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f s", b - a }'; }

# Expects this exit code from a command.
expect() {
    local wanted=$1 code=0
    shift
    "$@" || code=$?
    [ "$code" -eq "$wanted" ] || fail "exit code $code, expected $wanted: $*"
}

# One recording: game, length and seed depend on its number alone.
make_recording() {
    local number=$1 seed=$2 game=duel
    if [ $((number % 50)) -eq 49 ]; then game=swarm; fi
    "$program" --quiet --game $game record --force --seed "$seed" \
        --ticks $((60 + number * 7919 % 600)) \
        -o "recordings/$((number % 100))/$number.tandem" > made.txt
}
make_recordings() {
    local number
    for ((number = 0; number < 100 && number < count; ++number)); do
        mkdir -p "recordings/$number"
    done
    for ((number = 0; number < count; ++number)); do
        make_recording "$number" "$number" || fail "recording $number could not be made"
    done
}

verify_shard() {
    "$program" --quiet verify recordings --shard "$1/$shards" --report "shard-$1.jsonl" > /dev/null
}

# Sorted or not, the same bytes.
merge_and_compare() {
    expect 0 "$program" --quiet merge $(ls shard-*.jsonl | sort "$@") -o merged.jsonl --force
    cmp merged.jsonl one.jsonl || fail "the merged report differs from that of one process"
}

# Killed as soon as its report has a line and before it has them all.
kill_one_shard() {
    local lines whole
    whole=$(wc -l < shard-1.jsonl)
    rm shard-1.jsonl
    "$program" --quiet verify recordings --shard "1/$shards" --report shard-1.jsonl > /dev/null &
    local process=$!
    until [ -s shard-1.jsonl ] && [ "$(wc -l < shard-1.jsonl)" -gt 2 ]; do
        kill -0 "$process" 2> /dev/null || break
    done
    kill -9 "$process" 2> /dev/null || true
    wait "$process" 2> /dev/null || true
    lines=$(wc -l < shard-1.jsonl)
    echo "killed shard 1 after $lines of $whole lines"
    if [ "$lines" -lt "$whole" ]; then
        expect 3 "$program" --quiet merge shard-*.jsonl > /dev/null 2>&1
    fi
}

# How many verdicts came from the cache.
night_with_cache() {
    local code=0
    "$program" verify recordings --cache cache/ > night.txt 2> night.err || code=$?
    [ "$code" -eq "$1" ] || fail "a night with the cache ended with $code: $(tail -n 3 night.err)"
    sed -n 's/^\([0-9]*\) verdicts* from .*/\1/p' night.err
}

whole_night() {
    local start cached changed
    start=$(now)
    make_recordings
    echo "$count recordings made in $(since "$start")"

    start=$(now)
    expect 0 "$program" --quiet verify recordings --report all.jsonl > sums.txt
    echo "one process: $(tail -n 1 sums.txt), $(since "$start")"
    expect 0 "$program" --quiet merge all.jsonl -o one.jsonl > /dev/null

    start=$(now)
    run_shards
    echo "$shards shards: $(since "$start")"
    merge_and_compare > /dev/null
    merge_and_compare -r > /dev/null
    echo "merged reports are byte for byte that of one process, in either order"

    kill_one_shard
    expect 0 verify_shard 1
    merge_and_compare > /dev/null
    echo "run again alone, the merged report is the same"

    start=$(now)
    cached=$(night_with_cache 0)
    [ "$cached" = 0 ] || fail "$cached verdicts from an empty cache"
    echo "first night with a cache: $(since "$start")"
    start=$(now)
    cached=$(night_with_cache 0)
    [ "$cached" = "$count" ] || fail "$cached of $count verdicts from the cache"
    echo "second night: $(since "$start"), all $count verdicts from the cache"
    changed=$((count / 100 + 1))
    local number
    for ((number = 0; number < changed; ++number)); do
        make_recording "$number" $((number + count))
    done
    start=$(now)
    cached=$(night_with_cache 0)
    [ "$cached" = $((count - changed)) ] || fail "$cached verdicts after $changed files changed"
    echo "after $changed files changed: $(since "$start"), $cached verdicts from the cache"

    "$program" --quiet --game duel record --ticks 300 --plant 100:ticks --force \
        -o recordings/0/0.tandem > made.txt || fail "no fault could be planted"
    rm -f shard-*.jsonl
    run_shards
    expect 1 "$program" --quiet merge shard-*.jsonl > /dev/null 2>&1
    echo "a planted fault in one file: merge ends with 1"
}
