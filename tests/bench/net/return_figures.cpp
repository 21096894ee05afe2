// SPDX-License-Identifier: MIT
// What it takes to come back: a process is killed, and another one of its player returns with its
// ticket, over unmodified ENet in virtual time.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <tandem/net/driver.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tests/bench/net/sheet.hpp>
#include <tests/net/virtual_enet/virtual_udp.hpp>

namespace tandem::bench {
namespace {

using net::Time;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uint16_t k_match_port = 47'000;

template <class Value>
Value made(sim::Result<Value> result) {
    if (!result) {
        std::fprintf(stderr, "net_figures: %s\n", result.error().text().c_str());
        std::exit(1);
    }
    return *std::move(result);
}

// What a recording would hold.
class Held final : public sim::TickObserver {
public:
    sim::Result<void> on_start(const sim::SessionStart& start) override { return begin(start); }
    sim::Result<void> on_given(const sim::SessionStart& start) override { return begin(start); }
    sim::Result<void> on_tick(const sim::TickedView& ticked) override {
        ticks = ticked.tick.number + 1;
        chain = ticked.hashes.chain;
        return {};
    }
    sim::Result<void> on_event(const sim::Mark&) override { return {}; }
    sim::Result<void> on_state(const sim::StateView&) override { return {}; }
    bool wants_keyframe(std::uint64_t) const override { return false; }
    sim::Result<void> on_end(sim::EndReason) override { return {}; }

    std::uint64_t ticks = 0;
    sim::ChainHash chain;

private:
    sim::Result<void> begin(const sim::SessionStart& start) {
        ticks = start.first_tick;
        chain = start.hashes.chain;
        return {};
    }
};

struct Case {
    sim::AnySimulation (*game)();
    Setup setup;
    Time played{seconds(20)};
    std::uint64_t seed = 1;
    std::uint64_t rate_bytes_per_s = 1'250'000;  // 10 Mbit/s on each line
};

class ReturnMatch {
public:
    explicit ReturnMatch(const Case& of) : case_(of) {
        net::LinkOptions line;
        line.delay = milliseconds(40);
        line.rate_bytes_per_s = of.rate_bytes_per_s;
        test::VirtualUdp::instance().start(of.seed, line);
        for (std::uint32_t number = 0; number < of.setup.slots; ++number) {
            add(number == 0, std::nullopt);
        }
    }

    struct Back {
        std::optional<Time> after;     // from its first packet until it takes part
        std::uint64_t late_ticks = 0;  // of all others meanwhile
        std::uint64_t bytes = 0;       // from the host to it, heads included
    };
    Back go_and_return() {
        play_until(case_.played);
        Side& killed = *sides_[1];
        const auto ticket = killed.driver->session().slot_ticket();
        const net::JoinOptions::Past past{killed.held.ticks, killed.held.chain};
        killed.is_killed = true;
        play_until(now_ + milliseconds(5'500));
        net::JoinOptions join;
        join.ticket = ticket;
        join.past = past;
        Side& comer = add(false, join);
        const Time begun = now_;
        const std::uint64_t late_before = late_of_others(comer);
        Back back;
        while (now_ - begun < seconds(60) && !back.after) {
            play_until(now_ + milliseconds(1));
            if (comer.present_from && comer.driver->session().ticks_done() > *comer.present_from) {
                back.after = now_ - begun;
            }
        }
        back.late_ticks = late_of_others(comer) - late_before;
        back.bytes =
            test::VirtualUdp::instance().carried(k_match_port, comer.transport->port()).bytes;
        return back;
    }

private:
    struct Side {
        Held held;
        std::unique_ptr<net::EnetTransport> transport;
        std::optional<net::Driver> driver;
        bool is_killed = false;
        std::uint64_t late_ticks = 0;
        std::uint64_t counted_ticks = 0;
        std::optional<std::uint64_t> present_from;
    };

    Side& add(bool is_host, const std::optional<net::JoinOptions>& join) {
        sides_.push_back(std::make_unique<Side>());
        Side& side = *sides_.back();
        side.transport =
            made(is_host ? net::EnetTransport::host(k_match_port, case_.setup.slots + 4)
                         : net::EnetTransport::connect("virtual", k_match_port));
        const net::InputSource source = [&side, seed = case_.seed](
                                            sim::Tick tick, const sim::AnySimulation& simulation) {
            return sim::Result<std::optional<sim::Bytes>>(std::optional(
                made(simulation.bot_input(side.driver->session().own_slot(), tick.number, seed))));
        };
        net::HostOptions host;
        host.setup = case_.setup;
        side.driver.emplace(
            is_host ? made(net::Lockstep::host(case_.game(), host, source, &side.held))
                    : made(net::Lockstep::join(case_.game(), join.value_or(net::JoinOptions()),
                                               source, &side.held)),
            *side.transport);
        return side;
    }

    void play_until(Time end) {
        while (now_ < end) {
            now_ += milliseconds(1);
            test::VirtualUdp::instance().advance(now_);
            for (const auto& side : sides_) {
                if (!side->is_killed) {
                    pump(*side);
                }
            }
        }
    }
    void pump(Side& side) {
        for (const net::Event& event :
             side.driver->pump(milliseconds(0), [this] { return now_; })) {
            const auto* returned = std::get_if<net::Returned>(&event);
            if (returned != nullptr && returned->slot == side.driver->session().own_slot()) {
                side.present_from = returned->from_tick;
            }
        }
        const net::Lockstep& session = side.driver->session();
        if (session.is_started() && !session.is_ended()) {
            const std::uint64_t due = session.pace().ticks_wanted;
            const std::uint64_t from = std::max(session.ticks_done(), side.counted_ticks);
            side.late_ticks += due - std::min(due, from);
            side.counted_ticks = std::max(side.counted_ticks, due);
        }
    }
    std::uint64_t late_of_others(const Side& comer) const {
        std::uint64_t late = 0;
        for (const auto& side : sides_) {
            late += side.get() == &comer || side->is_killed ? 0 : side->late_ticks;
        }
        return late;
    }

    Case case_;
    std::vector<std::unique_ptr<Side>> sides_;
    Time now_{0};
};

void measure_return(const Sheet& sheet, const std::string& what, Case of, double goal_s) {
    double longest_s = 0;
    std::uint64_t late = 0;
    std::uint64_t bytes = 0;
    bool came = true;
    for (std::uint64_t seed = 1; seed <= sheet.seeds(); ++seed) {
        of.seed = seed;
        const ReturnMatch::Back back = ReturnMatch(of).go_and_return();
        came = came && back.after.has_value();
        longest_s = std::max(
            longest_s, std::chrono::duration<double>(back.after.value_or(seconds(60))).count());
        late += back.late_ticks;
        bytes = std::max(bytes, back.bytes);
        sheet.point(text_of("seed %d: %.2f s, %d late ticks of others, %d bytes",
                            static_cast<int>(seed), longest_s, static_cast<int>(back.late_ticks),
                            static_cast<int>(back.bytes)));
    }
    const bool has_others = of.setup.slots > 2;
    sheet.add({what + ": from the first packet to taking part", "-",
               text_of("%.1f s%s", goal_s, has_others ? ", 0 late ticks of others" : ""),
               text_of("%.2f s, %d late, %.2f MB", longest_s, static_cast<int>(late),
                       static_cast<double>(bytes) / 1e6),
               sheet.seeds_text(), came && longest_s <= goal_s && (!has_others || late == 0)});
}

}  // namespace

void measure_returns(const Sheet& sheet) {
    for (const std::uint32_t players : {2U, 3U}) {
        Case duel;
        duel.game = [] { return sim::erase<games::Duel>(); };
        duel.setup.slots = players;
        duel.played = seconds(sheet.length_s(60));
        measure_return(sheet, text_of("return to a duel of %u", players), duel, 1.5);
    }
    for (const std::uint32_t players : {2U, 3U}) {
        Case swarm;
        swarm.game = [] { return sim::erase<games::Swarm>(); };
        swarm.setup.slots = players;
        swarm.setup.set_options(games::Swarm::Options{sheet.is_smoke() ? 4'000U : 100'000U});
        swarm.played = seconds(sheet.is_smoke() ? 5 : 10);
        measure_return(sheet, text_of("return to a swarm of 100,000, %u players", players), swarm,
                       5);
    }
}

}  // namespace tandem::bench
