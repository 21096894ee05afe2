// SPDX-License-Identifier: MIT
// The verdict of an autopsy with its evidence, for a person and for a program.
#pragma once

#include <string>
#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/tools/program/diff_facts.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// The verdict in one sentence that needs no knowledge of the game's code, without a full stop. Of
// one file `names.b` is empty.
std::string explain_sentence(const replay::Explanation& explanation, const ComparedNames& names);

// The verdict, the fields, the proof and every step, as lines. Foreign text is escaped.
std::vector<std::string> explain_lines(const replay::Explanation& explanation,
                                       const ComparedNames& names);
// The same as the object that explain prints.
JsonObject explain_facts(const replay::Explanation& explanation, const ComparedNames& names);

}  // namespace tandem::tools
