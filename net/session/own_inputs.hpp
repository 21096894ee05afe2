// SPDX-License-Identifier: MIT
// Our own player's inputs: the source is asked once for every tick, in order, also for ticks that
// it turns out not to play.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include <tandem/net/options.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::net {

class OwnInputs {
public:
    explicit OwnInputs(InputSource source) : source_(std::move(source)) {}

    // Asks for the input of tick asked(). Returns nothing if the source has ended or failed, now or
    // before; end() then says so.
    std::optional<sim::Bytes> ask(const sim::AnySimulation& simulation);
    // The next tick to ask for.
    std::uint64_t asked() const { return asked_; }
    // Asks for no more.
    void stop() { may_ask_ = false; }
    bool may_ask() const { return may_ask_; }

    struct End {
        std::uint64_t tick = 0;  // the first without an input
        std::optional<sim::Error> error;
    };
    const std::optional<End>& end() const { return end_; }

private:
    InputSource source_;
    std::uint64_t asked_ = 0;
    bool may_ask_ = true;
    std::optional<End> end_;
};

}  // namespace tandem::net
