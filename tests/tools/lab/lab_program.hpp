// SPDX-License-Identifier: MIT
// A program with the lab, inside of the test.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tandem/tools/lab/verb/lab.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {

inline Said lab_program(std::vector<std::string> arguments) {
    return program<Counter>(std::move(arguments), {tools::lab_verb()});
}

}  // namespace tandem::test
