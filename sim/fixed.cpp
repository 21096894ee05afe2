// SPDX-License-Identifier: MIT
// What Fixed does not do inline: roots, and the one place where arithmetic without a result ends
// up.
#include <tandem/sim/fixed.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/estimate.hpp>

namespace tandem {

namespace sim {

void arithmetic_fault([[maybe_unused]] const char* operation) {
#ifndef NDEBUG
    assertion_failed(operation, __FILE__, __LINE__);
#endif
}

}  // namespace sim

Fixed sqrt(Fixed x) {
    if (x.raw() < 0) {
        sim::arithmetic_fault("sqrt(Fixed): negative number");
        return {};
    }
    const auto raw = static_cast<std::uint64_t>(x.raw());
    return Fixed::from_raw(static_cast<std::int64_t>(sim::exact::root_32(raw)));
}

Fixed16 sqrt(Fixed16 x) {
    if (x.raw() < 0) {
        sim::arithmetic_fault("sqrt(Fixed16): negative number");
        return {};
    }
    const auto raw = static_cast<std::uint32_t>(x.raw());
    return Fixed16::from_raw(static_cast<std::int32_t>(sim::exact::root_16(raw)));
}

}  // namespace tandem
