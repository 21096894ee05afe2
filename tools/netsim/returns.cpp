// SPDX-License-Identifier: MIT
// Who takes part is told by the records themselves, not by what a side believes.
#include <tandem/tools/netsim/returns.hpp>

namespace tandem::tools::netsim {
namespace {

constexpr std::uint64_t k_whole_permille = 1'000;
// A machine that is slower than that may never come back, and nothing is claimed of it.
constexpr std::uint64_t k_back_permille_most = 900;

}  // namespace

ReturnWatch::ReturnWatch(const Scenario& scenario, net::Time healed_at)
    : healed_at_(healed_at), absences_(scenario.players) {
    for (std::uint32_t number = 0; number < scenario.players; ++number) {
        absences_[number].step_permille = machine_of(scenario, number).step_permille;
    }
}

void ReturnWatch::update(net::Time now, const Sides& sides, const Referee& referee) {
    if (sides[0]->is_ended() || left_out_) {
        return;
    }
    for (std::uint32_t number = 1; number < sides.size(); ++number) {
        const Side& side = *sides[number];
        Absence& absence = absences_[number];
        if (side.is_ended() || !side.slot() || referee.is_present(*side.slot()) ||
            absence.step_permille > k_back_permille_most) {
            absence.since.reset();
            continue;
        }
        absence.since = absence.since.value_or(now);
        if (now - std::max(*absence.since, healed_at_) > patience(absence)) {
            left_out_ = number;
        }
    }
}

// It plays what it missed while the others play on.
net::Time ReturnWatch::patience(const Absence& absence) const {
    const net::Time missed = std::max(healed_at_ - *absence.since, net::Time{0}) + k_back_within;
    const std::uint64_t permille = absence.step_permille;
    return k_back_within + missed * static_cast<std::int64_t>(permille) /
                               static_cast<std::int64_t>(k_whole_permille - permille);
}

std::string lost_ticks_text(const Referee& referee, std::uint32_t players) {
    for (std::uint32_t number = 1; number < players; ++number) {
        if (referee.ticks_most(number) > referee.ticks(0)) {
            return "machine " + std::to_string(number) + " was told of " +
                   std::to_string(referee.ticks_most(number)) +
                   " ticks as certain, and the host has " + std::to_string(referee.ticks(0));
        }
    }
    return "";
}

bool is_excused(const SideFacts& side, const SideFacts& host) {
    if (side.is_dead || side.has_left) {
        return true;
    }
    if (!side.ended || !side.ended->error) {
        return false;
    }
    const bool is_refused = side.ended->error->code == sim::ErrorCode::refused;
    const bool outlives_host =
        host.ended.has_value() && !host.ended->error && host.ended_at <= side.over_at;
    return is_refused || outlives_host;
}

}  // namespace tandem::tools::netsim
