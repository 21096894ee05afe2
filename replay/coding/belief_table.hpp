// SPDX-License-Identifier: MIT
// The beliefs of contexts: a probability, and how often it was changed, in a table of fixed size
// that contexts share by their hash.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tandem::replay {

// Adds a number to a context's hash.
constexpr std::uint32_t fold(std::uint32_t hash, std::uint32_t number) {
    const std::uint32_t product = (hash + number) * 0x9E3779B1U;
    return product ^ product >> 15;
}

// A belief in 16 bits: a probability in parts of 4,096, and how often it was changed, up to 15.
class Belief {
public:
    // The probability of "yes" in parts of 4,096.
    std::uint32_t probability() const { return bits_ >> 4U; }
    // The number of answers that it has seen; it never rises beyond 15.
    std::uint32_t seen() const { return bits_ & 15U; }

    // Moves the probability towards the answer: by a share that falls with the answers seen, in the
    // end by a fiftieth.
    void learn(bool answer) {
        const std::int32_t gap = (answer ? 4'095 : 0) - static_cast<std::int32_t>(probability());
        const std::int32_t moved =
            static_cast<std::int32_t>(probability()) + ((gap * k_rates[seen()] + 32'768) >> 16);
        bits_ = static_cast<std::uint16_t>(static_cast<std::uint32_t>(moved) << 4U |
                                           (seen() < 15 ? seen() + 1 : 15));
    }

private:
    static constexpr std::array<std::int32_t, 16> k_rates = [] {
        std::array<std::int32_t, 16> rates{};
        for (std::int32_t seen = 0; seen < 15; ++seen) {
            rates[static_cast<std::size_t>(seen)] = 131'072 / (2 * seen + 3);
        }
        rates[15] = 1'311;
        return rates;
    }();

    std::uint16_t bits_ = 0x8000;  // a probability of one half, never seen
};

class BeliefTable {
public:
    // Forgets everything.
    void restart() {
        beliefs_.fill({});
        checks_.fill(0);
    }

    // Returns the belief of a context. A context has two places. If both belong to other contexts,
    // the one that was seen less is given up.
    Belief& find(std::uint32_t hash) {
        std::size_t at = static_cast<std::size_t>(std::uint64_t{hash} * k_places >> 32);
        const auto check = static_cast<std::uint8_t>(hash);
        if (checks_[at] == check) {
            return beliefs_[at];
        }
        const std::size_t other = at ^ 1U;
        if (checks_[other] == check) {
            return beliefs_[other];
        }
        if (beliefs_[other].seen() < beliefs_[at].seen()) {
            at = other;
        }
        checks_[at] = check;
        beliefs_[at] = {};
        return beliefs_[at];
    }

private:
    static constexpr std::size_t k_places = 49'152;

    std::array<Belief, k_places> beliefs_{};
    std::array<std::uint8_t, k_places> checks_{};
};

}  // namespace tandem::replay
