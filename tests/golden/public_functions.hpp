// SPDX-License-Identifier: MIT
// Which functions a header declares for game authors, and which of them a source never calls.
#pragma once

#include <compare>
#include <set>
#include <string>
#include <vector>

namespace tandem::test {

// One overload; those for Fixed and for Fixed16 are the same one.
struct PublicFunction {
    std::string name;  // operators as `operator+`, constructors as their class
    std::string parameters;

    friend auto operator<=>(const PublicFunction&, const PublicFunction&) = default;
};

// Those of namespace tandem that are not private, by reading the declarations: not the machinery in
// tandem::sim, nor construction from nothing.
std::set<PublicFunction> public_functions(const std::string& header);

// The names of which the source has fewer calls than the header has overloads, each with both
// numbers. An operator counts where its result is returned or put into a digest.
std::vector<std::string> unswept_functions(const std::string& header, const std::string& source);

}  // namespace tandem::test
