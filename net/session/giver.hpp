// SPDX-License-Identifier: MIT
// Finds a moment of the match from which a player can go on. It is offered only after all who play
// came to the same chain there, and after a copy of the game was restored from it, stepped the
// ticks since and came to our own chain: a game that does not save its whole state is found before
// it harms anybody.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tandem/net/session/comer.hpp>
#include <tandem/net/session/match.hpp>

namespace tandem::net {

class Giver {
public:
    // Moments whose state has more bytes are not given.
    explicit Giver(std::uint64_t state_bytes_max) : state_bytes_max_(state_bytes_max) {}

    // Works on a moment of at least `not_before` ticks, for the time of a call. All who play have
    // the same history as we before `equal_until`.
    void prepare(const Match& match, std::uint64_t not_before, std::uint64_t equal_until);
    // A moment of at least so many ticks that is at most `age_ticks_max` old; null while there is
    // none.
    std::shared_ptr<const Gift> gift(const Match& match, std::uint64_t not_before,
                                     std::uint64_t age_ticks_max) const;
    // The inputs from the tick before this one on must be kept; nothing: no gift is there, or near.
    std::optional<std::uint64_t> oldest() const;
    // The reason why this match gives no state, in words; empty as long as it can.
    const std::string& refusal() const { return refusal_; }
    // Nobody comes: frees the memory that only a gift needs.
    void rest();

private:
    void choose(const Match& match, std::uint64_t not_before, std::uint64_t equal_until);
    bool adopt_state(const Match& match, const Moment& moment);
    void try_out(const Match& match);
    void judge(const Match& match);

    std::uint64_t state_bytes_max_;
    std::shared_ptr<Gift> tried_;  // a moment that is not proven
    std::shared_ptr<const Gift> gift_;
    std::unique_ptr<sim::Timeline> copy_;  // it plays the ticks since `tried_`
    std::uint64_t until_ = 0;              // which is done here
    int failures_ = 0;                     // in a row
    std::uint64_t untried_from_ = 0;       // behind the moment that failed last
    std::string refusal_;
};

}  // namespace tandem::net
