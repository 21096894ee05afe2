// SPDX-License-Identifier: MIT
// The referee keeps chains only until every machine has been compared.
#include <tandem/tools/netsim/referee.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::netsim {

Referee::Referee(sim::AnySimulation simulation, const Setup& setup, std::uint32_t machines)
    : timeline_(std::move(simulation)), machines_(machines) {
    // The maker of a referee has started the same game with this setup before.
    const bool is_started = timeline_.start(setup).has_value();
    TANDEM_ASSERT(is_started);
}

sim::Result<void> Referee::confirm(std::uint32_t machine, const sim::TickedView& ticked) {
    Confirmed& confirmed = machines_[machine];
    const std::uint64_t tick = confirmed.ticks++;
    TANDEM_ASSERT(ticked.tick.number == tick);
    if (tick == timeline_.ticks_done()) {
        TANDEM_TRY(timeline_.advance(ticked.record));
        chains_.push_back(timeline_.chain());
    }
    ++ticks_compared_;
    // Two histories, once apart, stay apart: the first such tick is enough.
    if (!confirmed.has_differed && ticked.hashes.chain != chains_[tick - first_]) {
        confirmed.has_differed = true;
        differences_.push_back({machine, tick});
    }
    drop_what_all_have();
    return {};
}

void Referee::forget(std::uint32_t machine) {
    machines_[machine].is_forgotten = true;
    drop_what_all_have();
}

void Referee::drop_what_all_have() {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const Confirmed& confirmed : machines_) {
        least = confirmed.is_forgotten ? least : std::min(least, confirmed.ticks);
    }
    while (first_ < least && !chains_.empty()) {
        chains_.pop_front();
        ++first_;
    }
}

sim::Result<void> Reporter::on_tick(const sim::TickedView& ticked) {
    chain_ = ticked.hashes.chain;
    return referee_.confirm(machine_, ticked);
}

}  // namespace tandem::tools::netsim
