// SPDX-License-Identifier: MIT
// Mistakes that only a second thread shows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include <tests/misbehaving/base.hpp>

namespace tandem::misbehaving {

// What another thread would do differently.
struct ThreadDecides : BaseOf<ThreadDecides> {
    static constexpr std::string_view name = "thread_decides";
    void step(Inputs<Input> inputs) {
        add(inputs);
        mix(std::hash<std::thread::id>()(std::this_thread::get_id()));
    }
};

// Room for a step's work that all games of the process share. Each step writes it before it reads
// it, so that games which take turns never notice.
struct SharedScratch : BaseOf<SharedScratch> {
    static constexpr std::string_view name = "shared_scratch";
    void step(Inputs<Input> inputs) {
        static std::array<std::uint64_t, 1000> scratch;
        add(inputs);
        for (std::size_t unit = 0; unit < scratch.size(); ++unit) {
            scratch[unit] = total * (unit + 1);
        }
        for (const std::uint64_t value : scratch) {
            mix(value);
        }
    }
};

// The same in a container that allocates: two steps at once do not only mix their numbers.
struct SharedContainer : BaseOf<SharedContainer> {
    static constexpr std::string_view name = "shared_container";
    void step(Inputs<Input> inputs) {
        static std::vector<std::uint64_t> scratch;
        add(inputs);
        scratch = std::vector<std::uint64_t>();
        for (std::uint32_t unit = 0; unit < 300; ++unit) {
            scratch.push_back(number(unit));
        }
        for (const std::uint64_t value : scratch) {
            mix(value);
        }
    }
};

}  // namespace tandem::misbehaving
