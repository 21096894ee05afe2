// SPDX-License-Identifier: MIT
// There is an object for each peer, and one for each player and reason that held the match up.
#include <tandem/tools/netview/net_facts.hpp>

#include <tandem/tools/netview/units.hpp>

namespace tandem::tools::netview {
namespace {

JsonValue mean_of(const Spread& spread) {
    return spread.count == 0 ? JsonValue() : JsonValue(spread.mean());
}

JsonValue most_of(const Spread& spread) {
    return spread.count == 0 ? JsonValue() : JsonValue(spread.most);
}

JsonValue least_of(const Spread& spread) {
    return spread.count == 0 ? JsonValue() : JsonValue(spread.least);
}

}  // namespace

JsonObject net_facts(const NetLog& log, const net::PaceStatus& pace) {
    JsonArray peers;
    for (std::size_t i = 0; i < log.peers().size(); ++i) {
        const LineSample& line = log.totals()[i];
        peers.emplace_back(JsonObject{{"player", log.peers()[i].index},
                                      {"round_trip_ms", mean_of(line.round_trip_ms)},
                                      {"round_trip_ms_max", most_of(line.round_trip_ms)},
                                      {"jitter_ms", mean_of(line.jitter_ms)},
                                      {"loss_percent", mean_of(line.loss_percent)},
                                      {"slack_there_ticks_min", least_of(line.slack_there_ticks)},
                                      {"slack_here_ticks_min", least_of(line.slack_here_ticks)}});
    }
    JsonArray stalls;
    for (const auto& [who, total] : log.stall_totals()) {
        stalls.emplace_back(JsonObject{{"player", who.first},
                                       {"why", why_name(who.second)},
                                       {"count", total.count},
                                       {"ms", whole_ms(total.time)}});
    }
    return {{"delay_ticks", pace.delay_ticks},
            {"waited_ms", whole_ms(pace.held)},
            {"peers", std::move(peers)},
            {"stalls", std::move(stalls)}};
}

}  // namespace tandem::tools::netview
