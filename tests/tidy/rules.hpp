// SPDX-License-Identifier: MIT
// The rules of the tidy test, each with what it must find and what it must let pass, and the files
// that are excused from one.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <tests/tidy/source_text.hpp>

namespace tandem::tidy {

struct Finding {
    std::size_t line = 0;  // from 1
    std::string message;
};

struct Snippet {
    std::string path;
    std::string text;
};

struct Rule {
    std::string name;
    std::function<void(const File&, std::vector<Finding>&)> check;
    std::vector<Snippet> canaries;     // each must be found
    std::vector<Snippet> near_misses;  // none may be found
};

const std::vector<Rule>& all_rules();

// A file that breaks a rule for a reason. One that no longer breaks it is an error as well.
struct Exception {
    std::string_view path;
    std::string_view rule;
    std::string_view reason;
};

const std::vector<Exception>& exceptions();

}  // namespace tandem::tidy
