// SPDX-License-Identifier: MIT
// Collecting faults: the only state is who listens on this thread, which no step can see.
#include <tandem/sim/math/fault.hpp>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>

#include <tandem/sim/assert.hpp>

namespace tandem::sim {
namespace {

struct Listener {
    FaultLog* log = nullptr;
    std::uint64_t tick = 0;
    const char* asked = "";
    int expected = 0;
};
thread_local Listener listener;

std::string_view file_name(std::string_view path) {
    const std::size_t folder = path.find_last_of("/\\");
    return folder == std::string_view::npos ? path : path.substr(folder + 1);
}

std::string what_happened(const Fault& fault) {
    return std::string(fault.number) + " " + fault.operation +
           (fault.kind == FaultKind::overflow ? " overflowed" : "");
}

// Names are compared by content: each library has a copy of its own of a header's file name.
bool is_same(const Fault& a, const Fault& b) {
    return a.site.line == b.site.line && a.kind == b.kind &&
           std::strcmp(a.operation, b.operation) == 0 && std::strcmp(a.number, b.number) == 0 &&
           std::strcmp(a.site.file, b.site.file) == 0 && std::strcmp(a.asked, b.asked) == 0;
}

void report(FaultKind kind, const char* number, const char* operation, Site site) {
    const Fault fault{kind, number, operation, site, listener.tick, 1, listener.asked};
#ifndef NDEBUG
    if (listener.expected == 0) {
        assertion_failed(what_happened(fault).c_str(), site.file, site.line);
    }
#endif
    if (listener.log != nullptr) {
        listener.log->add(fault);
    }
}

}  // namespace

std::string Fault::text() const {
    return "tick " + std::to_string(tick) + ": " + what_happened(*this) + " at " +
           std::string(file_name(site.file)) + ":" + std::to_string(site.line) +
           (*asked == '\0' ? "" : " in " + std::string(asked)) +
           (kind == FaultKind::overflow ? "; the result wrapped" : "; the result is 0");
}

void FaultLog::add(const Fault& fault) {
    count_ += fault.count;
    for (Fault& known : std::span(places_.data(), used_)) {
        if (is_same(known, fault)) {
            known.count += fault.count;
            return;
        }
    }
    if (used_ < places_.size()) {
        places_[used_++] = fault;
    }
}

void FaultLog::clear() {
    used_ = 0;
    count_ = 0;
}

FaultScope::FaultScope(FaultLog* log, std::uint64_t tick, const char* asked)
    : outer_log_(listener.log), outer_tick_(listener.tick), outer_asked_(listener.asked) {
    listener.log = log;
    listener.tick = tick;
    listener.asked = asked;
}

FaultScope::~FaultScope() {
    listener.log = outer_log_;
    listener.tick = outer_tick_;
    listener.asked = outer_asked_;
}

FaultLog* FaultScope::listening() { return listener.log; }

bool TicksHeard::add(std::uint64_t tick) {
    const auto after =
        std::upper_bound(runs_.begin(), runs_.end(), tick,
                         [](std::uint64_t wanted, const Run& run) { return wanted < run.first; });
    const bool meets_next = after != runs_.end() && after->first == tick + 1;
    if (after != runs_.begin()) {
        const auto before = std::prev(after);
        if (tick < before->end) {
            return false;
        }
        if (tick == before->end) {
            before->end = meets_next ? after->end : tick + 1;
            if (meets_next) {
                runs_.erase(after);
            }
            return true;
        }
    }
    if (meets_next) {
        after->first = tick;
    } else {
        runs_.insert(after, {tick, tick + 1});
    }
    return true;
}

FaultsExpected::FaultsExpected() { ++listener.expected; }
FaultsExpected::~FaultsExpected() { --listener.expected; }

void result_overflowed(const char* number, const char* operation, Site site) {
    report(FaultKind::overflow, number, operation, site);
}

void result_missing(const char* number, const char* operation, Site site) {
    report(FaultKind::no_result, number, operation, site);
}

}  // namespace tandem::sim
