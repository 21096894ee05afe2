// SPDX-License-Identifier: MIT
// Two machines that keep time with each other over a modelled line: what a session does with a
// Pace, without its inputs and bytes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <tandem/net/session/pace.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/net/session/pace_facts.hpp>

namespace tandem::test {

inline constexpr net::Time k_look = std::chrono::milliseconds(1);
inline constexpr std::uint32_t k_pace_rate = 60;
inline constexpr net::Time k_pace_period = net::Time(std::chrono::seconds(1)) / k_pace_rate;

struct PacedPacket {
    net::TimeTold told;
    std::optional<std::int32_t> slack;
    std::uint64_t known = 0;  // of the receiver's inputs the sender has all before this one
    std::uint64_t first = 0;  // its own inputs
    std::uint64_t end = 0;
};

struct PacedLine {
    net::Time way{std::chrono::milliseconds(40)};
    net::Time jitter{0};
    std::uint32_t loss_percent = 0;
    net::Time cut_from{0};
    net::Time cut_until{0};
};

struct PacedSide {
    explicit PacedSide(const net::Pace::Options& options) : pace(options) {}

    // What this machine makes of what it hears and sends is what a session would; it may lie.
    net::Pace pace;
    std::function<void(PacedPacket&)> lie = [](PacedPacket&) {};
    std::int64_t clock_ppm = 0;
    net::Time tick_cost{0};
    net::Time frame{0};  // from one look to the next, if it is more than k_look
    net::Time frozen_from{0};
    net::Time frozen_until{0};

    std::uint64_t asked = 0;
    std::uint64_t done = 0;
    std::uint64_t acked = 0;          // of our inputs there
    std::uint64_t known = 0;          // of the other's inputs here
    std::uint64_t known_at_once = 0;  // in the first packet
    std::optional<std::int32_t> slack;
    bool owes_answer = false;
    net::Time busy_until{0};
    net::Time sent{0};
    std::uint64_t sent_due = 0;
    std::optional<std::uint64_t> echoed;
    std::uint64_t late = 0;
    std::uint64_t counted = 0;
    std::uint64_t age_max = 0;  // of an input, in ticks
    std::uint64_t packets = 0;

    std::uint32_t delay() const { return pace.delay_ticks(); }
    bool lacks_input() const { return known <= done; }
    bool is_frozen(net::Time now) const { return now >= frozen_from && now < frozen_until; }
};

class PacedWorld {
public:
    explicit PacedWorld(std::uint64_t seed, PacedLine line = {}) : random_(seed) {
        lines = {line, line};
        const net::Time round_trip = 2 * line.way + line.jitter + k_look;
        for (PacedSide& side : sides) {
            tell(side, {.kind = PaceFact::Kind::peer, .time = round_trip});
            tell(side, {.kind = PaceFact::Kind::settle});
        }
    }

    // The first side's facts and decisions.
    std::vector<std::pair<PaceFact, PaceDecision>> trace;
    bool is_traced = false;
    std::array<PacedSide, 2> sides{PacedSide({TickRate{k_pace_rate}, std::nullopt, true}),
                                   PacedSide({TickRate{k_pace_rate}, std::nullopt, true})};
    std::array<PacedLine, 2> lines;  // from each side to the other
    net::Time now{0};

    void run(net::Time span) {
        for (const net::Time end = now + span; now < end; now += k_look) {
            while (!air_.empty() && air_.begin()->first <= now) {
                deliver();
            }
            look(0);
            look(1);
        }
    }
    // The mean delay of both over so many seconds.
    double mean_delay(int count) {
        double sum = 0;
        for (int second = 0; second < count; ++second) {
            run(std::chrono::seconds(1));
            sum += static_cast<double>(sides[0].delay() + sides[1].delay()) / 2;
        }
        return sum / count;
    }
    std::uint64_t late() const { return sides[0].late + sides[1].late; }
    std::string state() const {
        std::string text;
        for (const PacedSide& side : sides) {
            text += "delay " + std::to_string(side.delay()) + " need " +
                    std::to_string(side.pace.line_need_ticks()) + " late " +
                    std::to_string(side.late) + " done " + std::to_string(side.done) +
                    " too slow " + std::to_string(side.pace.match_time().is_too_slow()) + "; ";
        }
        return text;
    }

private:
    void tell(PacedSide& side, const PaceFact& fact) {
        const PaceDecision decision = decision_of(side.pace, fact);
        if (is_traced && &side == sides.data()) {
            trace.emplace_back(fact, decision);
        }
    }
    net::Time own_time(const PacedSide& side) const {
        return now + now / 1'000'000 * side.clock_ppm;
    }

    void deliver() {
        const auto [index, packet] = air_.begin()->second;
        air_.erase(air_.begin());
        PacedSide& side = sides[index];
        if (now < side.busy_until || side.is_frozen(now)) {
            const net::Time later = side.is_frozen(now) ? side.frozen_until : side.busy_until;
            air_.emplace(std::max(later, now + k_look), std::pair{index, packet});
            return;
        }
        tell(side, {.kind = PaceFact::Kind::packet, .time = own_time(side), .told = packet.told});
        if (packet.slack) {
            tell(side,
                 {.kind = PaceFact::Kind::slack, .ticks = packet.known, .slack = *packet.slack});
        }
        side.acked = std::max(side.acked, packet.known);
        if (packet.end > side.known) {
            const std::uint64_t wanted = side.known;
            ASSERT_LE(packet.first, wanted);
            side.known = packet.end;
            side.owes_answer = true;
            side.known_at_once = wanted == 0 ? side.known : side.known_at_once;
            const auto slack = side.pace.slack_of(wanted);
            if (wanted >= side.known_at_once && slack) {
                side.slack = std::min(side.slack.value_or(*slack), *slack);
            }
        }
    }

    void look(std::uint32_t index) {
        PacedSide& side = sides[index];
        if (now < side.busy_until || side.is_frozen(now)) {
            return;
        }
        const net::Time time = own_time(side);
        if (!side.pace.runs() && side.known > 0) {
            tell(side, {.kind = PaceFact::Kind::start, .time = time});
        }
        tell(side, {.kind = PaceFact::Kind::advance, .time = time, .ticks = side.done});
        tell(side, {.kind = PaceFact::Kind::decide, .ticks = side.asked});
        const std::uint64_t until = std::max(side.pace.due_ticks(), side.done) + side.delay();
        const bool is_new = until > side.asked;
        side.asked = std::max(side.asked, until);
        side.busy_until = now;
        for (int ticks = 0; side.pace.runs() && ticks < 8 && !side.lacks_input() &&
                            side.done < side.pace.due_ticks();
             ++ticks) {
            side.age_max = std::max(side.age_max, side.asked - side.done);
            ++side.done;
            side.busy_until += side.tick_cost;
        }
        tell(side, {.kind = PaceFact::Kind::played,
                    .time = time,
                    .ticks = side.done,
                    .lacks_input = side.lacks_input()});
        side.busy_until = std::max(side.busy_until, now + side.frame);
        count_late(side);
        const net::Time quiet = now - side.sent;
        if (is_new || side.pace.due_ticks() != side.sent_due ||
            quiet >= std::chrono::milliseconds(100) ||
            ((side.acked < side.asked || side.owes_answer) &&
             quiet >= std::chrono::milliseconds(20))) {
            send(index);
        }
        side.sent_due = side.pace.due_ticks();
    }

    static void count_late(PacedSide& side) {
        const std::uint64_t due =
            side.pace.match_time().is_too_slow() ? 0 : side.pace.match_time().wanted_ticks();
        side.late += due - std::min(due, std::max(side.done, side.counted));
        side.counted = std::max(side.counted, due);
    }

    void send(std::uint32_t index) {
        PacedSide& side = sides[index];
        PacedPacket packet;
        tell(side, {.kind = PaceFact::Kind::sent, .time = own_time(side)});
        packet.told.number = static_cast<std::uint8_t>(side.packets++);
        const auto& newest = side.pace.line(net::PeerId{1}).newest();
        if (newest && side.echoed != newest->number && !side.pace.waited_unseen(net::PeerId{1}) &&
            own_time(side) - newest->at < std::chrono::milliseconds(250)) {
            side.echoed = newest->number;
            packet.told.echo = net::TimeTold::Arrival{static_cast<std::uint8_t>(newest->number),
                                                      own_time(side) - newest->at};
        }
        packet.told.due = side.pace.match_time().value();
        packet.told.strain = side.pace.strain();
        packet.told.loss_run = side.pace.line(net::PeerId{1}).loss_run();
        packet.slack = std::exchange(side.slack, std::nullopt);
        packet.known = side.known;
        packet.first = side.acked;
        packet.end = side.asked;
        side.lie(packet);
        side.sent = now;
        side.owes_answer = false;
        const PacedLine& line = lines[index];
        const net::Time jitter{random_.below(static_cast<std::uint64_t>(line.jitter.count()) + 1)};
        const bool is_lost = random_.chance(line.loss_percent, 100);
        if (!is_lost && !(now >= line.cut_from && now < line.cut_until)) {
            air_.emplace(now + line.way + jitter, std::pair{1 - index, packet});
        }
    }

    Random random_;
    std::multimap<net::Time, std::pair<std::uint32_t, PacedPacket>> air_;
};

}  // namespace tandem::test
