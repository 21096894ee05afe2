// SPDX-License-Identifier: MIT
// Watches the file of a program that is built again and again, and tells if the file there is a new
// one that is whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// The path of this program's file, or its path when it was started. The error (io) says that the
// system does not tell.
sim::Result<std::string> own_program_path();

class WatchedProgram {
public:
    // The sleep of a waiting loop between two looks.
    static constexpr std::chrono::nanoseconds k_between_looks = std::chrono::milliseconds(50);
    // The time after which a file that does not change is taken to be whole, unless somebody still
    // has it open to write. A linker writes a file in pieces.
    static constexpr std::chrono::nanoseconds k_settles_in = std::chrono::milliseconds(300);

    // The file at this path now does not count as new.
    explicit WatchedProgram(std::string path);

    const std::string& path() const { return path_; }
    // True if another file stands there than at the last time that this was true, whole and
    // executable. `now` never goes back.
    bool is_rebuilt(std::chrono::nanoseconds now);
    // Lets the file there count as new once more, as soon as it is whole.
    void forget() { known_.reset(); }
    // True if the file there is no longer the one that is_rebuilt last was true for, or is being
    // written.
    bool is_stale() const;

private:
    // The marks of a file: it is another one if any of these is different.
    struct Stamp {
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
        std::uint64_t bytes = 0;
        std::int64_t modified_ns = 0;
        bool is_program = false;  // a regular file that may be executed
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    std::optional<Stamp> stamp() const;
    bool is_being_written() const;

    std::string path_;
    std::optional<Stamp> known_;  // the file that counted last
    std::optional<Stamp> seen_;   // the file at the last look
    std::chrono::nanoseconds seen_since_{};
};

}  // namespace tandem::tools
