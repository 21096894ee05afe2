// SPDX-License-Identifier: MIT
// The flat map against std::map, by random operations; its bytes are those of std::map.
#include <tandem/sim/containers/flat_map.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tests/sim/memory_limit.hpp>
#include <tests/sim/operands.hpp>

namespace tandem {
namespace {

using sim::Bytes;
using sim::canonical_bytes;
using test::k_memory_bytes_max;

template <class Map, class Model>
void expect_same(const Map& map, const Model& model) {
    ASSERT_EQ(map.size(), model.size());
    EXPECT_EQ(map.empty(), model.empty());
    auto expected = model.begin();
    for (const auto& [key, value] : map) {
        ASSERT_EQ(key, expected->first);
        ASSERT_EQ(value, expected->second);
        ++expected;
    }
    EXPECT_EQ(canonical_bytes(map), canonical_bytes(model));
}

template <class Less>
void run_against_model(std::uint64_t seed) {
    test::Operands operands(seed);
    FlatMap<std::int16_t, std::uint32_t, Less> map;
    std::map<std::int16_t, std::uint32_t, Less> model;
    for (int i = 0; i < 2000; ++i) {
        const auto draw = static_cast<std::uint64_t>(operands.next_signed());
        const auto key = static_cast<std::int16_t>(static_cast<int>(draw % 64) - 32);
        const auto value = static_cast<std::uint32_t>(draw >> 16);
        switch (draw >> 8 & 7U) {
            case 0:
                ASSERT_EQ(map.insert(key, value), model.emplace(key, value).second);
                break;
            case 1:
                map[key] += value;
                model[key] += value;
                break;
            case 2:
                map.insert_or_assign(key, value);
                model.insert_or_assign(key, value);
                break;
            case 3:
            case 4:
                ASSERT_EQ(map.erase(key), model.erase(key) == 1);
                break;
            case 5: {
                const auto found = model.find(key);
                ASSERT_EQ(map.contains(key), found != model.end());
                ASSERT_EQ(map.find(key) == nullptr, found == model.end());
                if (found != model.end()) {
                    ASSERT_EQ(*map.find(key), found->second);
                    ASSERT_EQ(*std::as_const(map).find(key), found->second);
                }
                break;
            }
            case 6:
                if (i % 50 == 0) {
                    const auto is_odd = [](std::int16_t, std::uint32_t held) {
                        return held % 2 == 1;
                    };
                    ASSERT_EQ(map.erase_if(is_odd), std::erase_if(model, [&](const auto& entry) {
                                  return is_odd(entry.first, entry.second);
                              }));
                }
                break;
            default:
                for (auto& [held_key, held] : map) {
                    held += static_cast<std::uint32_t>(held_key);
                }
                for (auto& [held_key, held] : model) {
                    held += static_cast<std::uint32_t>(held_key);
                }
        }
        ASSERT_NO_FATAL_FAILURE(expect_same(map, model)) << "operation " << i;
    }
    map.clear();
    EXPECT_TRUE(map.empty());
}

TEST(FlatMap, DoesWhatAMapDoesUnderAnyOrder) {
    const std::uint64_t seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(seed));
    run_against_model<std::less<std::int16_t>>(seed);
    run_against_model<std::greater<std::int16_t>>(seed + 1);
}

TEST(FlatMap, EqualContentIsEqualBytesWhateverTheHistory) {
    FlatMap<std::uint8_t, std::string> forward;
    FlatMap<std::uint8_t, std::string> backward;
    for (int i = 0; i < 20; ++i) {
        forward[static_cast<std::uint8_t>(i)] = std::to_string(i);
        backward[static_cast<std::uint8_t>(19 - i)] = std::to_string(19 - i);
        backward[200] = "gone";
    }
    EXPECT_FALSE(forward == backward);
    backward.erase(200);
    EXPECT_TRUE(forward == backward);
    EXPECT_EQ(canonical_bytes(forward), canonical_bytes(backward));
}

TEST(FlatMap, IsReadBackAndRefusedOutOfOrder) {
    FlatMap<std::int8_t, std::uint16_t> map;
    map[-1] = 5;
    map[1] = 6;
    Bytes bytes = canonical_bytes(map);
    FlatMap<std::int8_t, std::uint16_t> read;
    read[9] = 9;
    ASSERT_TRUE(sim::read_value(bytes, read, k_memory_bytes_max, "value"));
    EXPECT_TRUE(read == map);
    std::swap(bytes[4], bytes[7]);
    const auto swapped = sim::read_value(bytes, read, k_memory_bytes_max, "value");
    ASSERT_FALSE(swapped);
    EXPECT_EQ(swapped.error().message,
              "found a key that does not follow the one before it in order");
    bytes[4] = bytes[7];
    EXPECT_FALSE(sim::read_value(bytes, read, k_memory_bytes_max, "value"));
}

TEST(FlatMap, IteratorsGoAnywhereAndToConst) {
    FlatMap<int, int> map;
    for (int i = 0; i < 5; ++i) {
        map[i] = 10 * i;
    }
    FlatMap<int, int>::Iterator<true> at = map.begin() + 2;
    EXPECT_EQ(at->key(), 2);
    EXPECT_EQ(at[-2].value, 0);
    EXPECT_EQ((at - 1)->key(), 1);
    EXPECT_EQ(std::as_const(map).end() - at, 3);
    EXPECT_EQ(std::prev(map.end())->key(), 4);
    EXPECT_LT(map.begin(), map.end());
    EXPECT_EQ(at++->key(), 2);
    EXPECT_EQ(at--->key(), 3);
    EXPECT_EQ(std::lower_bound(map.begin(), map.end(), 3,
                               [](const auto& entry, int key) { return entry.key() < key; })
                  ->value,
              30);
    static_assert(std::random_access_iterator<FlatMap<int, int>::Iterator<false>>);
}

TEST(FlatMapDeathTest, ChangingItInItsOwnLoopIsAMistakeOfTheCaller) {
    FlatMap<int, int> map;
    for (int i = 0; i < 5; ++i) {
        map[i] = i;
    }
    const auto change_at = [&](auto change) {
        for (auto& [key, value] : map) {
            if (key == 2) {
                change();
            }
        }
    };
    change_at([&] { map[2] = 7; });  // what is there already moves nothing
    change_at([&] { map.erase(9); });
    EXPECT_DEATH(change_at([&] { map.erase(2); }), "a FlatMap changed in a loop over it");
    EXPECT_DEATH(change_at([&] { map.insert(9, 9); }), "a FlatMap changed in a loop over it");
    EXPECT_DEATH(change_at([&] { map[8] = 8; }), "a FlatMap changed in a loop over it");
    EXPECT_DEATH(change_at([&] { map.clear(); }), "a FlatMap changed in a loop over it");
    // Put in again, the size is as before and what a step reaches is not.
    EXPECT_DEATH(change_at([&] {
                     map.erase(0);
                     map.insert(9, 9);
                 }),
                 "a FlatMap changed in a loop over it");
    // A loop that ends there has nothing to go wrong.
    for (auto& [key, value] : map) {
        if (key == 2) {
            map.erase(key);
            break;
        }
    }
    EXPECT_EQ(map.size(), 4U);
}

TEST(FlatMap, IsAMapToWhateverReadsSchemas) {
    using Map = FlatMap<std::uint8_t, std::uint16_t>;
    const sim::Schema schema = sim::schema_of<Map>();
    EXPECT_EQ(schema.hash(), (sim::schema_of<std::map<std::uint8_t, std::uint16_t>>().hash()));
    Map map;
    map[7] = 1;
    const auto leaf = sim::find_leaf(schema, canonical_bytes(map), "[7]");
    ASSERT_TRUE(leaf);
    EXPECT_EQ(leaf->offset, 5U);
}

TEST(FlatMap, EntriesWithoutPaddingMoveAsABlock) {
    EXPECT_TRUE((sim::layout_of<FlatMapEntry<std::uint32_t, std::int32_t>>().block_read));
    EXPECT_FALSE((sim::layout_of<FlatMapEntry<std::uint8_t, std::int32_t>>().block_write));
}

TEST(FlatMap, TakesNoMemoryUpToWhatWasReserved) {
    FlatMap<int, int> map;
    map.reserve(100);
    const int* first = &map[50];
    for (int i = 0; i < 99; ++i) {
        map[100 + i] = i;
    }
    EXPECT_EQ(map.find(50), first);
}

}  // namespace
}  // namespace tandem
