// SPDX-License-Identifier: MIT
// Reads the operating system's clocks.
#include <tandem/tools/system/clock.hpp>

#include <array>
#include <cstdint>
#include <ctime>
#include <utility>

namespace tandem::tools {
namespace {

std::string local_time(const char* form) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> text{};
    return std::string(text.data(), std::strftime(text.data(), text.size(), form, &local));
}

}  // namespace

std::chrono::nanoseconds steady_now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
}

std::chrono::nanoseconds steady_now_with_sleep() {
#ifdef CLOCK_BOOTTIME
    std::timespec now{};
    if (clock_gettime(CLOCK_BOOTTIME, &now) == 0) {
        return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    }
#endif
    return steady_now();
}

std::chrono::nanoseconds processor_time() {
    std::timespec taken{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &taken);
    return std::chrono::seconds(taken.tv_sec) + std::chrono::nanoseconds(taken.tv_nsec);
}

void sleep_until(std::chrono::nanoseconds deadline) {
    const std::chrono::nanoseconds left = deadline - steady_now();
    if (left.count() <= 0) {
        return;
    }
    constexpr std::int64_t k_ns_per_s = 1'000'000'000;
    const std::timespec pause{static_cast<std::time_t>(left.count() / k_ns_per_s),
                              static_cast<long>(left.count() % k_ns_per_s)};
    // This is not std::this_thread::sleep_until, which goes back to sleep after a signal.
    nanosleep(&pause, nullptr);
}

std::string dated_name() { return local_time("%Y%m%d-%H%M%S"); }

std::string date_text() { return local_time("%Y-%m-%d %H:%M"); }

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
