#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Shows the main job on this machine: installs what is missing, builds the program, then records,
# plays, verifies, matches, compares and breaks a session of four real people, and plays one game on
# a fast and a slow machine. Every command is printed as it is run, and the first outcome that is
# not the expected one ends the demo with an error.
#
#   tools/demo.sh
set -euo pipefail
cd "$(dirname "$0")/.."

readonly match_ticks=1400                      # 40 seconds of play at 35 ticks a second
readonly picture_tick=755                      # four alive, bullets on their way
readonly planted_tick=700
readonly planted_field='fighters[1].health'

readonly patience=300  # seconds after which a command hangs for certain

# The host of a match outlives no way out of this script.
background=
cleanup() {
    if [ -n "$background" ]; then
        kill "$background" 2>/dev/null || true
        wait "$background" 2>/dev/null || true
        background=
    fi
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\e[1m' plain=$'\e[0m'; else bold='' plain=''; fi
heading() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }
say() { printf '  => %s\n' "$*"; }
fail() { printf '\ndemo.sh: %s\n' "$*" >&2; exit 1; }

# Prints a command so that it can be copied into a shell.
show() {
    local word line='$'
    for word in "$@"; do
        if [ "$word" != '&' ] && [[ "$word" =~ [^A-Za-z0-9_./:=,+@#-] ]]; then word="'$word'"; fi
        line+=" $word"
    done
    echo "$line"
}

# Ends a command that hangs, where the system has something for that. In the foreground, because
# play takes the terminal.
limit=()
if command -v timeout >/dev/null; then limit=(timeout --foreground "$patience"); fi

# ask COMMAND...: its output into $answer, its exit code judged by nobody.
ask() {
    show "$@"
    answer=$("$@" || true)
}

# run EXPECTED_EXIT_CODE COMMAND...
run() {
    local expected=$1 code=0
    shift
    show "$@"
    ${limit[@]+"${limit[@]}"} "$@" || code=$?
    if [ "$code" -eq 124 ]; then fail "'$*' hung for $patience seconds and was ended."; fi
    if [ "$code" -ne "$expected" ]; then
        fail "'$*' ended with exit code $code, where $expected was expected."
    fi
}

# The number or text of one member of a line of JSON.
member() { sed -n "s/.*\"$2\": *\"\{0,1\}\([^\",}]*\).*/\1/p" <<<"$1" | tail -n 1; }

# part_of LINE OBJECT MEMBER: a number of an object that stands in a line of JSON, to three places.
part_of() {
    local object=${1#*\"$2\":\{}
    LC_ALL=C printf '%.3f' "$(member "${object%%\}*}" "$3")"
}

# The port that a host says it waits on; nothing while it has not said so.
port_in() { sed -n 's/.* on UDP port \([0-9][0-9]*\);.*/\1/p' "$1" | head -n 1; }

# match NAME EXPECTED_EXIT_CODE [JOIN OPTION...]: two processes over ENet, both recording.
match() {
    local name=$1 expected=$2 port='' code=0 waited=0
    shift 2
    local host=(tandem --game duel host --port 0 -o "$name-host.tandem" "${inputs[@]}"
                --ticks "$match_ticks" --unpaced)
    show "${host[@]}" '&'
    ${limit[@]+"${limit[@]}"} "${host[@]}" > "$name-host.out" 2> "$name-host.err" &
    background=$!
    while [ -z "$port" ]; do
        if ! kill -0 "$background" 2>/dev/null || [ "$waited" -gt 100 ]; then
            cat "$name-host.err" >&2
            fail "the host did not say which port it waits on."
        fi
        waited=$((waited + 1))
        sleep 0.1
        port=$(port_in "$name-host.err")
    done
    run "$expected" tandem --game duel join "127.0.0.1:$port" \
        -o "$name-join.tandem" "${inputs[@]}" --unpaced "$@"
    wait "$background" || code=$?
    background=
    sed 's/^/  host: /' "$name-host.err" "$name-host.out"
    if [ "$code" -eq 124 ]; then fail "the host hung for $patience seconds and was ended."; fi
    if [ "$code" -ne "$expected" ]; then
        fail "the host ended with exit code $code, where $expected was expected."
    fi
}

# Shows only ninja's [done/all] of a build's output: one line that changes on a terminal, else a
# line for each tenth.
show_progress() {
    local line tenth=0 shown=0
    while IFS= read -r line; do
        [[ "$line" =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        tenth=$((BASH_REMATCH[1] * 10 / BASH_REMATCH[2]))
        if [ -t 1 ]; then
            printf '\r  %s' "${BASH_REMATCH[0]}"
        elif [ "$tenth" -gt "$shown" ]; then
            printf '  %s\n' "${BASH_REMATCH[0]}"
        fi
        shown=$tenth
    done
    if [ -t 1 ]; then echo; fi
}

# ---- Packages and program -----------------------------------------------------------------------

tools/install_packages.sh demo
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
mkdir -p build/demo
build_log=$PWD/build/demo/build.log
echo "Building Tandem: the first time six minutes of processor time, measured on 2026-11-27 (log in"
echo "build/demo/build.log) ..."
# Forty sources become one: most of compiling is reading the same headers. The page for browsers
# would take two minutes more.
configure=(cmake -S . -B build/demo -G Ninja -DCMAKE_BUILD_TYPE=Release -DTANDEM_BUILD_TESTS=OFF
           -DTANDEM_BUILD_PAGE=OFF -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=40
           "-DCMAKE_RUNTIME_OUTPUT_DIRECTORY=$PWD/build/demo/bin")
# With the second program a game can be built against this: cmake --install build/demo.
build=(cmake --build build/demo --target tandem tandem_object_check -j "$(nproc)")
show "${configure[@]}"
show "${build[@]}"
if ! { "${configure[@]}" && "${build[@]}"; } 2>&1 | tee "$build_log" | show_progress; then
    tail -n 40 "$build_log" >&2
    fail "the build failed; its last lines stand above, all of it in $build_log."
fi
export PATH="$PWD/build/demo/bin:$PATH"

# Debian's package freedm has this file.
wad=/usr/share/games/doom/freedm.wad
if [ ! -r "$wad" ]; then
    wad=$PWD/build/demo/data/freedm.wad
    tools/fetch_wad.sh "${wad%/*}" 2> build/demo/wad.log || true
fi

files=$(mktemp -d "${TMPDIR:-/tmp}/tandem-demo.XXXXXX")
cd "$files"

inputs=(--inputs "lmp:$wad#DEMO1")
record=("${inputs[@]}")
if [ ! -r "$wad" ]; then
    echo "The package freedm could not be had (build/demo/wad.log), so bots play in the place of" \
         "four real people."
    inputs=(--inputs bot)
    record=(--inputs bot --players 4 --ticks 5204)
fi

# ---- The main job -------------------------------------------------------------------------------

heading "1. Record a session"
run 0 tandem --game duel record -o four.tandem "${record[@]}"
ask tandem --json info four.tandem
ticks=$(member "$answer" ticks)
say "$ticks ticks of $(member "$answer" players) players, their inputs and a hash of every state," \
    "are now $(wc -c < four.tandem | tr -d ' ') bytes in one file."

heading "2. Play it back"
view=(--view none)
if [ -t 1 ]; then view=(--view terminal --speed 8); fi
run 0 tandem play four.tandem "${view[@]}" --to "$match_ticks"
say "The game itself ran again from the recorded inputs: nothing of what it drew is in the file."

heading "3. Verify it"
run 0 tandem verify four.tandem
ask tandem --json verify four.tandem
checked=$(member "$answer" ticks_checked)
if [ "$checked" != "$ticks" ]; then fail "verify compared $checked ticks of $ticks."; fi
say "All $checked ticks were simulated again, and every state had the recorded hash."

heading "4. Two processes play a match over the network"
match good 0
say "Each side sent only its inputs, simulated everything itself and recorded it."

heading "5. Compare the two recordings"
run 0 tandem diff good-host.tandem good-join.tandem
say "Both machines saw the same match, bit for bit."

heading "6. The same match, with one bit flipped on one side after tick $planted_tick"
match bad 1 --plant "$planted_tick:$planted_field"
say "Both sides noticed, ended the match and kept their recordings."

heading "7. What went wrong?"
run 1 tandem diff bad-host.tandem bad-join.tandem
ask tandem --json diff bad-host.tandem bad-join.tandem
if [ "$(member "$answer" tick)" != "$planted_tick" ]; then
    fail "diff names tick $(member "$answer" tick), but the fault was planted at $planted_tick."
fi
if [[ "$answer" != *"\"$planted_field\""* ]]; then
    fail "diff does not name the field $planted_field, where the fault was planted: $answer"
fi
say "Found: tick $planted_tick, $planted_field, just where the fault was planted."

run 1 tandem explain bad-host.tandem bad-join.tandem --html desync.html
say "And why: one bit was flipped. That was tried here, and gives what was recorded."

heading "8. The same keys on a fast and a slow machine"
ask tandem --json lab match --arm V-naive,F-int --repeats 1 --seconds 5
variable=$(grep '"V-naive"' <<<"$answer" || true)
fixed=$(grep '"F-int"' <<<"$answer" || true)
if [ "$(member "$variable" verdict)" != diverged ] || [ "$(member "$fixed" verdict)" != identical ]
then
    fail "the variable step was to diverge and the fixed tick not: $answer"
fi
say "For five seconds $(member "$variable" frames_fast) pictures on the fast machine and" \
    "$(member "$variable" frames_slow) on the slow one. By a variable step, update(dt), their" \
    "histories drift apart, first seen after $(member "$variable" first_difference) ms: the same" \
    "jump goes $(part_of "$variable" fast apex) high on the one, over the wall, and" \
    "$(part_of "$variable" slow apex) on the other, into it."
say "By a fixed tick they are one history: $(member "$fixed" compared) ticks, every bit the same," \
    "and the jump goes $(part_of "$fixed" fast apex) high on both."

heading "9. Pictures"
run 0 tandem export four.tandem --format png --at "$picture_tick" -o match.png
opener=
for program in xdg-open open; do
    if [ -z "$opener" ] && command -v "$program" >/dev/null; then opener=$program; fi
done
if [ -n "$opener" ]; then
    say "$opener $files/match.png"
    say "$opener $files/desync.html"
else
    say "A browser opens file://$files/match.png and file://$files/desync.html"
fi

heading "Done"
echo "The recordings are in $files. To go on:"
echo "  cd $files"
echo "  export PATH=\"${PATH%%:*}:\$PATH\""
echo "  tandem                                    says what to do next"
echo "  tandem --game duel record --inputs keys   plays and records you at this keyboard;"
echo "                                            with --view window in a window"
echo "  tandem lab                                lists what else was measured of game loops"
