// SPDX-License-Identifier: MIT
// What this program allocates: it replaces operator new, so that everything is counted.
#pragma once

#include <cstdint>

namespace tandem::test {

// Since the program began, freed or not.
std::uint64_t allocated_bytes();

template <class Call>
std::uint64_t allocations_of(Call&& call) {
    const std::uint64_t before = allocated_bytes();
    call();
    return allocated_bytes() - before;
}

}  // namespace tandem::test
