// SPDX-License-Identifier: MIT
// A small Monte Carlo over the links themselves: the behaviour of a line is written down in one
// place, and bursts and queues have no short formula. If there is one (netcode.md of the sources:
// D* = ceil((X + s + J) / T) + max(0, ceil(ln e / ln p) - 1)), the tests compare.
#include <tandem/tools/netsim/ways.hpp>

#include <algorithm>
#include <limits>

#include <tandem/net/transport/simulated/link.hpp>
#include <tandem/tools/netsim/machine.hpp>

namespace tandem::tools::netsim {
namespace {

using net::SimulatedLink;
using net::Time;

constexpr Time k_never = Time(std::numeric_limits<std::int64_t>::max());
// Machines look once a millisecond, so that every age is a whole number of looks.
constexpr std::size_t k_ages = 4'000;
// This seed gives other luck than the match's own.
constexpr std::uint64_t k_other_luck = 0x5eed;

// Returns the first look at this time or later.
Time seen_at(Time when) {
    return when == k_never ? when : (when + k_look - Time(1)) / k_look * k_look;
}

class Clock {
public:
    explicit Clock(TickRate rate) : rate_(rate) {}
    // Returns when tick n is noticed to be due, in a grid of looks.
    Time due(std::uint64_t tick) const {
        const std::uint64_t ns = 1'000'000'000;
        const std::uint64_t seconds = tick * rate_.seconds / rate_.ticks;
        const std::uint64_t rest = tick * rate_.seconds % rate_.ticks;
        return seen_at(Time(
            static_cast<std::int64_t>(seconds * ns + (rest * ns + rate_.ticks - 1) / rate_.ticks)));
    }
    // Returns the first tick that is due at this time or later.
    std::uint64_t tick_at(Time when) const {
        auto tick = static_cast<std::uint64_t>(static_cast<double>(when.count()) * rate_.ticks /
                                               rate_.seconds / 1e9);
        tick -= std::min<std::uint64_t>(tick, 2);
        while (due(tick) < when) {
            ++tick;
        }
        return tick;
    }

private:
    TickRate rate_;
};

// Returns when each tick's packet arrives, and with it every earlier input. Nothing later is
// needed.
std::vector<Time> first_arrivals(const Scenario& scenario, std::uint32_t from, std::uint32_t to,
                                 const WaysOptions& options, const Clock& clock) {
    SimulatedLink link(scenario.seed ^ k_other_luck, std::uint64_t{from} << 24 | to,
                       link_options(line_of(scenario, from, to)), heads_bytes_of(scenario));
    std::vector<Time> arrivals;
    arrivals.reserve(options.ticks);
    for (std::uint64_t tick = 0; tick < options.ticks; ++tick) {
        const auto passage = link.send(clock.due(tick), options.payload_bytes);
        const Time arrival = passage.arrival.value_or(k_never);
        arrivals.push_back(std::min(arrival, passage.second_arrival.value_or(k_never)));
    }
    for (std::size_t tick = arrivals.size() - 1; tick-- > 0;) {
        arrivals[tick] = std::min(arrivals[tick], arrivals[tick + 1]);
    }
    return arrivals;
}

// Returns the least delay that this arrival allows.
std::uint32_t need(const Clock& clock, std::uint64_t tick, Time arrival) {
    if (arrival == k_never || arrival > clock.due(tick + k_least_delay_max)) {
        return k_least_delay_max + 1;
    }
    const std::uint64_t at = clock.tick_at(std::max(arrival, Time{0}));
    return static_cast<std::uint32_t>(at - std::min(at, tick));
}

std::uint32_t least_of(const std::vector<std::uint32_t>& needs, std::uint64_t ticks) {
    std::uint64_t late = ticks;
    for (std::uint32_t delay = 0; delay <= k_least_delay_max; ++delay) {
        late -= needs[delay];
        if (late * k_ticks_per_late_tick <= ticks) {
            return delay;
        }
    }
    return k_least_delay_max + 1;
}

}  // namespace

Ways::Ways(const Scenario& scenario, const WaysOptions& options)
    : players_(scenario.players), ways_(players_ * players_), needs_(players_) {
    const Clock clock(options.tick_rate);
    std::vector<std::vector<Time>> up(players_);
    std::vector<std::vector<Time>> down(players_);
    for (std::uint32_t guest = 1; guest < players_; ++guest) {
        up[guest] = first_arrivals(scenario, guest, 0, options, clock);
        down[guest] = first_arrivals(scenario, 0, guest, options, clock);
    }
    // No later packet repeats the inputs that are sent at the end.
    ticks_ = options.ticks - std::min<std::uint64_t>(options.ticks / 2, 2 * k_least_delay_max);
    for (Way& each : ways_) {
        each.ages.resize(k_ages + 1);
    }
    const auto arrival_at = [&](std::uint32_t from, std::uint32_t to, std::uint64_t tick) {
        if (from == 0) {
            return down[to][tick];
        }
        if (to == 0 || up[from][tick] == k_never) {
            return up[from][tick];
        }
        const std::uint64_t relayed = clock.tick_at(seen_at(up[from][tick]));
        return relayed < options.ticks ? down[to][relayed] : k_never;
    };
    for (std::uint32_t from = 0; from < players_; ++from) {
        Needs& needs = needs_[from];
        for (Counts* counts : {&needs.exact, &needs.earlier, &needs.later}) {
            counts->resize(k_least_delay_max + 2);
        }
        for (std::uint64_t tick = 0; tick < ticks_; ++tick) {
            Time last{0};
            for (std::uint32_t to = 0; to < players_; ++to) {
                if (to == from) {
                    continue;
                }
                const Time arrival = seen_at(arrival_at(from, to, tick));
                last = std::max(last, arrival);
                const auto age =
                    arrival == k_never
                        ? k_ages
                        : static_cast<std::size_t>((arrival - clock.due(tick)) / k_look);
                ++way(from, to).ages[std::min(age, k_ages)];
                ++way(from, to).count;
            }
            const Time beside = last == k_never ? Time{0} : k_look;
            ++needs.exact[need(clock, tick, last)];
            ++needs.earlier[need(clock, tick, last - beside)];
            ++needs.later[need(clock, tick, last + beside)];
        }
    }
}

std::uint32_t Ways::least_delay(std::uint32_t machine) const {
    return least_of(needs_[machine].exact, ticks_);
}

bool Ways::is_on_edge(std::uint32_t machine) const {
    const Needs& needs = needs_[machine];
    return least_of(needs.earlier, ticks_) != least_of(needs.later, ticks_);
}

double Ways::late_share(std::uint32_t from, std::uint32_t to, Time budget) const {
    const Way& here = way(from, to);
    const std::int64_t steps = budget / k_look;
    const std::size_t in_time =
        budget < Time{0} ? 0 : std::min(static_cast<std::size_t>(steps) + 1, k_ages);
    std::uint64_t late = 0;
    for (std::size_t age = in_time; age < here.ages.size(); ++age) {
        late += here.ages[age];
    }
    return here.count == 0 ? 0 : static_cast<double>(late) / static_cast<double>(here.count);
}

}  // namespace tandem::tools::netsim
