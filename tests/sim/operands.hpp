// SPDX-License-Identifier: MIT
// Seeded operands for property loops: edge values first, then numbers of every width. A failing
// test prints how to run the same operands again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tandem::test {

// Raw values: 1 with 32 places behind the point, and the ends of the range.
inline constexpr std::int64_t k_one = std::int64_t{1} << 32;
inline constexpr std::int64_t k_lowest = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t k_highest = std::numeric_limits<std::int64_t>::max();

// TANDEM_SEED from the environment, else 1.
inline std::uint64_t operand_seed() {
    const char* text = std::getenv("TANDEM_SEED");
    return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

inline std::string reproduce(std::uint64_t seed) {
    const testing::TestInfo* info = testing::UnitTest::GetInstance()->current_test_info();
    return "seed " + std::to_string(seed) + "; again: TANDEM_SEED=" + std::to_string(seed) +
           " tandem_sim_tests --gtest_filter=" + info->test_suite_name() + "." + info->name();
}

class Operands {
public:
    explicit Operands(std::uint64_t seed) : engine_(seed) {}

    // 64 random bits, shifted right by a random distance, or now and then an edge value.
    std::uint64_t next() {
        static constexpr std::uint64_t k_top_bit = std::uint64_t{1} << 63;
        static constexpr std::uint64_t k_edges[] = {0,
                                                    1,
                                                    2,
                                                    3,
                                                    0xffffffff,
                                                    0x100000000,
                                                    0x100000001,
                                                    0x80000000,
                                                    0x7fffffff,
                                                    k_top_bit,
                                                    k_top_bit - 1,
                                                    k_top_bit + 1,
                                                    0 - 1ULL,
                                                    0 - 2ULL,
                                                    0 - 0x100000000ULL};
        const std::uint64_t choice = engine_() % 80;
        return choice < std::size(k_edges) ? k_edges[choice] : engine_() >> (choice % 64);
    }
    std::int64_t next_signed() {
        const auto value = static_cast<std::int64_t>(next());
        return engine_() % 2 == 0
                   ? value
                   : static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(value));
    }
    std::uint64_t next_nonzero() {
        const std::uint64_t value = next();
        return value == 0 ? 1 : value;
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace tandem::test

// Declares `operands`, seeded and traced.
#define TANDEM_SEEDED_OPERANDS(operands)                              \
    const std::uint64_t operands_seed = tandem::test::operand_seed(); \
    SCOPED_TRACE(tandem::test::reproduce(operands_seed));             \
    tandem::test::Operands operands(operands_seed)
