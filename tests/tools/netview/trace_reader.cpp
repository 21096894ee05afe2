// SPDX-License-Identifier: MIT
// The rules are those of "Trace Event Format" (Google, 2016), as far as a trace of ours uses it.
#include <tests/tools/netview/trace_reader.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>

namespace tandem::test {

using Json = nlohmann::json;

Json read_trace(std::string text, bool is_cut) { return Json::parse(is_cut ? text + "]" : text); }

namespace {

class Checker {
public:
    std::vector<std::string> check(const Json& trace) {
        for (const Json& event : trace) {
            take(event);
        }
        for (const auto& [thread, count] : open_) {
            blame(count == 0, "thread " + std::to_string(thread) + " has a slice without end");
        }
        for (const std::uint64_t process : processes_) {
            blame(names_["process_name"].count(process) == 1,
                  "process " + std::to_string(process) + " has not exactly one name");
        }
        for (const auto& [thread, ts] : last_) {
            blame(names_["thread_name"].count(thread) == 1,
                  "thread " + std::to_string(thread) + " has not exactly one name");
        }
        for (const auto& [id, end] : ends_) {
            const auto begin = begins_.find(id);
            blame(begin != begins_.end() && begin->second <= end,
                  "arrow " + std::to_string(id) + " does not go forward");
        }
        return problems_;
    }

private:
    // Cut off, as some viewers do.
    static std::int64_t whole_ns(double us) { return static_cast<std::int64_t>(us * 1'000); }

    void blame(bool is_sound, const std::string& problem) {
        if (!is_sound && problems_.size() < 20) {
            problems_.push_back(problem);
        }
    }

    void take(const Json& event) {
        const std::string phase = event.value("ph", "");
        if (!event.contains("name") || !event.contains("pid") || phase.empty()) {
            blame(false, "incomplete: " + event.dump());
            return;
        }
        if (phase == "M") {
            const std::string name = event["name"];
            names_[name].insert(event.contains("tid") ? event["tid"].get<std::uint64_t>()
                                                      : event["pid"].get<std::uint64_t>());
            return;
        }
        processes_.insert(event["pid"].get<std::uint64_t>());
        const double ts = event.value("ts", -1.0);
        blame(ts >= 0, "a time below 0: " + event.dump());
        if (phase == "C") {
            return;
        }
        const auto thread = event.value("tid", std::uint64_t{0});
        blame(ts >= last_[thread], "goes back: " + event.dump());
        last_[thread] = std::max(last_[thread], ts);
        if (phase == "X") {
            const double dur = event.value("dur", -1.0);
            blame(dur >= 0 && whole_ns(ts) >= slice_end_[thread], "overlaps: " + event.dump());
            slice_end_[thread] = whole_ns(ts) + whole_ns(dur);
            slice_begin_[thread] = ts;
        } else if (phase == "B" || phase == "E") {
            open_[thread] += phase == "B" ? 1 : -1;
            blame(open_[thread] == 0 || open_[thread] == 1, "nests: " + event.dump());
        } else if (phase == "s" || phase == "f") {
            auto& arrows = phase == "s" ? begins_ : ends_;
            blame(slice_begin_.count(thread) == 1 && slice_begin_[thread] == ts,
                  "an arrow without a slice: " + event.dump());
            blame(arrows.emplace(event.value("id", std::uint64_t{0}), ts).second,
                  "a second arrow: " + event.dump());
            blame(phase == "s" || event.value("bp", "") == "e", "ends at the next slice");
        } else {
            blame(phase == "i", "an unknown phase: " + event.dump());
        }
    }

    std::vector<std::string> problems_;
    std::map<std::string, std::multiset<std::uint64_t>> names_;
    std::set<std::uint64_t> processes_;
    std::map<std::uint64_t, double> last_;  // by thread
    std::map<std::uint64_t, double> slice_begin_;
    std::map<std::uint64_t, std::int64_t> slice_end_;  // in ns
    std::map<std::uint64_t, int> open_;
    std::map<std::uint64_t, double> begins_;  // by arrow
    std::map<std::uint64_t, double> ends_;
};

}  // namespace

std::vector<std::string> problems_of(const Json& trace) { return Checker().check(trace); }

std::size_t count_events(const Json& trace, const std::function<bool(const Json&)>& wanted) {
    return static_cast<std::size_t>(std::count_if(trace.begin(), trace.end(), wanted));
}

std::vector<Json> events_named(const Json& trace, const std::string& name) {
    std::vector<Json> found;
    std::copy_if(trace.begin(), trace.end(), std::back_inserter(found),
                 [&](const Json& event) { return event.value("name", "") == name; });
    return found;
}

}  // namespace tandem::test
