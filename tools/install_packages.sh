#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The one list of Debian packages that building and testing Tandem needs, and what installs those
# that are missing.
#
#   tools/install_packages.sh            to build and test
#   tools/install_packages.sh demo       to build the program and run the demo, window included
#   tools/install_packages.sh matrix     for the whole matrix of tests/determinism
#   tools/install_packages.sh quick      for tools/test_file.sh
#   tools/install_packages.sh --missing quick
#                                        installs nothing and prints what is missing for that
#
# As root or with sudo. Elsewhere than on Debian (or a system with apt) it installs nothing, names
# what to install, and succeeds: the build itself then decides whether something is really
# missing.
set -euo pipefail

build=(g++ cmake ninja-build pkg-config
       libenet-dev libcereal-dev libcli11-dev libxxhash-dev libzstd-dev libsodium-dev
       nlohmann-json3-dev libpng-dev)
# clang and its runtime: the sanitizer and fuzzing build. tmux: sessions with a keyboard. zsh and
# fish: completion, tried by the shells themselves. groff-base: the manual page, read.
# util-linux: unshare, for a full disk. python3 and zstd: the independent reader. binutils: the
# object code of a step. dpkg-dev: packages. locales: one whose numbers have a comma. g++-i686 and
# g++-s390x with qemu: the foreign machines of the matrix.
# chromium with its driver: the page, in a real browser. emscripten, nodejs, node-acorn: the page's
# module; zopfli packs it.
# doxygen: the reference of the public headers. parallel: shards of verify.
# ffmpeg and asciinema: films that export writes, played by the real ones.
# libsdl2, xvfb, xdotool, imagemagick: the window, opened, driven and looked at.
# libvterm: a terminal of others, which judges what a screen is told.
# libmpfr, libbenchmark and libfixmath: what accuracy and speed are measured against. libc++: the
# other library beside which check finds what one library always does alike.
testing=(git clang lld clang-format-14 libclang-rt-14-dev binutils dpkg-dev xz-utils
         libgtest-dev librapidcheck-dev doxygen locales tmux zsh fish groff-base util-linux procps
         python3 zstd parallel ffmpeg asciinema libsdl2-dev xvfb xdotool imagemagick
         g++-i686-linux-gnu g++-s390x-linux-gnu qemu-user-static
         libvterm-dev libmpfr-dev libbenchmark-dev libfixmath-dev libc++-14-dev libc++abi-14-dev
         chromium chromium-driver emscripten nodejs node-acorn zopfli)
# The window. Its headers, and the two hundred packages that they draw in, are for a test alone.
demo=(libsdl2-2.0-0)
# The other machines.
matrix=(g++-aarch64-linux-gnu g++-riscv64-linux-gnu)
# A demo of four real people. The only one that may be absent: tests then skip by name.
# tools/demo.sh takes the one file of it that it needs.
data=(freedm)

only_tells=false
if [ "${1:-}" = --missing ]; then only_tells=true; shift; fi
wanted=("${build[@]}")
case "${1:-test}" in
    test) wanted+=("${testing[@]}") ;;
    matrix) wanted+=("${testing[@]}" "${matrix[@]}") ;;
    quick) wanted+=(libgtest-dev librapidcheck-dev); data=() ;;
    demo) wanted+=("${demo[@]}"); data=() ;;
    *) echo "usage: tools/install_packages.sh [--missing] [test|demo|matrix|quick]" >&2; exit 2 ;;
esac

installed() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

if [ $only_tells = true ]; then
    if command -v dpkg-query >/dev/null; then
        for package in "${wanted[@]}"; do installed "$package" || echo "$package"; done
    fi
    exit 0
fi

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "Not Debian, so nothing was installed. Needed is what these Debian 12 packages have:" >&2
    echo "  ${wanted[*]} ${data[*]-}" >&2
    echo "Libraries that are missing are then downloaded as sources, except libsodium." >&2
    exit 0
fi

missing=()
for package in "${wanted[@]}"; do installed "$package" || missing+=("$package"); done
missing_data=()
for package in ${data[@]+"${data[@]}"}; do installed "$package" || missing_data+=("$package"); done
if [ $((${#missing[@]} + ${#missing_data[@]})) -eq 0 ]; then exit 0; fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        if [ ${#missing[@]} -eq 0 ]; then
            echo "No game data (${missing_data[*]} is not installed); going on without." >&2
            exit 0
        fi
        echo "Packages are missing, and here is neither root nor sudo. As root run:" >&2
        echo "  apt-get install --no-install-recommends ${missing[*]} ${missing_data[*]-}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

# The output of apt, which is a line for each package and more, is shown only where it fails.
said=$(mktemp)
trap 'rm -f "$said"' EXIT
apt() {
    ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" \
        > "$said" 2>&1 || { cat "$said" >&2; return 1; }
}
install() { apt install -y --no-install-recommends "$@"; }

all_missing=(${missing[@]+"${missing[@]}"} ${missing_data[@]+"${missing_data[@]}"})
echo "Installing ${#all_missing[@]} packages and what they need: ${all_missing[*]}" >&2
apt update || echo "The package lists could not be updated; trying with those at hand." >&2
if [ ${#missing[@]} -gt 0 ] && ! install "${missing[@]}"; then
    echo "These packages could not be installed: ${missing[*]}" >&2
    exit 1
fi
if [ ${#missing_data[@]} -gt 0 ] && ! install "${missing_data[@]}"; then
    echo "No game data (${missing_data[*]} could not be installed); going on without." >&2
fi
