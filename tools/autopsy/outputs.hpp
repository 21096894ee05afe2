// SPDX-License-Identifier: MIT
// Writes the files of diff and explain beside their answer, if they are asked for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <tandem/replay/files/output.hpp>
#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools::autopsy {

// Returns --html, --trace and --force.
std::vector<Option> output_options();

// Names are taken before the answer is computed; a file that is not written leaves nothing.
class Outputs {
public:
    // Opens the files that these options ask for, of a verb that has output_options(). The error
    // (usage) says that a file is one of those which are read, or (io) that it exists and --force
    // is missing.
    static sim::Result<Outputs> open(const Arguments& arguments,
                                     const std::vector<std::string>& files_read);

    // True if any file is asked for.
    bool are_wanted() const { return html_ != nullptr || trace_ != nullptr; }
    // Writes all of it.
    sim::Result<void> write(const PageInput& input, const replay::Progress& progress = nullptr);
    // Says which files were written, in words and as the members html_file, html_bytes and
    // trace_file of `facts`.
    void report(Console& console, JsonObject& facts) const;

private:
    std::unique_ptr<replay::FileOutput> html_;
    std::unique_ptr<replay::FileOutput> trace_;
    std::uint64_t html_bytes_ = 0;
};

}  // namespace tandem::tools::autopsy
