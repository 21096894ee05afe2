// SPDX-License-Identifier: MIT
// Orders findings for a reader, and tells those of one kind and one name once: a hundred
// variables of one template must not hide the one multiplication of floats.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/object_check/examine.hpp>

namespace tandem::object_check {

// All findings of one kind about one name: the symbol that is referred to or, for instructions, the
// function. A template is one name, whatever its arguments.
struct Group {
    std::string_view kind;
    std::string name;
    std::vector<ObjectFinding> findings;
};

// Returns the groups: floating point first, then clocks, random sources and the machine, then
// variables, and last the kinds without a rank. Each kind stays together; within it the names stand
// in the order of the findings.
std::vector<Group> grouped(const std::vector<ObjectFinding>& findings);

// Returns the first finding of each group in full, and the places of the others.
std::string text_of(const Group& group);

// Returns "4 floating point (3 names), 157 a variable that outlives the game (2 names)"; empty if
// there is no group.
std::string summary_of(const std::vector<Group>& groups);

// Returns a name without arguments of templates and parameters: "ns::type<>::value" for
// "ns::type<Position, 3u>::value".
std::string family_of(const std::string& name);

}  // namespace tandem::object_check
