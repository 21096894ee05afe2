// SPDX-License-Identifier: MIT
// Decides from the beliefs of several contexts: their votes are weighed and added, and the weights
// follow the votes that were right.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <tandem/replay/coding/belief_table.hpp>
#include <tandem/replay/coding/logistic.hpp>

namespace tandem::replay {

// The hashes of the contexts of one decision.
template <std::size_t n>
using Contexts = std::array<std::uint32_t, n>;

// The weights of one kind of decision; 65,536 is 1.
template <std::size_t n>
using Weights = std::array<std::int32_t, n>;

// An answer and what it cost (cost_of).
struct Coded {
    bool answer = false;
    std::int32_t cost = 0;
};

// Codes an answer with `way`, a RangeEncoder or RangeDecoder, and learns from it.
template <class Way, std::size_t n>
Coded code_decision(Way& way, BeliefTable& table, const Contexts<n>& contexts, Weights<n>& weights,
                    bool answer) {
    constexpr std::int32_t k_weight_max = 1 << 20;
    std::array<Belief*, n> beliefs;
    std::array<std::int32_t, n> votes;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        beliefs[i] = &table.find(contexts[i]);
        votes[i] = stretch(beliefs[i]->probability());
        sum += std::int64_t{weights[i]} * votes[i];
    }
    const std::uint32_t probability = squash(sum >> 16);
    answer = way.code(answer, probability);
    const std::int64_t error =
        (answer ? std::int64_t{k_certain} : 0) - static_cast<std::int64_t>(probability);
    for (std::size_t i = 0; i < n; ++i) {
        const std::int64_t moved = weights[i] + ((votes[i] * error * 6) >> 18);
        weights[i] =
            static_cast<std::int32_t>(std::clamp<std::int64_t>(moved, -k_weight_max, k_weight_max));
        beliefs[i]->learn(answer);
    }
    return {answer, cost_of(answer ? probability : k_certain - probability)};
}

}  // namespace tandem::replay
