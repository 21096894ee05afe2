#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# freedm.wad out of Debian's package freedm, without the two engines that the package asks for: the
# demo in it is the input of four real people.
#
#   tools/fetch_wad.sh FOLDER       leaves it in FOLDER/freedm.wad; what is there already is kept
set -euo pipefail
if [ $# -ne 1 ]; then echo "usage: tools/fetch_wad.sh FOLDER" >&2; exit 2; fi
mkdir -p "$1"
cd "$1"
if [ -e freedm.wad ]; then exit 0; fi

rm -f freedm_*.deb
# Else apt, started by root, downloads as a user who may not write here.
apt-get -qq -o APT::Sandbox::User=root download freedm
dpkg-deb --fsys-tarfile freedm_*.deb |
    tar -x --to-stdout ./usr/share/games/doom/freedm.wad > freedm.wad.part
mv freedm.wad.part freedm.wad
rm freedm_*.deb
