// SPDX-License-Identifier: MIT
// Shows times as numbers and words.
#pragma once

#include <chrono>
#include <cstdint>
#include <ratio>
#include <string>

#include <tandem/net/transport/transport.hpp>
#include <tandem/tools/text/fixed_text.hpp>

namespace tandem::tools::netview {

inline constexpr double k_ppm_of_a_percent = 10'000;

inline double in_ms(net::Time time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

inline double in_seconds(net::Time time) { return std::chrono::duration<double>(time).count(); }

inline std::uint64_t whole_ms(net::Time time) {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
}

// Returns "41 ms"; below 10 with a decimal, because the times of a wire in a house would round to
// nothing.
inline std::string fine_ms_text(net::Time time) {
    return fixed_text(in_ms(time), in_ms(time) < 10 ? 1 : 0) + " ms";
}

// Returns "2.3 s".
inline std::string seconds_text(net::Time time) { return fixed_text(in_seconds(time), 1) + " s"; }

}  // namespace tandem::tools::netview
