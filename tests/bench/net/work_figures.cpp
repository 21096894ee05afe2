// SPDX-License-Identifier: MIT
// What a session costs the processor. A match is played once and every call of one session kept;
// then the calls are made again to a new session that does the same, and only they are timed: no
// network, no other side.
#include <algorithm>
#include <ctime>
#include <iterator>

#include <tests/bench/net/match_world.hpp>
#include <tests/bench/net/sheet.hpp>

namespace tandem::bench {
namespace {

constexpr int k_repetitions = 9;

double processor_us() {
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

struct Work {
    double us = 0;  // a tick and peer, the median
    double us_least = 0;
    double us_most = 0;
    bool is_same = true;  // each repetition came to the same tick
};

Work work_of(const MatchOptions& options, std::uint32_t side, const std::vector<Call>& calls,
             std::uint64_t ticks, int repetitions) {
    Work work;
    std::vector<double> all;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        net::Lockstep session = make_session(options, side);
        std::size_t sent = 0;
        const double begin = processor_us();
        for (const Call& call : calls) {
            for (const net::TransportEvent& event : call.received) {
                session.on_transport(event, call.now);
            }
            static_cast<void>(session.advance(call.now));
            sent += session.extract_outgoing().size();
        }
        all.push_back((processor_us() - begin) /
                      static_cast<double>(ticks * (options.players - 1)));
        work.is_same = work.is_same && session.ticks_done() == ticks && sent > 0;
    }
    std::sort(all.begin(), all.end());
    work.us = all[all.size() / 2];
    work.us_least = all.front();
    work.us_most = all.back();
    return work;
}

// The calls that do something, as a loop makes them that wakes for packets and for ticks.
std::vector<Call> busy_of(const std::vector<Call>& calls) {
    std::vector<Call> busy;
    std::copy_if(calls.begin(), calls.end(), std::back_inserter(busy),
                 [](const Call& call) { return !call.did_nothing; });
    return busy;
}

}  // namespace

void measure_work(const Sheet& sheet) {
    for (const std::uint32_t players : {2U, 8U}) {
        MatchOptions options;
        options.players = players;
        options.line.delay = std::chrono::milliseconds(40);
        SimulatedMatch match(options);
        match.keep_calls(0);
        match.keep_calls(1);
        match.play_until(std::chrono::seconds(sheet.length_s(60)));
        const double goal = players == 2 ? 3 : 5;
        for (const bool is_busy_only : {true, false}) {
            std::string text;
            bool is_met = true;
            for (const std::uint32_t side : {0U, 1U}) {
                const auto& calls = *match.side(side).calls;
                const std::uint64_t ticks = match.side(side).driver->session().ticks_done();
                const Work work = work_of(options, side, is_busy_only ? busy_of(calls) : calls,
                                          ticks, sheet.is_smoke() ? 1 : k_repetitions);
                is_met = is_met && work.us <= goal && work.is_same;
                text +=
                    (text.empty() ? "" : "; ") +
                    text_of("%s %.2f (%.2f to %.2f)%s", side == 0 ? "host" : "guest", work.us,
                            work.us_least, work.us_most, work.is_same ? "" : " NOT THE SAME MATCH");
            }
            sheet.add({text_of("session work, us a tick and peer, %u players, %s", players,
                               is_busy_only ? "calls that have something to do" : "a call each ms"),
                       players == 2 ? "2.5" : "11 to 34", text_of("%.0f", goal), text, "1",
                       is_met});
        }
    }
}

}  // namespace tandem::bench
