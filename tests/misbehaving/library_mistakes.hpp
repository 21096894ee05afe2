// SPDX-License-Identifier: MIT
// Mistakes that one build never shows: results that the standard library or the compiler chooses.
#pragma once

#include <algorithm>
#include <bit>
#include <random>
#include <unordered_map>
#include <vector>

#include <tests/misbehaving/base.hpp>

namespace tandem::misbehaving {

// Scores in the order of a hash table.
struct UnorderedIteration : BaseOf<UnorderedIteration> {
    static constexpr std::string_view name = "unordered_iteration";
    void step(Inputs<Input> inputs) {
        add(inputs);
        std::unordered_map<std::uint32_t, std::uint32_t> scores;
        for (std::uint32_t unit = 0; unit < 20; ++unit) {
            scores[number(unit)] = unit;
        }
        for (const auto& [score, unit] : scores) {
            mix(score + unit);
        }
    }
};

// The engines of <random> are the same everywhere, its distributions are not.
struct LibraryRandom : BaseOf<LibraryRandom> {
    static constexpr std::string_view name = "library_random";
    void step(Inputs<Input> inputs) {
        add(inputs);
        std::mt19937 engine(static_cast<std::uint32_t>(total));
        mix(static_cast<std::uint64_t>(std::uniform_int_distribution<int>(1, 6)(engine)));
    }
};

// Units with a priority, many of them with the same.
struct Ranked {
    std::uint32_t rank = 0;
    std::uint32_t unit = 0;
    friend bool operator<(const Ranked& a, const Ranked& b) { return a.rank < b.rank; }
};

// A heap gives equal elements back in an order of its own.
struct HeapTies : BaseOf<HeapTies> {
    static constexpr std::string_view name = "heap_ties";
    void step(Inputs<Input> inputs) {
        add(inputs);
        std::vector<Ranked> heap;
        for (std::uint32_t unit = 0; unit < 40; ++unit) {
            heap.push_back({number(unit) % 3, unit});
            std::push_heap(heap.begin(), heap.end());
        }
        while (!heap.empty()) {
            std::pop_heap(heap.begin(), heap.end());
            mix(heap.back().unit);
            heap.pop_back();
        }
    }
};

// So does a sort that is not stable.
struct SortTies : BaseOf<SortTies> {
    static constexpr std::string_view name = "sort_ties";
    void step(Inputs<Input> inputs) {
        add(inputs);
        std::vector<Ranked> units;
        for (std::uint32_t unit = 0; unit < 100; ++unit) {
            units.push_back({number(unit) % 3, unit});
        }
        std::sort(units.begin(), units.end());
        for (const Ranked& ranked : units) {
            mix(ranked.unit);
        }
    }
};

// a * b + c, rounded once or twice as flags and processor have it.
struct Contraction : BaseOf<Contraction> {
    static constexpr std::string_view name = "contraction";
    void step(Inputs<Input> inputs) {
        add(inputs);
        const double drag = 1.0 / (3.0 + inputs[0].amount);
        double position = number(0);
        for (std::uint32_t part = 1; part < 10; ++part) {
            position = position * drag + number(part) / 7.0;
        }
        mix(std::bit_cast<std::uint64_t>(position));
    }
};

}  // namespace tandem::misbehaving
