// SPDX-License-Identifier: MIT
// What a source file includes, declares and names: all that the include check has to know of it.
// It reads words and brackets, and knows no types.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <tests/tidy/source_text.hpp>

namespace tandem::tidy {

// `qualifier` is the word before the `::`, empty for `::name`.
struct QualifiedUse {
    std::string_view qualifier;
    std::string_view name;
    std::size_t line = 0;
    bool is_call = false;
};

// A name at namespace scope: what another file may need this one for.
struct Offer {
    std::string_view name;
    std::string place;  // the namespaces, as in "tandem::sim"; one without a name is left out
    bool is_function = false;  // found by its arguments as well, wherever it is
};

// The words point into the file, which has to outlive its outline.
struct Outline {
    std::vector<Include> includes;

    std::vector<Offer> offers;
    std::unordered_set<std::string_view> macros;
    // Members and enumerators, which may be used where the file is included.
    std::unordered_set<std::string_view> members;
    // Variables, parameters and template parameters, which no other file sees.
    std::unordered_set<std::string_view> local;

    std::unordered_set<std::string_view> namespaces;  // one name each
    std::set<std::string> places;      // those that it opens, and what is around them
    std::set<std::string> directives;  // using namespace

    // What it names, with the line of the first time.
    std::unordered_map<std::string_view, std::size_t> used;      // without a qualifier
    std::unordered_map<std::string_view, std::size_t> standard;  // after std::
    std::vector<QualifiedUse> qualified;                         // after anything else
};

Outline outline_of(const File& file);

}  // namespace tandem::tidy
