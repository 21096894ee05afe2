// SPDX-License-Identifier: MIT
// Compares two clocks that part in a sleep and at no other time.
#include <tandem/tools/system/sleep_watch.hpp>

#include <utility>

namespace tandem::tools {
namespace {

// The shortest sleep that counts. Reading one clock after the other takes time too, up to that of a
// process that is stopped between them; and nobody misses less.
constexpr std::chrono::seconds k_sleep_least{1};

}  // namespace

SleepWatch::SleepWatch(Clock waking, Clock all)
    : waking_(std::move(waking)), all_(std::move(all)), apart_(apart()) {}

std::optional<std::chrono::nanoseconds> SleepWatch::check() {
    const auto slept = apart() - apart_;
    if (slept < k_sleep_least) {
        return std::nullopt;
    }
    apart_ += slept;
    slept_ += slept;
    return slept;
}

std::string sleep_text(std::chrono::nanoseconds slept) {
    return "this machine slept for " +
           std::to_string(std::chrono::round<std::chrono::seconds>(slept).count()) + " s";
}

}  // namespace tandem::tools
