// SPDX-License-Identifier: MIT
// What goes over a line: unmodified ENet in virtual time, heads of IP and UDP added to what it
// sends.
#include <algorithm>

#include <tests/bench/net/match_world.hpp>
#include <tests/bench/net/sheet.hpp>

namespace tandem::bench {
namespace {

using std::chrono::seconds;

constexpr std::uint64_t k_begin_s = 10;

std::optional<net::MatchKey> some_key() {
    auto made = net::MatchKey::from_secret(sim::as_bytes("sixteen or more bytes"));
    return made ? std::optional(*std::move(made)) : std::nullopt;
}

net::LinkOptions line_of(std::uint32_t loss_ppm, std::uint32_t jitter_ms) {
    net::LinkOptions line;
    line.delay = std::chrono::milliseconds(40);
    line.jitter = std::chrono::milliseconds(jitter_ms);
    line.loss_ppm = loss_ppm;
    return line;
}

// One direction in the steady state.
struct Flow {
    double bytes_per_s = 0;
    double datagrams_per_tick = 0;
};

// The greatest over the given ways.
Flow flow_of(const Sheet& sheet, const MatchOptions& options,
             const std::optional<net::MatchKey>& key,
             const std::vector<std::pair<std::uint32_t, std::uint32_t>>& ways,
             std::uint64_t length_s) {
    EnetMatch match(options, key);
    match.play_until(seconds(k_begin_s));
    std::vector<test::VirtualUdp::Carried> before;
    for (const auto& [from, to] : ways) {
        before.push_back(match.carried(from, to));
    }
    const std::uint64_t ticks_before = match.side(0).driver->session().ticks_done();
    match.play_until(seconds(k_begin_s + length_s));
    const std::uint64_t ticks = match.side(0).driver->session().ticks_done() - ticks_before;
    Flow most;
    for (std::size_t index = 0; index < ways.size(); ++index) {
        const auto [from, to] = ways[index];
        const auto after = match.carried(from, to);
        const double bytes =
            static_cast<double>(after.bytes - before[index].bytes) / static_cast<double>(length_s);
        const double datagrams = static_cast<double>(after.datagrams - before[index].datagrams) /
                                 static_cast<double>(std::max<std::uint64_t>(ticks, 1));
        sheet.point(text_of(
            "seed %d, %u to %u: %.0f bytes/s, %.3f datagrams a tick, %d ticks, "
            "delay %u",
            static_cast<int>(options.seed), from, to, bytes, datagrams, static_cast<int>(ticks),
            match.side(from).driver->session().pace().delay_ticks));
        most.bytes_per_s = std::max(most.bytes_per_s, bytes);
        most.datagrams_per_tick = std::max(most.datagrams_per_tick, datagrams);
    }
    return most;
}

struct Kind {
    const char* what;
    bool is_held;
    bool is_keyed;
    double bytes_max;
};

}  // namespace

void measure_bytes(const Sheet& sheet) {
    for (const Kind& kind : {Kind{"held inputs, with key", true, true, 4'400},
                             Kind{"held inputs, without key", true, false, 4'400},
                             Kind{"random inputs, with key", false, true, 5'800},
                             Kind{"random inputs, without key", false, false, 5'800}}) {
        for (const std::uint32_t loss_ppm : {0U, 50'000U}) {
            Flow most;
            for (std::uint64_t seed = 1; seed <= sheet.seeds(); ++seed) {
                MatchOptions options;
                options.seed = seed;
                options.line = line_of(loss_ppm, 0);
                options.is_held = kind.is_held;
                const Flow flow = flow_of(sheet, options, kind.is_keyed ? some_key() : std::nullopt,
                                          {{0, 1}, {1, 0}}, sheet.length_s(60));
                most.bytes_per_s = std::max(most.bytes_per_s, flow.bytes_per_s);
            }
            sheet.add({text_of("bytes/s a direction, 2 players, 40 ms, %s: %s",
                               loss_ppm == 0 ? "clean" : "5 % loss", kind.what),
                       "about 8,100", text_of("%.0f", kind.bytes_max),
                       text_of("%.0f", most.bytes_per_s), sheet.seeds_text(),
                       most.bytes_per_s > 0 && most.bytes_per_s <= kind.bytes_max});
        }
    }
}

void measure_crowds(const Sheet& sheet) {
    constexpr std::uint32_t k_players = 8;
    constexpr double k_datagrams_max = 1.1;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ways;
    for (std::uint32_t guest = 1; guest < k_players; ++guest) {
        ways.emplace_back(0, guest);
    }
    for (const bool is_held : {true, false}) {
        const double kbit_max = is_held ? 70 : 160;
        Flow most;
        for (std::uint64_t seed = 1; seed <= sheet.seeds(); ++seed) {
            MatchOptions options;
            options.seed = seed;
            options.players = k_players;
            options.line = line_of(50'000, 10);
            options.is_held = is_held;
            const Flow flow = flow_of(sheet, options, some_key(), ways, sheet.length_s(30));
            most.bytes_per_s = std::max(most.bytes_per_s, flow.bytes_per_s);
            most.datagrams_per_tick = std::max(most.datagrams_per_tick, flow.datagrams_per_tick);
        }
        const double kbit = most.bytes_per_s * 8 / 1'000;
        sheet.add({text_of("8 players, a guest's downlink, with key, 5 %% and 10 ms of jitter: %s "
                           "inputs",
                           is_held ? "held" : "random"),
                   "up to 1,127 kbit/s", text_of("%.0f kbit/s, 1.1 datagrams a tick", kbit_max),
                   text_of("%.1f, %.3f", kbit, most.datagrams_per_tick), sheet.seeds_text(),
                   kbit > 0 && kbit <= kbit_max && most.datagrams_per_tick <= k_datagrams_max});
    }
}

}  // namespace tandem::bench
