// SPDX-License-Identifier: MIT
// The file of a program that is built again and again, and whether what stands there is a new one
// that is whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// Where the file of this program stands, or stood when it was started. The error (io) says that the
// system does not tell.
sim::Result<std::string> own_program_path();

class WatchedProgram {
public:
    // How long whoever waits sleeps between two looks.
    static constexpr std::chrono::nanoseconds k_between_looks = std::chrono::milliseconds(50);
    // A linker writes a file in pieces. One that has not changed for so long is taken to be whole,
    // unless somebody still has it open to write.
    static constexpr std::chrono::nanoseconds k_settles_in = std::chrono::milliseconds(300);

    // What stands at this path now is not new.
    explicit WatchedProgram(std::string path);

    const std::string& path() const { return path_; }
    // Whether another file stands there than at the last time that this was true, whole and
    // executable. `now` never goes back.
    bool is_rebuilt(std::chrono::nanoseconds now);
    // What stands there counts as new once more, as soon as it is whole.
    void forget() { known_.reset(); }
    // Whether what stands there is no longer what is_rebuilt last spoke of, or is being written.
    bool is_stale() const;

private:
    // A file is another one where any of these is.
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
    std::optional<Stamp> known_;  // spoken of
    std::optional<Stamp> seen_;   // at the last look
    std::chrono::nanoseconds seen_since_{};
};

}  // namespace tandem::tools
