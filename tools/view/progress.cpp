// SPDX-License-Identifier: MIT
// The line is drawn again a few times a second: often enough to look alive, seldom enough to cost
// nothing.
#include <tandem/tools/view/progress.hpp>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include <unistd.h>

#include <tandem/sim/text.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/terminal.hpp>

namespace tandem::tools {
namespace {

using std::chrono::nanoseconds;
constexpr nanoseconds k_silent = std::chrono::milliseconds(500);
constexpr nanoseconds k_redraw = std::chrono::milliseconds(200);
constexpr auto k_erase = "\r\x1b[K";

// Returns the time left at the rate so far, rounded up.
std::uint64_t seconds_left(std::uint64_t done, std::uint64_t total, std::uint64_t elapsed_ms) {
    return static_cast<std::uint64_t>(
        std::ceil(static_cast<double>(elapsed_ms) / 1000 * static_cast<double>(total - done) /
                  static_cast<double>(done)));
}

}  // namespace

Progress::Progress(std::ostream& err, bool enabled, std::string what, std::string noun,
                   std::optional<std::uint64_t> total, std::function<std::string()> before)
    : err_(err),
      enabled_(enabled),
      what_(std::move(what)),
      noun_(std::move(noun)),
      total_(total),
      before_(std::move(before)) {}

void Progress::update(std::uint64_t done, nanoseconds now) {
    if (!enabled_) {
        return;
    }
    if (!start_) {
        start_ = now;
        drawn_ = now - k_redraw;
    }
    if (now - *start_ < k_silent || now - drawn_ < k_redraw) {
        return;
    }
    drawn_ = now;
    visible_ = true;
    std::string text = before_ ? before_() : "";
    text += (text.empty() ? "" : " | ") + line(done, now - *start_);
    // A line that wraps could not be drawn over.
    const std::uint32_t columns = std::max(terminal_size(STDERR_FILENO).columns, 2U);
    err_ << k_erase << sim::first_characters(text, columns - 1) << std::flush;
}

void Progress::finish() {
    if (visible_) {
        err_ << k_erase << std::flush;
        visible_ = false;
    }
}

std::string Progress::line(std::uint64_t done, nanoseconds elapsed) const {
    const auto elapsed_ms = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count());
    const std::uint64_t per_second = elapsed_ms == 0 ? 0 : done * 1000 / elapsed_ms;
    std::string text = what_ + "  " + std::to_string(done);
    if (total_) {
        text += " of " + std::to_string(*total_);
    }
    text += " " + noun_ + "s";
    if (per_second > 0) {
        text += ", " + std::to_string(per_second) + " a second";
    }
    if (total_ && *total_ > done && done > 0) {
        text += ", " + duration_text(seconds_left(done, *total_, elapsed_ms)) + " left";
    }
    return text;
}

ElapsedLine::ElapsedLine(std::ostream& err, bool enabled, std::string what)
    : err_(err), what_(std::move(what)) {
    if (enabled) {
        try {
            thread_ = std::thread([this] { report(); });
        } catch (const std::system_error&) {
            // If there is no thread to be had, the work goes on without a line.
        }
    }
}

void ElapsedLine::finish() {
    {
        const std::lock_guard lock(mutex_);
        is_finished_ = true;
    }
    finished_.notify_one();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void ElapsedLine::report() {
    std::unique_lock lock(mutex_);
    const auto is_finished = [this] { return is_finished_; };
    if (finished_.wait_for(lock, k_silent, is_finished)) {
        return;
    }
    const nanoseconds start = steady_now() - k_silent;
    do {
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(steady_now() - start);
        err_ << k_erase << what_ << ", "
             << duration_text(static_cast<std::uint64_t>(seconds.count())) << std::flush;
    } while (!finished_.wait_for(lock, k_redraw, is_finished));
    err_ << k_erase << std::flush;
}

}  // namespace tandem::tools
