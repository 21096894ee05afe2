// SPDX-License-Identifier: MIT
// The folder for the recordings of a match: one that was asked for, or a temporary one, which never
// stays for good, however its match ended.
#pragma once

#include <string>

#include <tandem/replay/files/system_file.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools::lab::match {

// A temporary folder is removed with this object, and held by a lock for as long as this process or
// a copy of it lives. If that was killed, the next match finds the folder without a holder and
// removes it.
class Folder {
public:
    // Returns the folder of this name, made if it is missing. The error is io.
    static sim::Result<Folder> named(const std::string& path);
    // Makes a new folder in the system's folder for such things, after it removed those that nobody
    // holds there. The error is io.
    static sim::Result<Folder> temporary();
    ~Folder();
    Folder(Folder&& other) noexcept;
    Folder& operator=(Folder&&) = delete;

    const std::string& path() const { return path_; }
    bool is_temporary() const { return is_temporary_; }

private:
    Folder(std::string path, bool is_temporary, replay::OpenFile lock)
        : path_(std::move(path)), is_temporary_(is_temporary), lock_(std::move(lock)) {}

    std::string path_;
    bool is_temporary_;
    replay::OpenFile lock_;
};

}  // namespace tandem::tools::lab::match
