// SPDX-License-Identifier: MIT
// Walks from a simulation's entry points through everything that its objects can call or take the
// address of, and finds everything that a step may not have.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/object_check/listing.hpp>

namespace tandem::object_check {

struct ObjectFinding {
    std::string object;
    std::string function;            // its symbol
    std::string what;                // the instruction or the symbol referred to
    std::string_view kind;           // "floating point", "clock", ...
    std::vector<std::string> route;  // symbols from the entry point to the function
    Part::Lines lines{};             // the source's, if the objects tell them
    bool is_instruction = false;
};

struct Examination {
    std::size_t roots = 0;
    std::size_t functions = 0;  // functions examined, the roots included
    std::vector<ObjectFinding> findings;
};

// Examines everything that functions whose symbol begins with `root_prefix` can reach; an empty
// prefix takes all functions. It is conservative: a table of addresses counts as calls to all of
// them, and a variable of static storage that is not read-only as one that changes. A symbol that
// no object defines is only judged by its name. `allowed` are symbols that the user answers for, as
// is_allowed takes them.
Examination examine(const std::vector<Object>& objects, std::string_view root_prefix,
                    const std::vector<std::string>& allowed = {});

// Returns "f(int) in a.o: `mulsd %xmm1,%xmm0` is floating point", the lines of the source and the
// way there.
std::string text_of(const ObjectFinding& finding);

}  // namespace tandem::object_check
