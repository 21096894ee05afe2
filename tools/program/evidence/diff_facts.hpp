// SPDX-License-Identifier: MIT
// Tells where two recordings part, for a person and for a program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// The names of the two files in texts.
struct ComparedNames {
    std::string a;
    std::string b;
};

// The verdict, the fields and the notes, as lines. Foreign text is escaped.
std::vector<std::string> diff_lines(const replay::DiffReport& report, const ComparedNames& names);
// The object that diff prints; `flaw` is that of either file.
JsonObject diff_facts(const replay::DiffReport& report, const std::optional<sim::Error>& flaw,
                      const ComparedNames& names);

}  // namespace tandem::tools
