#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The same chains from every compiler, library, optimisation level and machine, and replays that
# verify wherever they were written: builds tandem_chains for each row, lets each record, then lets
# each verify what all of them wrote. Prints a table; exit code 1 on any difference, and where a
# row could not be built or run.
#
#   tests/determinism/matrix.sh [--part ci|full] [--build DIR] [--build-only] [--list] [ROW...]
#
# Without rows it runs those of the part (default: full). --build-only builds their programs and
# runs none, so that a later call has only to compare. A row `planted`, in no part, flips one bit
# and therefore always differs. It needs what tools/install_packages.sh matrix installs. Foreign
# targets compile zstd from TANDEM_ZSTD_SOURCE, a folder of its sources, else from Debian's source
# package.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD

# The flags of a row stand where a user's would, in front of the target's own. What follows `after:`
# comes behind them: that is how a careless build adds -ffast-math. Columns: row, compiler, library,
# target, flags. A target of x86_64 is this machine.
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
planted          g++     libstdc++ x86_64 -O0
ROWS
}
ci_rows=(g++-O0 clang-O3 i686 s390x)

build=$root/build/matrix
part=full
build_only=false
wanted=()
while [ $# -gt 0 ]; do
    case "$1" in
        --part) part=${2:-}; shift ;;
        --build) mkdir -p "${2:?--build needs a folder}"; build=$(cd "$2" && pwd); shift ;;
        --build-only) build_only=true ;;
        --list) rows; exit 0 ;;
        # What the head of this file says from its usage line on.
        -*) sed -n '/^#   tests/,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
        *) wanted+=("$1") ;;
    esac
    shift
done
if [ ${#wanted[@]} -eq 0 ]; then
    case "$part" in
        ci) wanted=("${ci_rows[@]}") ;;
        full) mapfile -t wanted < <(rows | awk '$1 != "planted" { print $1 }') ;;
        *) echo "matrix.sh: there is no part '$part', only ci and full" >&2; exit 2 ;;
    esac
fi
for row in "${wanted[@]}"; do
    if ! rows | awk -v row="$row" '$1 == row { found = 1 } END { exit !found }'; then
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
rm -rf "$replays" "$build"/*.result
mkdir -p "$replays"

# ---- Third parties for a foreign target ---------------------------------------------------------

# Debian's source package, by apt in a state of its own, so that this machine's lists stay as they
# are.
fetch_zstd() {
    local apt=$build/sources/apt codename
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v release="$codename" '$2 == release && $3 == "main" { print "deb-src", $0 }' |
        sort -u > "$apt/sources.list"
    local options=(-o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
                   -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache" -qq)
    apt-get "${options[@]}" update || return 1
    (cd "$build/sources" && apt-get "${options[@]}" source --download-only libzstd) || return 1
    rm -rf "$build/sources/zstd.part"
    mkdir "$build/sources/zstd.part"
    tar -xf "$build"/sources/libzstd_*.orig.tar.[gx]z -C "$build/sources/zstd.part" \
        --strip-components=1 || return 1
    mv "$build/sources/zstd.part" "$build/sources/zstd"
}

# Sources under $build/sources: zstd, and the two that are headers only, from this machine's
# packages in a folder that holds nothing else of it.
prepare_sources() {
    local sources=$build/sources
    mkdir -p "$sources/xxhash" "$sources/cereal/include"
    cp /usr/include/xxhash.h "$sources/xxhash/" || return 1
    printf '#define XXH_STATIC_LINKING_ONLY\n#define XXH_IMPLEMENTATION\n#include "xxhash.h"\n' \
        > "$sources/xxhash/xxhash.c"
    cp -r /usr/include/cereal "$sources/cereal/include/" || return 1
    if [ -n "${TANDEM_ZSTD_SOURCE:-}" ]; then
        ln -sfn "$TANDEM_ZSTD_SOURCE" "$sources/zstd"
    elif [ ! -e "$sources/zstd" ]; then
        fetch_zstd || return 1
    fi
    [ -e "$sources/zstd/lib/zstd.h" ]
}

# ---- One row ------------------------------------------------------------------------------------

# select_row ROW: sets compiler, library, target, flags and after.
select_row() {
    local line
    line=$(rows | awk -v row="$1" '$1 == row')
    read -r _ compiler library target flags <<< "$line"
    after=""
    case "$flags" in *after:*) after=${flags#*after: }; flags=${flags%% after:*} ;; esac
}

# The planted fault is an argument, so that row needs no build of its own.
folder_of() { if [ "$1" = planted ]; then echo "$build/g++-O0"; else echo "$build/$1"; fi; }

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

# run_chains ROW ARGUMENT...: the row's program on its target.
run_chains() {
    local program
    program=$(folder_of "$1")/tests/golden/tandem_chains
    shift
    case "$target" in
        wasm32) node --no-experimental-fetch "$program.js" "$@" ;;
        i686-*|x86_64) "$program" "$@" ;;
        *) "qemu-${target%%-*}-static" "$program" "$@" ;;
    esac
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
    local row=$1
    select_row "$row"
    echo "== building $row: $compiler $library $target $flags $after"
    if [ "$target" != x86_64 ] && ! prepare_sources >"$build/sources.log" 2>&1; then
        tail -n 5 "$build/sources.log"
        echo "not built: no sources of zstd, xxHash or cereal" > "$build/$row.result"
        return
    fi
    if ! { configure "$row" &&
           cmake --build "$(folder_of "$row")" -j "$jobs" --target tandem_chains; } \
           > "$build/$row.log" 2>&1; then
        tail -n 15 "$build/$row.log"
        echo "not built" > "$build/$row.result"
    fi
    remember_compiler "$row"
}

# record ROW: for a row that is built, its replays in $replays/ROW and its last line in ROW.result.
record() {
    local row=$1 plant=()
    if [ -e "$build/$row.result" ]; then return; fi
    select_row "$row"
    if [ "$row" = planted ]; then plant=(--plant 'duel_bots_2:123:fighters[1].position.x'); fi
    mkdir -p "$replays/$row"
    run_chains "$row" "${data[@]}" --record "$replays/$row" ${plant[@]+"${plant[@]}"} \
        > "$build/$row.chains" 2>&1 || true
    grep -vE '^(equal|chains)' "$build/$row.chains" || true
    grep -E '^chains' "$build/$row.chains" > "$build/$row.result" ||
        echo "not run" > "$build/$row.result"
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

differences=0
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
    echo "| row | compiler | library | flags | target | chains | replays | s |"
    echo "|---|---|---|---|---|---|---|---|"
} > "$table"
for row in "${wanted[@]}"; do
    before=$SECONDS
    select_row "$row"
    result=$(cat "$build/$row.result")
    verified="-"
    is_sound=false
    if [[ $result =~ ^chains\ ([0-9]+)\ equal\ of\ ([0-9]+),\ ([0-9]+)\ skipped ]]; then
        equal=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} skipped=${BASH_REMATCH[3]}
        echo "== verifying with $row"
        run_chains "$row" --verify "$replays/distinct" > "$build/$row.verified" 2>&1 || true
        grep -E '^DIFFERS' "$build/$row.verified" || true
        verified=$(sed -nE 's/^replays ([0-9]+) same of ([0-9]+)$/\1 of \2/p' \
                       "$build/$row.verified")
        result="$equal of $all"
        if [ "$skipped" -gt 0 ]; then result="$result, $skipped skipped"; fi
        if [ $((equal + skipped)) -eq "$all" ] && [ "$equal" -gt 0 ] &&
           [ "$verified" = "$distinct of $distinct" ]; then
            is_sound=true
        fi
    fi
    if [ $is_sound = false ]; then differences=$((differences + 1)); fi
    case "$target" in
        x86_64|i686-*|wasm32) where=${target%%-*} ;;
        *) where="${target%%-*} (qemu)" ;;
    esac
    version=$(cat "$build/$row.compiler" 2>/dev/null || echo "$compiler")
    if [ "$target" = wasm32 ]; then where="wasm32 (node)"; fi
    echo "| $row | $version | $library | \`$flags${after:+ … $after}\` | $where | $result |\
 ${verified:--} | $((${seconds[$row]} + SECONDS - before)) |" >> "$table"
done

echo
cat "$table"
echo
echo "${#wanted[@]} rows, $differences of them different or not run; $written replays written," \
     "$distinct distinct; $((SECONDS - started)) s"
if [ "$differences" -gt 0 ]; then exit 1; fi
