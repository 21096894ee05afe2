#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The sources of zstd, for targets that Debian has no package for: its source package, by apt in a
# state of its own, so that this machine's lists stay as they are.
#
#   tools/fetch_zstd.sh FOLDER      leaves them in FOLDER/zstd; what is there already is kept
set -euo pipefail
if [ $# -ne 1 ]; then echo "usage: tools/fetch_zstd.sh FOLDER" >&2; exit 2; fi
mkdir -p "$1"
cd "$1"
sources=$PWD
if [ -e zstd/lib/zstd.h ]; then exit 0; fi

mkdir -p apt/lists/partial apt/cache/archives/partial
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk -v release="$codename" '$2 == release && $3 == "main" { print "deb-src", $0 }' |
    sort -u > apt/sources.list
options=(-o "Dir::Etc::SourceList=$sources/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
         -o "Dir::State::Lists=$sources/apt/lists" -o "Dir::Cache=$sources/apt/cache" -qq)
apt-get "${options[@]}" update
apt-get "${options[@]}" source --download-only libzstd
rm -rf zstd.part
mkdir zstd.part
tar -xf libzstd_*.orig.tar.[gx]z -C zstd.part --strip-components=1
mv zstd.part zstd
