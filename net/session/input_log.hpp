// SPDX-License-Identifier: MIT
// The known and still needed inputs of one slot, by tick, with gaps for packets that have not
// arrived. Nothing is allocated once it is as large as the match needs it.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

class InputLog {
public:
    // The first tick whose input is missing. Everything before it is here, or was here and is
    // forgotten.
    std::uint64_t next() const { return next_; }
    // The first tick that is not forgotten.
    std::uint64_t base() const { return base_; }
    bool has(std::uint64_t tick) const;
    // The input of this tick. It needs has(tick) (asserted), and is valid until the next put.
    sim::ByteView at(std::uint64_t tick) const;

    // Begins anew at `tick`, without any input: those before it are never here.
    void begin_at(std::uint64_t tick);
    // Adds an input. Returns whether it was new; one that is known or forgotten does not change.
    bool insert(std::uint64_t tick, sim::ByteView input);
    // Forgets the inputs before `tick`, but nothing from next() on.
    void forget_before(std::uint64_t tick);
    // Forgets everything from `tick` on; nothing if that is not before next().
    void retract(std::uint64_t tick);
    // No inputs come for the ticks from `from` on before `to`: a gap, which next() passes over.
    // Nothing from `from` on may be here (asserted).
    void skip(std::uint64_t from, std::uint64_t to);
    // `tick`, or the first one after the gap in which it lies.
    std::uint64_t after_gap(std::uint64_t tick) const;
    // The tick where the unbroken row of inputs from `tick` on ends: at a gap, or at next().
    std::uint64_t run_end(std::uint64_t tick) const;

private:
    static constexpr std::uint16_t k_missing = 0xFFFF;
    struct Gap {
        std::uint64_t from = 0;
        std::uint64_t to = 0;
    };

    std::size_t index(std::uint64_t tick) const { return tick & (sizes_.size() - 1); }
    void make_room(std::uint64_t ticks, std::size_t input_bytes);
    void find_next();

    std::vector<std::uint16_t> sizes_;  // a ring by tick, of a power of two; k_missing: not here
    sim::Bytes bytes_;                  // stride_ for each
    std::size_t stride_ = 0;
    std::uint64_t base_ = 0;
    std::uint64_t next_ = 0;
    std::uint64_t end_ = 0;  // nothing is here from this tick on
    std::vector<Gap> gaps_;  // that are not forgotten, in order
};

}  // namespace tandem::net
