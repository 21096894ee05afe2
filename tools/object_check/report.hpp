// SPDX-License-Identifier: MIT
// Findings in the order in which somebody should look at them, and those of one kind and one name
// told once: a hundred variables of one template must not hide the one multiplication of floats.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/object_check/examine.hpp>

namespace tandem::object_check {

// All of one kind that are about one name: the symbol that is referred to or, of instructions, the
// function. A template is one name, whatever its arguments.
struct Group {
    std::string_view kind;
    std::string name;
    std::vector<Finding> findings;
};

// Floating point first, then clocks, random sources and the machine, then variables, and last what
// nobody has looked into. Each kind stays together; within it the names stand in the order of the
// findings.
std::vector<Group> grouped(const std::vector<Finding>& findings);

// The first finding of each group in full, and where the others are.
std::string text_of(const Group& group);

// "4 floating point (3 names), 157 a variable that outlives the game (2 names)"; empty: no group.
std::string summary_of(const std::vector<Group>& groups);

// "ns::type<>::value" of "ns::type<Position, 3u>::value": without arguments of templates and
// parameters.
std::string family_of(const std::string& name);

}  // namespace tandem::object_check
