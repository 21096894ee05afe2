// SPDX-License-Identifier: MIT
// The claims about waiting, input and stopping: C72, C73, C75, C77, C78 and C88.
#include <algorithm>
#include <memory>

#include <tandem/net/enet_transport.hpp>
#include <tandem/net/simulated_network.hpp>
#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/games/history.hpp>
#include <tandem/tools/lab/games/yard_player.hpp>
#include <tandem/tools/lab/loops/loop_stops.hpp>
#include <tandem/tools/lab/loops/repaired_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

RunOptions pressed(bool is_pressed) {
    RunOptions options;
    if (is_pressed) {
        options.presses = scripted_presses(options.window);
    }
    return options;
}

// ---- C72
// Values: updates with and without input, busy with it.
Finding updates_by_input(std::string_view id) {
    const LoopReport played = run_published(id, "normal", pressed(true));
    const LoopReport silent = run_published(id, "normal", pressed(false));
    return {std::string(id) + ": " + std::to_string(played.updates) + " updates, busy " +
                decimal(played.busy_percent(), 1) + " %; without input " +
                std::to_string(silent.updates),
            {static_cast<double>(played.updates), static_cast<double>(silent.updates),
             played.busy_percent()}};
}
Finding waits_for_commands() { return updates_by_input("G4"); }
Finding catches_up() { return updates_by_input("G2"); }
Verdict only_fails_stalls(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {10, 0, 1}, 0) &&
                    are_near(holds.values, {624, 624, 100}, 0.1));
}

// ---- C73
// Values: pictures and changes of state that they show.
Finding pictures_of(std::string_view id, bool is_repaired, bool is_played) {
    RunOptions options = pressed(is_played);
    options.repaired = is_repaired;
    YardPlayer game;
    const LoopReport report = run_published(id, "normal", options, &game);
    return {std::to_string(report.frames) + " pictures, " + std::to_string(game.changes_seen()) +
                " changes of state",
            {static_cast<double>(report.frames), static_cast<double>(game.changes_seen())}};
}
Finding waits_in_silence() {
    return joined(pictures_of("G4", false, false), pictures_of("G4", false, true),
                  "; with ten turns ");
}
Finding goes_on_while_waiting() {
    return joined(pictures_of("G5", false, false), pictures_of("G4", true, true),
                  "; turn-based, animated, with ten turns ");
}
Verdict only_holds_goes_on(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {0, 0, 10, 10}, 0) &&
                    are_near(holds.values, {20, 0, 600, 10}, 0));
}

// ---- C75
Finding stops(const std::vector<LoopStop>& all) {
    Finding finding;
    for (const LoopStop& stop : all) {
        const std::uint64_t after = frames_after(stop);
        finding.values.push_back(static_cast<double>(after));
        finding.text +=
            (finding.text.empty() ? "" : ", ") + stop_text(stop) + " " + std::to_string(after);
    }
    return finding;
}
Finding stopped_by_stale_tokens() { return stops(stale_stops()); }
Finding stopped_by_last_tokens() { return stops(last_stops()); }
Verdict only_holds_stops(const Finding& fails, const Finding& holds) {
    const auto is_none = [](double frames) { return frames == 0; };
    return shown_if(std::none_of(fails.values.begin(), fails.values.end(), is_none) &&
                    std::all_of(holds.values.begin(), holds.values.end(), is_none));
}

// ---- C77
// Presses at each phase of every tick here, equally often: 1.01 ms apart from 1.005 ms on, so many
// that their phases go round the longest tick, 50 ms in hundredths, a whole number of times.
constexpr Flicks k_hundredth = Flicks(milliseconds(1)) / 100;
constexpr std::int64_t k_presses = 20'000;
void add_latency(Finding& finding, std::string_view id) {
    RunOptions options;
    options.window = std::chrono::seconds(23);
    for (std::int64_t press = 0; press < k_presses; ++press) {
        options.presses.push_back(Flicks(std::chrono::seconds(1)) + 101 * press * k_hundredth +
                                  k_hundredth / 2);
    }
    const LoopReport report = run_published(id, "fast", options);
    const double mean = in_milliseconds(report.latency_sum) / static_cast<double>(report.presses);
    const double most = in_milliseconds(report.latency_max);
    finding.values.insert(finding.values.end(), {mean, most});
    finding.text += (finding.text.empty() ? "" : ", ") + std::string(id) + " " + decimal(mean, 2) +
                    " / " + decimal(most, 2);
}
Finding latency_of_ticks() {
    Finding finding;
    for (const std::string_view id : {"M2", "L1", "L3"}) {
        add_latency(finding, id);
    }
    return finding;
}
Finding latency_of_frames() {
    Finding finding;
    add_latency(finding, "L2");
    return finding;
}
Verdict is_half_a_tick_and_at_most_one(const Finding& fails, const Finding& holds) {
    // The phases are a hundredth of a millisecond apart.
    constexpr double k_step = 0.01;
    const auto are_latencies = [](const std::vector<double>& values,
                                  const std::vector<double>& ticks_ms) {
        bool as_expected = values.size() == 2 * ticks_ms.size();
        for (std::size_t i = 0; as_expected && i < ticks_ms.size(); ++i) {
            const double mean_error = values[2 * i] - ticks_ms[i] / 2;
            const double short_by = ticks_ms[i] - values[2 * i + 1];
            as_expected =
                -k_step < mean_error && mean_error < k_step && 0 <= short_by && short_by < k_step;
        }
        return as_expected;
    };
    return shown_if(are_latencies(fails.values, {50, 40, 20}) && are_latencies(holds.values, {2}));
}

// ---- C78
// Values: the first update's time, how late updates are at least and at most, how many there are.
Finding lateness(bool is_repaired) {
    RunOptions options;
    options.repaired = is_repaired;
    History history;
    const LoopReport report = run_published("M2", "fast", options, &history);
    std::vector<double> late;
    for (const Update& update : history.updates) {
        const auto due = static_cast<std::int64_t>(update.number + 1) * Flicks(milliseconds(50));
        late.push_back(in_milliseconds(update.start - due));
    }
    const auto [least, most] = std::minmax_element(late.begin(), late.end());
    const double first = in_milliseconds(history.updates.front().start);
    return {"first update at " + decimal(first, 2) + " ms, each " + decimal(*least, 2) +
                (*most > *least ? " to " + decimal(*most, 2) : "") + " ms late, " +
                std::to_string(report.updates) + " updates",
            {first, *least, *most, static_cast<double>(report.updates)}};
}
Finding compared_with_greater() { return lateness(false); }
Finding compared_with_greater_or_equal() { return lateness(true); }
Verdict only_fails_is_late(const Finding& fails, const Finding& holds) {
    constexpr double k_refresh_ms = 1'000.0 / 60;
    constexpr double k_rounding = 1e-6;
    return shown_if(
        are_near(fails.values, {4 * k_refresh_ms, k_refresh_ms, k_refresh_ms, 199}, k_rounding) &&
        are_near(holds.values, {50, 0, 0, 199}, 0));
}

// ---- C88
// A peer sends four packets a second; the loop takes them before each update, by a poll that does
// not wait, or waits for one.
class Polling : public Game {
public:
    std::uint64_t received = 0;

    std::uint64_t poll(Flicks now) {
        constexpr Flicks k_between = milliseconds(250);
        while (static_cast<std::int64_t>(sent_ + 1) * k_between <= now) {
            pass_to(static_cast<std::int64_t>(++sent_) * k_between);
            if (far_ != nullptr) {
                const sim::Bytes packet{std::byte{1}};
                far_->send(near_id_, net::Channel::reliable, packet);
                far_->flush();
            }
        }
        pass_to(now);
        const std::uint64_t packets = near_ == nullptr ? 0 : packets_in(*near_);
        received += packets;
        return packets;
    }

protected:
    // What the network does until that time.
    virtual void pass_to(Flicks) = 0;
    static std::uint64_t packets_in(net::Transport& transport) {
        const auto events = transport.poll(milliseconds(0));
        return static_cast<std::uint64_t>(
            std::count_if(events.begin(), events.end(), [](const net::TransportEvent& event) {
                return event.kind == net::TransportEvent::Kind::packet;
            }));
    }
    net::Transport* near_ = nullptr;  // null where there is no network
    net::Transport* far_ = nullptr;
    net::PeerId near_id_;  // as the far side numbers it

private:
    std::uint64_t sent_ = 0;
};
// Its poll costs no virtual time.
class SimulatedPolling : public Polling {
public:
    SimulatedPolling() {
        near_ = &network_.add_endpoint();
        far_ = &network_.add_endpoint();
        network_.connect(1, 0);
    }

private:
    void pass_to(Flicks now) override { network_.advance(LoopClock::nanoseconds_at(now)); }

    net::SimulatedNetwork network_{1};
};
// Two sockets of this machine.
class SocketPolling : public Polling {
public:
    SocketPolling() {
        auto host = net::EnetTransport::host(0, 1, net::ListenOn::loopback);
        auto guest = host ? net::EnetTransport::connect("127.0.0.1", (*host)->port())
                          : sim::Result<std::unique_ptr<net::EnetTransport>>(host.error());
        if (!guest) {
            return;
        }
        host_ = std::move(*host);
        guest_ = std::move(*guest);
        constexpr int k_tries = 1'000;
        for (int i = 0; i < k_tries && near_ == nullptr; ++i) {
            static_cast<void>(host_->poll(milliseconds(1)));
            for (const net::TransportEvent& event : guest_->poll(milliseconds(1))) {
                near_id_ = event.peer;
                near_ = host_.get();
                far_ = guest_.get();
            }
        }
    }

private:
    // The far side does its part only when it is asked.
    void pass_to(Flicks) override {
        if (far_ != nullptr) {
            static_cast<void>(packets_in(*far_));
        }
    }

    std::unique_ptr<net::EnetTransport> host_;
    std::unique_ptr<net::EnetTransport> guest_;
};
// Values: the longest frame, packets received.
Finding frames_with_network(Polling& network, Time& time, Flicks window, bool waits) {
    const Machine normal = machine_of("normal");
    Platform game(normal, time, window, network);
    while (game.is_running()) {
        while (network.poll(time.now()) == 0 && waits && game.is_running()) {
            game.sleep(milliseconds(1));
        }
        if (game.is_running()) {
            game.update(normal.frame_cost());
            game.render();
        }
    }
    const double longest = in_milliseconds(game.report().worst_gap);
    return {"frames of up to " + decimal(longest, 2) + " ms, " + std::to_string(network.received) +
                " packets",
            {longest, static_cast<double>(network.received)}};
}
template <bool waits>
Finding takes_packets() {
    VirtualTime time;
    SimulatedPolling network;
    return frames_with_network(network, time, std::chrono::seconds(10), waits);
}
template <bool waits>
Finding takes_packets_for_real() {
    SocketPolling network;
    RealTime time;
    return frames_with_network(network, time, std::chrono::seconds(2), waits);
}
Verdict only_fails_is_held_up(const Finding& fails, const Finding& holds) {
    const double cost = in_milliseconds(machine_of("normal").frame_cost());
    // Of forty packets a frame may end before it has looked for the last.
    return shown_if(are_near(fails.values, {250, 40}, 0) && are_near(holds.values, {cost, 39}, 0));
}
// A tenth of a second tells a frame of 250 ms from one of 10. Where no packet came, or this machine
// held up the frames of a poll as well, nothing was measured.
Verdict only_fails_is_held_up_for_real(const Finding& fails, const Finding& holds) {
    constexpr double k_held_up_ms = 100;
    if (fails.values[1] == 0 || holds.values[1] == 0 || holds.values[0] >= k_held_up_ms) {
        return Verdict::not_testable;
    }
    return shown_if(fails.values[0] >= k_held_up_ms);
}

}  // namespace

ClaimList input_claims() {
    return {
        {.id = "C72",
         .articles = Article::patterns | Article::mdn,
         .sentence = "an event loop stalls without input, a game loop does not",
         .fails = "G4 on normal with ten presses in ten seconds and with none",
         .holds = "G2 on the same",
         .expected = "10 updates at 1 % busy, 0 without input | 624 at 100 %, 624",
         .run_fails = waits_for_commands,
         .run_holds = catches_up,
         .judge = only_fails_stalls},
        {.id = "C73",
         .articles = Article::patterns,
         .sentence = "an idle event, or an animation, goes on while the game waits",
         .fails = "G4 without input and with ten turns",
         .holds = "G5 without input, idle at 2 Hz; G4 animated at "
                  "60 Hz with ten turns",
         .expected = "no picture but for a turn | 20 pictures, no change of state; 600 pictures, "
                     "10 changes",
         .run_fails = waits_in_silence,
         .run_holds = goes_on_while_waiting,
         .judge = only_holds_goes_on},
        {.id = "C75",
         .articles = Article::mdn,
         .sentence = "cancelling the last token stops the loop",
         .fails =
             "frames in the second after the stop, by the token of a request that has run and of a "
             "run before",
         .holds = "by the last token, from inside and outside of the callback, and twice",
         .expected = "the loop goes on | 0 frames",
         .run_fails = stopped_by_stale_tokens,
         .run_holds = stopped_by_last_tokens,
         .judge = only_holds_stops},
        {.id = "C77",
         .articles = Article::mdn,
         .sentence = "input waits for the next update, even on a fast device",
         .fails =
             "mean and longest wait in ms on fast, presses at every phase: M2 (20 Hz), L1 (25), L3 "
             "(50)",
         .holds = "L2, which updates as often as it can",
         .expected = "25 / 50, 20 / 40, 10 / 20 | 1 / 2, all but the hundredth by which no press "
                     "falls on a "
                     "tick",
         .run_fails = latency_of_ticks,
         .run_holds = latency_of_frames,
         .judge = is_half_a_tick_and_at_most_one},
        {.id = "C78",
         .articles = Article::mdn,
         .sentence = "equality should give a tick, but the code compares with >",
         .fails = "M2 as published: 60 Hz, 50 ms",
         .holds = "M2 on sim::GameLoop, which compares with >=",
         .expected = "first at 66.67 ms, each 16.67 ms late, 199 updates | 50 ms, none late, 199",
         .run_fails = compared_with_greater,
         .run_holds = compared_with_greater_or_equal,
         .judge = only_fails_is_late},
        {.id = "C88",
         .articles = Article::patterns,
         .sentence = "a network is polled, not waited for",
         .fails = "a loop on normal that waits for a packet in each frame, four a second",
         .holds = "the same with net::Transport::poll of 0 ms, which on this simulated network "
                  "takes no time; tandem lab claims --real has sockets",
         .expected = "frames of 250 ms | of 10 ms",
         .run_fails = takes_packets<true>,
         .run_holds = takes_packets<false>,
         .judge = only_fails_is_held_up,
         .real = Arms{takes_packets_for_real<true>, takes_packets_for_real<false>,
                      only_fails_is_held_up_for_real,
                      "the same with net::Transport::poll of 0 ms, over two UDP sockets of this "
                      "machine"}},
    };
}

}  // namespace tandem::tools::lab
