// SPDX-License-Identifier: MIT
// The error about columns that do not match. It is kept out of the templates that find them.
#include <tandem/sim/serialize/columns.hpp>

#include <stdexcept>
#include <string>

namespace tandem::sim::detail {

void columns_differ(const char* list, const char* first, std::size_t first_length,
                    const char* other, std::size_t other_length) {
    throw std::length_error(std::string("columns(\"") + list +
                            "\"): all columns must have the same length, but " + first + " has " +
                            std::to_string(first_length) + " elements and " + other + " has " +
                            std::to_string(other_length));
}

}  // namespace tandem::sim::detail
