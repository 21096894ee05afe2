#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds Tandem and runs every test: a release build by g++ and a sanitizer and fuzzing build by
# clang, as one list, and with it the golden chains from the builds that neither is: g++ without
# optimisation and clang with it.
#
#   tools/test.sh [--quick]      --quick: the release build only
#
# Tests of real input read TANDEM_DATA, else Debian's package freedm, else skip by name.
set -euo pipefail
cd "$(dirname "$0")/.."

suites=(release asan-ubsan)
chains_only=(dev clang-release)
case "${1:-}" in
    "") ;;
    --quick) suites=(release); chains_only=() ;;
    *) echo "usage: tools/test.sh [--quick]" >&2; exit 2 ;;
esac

tools/install_packages.sh test

jobs=$(nproc)
if [ "$jobs" -lt 2 ]; then jobs=2; fi
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi

# A warning of a compiler that nobody here has tried is not the reader's fault.
warnings_are_errors=OFF
if [ "${CI:-}" = true ]; then warnings_are_errors=ON; fi

mkdir -p build/all-tests
list=build/all-tests/CTestTestfile.cmake
: > "$list"

# build PRESET FOLDER [CMAKE_BUILD_ARGUMENT...]
build() {
    local preset=$1 folder=$2
    shift 2
    echo "== building $folder $*"
    cmake --preset "$preset" -B "build/$folder" -DTANDEM_TEST_PREFIX="$folder/" \
          -DCMAKE_COMPILE_WARNING_AS_ERROR="$warnings_are_errors" --log-level=WARNING
    cmake --build "build/$folder" -j "$jobs" "$@"
}

# One list over all builds, so that the last lines speak for every test.
for suite in "${suites[@]}"; do
    build "$suite" "$suite"
    echo "subdirs(\"../$suite\")" >> "$list"
done
for preset in ${chains_only[@]+"${chains_only[@]}"}; do
    build "$preset" "golden-$preset" --target tandem_golden_tests
    echo "subdirs(\"../golden-$preset/tests/golden\")" >> "$list"
done
echo "== testing ${suites[*]}"
exec ctest --test-dir build/all-tests -j "$jobs" --output-on-failure --no-tests=error
