// SPDX-License-Identifier: MIT
// The linker takes these two before those of the C library, as both have the same names.
#include <tests/replay/disk_faults.hpp>

#include <cerrno>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tandem::test {

Disk& disk() {
    static Disk s_disk;
    return s_disk;
}

namespace {

int sync_or_fail(int file, long number) {
    struct stat status {};
    const bool is_folder = ::fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
    ++(is_folder ? disk().folder_syncs : disk().file_syncs);
    const int fault = is_folder ? disk().fail_folders_with : disk().fail_with;
    if (fault != 0) {
        errno = fault;
        return -1;
    }
    return static_cast<int>(::syscall(number, file));
}

}  // namespace
}  // namespace tandem::test

extern "C" int fsync(int file) { return tandem::test::sync_or_fail(file, SYS_fsync); }
extern "C" int fdatasync(int file) { return tandem::test::sync_or_fail(file, SYS_fdatasync); }
