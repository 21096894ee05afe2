// SPDX-License-Identifier: MIT
// Keeps verdicts, so that a file need not be simulated a second night. A verdict is found again
// only for the same bytes of the file, the same code of the whole program, the same processor and
// the same checks; everything else is simulated.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/system/append_file.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tandem/tools/verify/outcome.hpp>

namespace tandem::tools {

// A cache is either one file of lines, or a folder with a file for each verdict. Many programs may
// use the folder at the same time, also over a network. It is not safe for several threads.
class VerdictCache {
public:
    // Opens the cache. It is a folder if `path` is one or ends with a slash; a missing folder is
    // made. A file that holds something else than a cache is an error (io).
    static sim::Result<VerdictCache> open(const std::string& path, const ProgramIdentity& program,
                                          const std::string& checks);

    // The outcome for a file of these bytes, without its path.
    std::optional<Outcome> find(const sim::Digest& digest);
    // Keeps an outcome, if it is the verdict `same` about a whole file, without any fault of the
    // game's arithmetic.
    sim::Result<void> keep(const Outcome& outcome);

    // The number of entries that were damaged and are not used.
    std::size_t broken_entries() const { return broken_entries_; }

private:
    VerdictCache(std::string base, std::string folder)
        : base_(std::move(base)), folder_(std::move(folder)) {}
    std::string key_of(const sim::Digest& digest) const;
    std::string path_of(const std::string& key) const;
    std::optional<std::string> find_text(const std::string& key);

    std::string base_;    // the part that every key has: program, processor and checks
    std::string folder_;  // empty if the cache is a file
    std::optional<AppendFile> file_;
    std::map<std::string, std::string> entries_;  // entries of the file, by key
    std::size_t broken_entries_ = 0;
};

}  // namespace tandem::tools
