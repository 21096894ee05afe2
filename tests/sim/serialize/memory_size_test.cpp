// SPDX-License-Identifier: MIT
// What types are charged, frozen: a machine with other pointers or another alignment that charged
// anything else would refuse states that this one accepts.
#include <tandem/sim/serialize/memory_size.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/serialize/writer.hpp>
#include <tests/sim/crowd_game.hpp>
#include <tests/sim/rich_game.hpp>

namespace tandem::sim {
namespace {

// Laid out in 12 bytes where 64 bits are aligned to four, else in 16.
struct Mixed {
    std::uint64_t wide = 0;
    std::uint32_t narrow = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(wide), CEREAL_NVP(narrow));
    }
};

// The worst order there is: every narrow field is followed by a gap.
struct Gaps {
    std::uint8_t a = 0;
    std::uint64_t b = 0;
    std::uint8_t c = 0;
    std::string d;
    std::uint16_t e = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(a), CEREAL_NVP(c), CEREAL_NVP(e), CEREAL_NVP(b), CEREAL_NVP(d));
    }
};

struct Narrow {
    std::uint8_t a = 0;
    std::uint32_t b = 0;
    std::uint16_t c = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(a), CEREAL_NVP(b), CEREAL_NVP(c));
    }
};

struct Hiding {
    std::uint8_t a = 0;
    std::array<std::uint32_t, 100> cache{};
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(a));
    }
};

template <class T>
void expect_size(std::uint64_t bytes) {
    EXPECT_EQ(memory_size<T>().bytes, bytes);
    EXPECT_GE(memory_size<T>().bytes, sizeof(T));
    if (!memory_size<T>().is_wide) {
        EXPECT_EQ(memory_size<T>().bytes, sizeof(T));
    }
}

TEST(MemorySize, IsFrozenForEveryKindOfType) {
    expect_size<bool>(1);
    expect_size<std::uint64_t>(8);
    expect_size<Fixed>(8);
    expect_size<Angle>(4);
    expect_size<std::string>(32);
    expect_size<std::vector<Mixed>>(24);
    expect_size<std::deque<std::uint8_t>>(80);
    expect_size<std::map<std::uint8_t, std::string>>(48);
    expect_size<FlatMap<std::uint8_t, std::string>>(32);
    expect_size<SlotMap<Mixed>>(96);
    expect_size<PriorityQueue<Mixed>>(64);
    expect_size<Mixed>(16);
    expect_size<Gaps>(64);
    expect_size<Narrow>(12);
    expect_size<Hiding>(404);
    expect_size<std::array<Mixed, 5>>(80);
    expect_size<std::uint64_t[2][3]>(48);
    expect_size<std::array<Narrow, 3>>(36);
    expect_size<std::optional<std::uint8_t>>(2);
    expect_size<std::optional<std::uint64_t>>(16);
    expect_size<std::variant<std::uint8_t, std::string>>(40);
    expect_size<std::variant<std::uint8_t, std::uint32_t>>(8);
    expect_size<std::pair<std::uint32_t, std::uint64_t>>(16);
    expect_size<std::tuple<std::uint8_t, std::uint64_t, std::uint8_t>>(24);
    expect_size<std::bitset<3>>(8);
    expect_size<std::bitset<65>>(16);
    expect_size<Commands<Mixed, 3>>(56);
}

TEST(MemorySize, CostsOfContainersAreFrozen) {
    const auto expect_cost = [](MemoryCost cost, std::uint64_t container, std::uint64_t element) {
        EXPECT_EQ(cost.container_bytes, container);
        EXPECT_EQ(cost.element_bytes, element);
    };
    expect_cost(memory_cost<std::string>(), 32, 1);
    expect_cost(memory_cost<std::vector<Mixed>>(), 32, 16);
    expect_cost(memory_cost<std::vector<std::vector<std::uint8_t>>>(), 32, 24);
    expect_cost(memory_cost<std::deque<Mixed>>(), 640, 18);
    expect_cost(memory_cost<std::set<std::uint16_t>>(), 0, 66);
    expect_cost(memory_cost<std::map<std::uint32_t, std::uint64_t>>(), 0, 80);
}

TEST(MemorySize, StatesOfEveryKindAreChargedTheSameEverywhere) {
    Bytes bytes;
    BufferSink sink(bytes);
    EXPECT_EQ(write_value(test::RichGame(), sink), 1440U);
    EXPECT_EQ(write_value(test::CrowdGame(), sink), 512U);
}

}  // namespace
}  // namespace tandem::sim
