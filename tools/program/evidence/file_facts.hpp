// SPDX-License-Identifier: MIT
// Tells the facts that a recording says about itself, for a person and for a program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// A name and a value: "seed", "1".
struct FileLine {
    std::string name;
    std::string value;  // escaped, never empty
};

// The lines in the order in which a person wants to read them. `path` is how the file is called.
std::vector<FileLine> file_lines(const replay::Replay& file, const std::string& path);
// The object that info prints.
JsonObject file_facts(const replay::Replay& file, const std::string& path);
// Says that another program than this one made a recording, by its header: "another program made
// it: X; this is Y". Empty if this program made it, or if either is not known.
std::string other_maker_text(const std::optional<replay::GameBuild>& maker);

}  // namespace tandem::tools
