// SPDX-License-Identifier: MIT
// Each figure has its source beside it. If a source gives a round trip, half of it is the delay of
// a direction. Figures that no source gives are chosen so that the whole stays plausible.
#include <tandem/tools/netsim/scenario.hpp>

#include <algorithm>

#include <tandem/sim/math/random.hpp>

namespace tandem::tools::netsim {
namespace {

constexpr std::uint64_t k_ms = 1'000;  // in microseconds
constexpr std::uint64_t k_percent = 10'000;
constexpr std::uint64_t k_ms_per_s = 1'000;
// Quartz of ordinary computers is within 50 ppm (RFC 5905 takes 15 ppm for typical, and corrects up
// to 500).
constexpr std::int64_t k_quartz_ppm = 50;
// The handshake is over by then.
constexpr std::uint64_t k_first_fault_ms = 3'000;

// The making of a profile: the line of a guest, and the faults that befall it now and then.
struct Profile {
    std::string_view name;
    LineConditions (*line)(Random& random);
    // Adds another fault of this guest, at that time.
    void (*fault)(Random& random, std::uint32_t guest, std::uint64_t at_ms,
                  std::vector<Fault>& faults);
    std::uint64_t seconds_between_faults;  // the mean; 0 for no faults
};

LineConditions lan_line(Random& random);
LineConditions wifi_line(Random& random);
void wifi_fault(Random& random, std::uint32_t guest, std::uint64_t at_ms,
                std::vector<Fault>& faults);
LineConditions mobile_line(Random& random);
void mobile_fault(Random& random, std::uint32_t guest, std::uint64_t at_ms,
                  std::vector<Fault>& faults);
LineConditions transatlantic_line(Random& random);
LineConditions hotel_line(Random& random);
void hotel_fault(Random& random, std::uint32_t guest, std::uint64_t at_ms,
                 std::vector<Fault>& faults);
const std::vector<Profile>& profiles();
void add_faults(const Profile& profile, Random& random, std::uint32_t guest, std::uint64_t end_ms,
                std::vector<Fault>& faults);

}  // namespace

std::vector<std::string> profile_names() {
    std::vector<std::string> names;
    for (const Profile& profile : profiles()) {
        names.emplace_back(profile.name);
    }
    return names;
}

std::optional<Scenario> make_profile(std::string_view name, std::uint64_t seed,
                                     std::uint32_t players, std::uint64_t ticks,
                                     std::uint64_t seconds) {
    const auto& all = profiles();
    const auto profile = std::find_if(all.begin(), all.end(),
                                      [&](const Profile& each) { return each.name == name; });
    if (profile == all.end()) {
        return std::nullopt;
    }
    Scenario scenario;
    scenario.name = std::string(name);
    scenario.seed = seed;
    scenario.players = players;
    scenario.ticks = ticks;
    Random random(seed, static_cast<std::uint64_t>(profile - all.begin()));
    scenario.line = profile->line(random);
    for (std::uint32_t machine = 0; machine < players; ++machine) {
        // Another player changes nothing for the others.
        Random own = random.split(machine);
        scenario.machines.push_back(
            {.drift_ppm = own.between<std::int64_t>(-k_quartz_ppm, k_quartz_ppm)});
        if (machine == 0) {
            continue;
        }
        // Every guest has a line of its own; the host's is assumed to be better than all of them.
        if (machine > 1) {
            const LineConditions line = profile->line(own);
            scenario.lines.push_back({machine, 0, line});
            scenario.lines.push_back({0, machine, line});
        }
        add_faults(*profile, own, machine, seconds * k_ms_per_s, scenario.faults);
    }
    std::stable_sort(scenario.faults.begin(), scenario.faults.end(),
                     [](const Fault& a, const Fault& b) { return a.at_ms < b.at_ms; });
    return scenario;
}

namespace {

// A single switch is between the machines. Gigabit Ethernet takes 12 us for the largest frame, a
// switch some microseconds more; the unevenness seen is the machines' own.
LineConditions lan_line(Random& random) {
    LineConditions line;
    line.delay_us = random.between<std::uint64_t>(150, 400);
    line.jitter_us = 300;
    line.loss_ppm = 10;
    return line;
}

// A home line of 20 ms there and back (FCC, Measuring Broadband America 2016: 11 to 15 ms for
// fibre, 37 for DSL) behind radio. Radio takes over 20 ms in half of all packets and over 100 ms in
// a tenth where many share it (Pei et al., "WiFi can be the weakest link of round trip network
// latency in the wild", 2016); a home is calmer. Its losses come in bursts (Cardoso and de Rezende,
// "Accurate hidden Markov modeling of packet losses in indoor 802.11 networks", 2009).
LineConditions wifi_line(Random& random) {
    LineConditions line;
    line.delay_us = random.between<std::uint64_t>(10 * k_ms, 14 * k_ms);
    line.jitter_us = random.between<std::uint64_t>(6 * k_ms, 12 * k_ms);
    line.loss_ppm = k_percent / 10;
    line.burst_ppm = k_percent / 2;
    line.burst_packets = 4;
    line.reorder_ppm = k_percent / 100;
    line.rate_bytes_per_s = 2'500'000;
    return line;
}

// A radio that scans for other networks, or a microwave oven: a fraction of a second of 100 ms
// and more, which the same source saw.
void wifi_fault(Random& random, std::uint32_t guest, std::uint64_t at_ms,
                std::vector<Fault>& faults) {
    const auto length = random.between<std::uint64_t>(100, 400);
    const auto more = random.between<std::int64_t>(40, 100);
    faults.push_back({FaultKind::delay, guest, 0, 0, at_ms, length, more});
    faults.push_back({FaultKind::delay, 0, guest, 0, at_ms, length, more});
}

// The line takes 50 ms there and back with a long tail: scheduled radio makes latency uneven (Rohde
// & Schwarz, "Interactivity test", parts 4 to 7, 2021 to 2023, TWAMP over LTE). Radio repeats lost
// packets, so that few are lost in the end.
LineConditions mobile_line(Random& random) {
    LineConditions line;
    line.delay_us = random.between<std::uint64_t>(20 * k_ms, 30 * k_ms);
    line.jitter_us = random.between<std::uint64_t>(15 * k_ms, 25 * k_ms);
    line.loss_ppm = k_percent / 5;
    line.burst_ppm = k_percent / 5;
    line.burst_packets = 3;
    line.rate_bytes_per_s = 1'000'000;
    line.queue_bytes = 256 * 1024;
    return line;
}

// A handover interrupts both directions for about 80 ms (Okamawari et al., measured on LTE
// testbeds).
void mobile_fault(Random& random, std::uint32_t guest, std::uint64_t at_ms,
                  std::vector<Fault>& faults) {
    const auto length = random.between<std::uint64_t>(50, 120);
    faults.push_back({FaultKind::cut, guest, 0, 0, at_ms, length, 0});
    faults.push_back({FaultKind::cut, 0, guest, 0, at_ms, length, 0});
}

// At most 90 ms there and back from New York to London, in the mean of a month (Verizon's service
// level for that way), and a home line at both ends.
LineConditions transatlantic_line(Random& random) {
    LineConditions line;
    line.delay_us = random.between<std::uint64_t>(42 * k_ms, 55 * k_ms);
    line.jitter_us = random.between<std::uint64_t>(2 * k_ms, 6 * k_ms);
    line.loss_ppm = k_percent / 5;
    line.rate_bytes_per_s = 2'500'000;
    return line;
}

// Most hotels gave 1 Mbit/s at any time, and under 0.1 in the evening at worst (P. Bogard, "Hotel
// Internet Quality", a log of 2010 to 2012); shared, with a queue that is too long, and radio
// as above.
LineConditions hotel_line(Random& random) {
    LineConditions line;
    line.delay_us = random.between<std::uint64_t>(25 * k_ms, 45 * k_ms);
    line.jitter_us = random.between<std::uint64_t>(20 * k_ms, 40 * k_ms);
    line.loss_ppm = k_percent;
    line.burst_ppm = 2 * k_percent;
    line.burst_packets = 5;
    line.duplicate_ppm = k_percent / 10;
    line.reorder_ppm = k_percent / 10;
    line.rate_bytes_per_s = 60'000;
    line.queue_bytes = 32 * 1024;
    return line;
}

// Somebody else's download fills the queue, or the access point goes away for a moment.
void hotel_fault(Random& random, std::uint32_t guest, std::uint64_t at_ms,
                 std::vector<Fault>& faults) {
    if (random.chance(1, 3)) {
        const auto length = random.between<std::uint64_t>(300, 1'500);
        faults.push_back({FaultKind::cut, guest, 0, 0, at_ms, length, 0});
        faults.push_back({FaultKind::cut, 0, guest, 0, at_ms, length, 0});
        return;
    }
    const auto length = random.between<std::uint64_t>(500, 3'000);
    const auto more = random.between<std::int64_t>(60, 200);
    faults.push_back({FaultKind::delay, 0, guest, 0, at_ms, length, more});
}

const std::vector<Profile>& profiles() {
    static const std::vector<Profile> k_profiles{
        {"lan", &lan_line, nullptr, 0},
        {"wifi", &wifi_line, &wifi_fault, 20},
        {"4g", &mobile_line, &mobile_fault, 30},
        {"transatlantic", &transatlantic_line, nullptr, 0},
        {"hotel", &hotel_line, &hotel_fault, 15},
    };
    return k_profiles;
}

void add_faults(const Profile& profile, Random& random, std::uint32_t guest, std::uint64_t end_ms,
                std::vector<Fault>& faults) {
    if (profile.fault == nullptr) {
        return;
    }
    const std::uint64_t between = 2 * profile.seconds_between_faults * k_ms_per_s;
    for (std::uint64_t at = k_first_fault_ms + random.below(between); at < end_ms;
         at += 1 + random.below(between)) {
        if (faults.size() + 2 > k_scenario_faults_max) {
            return;
        }
        profile.fault(random, guest, at, faults);
    }
}

}  // namespace
}  // namespace tandem::tools::netsim
