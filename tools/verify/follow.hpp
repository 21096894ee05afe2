// SPDX-License-Identifier: MIT
// Verifies a recording while its session still writes it.
#pragma once

#include <cstdint>
#include <string>

#include <tandem/tools/verb.hpp>
#include <tandem/tools/verify/outcome.hpp>

namespace tandem::tools {

// Verifies the ticks that the file holds, waits for more and goes on, until its session has ended
// it or is gone, a difference is found, or a signal comes. It tells its progress on the way.
// `round_trip_ticks` is as for replay::verify_segment.
Outcome verify_followed(const std::string& path, std::uint64_t round_trip_ticks,
                        const Context& context);

}  // namespace tandem::tools
