// SPDX-License-Identifier: MIT
// A measurement is the difference of two counts, with the delays between them.
#include <tandem/tools/netsim/meter.hpp>

#include <algorithm>

namespace tandem::tools::netsim {

void StretchMeter::update(net::Time at, const Sides& sides, const Referee& referee,
                          const net::SimulatedNetwork& network) {
    if (is_over() || at < *from_) {
        return;
    }
    const bool all_play = std::all_of(sides.begin(), sides.end(), [](const auto& side) {
        return side->facts().is_started && !side->is_ended();
    });
    if (!all_play) {
        from_.reset();
        return;
    }
    if (before_.sides.empty()) {
        before_ = counts(sides, referee, network);
        stretch_.sides = before_.sides;
    }
    for (std::uint32_t number = 0; number < players_; ++number) {
        Stretch::SideTicks& side = stretch_.sides[number];
        const std::uint32_t delay = sides[number]->facts().delay_ticks;
        side.delay_least = std::min(side.delay_least, delay);
        side.delay_most = std::max(side.delay_most, delay);
    }
    if (at >= *from_ + k_recovered_span) {
        finish(counts(sides, referee, network));
    }
}

Stretch StretchMeter::counts(const Sides& sides, const Referee& referee,
                             const net::SimulatedNetwork& network) const {
    Stretch all;
    all.sent_bytes.resize(std::size_t{players_} * players_);
    for (std::uint32_t number = 0; number < players_; ++number) {
        const std::uint32_t delay = sides[number]->facts().delay_ticks;
        all.sides.push_back({referee.ticks(number), delay, delay});
        if (number != 0) {
            all.sent_bytes[number] = network.link_statistics(0, number).wire_bytes_sent();
            all.sent_bytes[std::size_t{number} * players_] =
                network.link_statistics(number, 0).wire_bytes_sent();
        }
    }
    return all;
}

void StretchMeter::finish(const Stretch& after) {
    stretch_.is_whole = true;
    stretch_.sent_bytes = after.sent_bytes;
    for (std::size_t index = 0; index < after.sent_bytes.size(); ++index) {
        stretch_.sent_bytes[index] -= before_.sent_bytes[index];
    }
    for (std::uint32_t number = 0; number < players_; ++number) {
        stretch_.sides[number].ticks = after.sides[number].ticks - before_.sides[number].ticks;
    }
}

}  // namespace tandem::tools::netsim
