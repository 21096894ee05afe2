#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds Tandem and runs every test: a release build by g++ and a sanitizer and fuzzing build by
# clang, as one list.
#
#   tools/test.sh [--quick]      --quick: the release build only
#
# Tests of real input read TANDEM_DATA, else Debian's package freedm, else skip by name.
set -euo pipefail
cd "$(dirname "$0")/.."

suites=(release asan-ubsan)
case "${1:-}" in
    "") ;;
    --quick) suites=(release) ;;
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

for suite in "${suites[@]}"; do
    echo "== building $suite"
    cmake --preset "$suite" -DTANDEM_TEST_PREFIX="$suite/" --log-level=WARNING \
          -DCMAKE_COMPILE_WARNING_AS_ERROR="$warnings_are_errors"
    cmake --build "build/$suite" -j "$jobs"
done

# One list over all builds, so that the last lines speak for every test.
mkdir -p build/all-tests
for suite in "${suites[@]}"; do
    echo "subdirs(\"../$suite\")"
done > build/all-tests/CTestTestfile.cmake
echo "== testing ${suites[*]}"
exec ctest --test-dir build/all-tests -j "$jobs" --output-on-failure --no-tests=error
