// SPDX-License-Identifier: MIT
// What a Pace is told and what it decides, as values and as text, so that a trace can be recorded.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <sstream>
#include <string>

#include <tandem/net/session/pace.hpp>

namespace tandem::test {

// What a Pace is told.
struct PaceFact {
    enum class Kind { peer, settle, start, sent, packet, slack, advance, played, decide };
    Kind kind = Kind::settle;
    net::Time time{0};        // now; of a peer the round trip
    std::uint64_t ticks = 0;  // done, asked for, or known
    std::int32_t slack = 0;
    bool lacks_input = false;
    net::TimeTold told{};
};

// What can be seen of it then.
struct PaceDecision {
    std::uint64_t due = 0;
    std::uint32_t slow_down_ppm = 0;
    std::uint32_t delay = 0;
    net::wire::Strain strain = net::wire::Strain::none;
    bool is_held = false;
    friend bool operator==(const PaceDecision&, const PaceDecision&) = default;
};

inline constexpr net::PeerId k_paced_peer{1};

inline PaceDecision decision_of(net::Pace& pace, const PaceFact& fact) {
    switch (fact.kind) {
        case PaceFact::Kind::peer:
            pace.add_peer(k_paced_peer, fact.time);
            break;
        case PaceFact::Kind::settle:
            pace.settle_first_delay();
            break;
        case PaceFact::Kind::start:
            pace.start(fact.time);
            break;
        case PaceFact::Kind::sent:
            pace.on_sent(k_paced_peer, fact.time);
            break;
        case PaceFact::Kind::packet:
            pace.on_packet(k_paced_peer, fact.told, fact.time);
            break;
        case PaceFact::Kind::slack:
            pace.on_slack_there(k_paced_peer, fact.slack, fact.ticks);
            break;
        case PaceFact::Kind::advance:
            pace.advance(fact.time, fact.ticks);
            break;
        case PaceFact::Kind::played:
            pace.on_played(fact.time, fact.ticks, fact.lacks_input);
            break;
        case PaceFact::Kind::decide:
            pace.decide_delay(fact.ticks);
            break;
    }
    return {pace.due_ticks(), pace.match_time().slow_down_ppm(), pace.delay_ticks(), pace.strain(),
            pace.held_by().has_value()};
}

// Facts as text, times in microseconds: "packet 41000 number 0 echo 0 held 1000 due 15000".
inline PaceFact parse_fact(const std::string& line) {
    const std::map<std::string, PaceFact::Kind> kinds{
        {"peer", PaceFact::Kind::peer},       {"settle", PaceFact::Kind::settle},
        {"start", PaceFact::Kind::start},     {"sent", PaceFact::Kind::sent},
        {"packet", PaceFact::Kind::packet},   {"slack", PaceFact::Kind::slack},
        {"advance", PaceFact::Kind::advance}, {"played", PaceFact::Kind::played},
        {"decide", PaceFact::Kind::decide}};
    std::istringstream in(line);
    std::string word;
    in >> word;
    PaceFact fact;
    fact.kind = kinds.at(word);
    std::int64_t value = 0;
    for (word = "at"; in >> value; in >> word) {
        if (word == "at") {
            fact.time = std::chrono::microseconds(value);
            fact.slack = static_cast<std::int32_t>(value);
        } else if (word == "number") {
            fact.told.number = static_cast<std::uint8_t>(value);
        } else if (word == "echo") {
            fact.told.echo = net::TimeTold::Arrival{static_cast<std::uint8_t>(value), net::Time{0}};
        } else if (word == "held") {
            fact.told.echo->held = std::chrono::microseconds(value);
        } else if (word == "due") {
            fact.told.due = std::chrono::microseconds(value);
        } else if (word == "strain") {
            fact.told.strain = static_cast<net::wire::Strain>(value);
        } else if (word == "run") {
            fact.told.loss_run = static_cast<std::uint32_t>(value);
        } else if (word == "lacks") {
            fact.lacks_input = value != 0;
        } else {
            EXPECT_TRUE(word == "ticks") << line;
            fact.ticks = static_cast<std::uint64_t>(value);
        }
    }
    return fact;
}

inline std::string decision_text(const PaceDecision& decision) {
    return "due " + std::to_string(decision.due) + " delay " + std::to_string(decision.delay) +
           " slower " + std::to_string(decision.slow_down_ppm) + (decision.is_held ? " held" : "") +
           " strain " + std::to_string(static_cast<int>(decision.strain));
}

}  // namespace tandem::test
