// SPDX-License-Identifier: MIT
// What a recording says about itself, for a person and for a program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// "seed", "1".
struct FileLine {
    std::string name;
    std::string value;  // escaped, never empty
};

// In the order in which a person wants to read them. `path` is how the file is called.
std::vector<FileLine> file_lines(const replay::Replay& file, const std::string& path);
// The same as the object that info prints.
JsonObject file_facts(const replay::Replay& file, const std::string& path);
// Whether another program than this one made a recording, by what its header says: "another
// program made it: X; this is Y". Empty where it was this one, or where either is not known.
std::string other_maker_text(const std::optional<replay::GameBuild>& maker);

}  // namespace tandem::tools
