// SPDX-License-Identifier: MIT
// The tables of CLI.md, made of the verbs' values: what the page must say.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::test {

// "| `diff A B` | Find the first difference ... |", one for each verb.
std::vector<std::string> verb_rows(const std::vector<tools::Verb>& verbs);
// "| `--ticks N` | `record host` | Stop after this many ticks | |": one for each option, which
// names all verbs that have this very option, where the first of them stands.
std::vector<std::string> option_rows(const std::vector<tools::Verb>& verbs);
// The same rows for one verb alone, without the column of verbs; its arguments too.
std::vector<std::string> option_rows_of(const std::vector<tools::Option>& options);

// The lines of the page's table that begins with this head, up to its end.
std::vector<std::string> table_of_page(const std::string& page, const std::string& head);

}  // namespace tandem::test
