// SPDX-License-Identifier: MIT
// Writes a line on stderr that says how far long work is: rate and time left. It does so only on a
// terminal, and only after half a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <thread>

#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools {

// The caller passes times in, so that a test needs no clock.
class Progress {
public:
    // `enabled` is false if stderr is no terminal or --quiet or --json was given; nothing is then
    // ever written. `total` is the amount of work in `noun`s, if it is known. `before` gives the
    // text in front, if there is any; it is asked whenever the line is drawn. A narrow terminal
    // cuts the end off.
    Progress(std::ostream& err, bool enabled, std::string what, std::string noun,
             std::optional<std::uint64_t> total, std::function<std::string()> before = {});
    ~Progress() { finish(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Sets the amount of work once it is known.
    void set_total(std::uint64_t total) { total_ = total; }
    // Tells how much is done. The first call starts the watch.
    void update(std::uint64_t done, std::chrono::nanoseconds now);
    // Removes the line, so that the next output stands alone.
    void finish();

private:
    std::string line(std::uint64_t done, std::chrono::nanoseconds elapsed) const;

    std::ostream& err_;
    bool enabled_;
    std::string what_;
    std::string noun_;
    std::optional<std::uint64_t> total_;
    std::function<std::string()> before_;
    std::optional<std::chrono::nanoseconds> start_;
    std::chrono::nanoseconds drawn_{};
    bool visible_ = false;
};

// Shows work that cannot say how far it is: tells how long it has lasted, from a thread of its own.
// Nothing else may write to `err` before finish.
class ElapsedLine {
public:
    ElapsedLine(std::ostream& err, bool enabled, std::string what);
    ~ElapsedLine() { finish(); }
    ElapsedLine(const ElapsedLine&) = delete;
    ElapsedLine& operator=(const ElapsedLine&) = delete;

    // Removes the line, if there ever was one.
    void finish();

private:
    void report();

    std::ostream& err_;
    std::string what_;
    std::mutex mutex_;
    std::condition_variable finished_;
    bool is_finished_ = false;
    std::thread thread_;
};

}  // namespace tandem::tools
