// SPDX-License-Identifier: MIT
// A disk that can be watched and made to fail: this program's fsync and fdatasync are its own.
#pragma once

namespace tandem::test {

struct Disk {
    int folder_syncs = 0;  // how often a folder was made durable
    int file_syncs = 0;
    int fail_with = 0;          // errno of every sync of a file; 0: they work
    int fail_folders_with = 0;  // likewise of folders
};
// Starts at zero for each test, which runs in its own process or resets it.
Disk& disk();

}  // namespace tandem::test
