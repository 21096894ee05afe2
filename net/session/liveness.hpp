// SPDX-License-Identifier: MIT
// Judges whether a peer gets on. Talking is not enough: it must give inputs, acknowledge ours, and
// tell its history. Time in which we stood still ourselves does not count. A debt grows while it
// lasts, and shrinks with every tick that the peer gets on. So a peer that drips one tick a second
// makes no progress either.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

// The kinds of debt that a peer may have.
enum class Owed : std::uint8_t { any_sign, inputs, acknowledgements, history };

class Liveness {
public:
    // A peer may slow the others down to an eighth of the tick rate. A slower peer gets into debt.
    static constexpr std::int64_t k_slowest_share = 8;

    // It owes this, since `elapsed` ago or longer.
    void owe(Owed what, Time elapsed) { debts_[index(what)] += elapsed; }
    // It owes nothing of this any more.
    void clear(Owed what) { debts_[index(what)] = Time{0}; }
    // It got on by so many ticks.
    void pay(Owed what, std::uint64_t ticks, Time period) {
        const auto most = static_cast<std::uint64_t>(debt(what) / period + 1);
        const Time paid =
            period * static_cast<std::int64_t>(std::min(ticks, most)) * k_slowest_share;
        debts_[index(what)] = std::max(debt(what) - paid, Time{0});
    }
    // The peer owes this, since `elapsed` ago or longer, or nothing of it.
    void update(Owed what, bool is_owed, Time elapsed) {
        if (is_owed) {
            owe(what, elapsed);
        } else {
            clear(what);
        }
    }
    // The size of a debt, as time.
    Time debt(Owed what) const { return debts_[index(what)]; }
    // The debt that it has had longest.
    Owed worst() const {
        const auto found = std::max_element(debts_.begin(), debts_.end());
        return static_cast<Owed>(found - debts_.begin());
    }

    // The debt that is too old: a sign of life after `patience`, anything else after two ticks'
    // time more, because in a slow game its next tick may be further away than any patience.
    std::optional<Owed> overdue(Time patience, Time period) const {
        if (debt(Owed::any_sign) >= patience) {
            return Owed::any_sign;
        }
        return debt(worst()) >= patience + 2 * period ? std::optional(worst()) : std::nullopt;
    }

private:
    static std::size_t index(Owed what) { return static_cast<std::size_t>(what); }

    std::array<Time, 4> debts_{};
};

}  // namespace tandem::net
