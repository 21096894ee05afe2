#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From saving a file to the verdict of its tests in well under a minute: builds the one test program
# that the file belongs to, not optimised and joined, and runs the suites of its own test,
# or of its room where it has none.
#
#   tools/test_file.sh FILE...            tools/test_file.sh net/session/phase.cpp
#   tools/test_file.sh --whole FILE...    every suite of the program
#
# FILE is a source, a header or a test, as a path from the root of the tree. The build folder is
# build/quick; its first build takes longer.
set -euo pipefail
cd "$(dirname "$0")/.."

whole=false
if [ "${1:-}" = --whole ]; then whole=true; shift; fi
if [ $# -eq 0 ]; then sed -n '/^#   tools/s/^# *//p' "$0" >&2; exit 2; fi

# program_of FILE: the test program that covers it.
program_of() {
    case "${1#tests/}" in
        sim/*) echo tandem_sim_tests ;;
        replay/coding/*) echo tandem_replay_coding_tests ;;
        replay/*) echo tandem_replay_tests ;;
        net/*) echo tandem_net_tests ;;
        tools/lab/*) echo tandem_lab_tests ;;
        tools/games/*) echo tandem_games_tests ;;
        tools/object_check/*) echo tandem_object_check_tests ;;
        tools/end_to_end/*) echo tandem_end_to_end_tests ;;
        tools/*) echo tandem_tools_tests ;;
        *) echo "tools/test_file.sh: no test program covers $1" >&2; return 2 ;;
    esac
}

# suites_of FILE: its test's suites as a filter; where it has none of its own, those of its room.
suites_of() {
    local tests=("$1")
    case "$1" in tests/*) ;; *) tests=("tests/${1%.*}_test.cpp") ;; esac
    if [ ! -e "${tests[0]}" ]; then tests=("$(dirname "${tests[0]}")"/*_test.cpp); fi
    if [ ! -e "${tests[0]}" ]; then return; fi
    sed -nE 's/^(TYPED_|)TEST(_F|_P|)\((\w+),.*/\3/p' "${tests[@]}" | sort -u |
        sed 's/.*/&.*:*\/&.*:&\/*/' | paste -sd: -
}

declare -A filters
for file in "$@"; do
    if [ ! -e "$file" ]; then echo "tools/test_file.sh: there is no $file" >&2; exit 2; fi
    program=$(program_of "$file")
    suites=$(suites_of "$file")
    if [ $whole = true ] || [ -z "$suites" ]; then suites='*'; fi
    filters[$program]=${filters[$program]:+${filters[$program]}:}$suites
done

build=build/quick
if [ ! -e $build/build.ninja ]; then
    options=(-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DTANDEM_BUILD_BENCH=OFF
             -DTANDEM_TEST_CONSUMERS=OFF -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=10)
    # clang compiles our tests in half of g++'s time.
    if command -v clang++ >/dev/null; then
        options+=(-DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++)
    fi
    if command -v ld.lld >/dev/null; then
        options+=(-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld)
    fi
    missing=$(tools/install_packages.sh --missing quick | paste -sd ' ')
    if [ -n "$missing" ]; then
        echo "tools/test_file.sh: missing here: $missing" >&2
        echo "  (tools/install_packages.sh quick installs them; configuring without them," \
             "which may fail or download sources)" >&2
    fi
    cmake -S . -B $build -G Ninja "${options[@]}" --log-level=WARNING
fi
cmake --build $build --target "${!filters[@]}"
# Shards side by side, two for each processor, since some tests only wait.
code=0
shards=$((2 * $(nproc)))
for program in "${!filters[@]}"; do
    path=$(find $build/tests -name "$program" -type f | head -n 1)
    running=()
    for ((shard = 0; shard < shards; ++shard)); do
        GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard "$path" --gtest_brief=1 \
            --gtest_filter="${filters[$program]}" > "$build/shard_$shard.txt" 2>&1 &
        running+=($!)
    done
    for ((shard = 0; shard < shards; ++shard)); do
        wait "${running[$shard]}" || code=1
        cat "$build/shard_$shard.txt"
    done
done
exit $code
