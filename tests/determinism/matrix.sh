#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The same chains from every compiler, library, optimisation level and machine, replays that verify
# wherever they were written, and the lab's tables to the last digit: builds tandem_chains and
# tandem_lab_tables for each row, lets each record and make its tables, then lets each verify what
# all of them wrote. Prints a table; exit code 1 unless every row is `same`:
#   DIFFERS     a chain, a replay or a table is another one, or a program ended before it was done
#   incomplete  replays are missing, or chains were skipped (which --part ci alone accepts)
#   not run     it could not be built on this machine
#
#   tests/determinism/matrix.sh [--part ci|full] [--build DIR] [--build-only] [--list] [ROW...]
#
# Without rows it runs those of the part (default: full). --build-only builds their programs and
# runs none, so that a later call has only to compare. Rows in no part, to see that each verdict is
# given: `planted` changes one bit of a state and one digit of a table, `incomplete` skips all
# scenarios but one, `absent` has a compiler that nobody has. One more, `emulated`, is `i686` as on
# a machine that executes no code of 32 bits: under qemu. It needs what
# tools/install_packages.sh matrix installs. Foreign targets compile zstd from TANDEM_ZSTD_SOURCE, a
# folder of its sources, else from Debian's source package.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD

# The flags of a row stand where a user's would, in front of the target's own. What follows `after:`
# comes behind them: that is how a careless build adds -ffast-math. A game's fixed point does not
# mind; the lab's doubles cannot be kept then, and its tables are not made. Columns: row, compiler,
# library, target, flags. A target of x86_64 is this machine.
rows() {
    cat <<'ROWS'
g++-O0           g++     libstdc++ x86_64 -O0
g++-O2           g++     libstdc++ x86_64 -O2
g++-O3           g++     libstdc++ x86_64 -O3
g++-Os           g++     libstdc++ x86_64 -Os
g++-native       g++     libstdc++ x86_64 -O3 -march=native
g++-fast-math    g++     libstdc++ x86_64 -O3 -march=native after: -ffast-math -ffp-contract=fast
g++-asan         g++     libstdc++ x86_64 -O1 -fsanitize=address
g++-ubsan        g++     libstdc++ x86_64 -O1 -fsanitize=undefined -fno-sanitize-recover=all
g++-integer-only g++     libstdc++ x86_64 -O2 -DTANDEM_INTEGER_ONLY
g++-no-int128    g++     libstdc++ x86_64 -O2 -DTANDEM_NO_INT128
clang-O0         clang++ libstdc++ x86_64 -O0
clang-O3         clang++ libstdc++ x86_64 -O3
clang-fast-math  clang++ libstdc++ x86_64 -O3 -march=native after: -ffast-math
clang-libc++-O0  clang++ libc++    x86_64 -O0
clang-libc++-O2  clang++ libc++    x86_64 -O2
clang-libc++-O3  clang++ libc++    x86_64 -O3
clang-libc++-Os  clang++ libc++    x86_64 -Os
clang-native     clang++ libc++    x86_64 -O3 -march=native
clang-asan       clang++ libstdc++ x86_64 -O1 -fsanitize=address
clang-ubsan      clang++ libstdc++ x86_64 -O1 -fsanitize=undefined -fno-sanitize-recover=all
i686             g++     libstdc++ i686-linux-gnu -O2
aarch64          g++     libstdc++ aarch64-linux-gnu -O2
riscv64          g++     libstdc++ riscv64-linux-gnu -O2
s390x            g++     libstdc++ s390x-linux-gnu -O2
s390x-O0         g++     libstdc++ s390x-linux-gnu -O0
wasm             em++    libc++    wasm32 -O2
ROWS
}
rows_in_no_part() {
    cat <<'ROWS'
planted          clang++ libstdc++ x86_64 -O3
incomplete       clang++ libstdc++ x86_64 -O3
absent           none++  libstdc++ x86_64 -O0
emulated         g++     libstdc++ i686-linux-gnu -O2
ROWS
}
row_named() { { rows; rows_in_no_part; } | awk -v row="$1" '$1 == row'; }
# Beside the release build of g++ -O3, whose chains and tables are among the tests.
ci_rows=(clang-O3 i686 s390x)
# Of those the rows that make the lab's tables: the processor of 32 bits.
ci_table_rows=(i686)

build=$root/build/matrix
part=full
build_only=false
wanted=()
while [ $# -gt 0 ]; do
    case "$1" in
        --part|--build)
            if [ $# -lt 2 ]; then echo "matrix.sh: $1 needs a value" >&2; exit 2; fi ;;&
        --part) part=$2; shift ;;
        --build) mkdir -p "$2"; build=$(cd "$2" && pwd); shift ;;
        --build-only) build_only=true ;;
        --list) rows; rows_in_no_part; exit 0 ;;
        # What the head of this file says from its usage line on.
        -*) sed -n '/^#   tests/,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
        *) wanted+=("$1") ;;
    esac
    shift
done
if [ ${#wanted[@]} -eq 0 ]; then
    case "$part" in
        ci) wanted=("${ci_rows[@]}") ;;
        full) mapfile -t wanted < <(rows | awk '{ print $1 }') ;;
        *) echo "matrix.sh: there is no part '$part', only ci and full" >&2; exit 2 ;;
    esac
fi
for row in "${wanted[@]}"; do
    if [ -z "$(row_named "$row")" ]; then
        echo "matrix.sh: there is no row '$row'; --list names them" >&2
        exit 2
    fi
done

jobs=$(nproc)
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER:-ccache}
    export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER:-ccache}
fi
# Emscripten's optimiser looks for its JavaScript modules where Debian's node would.
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs}
data=()
if [ -n "${TANDEM_DATA:-}" ]; then data=(--data "$TANDEM_DATA"); fi

mkdir -p "$build"
replays=$build/replays
rm -rf "$replays" "$build"/*.result "$build"/*.tables
mkdir -p "$replays"

# ---- Third parties for a foreign target ---------------------------------------------------------

# Sources under $build/sources: zstd, and the two that are headers only, from this machine's
# packages in a folder that holds nothing else of it.
prepare_sources() {
    local sources=$build/sources
    mkdir -p "$sources/xxhash" "$sources/cereal/include"
    # With their own times, so that a second call finds everything built.
    cp -p /usr/include/xxhash.h "$sources/xxhash/" || return 1
    if [ ! -e "$sources/xxhash/xxhash.c" ]; then
        printf '#define XXH_STATIC_LINKING_ONLY\n#define XXH_IMPLEMENTATION\n%s\n' \
            '#include "xxhash.h"' > "$sources/xxhash/xxhash.c"
    fi
    cp -rp /usr/include/cereal "$sources/cereal/include/" || return 1
    if [ -n "${TANDEM_ZSTD_SOURCE:-}" ]; then
        ln -sfn "$TANDEM_ZSTD_SOURCE" "$sources/zstd"
    else
        "$root/tools/fetch_zstd.sh" "$sources" || return 1
    fi
    [ -e "$sources/zstd/lib/zstd.h" ]
}

# ---- One row ------------------------------------------------------------------------------------

# select_row ROW: sets compiler, library, target, flags and after.
select_row() {
    read -r _ compiler library target flags <<< "$(row_named "$1")"
    after=""
    case "$flags" in *after:*) after=${flags#*after: }; flags=${flags%% after:*} ;; esac
}

# What is wrong with a row in no part is an argument, so that it needs no build of its own.
folder_of() {
    case "$1" in
        planted|incomplete) echo "$build/clang-O3" ;;
        emulated) echo "$build/i686" ;;
        *) echo "$build/$1" ;;
    esac
}

# makes_tables ROW: for select_row's values. A test beside it shows that the tables' program sees a
# planted digit, so that a row which borrows a folder has none.
makes_tables() {
    if [ -n "$after" ] || [ "$(folder_of "$1")" != "$build/$1" ]; then return 1; fi
    [ "$part" != ci ] || [[ " ${ci_table_rows[*]} " == *" $1 "* ]]
}

# runs_here ROW: whether this machine itself executes what select_row's row is built to. Some
# virtual machines execute nothing of 32 bits, so that is tried.
runs_here() {
    local trial=$build/trial-$(uname -r)
    case "$target" in
        x86_64) return 0 ;;
        i686-*) ;;
        *) return 1 ;;
    esac
    if [ "$1" = emulated ]; then return 1; fi
    if [ ! -e "$trial" ]; then
        echo 'int main() {}' | "$target-g++" -static -x c++ - -o "$trial" || return 1
    fi
    "$trial" 2> /dev/null
}

# emulator: what runs select_row's row where this machine does not.
emulator() {
    case "$target" in
        i686-*) echo qemu-i386-static ;;
        *) echo "qemu-${target%%-*}-static" ;;
    esac
}

# missing_tool ROW: the first program that select_row's row needs and this machine has not.
missing_tool() {
    local tools=()
    case "$target" in
        x86_64) tools=("$compiler") ;;
        wasm32) tools=(em++ node) ;;
        *) tools=("$target-g++") ;;
    esac
    local tool
    if [ "$target" != wasm32 ] && ! runs_here "$1"; then tools+=("$(emulator)"); fi
    for tool in "${tools[@]}"; do
        if ! command -v "$tool" > /dev/null; then echo "$tool"; return; fi
    done
}

# configure ROW: for select_row's values.
configure() {
    local folder cxx_flags=$flags link_flags="" foreign=()
    folder=$(folder_of "$1")
    foreign=(-D "FETCHCONTENT_SOURCE_DIR_ZSTD=$build/sources/zstd"
             -D "FETCHCONTENT_SOURCE_DIR_XXHASH=$build/sources/xxhash"
             -D "FETCHCONTENT_SOURCE_DIR_CEREAL=$build/sources/cereal")
    if [ "$library" = libc++ ] && [ "$target" = x86_64 ]; then
        cxx_flags="$flags -stdlib=libc++"
        link_flags=-stdlib=libc++
    fi
    case "$flags" in *-fsanitize*) link_flags="$flags" ;; esac
    local arguments=(-S "$root" -B "$folder" -G Ninja -D CMAKE_BUILD_TYPE=Release
        -D TANDEM_BUILD_NET=OFF -D TANDEM_BUILD_TOOLS=OFF -D TANDEM_BUILD_PROGRAM=OFF
        -D TANDEM_BUILD_TESTS=OFF -D TANDEM_BUILD_CHAINS=ON -D TANDEM_INSTALL=OFF
        -D CMAKE_CXX_FLAGS_RELEASE=-DNDEBUG -D CMAKE_C_FLAGS_RELEASE=-O1)
    # The core and the games stay one object for each source; of the rest the rows without an
    # optimiser also prove that each source compiles alone.
    case "$flags" in -O0) ;; *) arguments+=(-D CMAKE_UNITY_BUILD=ON) ;; esac
    if [ -n "$after" ]; then
        arguments+=(-D "CMAKE_CXX_COMPILE_OBJECT=<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS>\
 $after -o <OBJECT> -c <SOURCE>")
    fi
    case "$target" in
        x86_64)
            cmake "${arguments[@]}" -D "CMAKE_CXX_COMPILER=$compiler" \
                  -D "CMAKE_C_COMPILER=$([ "$compiler" = g++ ] && echo gcc || echo clang)" \
                  -D "CMAKE_CXX_FLAGS=$cxx_flags" -D "CMAKE_EXE_LINKER_FLAGS=$link_flags" ;;
        wasm32)
            # Node reads the machine's files and needs one file that is not fetched; exceptions are
            # off unless asked for. The launcher would hide emscripten's own cache lookups.
            env -u CMAKE_C_COMPILER_LAUNCHER -u CMAKE_CXX_COMPILER_LAUNCHER \
                PKG_CONFIG_LIBDIR=/nonexistent \
            cmake "${arguments[@]}" "${foreign[@]}" \
                  --toolchain /usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake \
                  -D "CMAKE_CXX_FLAGS=$cxx_flags -fexceptions" \
                  -D "CMAKE_EXE_LINKER_FLAGS=-fexceptions -sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1\
 -sEXIT_RUNTIME=1 -sSINGLE_FILE=1" ;;
        *)
            cmake "${arguments[@]}" "${foreign[@]}" \
                  --toolchain "$root/tools/cmake/debian-cross.cmake" \
                  -D "TANDEM_TRIPLE=$target" -D "CMAKE_CXX_FLAGS=$cxx_flags" ;;
    esac
}

# run_program NAME ROW ARGUMENT...: the row's program of that name on its target.
run_program() {
    local program row=$2
    program=$(folder_of "$row")/tests/golden/$1
    shift 2
    if [ "$target" = wasm32 ]; then
        node --no-experimental-fetch "$program.js" "$@"
    elif runs_here "$row"; then
        "$program" "$@"
    else
        "$(emulator)" "$program" "$@"
    fi
}

# CMake says it when it configures for the first time only.
remember_compiler() {
    local version
    version=$(sed -nE 's/^-- The CXX compiler identification is (.+) ([0-9]+\.[0-9]+).*/\1 \2/p' \
                  "$build/$1.log" 2>/dev/null)
    if [ -n "$version" ]; then echo "$version" > "$build/$1.compiler"; fi
}

# build_row ROW: leaves its program, or in ROW.result why there is none.
build_row() {
    local row=$1 missing
    select_row "$row"
    echo "== building $row: $compiler $library $target $flags $after"
    missing=$(missing_tool "$row")
    if [ -n "$missing" ]; then
        echo "not built: no $missing here" > "$build/$row.result"
        return
    fi
    if [ "$target" != x86_64 ] && ! prepare_sources >"$build/sources.log" 2>&1; then
        tail -n 5 "$build/sources.log"
        echo "not built: no sources of zstd, xxHash or cereal" > "$build/$row.result"
        return
    fi
    local programs=(tandem_chains)
    if makes_tables "$row"; then programs+=(tandem_lab_tables); fi
    if ! { configure "$row" &&
           cmake --build "$(folder_of "$row")" -j "$jobs" \
                 --target "${programs[@]}"; } > "$build/$row.log" 2>&1; then
        tail -n 15 "$build/$row.log"
        echo "not built: see $row.log" > "$build/$row.result"
    fi
    remember_compiler "$row"
}

# record ROW: for a row that is built, its replays in $replays/ROW and its last line in ROW.result,
# and what became of its tables in ROW.tables.
record() {
    local row=$1 fault=()
    if [ -e "$build/$row.result" ]; then return; fi
    select_row "$row"
    case "$row" in
        planted) fault=(--plant 'duel_bots_2:123:fighters[1].position.x') ;;
        incomplete) fault=(--only counter_bots_4) ;;
    esac
    mkdir -p "$replays/$row"
    run_program tandem_chains "$row" "${data[@]}" --record "$replays/$row" \
        ${fault[@]+"${fault[@]}"} > "$build/$row.chains" 2>&1 || true
    grep -vE '^(equal|chains)' "$build/$row.chains" || true
    grep -E '^chains' "$build/$row.chains" > "$build/$row.result" ||
        echo "ended early" > "$build/$row.result"
    if ! makes_tables "$row"; then return; fi
    run_program tandem_lab_tables "$row" "$root/tests/golden/lab" > "$build/$row.tables" 2>&1 ||
        true
    grep -vE '^(equal|tables)' "$build/$row.tables" || true
}

# Every different file once; most rows write the same bytes.
collect_replays() {
    mkdir -p "$replays/distinct"
    local file sum
    for file in "$replays"/*/*.tandem; do
        sum=$(sha256sum "$file" | cut -c1-12)
        cp "$file" "$replays/distinct/$(basename "$file" .tandem)-$sum.tandem"
    done
}

# ---- Without the table --------------------------------------------------------------------------

if [ $build_only = true ]; then
    for row in "${wanted[@]}"; do build_row "$row"; done
    if compgen -G "$build/*.result" > /dev/null; then exit 1; fi
    exit 0
fi

# ---- The table ----------------------------------------------------------------------------------

# judge ROW: lets the row verify every replay; sets chains, verified and tables, for the table, and
# verdict.
judge() {
    local row=$1 result equal all skipped recorded
    result=$(cat "$build/$row.result")
    chains=$result
    verified=-
    tables=-
    if ! [[ $result =~ ^chains\ ([0-9]+)\ equal\ of\ ([0-9]+),\ ([0-9]+)\ skipped ]]; then
        case "$result" in "not built"*) verdict="not run" ;; *) verdict=DIFFERS ;; esac
        return
    fi
    equal=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} skipped=${BASH_REMATCH[3]}
    chains="$equal of $all"
    if [ "$skipped" -gt 0 ]; then chains="$chains, $skipped skipped"; fi
    echo "== verifying with $row"
    run_program tandem_chains "$row" --verify "$replays/distinct" > "$build/$row.verified" 2>&1 ||
        true
    grep -E '^DIFFERS' "$build/$row.verified" || true
    verified=$(sed -nE 's/^replays ([0-9]+) same of ([0-9]+)$/\1 of \2/p' "$build/$row.verified")
    verified=${verified:-ended early}
    if makes_tables "$row"; then
        tables=$(sed -nE 's/^tables ([0-9]+) equal of ([0-9]+)$/\1 of \2/p' "$build/$row.tables")
        tables=${tables:-ended early}
    fi
    recorded=$(find "$replays/$row" -name '*.tandem' | wc -l)
    if [ $((equal + skipped)) -ne "$all" ] || [ "$verified" != "$distinct of $distinct" ] ||
       { makes_tables "$row" &&
         ! grep -qE '^tables ([1-9][0-9]*) equal of \1$' "$build/$row.tables"; }; then
        verdict=DIFFERS
    elif [ "$equal" -eq 0 ] || [ "$recorded" -ne "$equal" ] ||
         { [ "$skipped" -gt 0 ] && [ "$part" != ci ]; }; then
        verdict=incomplete
    else
        verdict=same
    fi
}

started=$SECONDS
declare -A seconds
for row in "${wanted[@]}"; do
    before=$SECONDS
    build_row "$row"
    record "$row"
    seconds[$row]=$((SECONDS - before))
done
written=$(find "$replays" -name '*.tandem' | wc -l)
if [ "$written" -gt 0 ]; then collect_replays; fi
distinct=$(find "$replays/distinct" -name '*.tandem' 2>/dev/null | wc -l)

table=$build/table.md
{
    echo "| row | compiler | library | flags | target | chains | replays | tables | s | verdict |"
    echo "|---|---|---|---|---|---|---|---|---|---|"
} > "$table"
declare -A rows_with=([same]="" [DIFFERS]="" [incomplete]="" ["not run"]="")
for row in "${wanted[@]}"; do
    before=$SECONDS
    select_row "$row"
    judge "$row"
    rows_with[$verdict]+=" $row"
    where=${target%%-*}
    if [ "$target" = wasm32 ]; then
        where="wasm32 (node)"
    elif ! runs_here "$row"; then
        where="$where (qemu)"
    fi
    version=$(cat "$build/$row.compiler" 2>/dev/null || echo "$compiler")
    echo "| $row | $version | $library | \`$flags${after:+ … $after}\` | $where | $chains |\
 $verified | $tables | $((${seconds[$row]} + SECONDS - before)) | $verdict |" >> "$table"
done

echo
cat "$table"
echo
echo "${#wanted[@]} rows; $written replays written, $distinct distinct; $((SECONDS - started)) s"
for verdict in same DIFFERS incomplete "not run"; do
    if [ -n "${rows_with[$verdict]}" ]; then echo "$verdict:${rows_with[$verdict]}"; fi
done
if [ -n "${rows_with[DIFFERS]}${rows_with[incomplete]}${rows_with[not run]}" ]; then exit 1; fi
