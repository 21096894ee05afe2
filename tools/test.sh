#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds Tandem and runs every test in a release build, by clang where it is, which takes half as
# long as g++. A test is a whole test program, or a shard of one. At the end it says where the
# minutes went; build/all-tests/cases.txt then names every case.
#
#   tools/test.sh [--all|--twice]
#
# --all, which is what CI runs: a release build by g++ and a sanitizer and fuzzing build by clang,
# as one list, and with it the part of the determinism matrix that fits: the golden chains and
# replays of clang and of two foreign machines. What sanitizers find more of than another compiler
# does, and that is most of the unit tests, runs in the sanitizer build alone, and what compares
# golden values in the release build alone; --twice is the same with everything in both.
#
# Tests of real input read TANDEM_DATA, else Debian's package freedm, else skip by name.
set -euo pipefail
cd "$(dirname "$0")/.."

suites=(release asan-ubsan)
with_matrix=true
once=OFF
alone=OFF
case "${1:-}" in
    "") suites=(clang-release); with_matrix=false ;;
    --all) once=ON ;;
    --twice) alone=ON ;;
    *) echo "usage: tools/test.sh [--all|--twice]" >&2; exit 2 ;;
esac

tools/install_packages.sh test
if [ "${suites[*]}" = clang-release ] && ! command -v clang++ >/dev/null; then suites=(release); fi

# In CI the soak plays ten virtual hours; here it plays one.
if [ $with_matrix = false ]; then export TANDEM_SOAK_SECONDS=${TANDEM_SOAK_SECONDS:-150}; fi

jobs=$(nproc)
if [ "$jobs" -lt 2 ]; then jobs=2; fi
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi

# The fastest linker at hand.
linker=
if command -v ld.lld >/dev/null; then linker=-fuse-ld=lld; fi

# A warning of a compiler that nobody here has tried is not the reader's fault.
warnings_are_errors=OFF
if [ "${CI:-}" = true ]; then warnings_are_errors=ON; fi

# Forty sources of a target become one: half of compiling is reading the same headers. A source that
# forgets a header can hide in that; tidy_test looks for it, and with --twice the consumer that adds
# our folder to its own build compiles the libraries' one by one.
joined=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=40)

mkdir -p build/all-tests
list=build/all-tests/CTestTestfile.cmake
: > "$list"
: > build/all-tests/minutes.tsv
: > build/all-tests/builds.txt

# timed PART COMMAND...: the command, and its minutes for the table at the end.
timed() {
    local part=$1 code=0 TIMEFORMAT='%R %U %S' wall user system
    shift
    { time "$@" 2>&3 || code=$?; } 3>&2 2> build/all-tests/time.txt
    # Some locales have a decimal comma.
    read -r wall user system < <(tr , . < build/all-tests/time.txt)
    printf '%s\t%s\t%s\n' "$part" "$wall" "$(awk "BEGIN { print $user + $system }")" \
        >> build/all-tests/minutes.tsv
    return $code
}

# build PRESET OPTION...
build() {
    echo "== building $1"
    cmake --preset "$1" -B "build/$1" -DTANDEM_TEST_PREFIX="$1/" -DTANDEM_TEST_EACH_CASE=OFF \
          -DTANDEM_TEST_ONCE="$once" -DTANDEM_TEST_SOURCES_ALONE="$alone" \
          -DTANDEM_BENCH_OWN_FLAGS=OFF -DCMAKE_EXE_LINKER_FLAGS="$linker" \
          -DCMAKE_COMPILE_WARNING_AS_ERROR="$warnings_are_errors" "${joined[@]}" "${@:2}" \
          --log-level=WARNING &&
        cmake --build "build/$1" -j "$jobs"
}

# A single list stands for all builds, so that the last lines speak for every test.
for suite in "${suites[@]}"; do
    options=()
    # The lab takes bytes from nobody but itself.
    if [ "$suite" = asan-ubsan ] && [ $once = ON ]; then options=(-DTANDEM_BUILD_LAB=OFF); fi
    timed "building $suite" build "$suite" "${options[@]}"
    echo "subdirs(\"../$suite\")" >> "$list"
    echo "$PWD/build/$suite" >> build/all-tests/builds.txt
done
if [ $with_matrix = true ] && ! command -v apt-get >/dev/null; then
    echo "== no matrix: it takes its cross compilers and sources from Debian"
elif [ $with_matrix = true ]; then
    # Built here, because a test that compiles for minutes beside others would only be in their way;
    # the test then finds everything built, and compares.
    timed "building the matrix" \
        tests/determinism/matrix.sh --part ci --build build/matrix --build-only ||
        echo "== the test of the matrix will name what could not be built"
    cat >> "$list" <<TEST
add_test(determinism_matrix
         "$PWD/tests/determinism/matrix.sh" --part ci --build "$PWD/build/matrix")
set_tests_properties(determinism_matrix PROPERTIES TIMEOUT 1800 PROCESSORS 2 COST 100)
add_test(determinism_matrix_sees_a_planted_bit
         "$PWD/tests/determinism/matrix.sh" --build "$PWD/build/matrix" planted)
set_tests_properties(determinism_matrix_sees_a_planted_bit PROPERTIES TIMEOUT 1800 PROCESSORS 2
                     PASS_REGULAR_EXPRESSION "tick 123 is the first to differ")
add_test(determinism_matrix_refuses_what_is_missing bash -c
         "'$PWD/tests/determinism/matrix.sh' --build '$PWD/build/matrix' incomplete absent
          echo code \$?")
set_tests_properties(determinism_matrix_refuses_what_is_missing PROPERTIES TIMEOUT 1800
                     PASS_REGULAR_EXPRESSION
                     "incomplete: incomplete[\r\n]+not run: absent[\r\n]+code 1")
add_test(determinism_matrix_runs_32_bits_under_qemu
         "$PWD/tests/determinism/matrix.sh" --build "$PWD/build/matrix" emulated)
set_tests_properties(determinism_matrix_runs_32_bits_under_qemu PROPERTIES TIMEOUT 1800
                     PASS_REGULAR_EXPRESSION "i686 .qemu. [^\r\n]* same [|]")
set_tests_properties(determinism_matrix determinism_matrix_sees_a_planted_bit
                     determinism_matrix_refuses_what_is_missing
                     determinism_matrix_runs_32_bits_under_qemu
                     PROPERTIES RESOURCE_LOCK determinism_matrix)
TEST
fi
echo "== testing ${suites[*]}"
# Tests that mostly wait take one place of twice as many as there are processors, others two.
test_all() {
    ctest --test-dir build/all-tests -j $((2 * jobs)) --output-on-failure --no-tests=error \
          --output-junit "$PWD/build/all-tests/tests.xml" 2>&1 |
        last_lines_apart build/all-tests/count.txt
}
# Each line as it comes; the runner's count at its end goes into a file, to be shown last.
last_lines_apart() {
    local line is_count=false
    while IFS= read -r line; do
        if [[ $line =~ ^[0-9]+%\ tests\ passed ]]; then is_count=true; fi
        if $is_count; then printf '%s\n' "$line" >> "$1"; else printf '%s\n' "$line"; fi
    done
}
code=0
: > build/all-tests/count.txt
# The cases that an earlier run wrote must not count in this one.
for suite in "${suites[@]}"; do rm -rf "build/$suite/cases"; done
timed testing test_all || code=$?
tools/test_summary.py build/all-tests || code=1
cat build/all-tests/count.txt
exit $code
