// SPDX-License-Identifier: MIT
// Lists all verbs of a program: one list for those who develop a game, one for its players. A
// program links only the verbs of the list that it calls.
#pragma once

#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The verbs that every program of a developer has, and the program's own, in the order of help.
std::vector<Verb> all_verbs(std::vector<Verb> own = {});

// The verbs that a program for players has, and the program's own, in the order of help.
std::vector<Verb> players_verbs(std::vector<Verb> own = {});

}  // namespace tandem::tools
