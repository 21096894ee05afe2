#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the Debian packages of a build and uses them: unpacked into a folder, or, where a folder
# with a bare Debian is named, installed there as a person would.
#
#   tests/consumer/packages.sh BUILD GAME WORK              unpacked, dependencies compared
#   tests/consumer/packages.sh BUILD GAME WORK BARE         installed in BARE, by apt and chroot
#
# BUILD is a build folder of Tandem, GAME tests/consumer/game. BARE is what debootstrap leaves
# (debootstrap --variant=minbase bookworm BARE), with a network to fetch the dependencies from; as
# root.
set -euo pipefail
build=$1 game=$2 work=$3 bare=${4:-}
fail() { echo "packages.sh: $*" >&2; exit 1; }

rm -rf "$work"
mkdir -p "$work/root"
cd "$work"
cpack --config "$build/CPackConfig.cmake" -B "$work/packages" > cpack.log 2>&1 ||
    { cat cpack.log; fail "cpack made no packages"; }
architecture=$(dpkg --print-architecture)
version=$("$build/tools/tandem" --version | sed -n '1s/^tandem \([0-9.]*\).*/\1/p')
runtime=packages/tandem_${version}_$architecture.deb
dev=packages/tandem-dev_${version}_$architecture.deb
for package in "$runtime" "$dev"; do
    [ -f "$package" ] || fail "cpack did not make ${package##*/}, but $(ls packages)"
    dpkg-deb --extract "$package" root
done
if grep -rq "$(dirname "$build")" root/usr/lib/cmake root/usr/lib/pkgconfig; then
    fail "the packages name a folder of this machine"
fi

# The little game of the consumer tests, of the package alone.
cat > CMakeLists.txt <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(tug LANGUAGES CXX)
find_package(tandem REQUIRED)
add_executable(library_user $game/library_user.cpp)
target_link_libraries(library_user PRIVATE tandem::sim)
CMAKE

# ---- Installed in a bare Debian -----------------------------------------------------------------

if [ -n "$bare" ]; then
    inside() { chroot "$bare" env DEBIAN_FRONTEND=noninteractive "$@"; }
    mkdir -p "$bare/packages"
    cp "$runtime" "$dev" CMakeLists.txt "$game"/library_user.cpp "$game"/tug.hpp "$bare/packages"
    sed -i "s,$game/,," "$bare/packages/CMakeLists.txt"
    inside apt-get -qq update
    inside apt-get -qq install -y --no-install-recommends "./packages/${runtime##*/}"
    inside tandem --version
    inside tandem --game duel record -o /tmp/a.tandem --force --inputs bot --ticks 600
    inside tandem verify /tmp/a.tandem
    inside tandem export /tmp/a.tandem --force --format png -o /tmp/a.png
    inside apt-get -qq install -y --no-install-recommends "./packages/${dev##*/}" g++ cmake make
    inside cmake -S /packages -B /packages/build
    inside cmake --build /packages/build
    inside /packages/build/library_user
    echo "installed and used in $bare"
    exit 0
fi

# ---- Unpacked -----------------------------------------------------------------------------------

root/usr/bin/tandem --version
root/usr/bin/tandem --game duel record -o a.tandem --inputs bot --ticks 60
root/usr/bin/tandem verify a.tandem
[ -s root/usr/share/man/man1/tandem.1 ] || fail "the manual page is missing"

# depends PACKAGE: the names it depends on, a line each.
depends() { dpkg-deb --field "$1" Depends | tr ',' '\n' | sed 's/^ *//; s/[ (|].*//'; }
# owner FILE: the package that a file of this machine came with. dpkg may know it by the path that
# it had before / became links into /usr.
owner() {
    local path
    path=$(readlink -f "$(dirname "$1")")/$(basename "$1")
    { dpkg-query -S "$path" 2> /dev/null || dpkg-query -S "${path#/usr}"; } | sed -n '1s/:.*//p'
}

# comes_with PACKAGE FILE: whether the file is of something that the package depends on.
comes_with() { depends "$1" | grep -qx "$(owner "$2")"; }
if comes_with "$runtime" "$(command -v bash)"; then
    fail "this check is blind: tandem needs no bash"
fi

# What the program is linked with, but not what that is linked with in its turn.
for library in $(ldd root/usr/bin/tandem | sed -n 's/.* => \(\/[^ ]*\).*/\1/p'); do
    objdump -p root/usr/bin/tandem | grep -q "NEEDED *${library##*/}\$" || continue
    comes_with "$runtime" "$library" ||
        fail "the program needs $library, but depends on" $(depends "$runtime")
done
# What a game links by the .pc files.
count=0
for library in $(sed -n 's/^Libs: //p' root/usr/lib/pkgconfig/*.pc | tr ' ' '\n' | sort -u); do
    case "$library" in -ltandem*) continue ;; -l*) ;; *) continue ;; esac
    comes_with "$dev" "$(gcc -print-file-name="lib${library#-l}.so")" ||
        fail "a game links $library, but tandem-dev depends on" $(depends "$dev")
    count=$((count + 1))
done
if [ "$count" -lt 4 ]; then fail "only $count libraries stand in the .pc files"; fi

cmake -S . -B build -G Ninja "-DCMAKE_PREFIX_PATH=$work/root/usr" -DCMAKE_CXX_FLAGS=-O0
cmake --build build
build/library_user
echo "unpacked and used in $work/root"
