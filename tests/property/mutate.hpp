// SPDX-License-Identifier: MIT
// Damages bytes as disks, wires and attackers do: flipped bits, lengths that lie, ranges cut, moved
// and doubled. A function of its seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::test {

class Mutator {
public:
    explicit Mutator(std::uint64_t seed) : engine_(seed) {}

    // One to four changes.
    sim::Bytes mutate(sim::Bytes bytes) {
        for (std::uint64_t changes = 1 + below(4); changes > 0; --changes) {
            change(bytes);
        }
        return bytes;
    }
    std::uint64_t below(std::uint64_t n) { return n == 0 ? 0 : engine_() % n; }

private:
    void change(sim::Bytes& bytes) {
        const std::size_t at = below(bytes.size());
        const std::size_t size = std::min<std::size_t>(1 + below(16), bytes.size() - at);
        const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        const auto to = from + static_cast<std::ptrdiff_t>(size);
        const auto choice = bytes.empty() ? 7 : below(8);
        if (choice <= 2) {
            bytes[at] ^= static_cast<std::byte>(1U << below(8));
        } else if (choice == 3) {
            constexpr int k_edges[] = {0, 1, 2, 3, 0x7f, 0x80, 0xfe, 0xff};
            bytes[at] = static_cast<std::byte>(k_edges[below(std::size(k_edges))]);
        } else if (choice == 4) {
            write_length(bytes, at);
        } else if (choice == 5) {
            bytes.erase(from, to);
        } else if (choice == 6) {
            std::rotate(from, from + static_cast<std::ptrdiff_t>(below(size)), to);
        } else {
            const sim::Bytes copy(from, to);
            bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size() + 1)),
                         copy.begin(), copy.end());
        }
    }

    // A u32 as lengths are: small, just about what remains, or absurd.
    void write_length(sim::Bytes& bytes, std::size_t at) {
        if (bytes.size() - at < sizeof(std::uint32_t)) {
            return;
        }
        const std::uint64_t remaining = bytes.size() - at - sizeof(std::uint32_t);
        const std::uint64_t lengths[] = {below(6), remaining / (1 + below(24)), remaining + 1,
                                         engine_()};
        sim::store_le(static_cast<std::uint32_t>(lengths[below(4)]), bytes.data() + at);
    }

    std::mt19937_64 engine_;
};

// The number in the environment variable `name`, or `fallback`.
inline std::uint64_t number_from_environment(const char* name, std::uint64_t fallback) {
    const char* text = std::getenv(name);
    return text == nullptr ? fallback : std::strtoull(text, nullptr, 10);
}

// What to type to run one mutant again.
inline std::string reproduce_mutant(std::uint64_t seed) {
    const testing::TestInfo* info = testing::UnitTest::GetInstance()->current_test_info();
    return "seed " + std::to_string(seed) + "; again: TANDEM_SEED=" + std::to_string(seed) +
           " TANDEM_MUTANTS=1 tandem_sim_property_tests --gtest_filter=" + info->test_suite_name() +
           "." + info->name();
}

}  // namespace tandem::test
