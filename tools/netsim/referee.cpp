// SPDX-License-Identifier: MIT
// The referee keeps chains until every machine has been compared, and those of the last minutes,
// because whoever comes back is given a moment that is a short time ago.
#include <tandem/tools/netsim/referee.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::netsim {
namespace {

constexpr std::size_t k_chains_kept = std::size_t{1} << 15;
constexpr std::uint32_t k_byte_bits = 8;

}  // namespace

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
        record_.assign(ticked.record.begin(), ticked.record.end());
        chains_.push_back(timeline_.chain());
    }
    confirmed.ticks_most = std::max(confirmed.ticks_most, confirmed.ticks);
    compare(machine, tick, ticked.hashes.chain);
    drop_what_all_have();
    return {};
}

sim::Result<void> Referee::go_on(std::uint32_t machine, std::uint64_t ticks_done,
                                 sim::ChainHash chain) {
    if (ticks_done > timeline_.ticks_done()) {
        return sim::Error{sim::ErrorCode::bad_data, "machine " + std::to_string(machine),
                          "it was given a state after " + std::to_string(ticks_done) +
                              " ticks, and no machine has confirmed more than " +
                              std::to_string(timeline_.ticks_done())};
    }
    Confirmed& confirmed = machines_[machine];
    confirmed.ticks = ticks_done;
    confirmed.ticks_most = std::max(confirmed.ticks_most, ticks_done);
    confirmed.is_forgotten = false;
    if (ticks_done > 0) {
        compare(machine, ticks_done - 1, chain);
    }
    drop_what_all_have();
    return {};
}

// Two histories, once apart, stay apart: the first such tick is enough. For the same reason it
// costs nothing but the tick that a machine that was forgotten, and comes back, is not compared
// where no chain is kept any more.
void Referee::compare(std::uint32_t machine, std::uint64_t tick, sim::ChainHash chain) {
    if (tick < first_) {
        return;
    }
    ++ticks_compared_;
    Confirmed& confirmed = machines_[machine];
    if (!confirmed.has_differed && chain != chains_[tick - first_]) {
        confirmed.has_differed = true;
        differences_.push_back({machine, tick});
    }
}

bool Referee::is_present(Slot slot) const {
    const std::size_t byte = slot.index / k_byte_bits;
    return byte < record_.size() &&
           (std::to_integer<std::uint32_t>(record_[byte]) >> slot.index % k_byte_bits & 1U) != 0;
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
    while (first_ < least && chains_.size() > k_chains_kept) {
        chains_.pop_front();
        ++first_;
    }
}

sim::Result<void> Reporter::on_start(const sim::SessionStart& start) { return on_given(start); }

sim::Result<void> Reporter::on_given(const sim::SessionStart& start) {
    chain_ = start.hashes.chain;
    return referee_.go_on(machine_, start.first_tick, start.hashes.chain);
}

sim::Result<void> Reporter::on_tick(const sim::TickedView& ticked) {
    chain_ = ticked.hashes.chain;
    return referee_.confirm(machine_, ticked);
}

}  // namespace tandem::tools::netsim
