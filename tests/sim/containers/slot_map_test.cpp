// SPDX-License-Identifier: MIT
// The slot map against a model that remembers every handle ever given, by random operations.
#include <tandem/sim/containers/slot_map.hpp>

#include <map>

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

using Map = SlotMap<std::string>;
using Handle = Map::Handle;

// Plain and slow: what each slot holds, and how often it was used.
struct Model {
    struct Slot {
        std::uint32_t uses = 0;
        bool is_taken = false;
        std::string value;
    };
    std::vector<Slot> slots;

    Handle insert(const std::string& value) {
        std::size_t slot = 0;
        while (slot < slots.size() && slots[slot].is_taken) {
            ++slot;
        }
        slots.resize(std::max(slots.size(), slot + 1));
        slots[slot] = {slots[slot].uses + 1, true, value};
        return {static_cast<std::uint32_t>(slot), slots[slot].uses * 2 - 1};
    }
    Slot* find(Handle handle) {
        const bool is_there = handle.slot < slots.size() && slots[handle.slot].is_taken &&
                              slots[handle.slot].uses * 2 - 1 == handle.generation;
        return is_there ? &slots[handle.slot] : nullptr;
    }
    bool erase(Handle handle) {
        Slot* slot = find(handle);
        if (slot == nullptr) {
            return false;
        }
        slot->is_taken = false;
        slot->value.clear();
        return true;
    }
};

void expect_same(const Map& map, Model& model, const std::vector<Handle>& given) {
    for (const Handle& handle : given) {
        const Model::Slot* slot = model.find(handle);
        ASSERT_EQ(map.contains(handle), slot != nullptr);
        ASSERT_EQ(map.find(handle) != nullptr, slot != nullptr);
        if (slot != nullptr) {
            ASSERT_EQ(map[handle], slot->value);
            ASSERT_EQ(map.handle_of(map[handle]), handle);
        }
    }
    auto at = map.begin();
    std::size_t size = 0;
    for (const Model::Slot& slot : model.slots) {
        if (slot.is_taken) {
            ASSERT_FALSE(at == map.end());
            ASSERT_EQ(*at, slot.value);
            ++at;
            ++size;
        }
    }
    ASSERT_TRUE(at == map.end());
    ASSERT_EQ(map.size(), size);
    ASSERT_EQ(map.empty(), size == 0);
}

TEST(SlotMap, DoesWhatTheModelDoes) {
    const std::uint64_t first_seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(first_seed));
    for (std::uint64_t seed = first_seed; seed < first_seed + 5; ++seed) {
        test::Operands operands(seed);
        Map map;
        Model model;
        std::vector<Handle> given{Handle{}};
        for (int i = 0; i < 400; ++i) {
            const auto draw = static_cast<std::uint64_t>(operands.next_signed());
            const Handle some = given[(draw >> 8) % given.size()];
            if (draw % 16 < 7) {
                given.push_back(map.insert(std::to_string(i)));
                ASSERT_EQ(given.back(), model.insert(std::to_string(i)));
            } else if (draw % 16 < 13) {
                ASSERT_EQ(map.erase(some), model.erase(some));
            } else if (draw % 16 < 14) {
                if (std::string* value = map.find(some)) {
                    *value += "x";
                    model.find(some)->value += "x";
                }
            } else if (draw % 16 < 15) {
                // A copy through its bytes goes on just the same.
                Map read;
                ASSERT_TRUE(
                    sim::read_value(canonical_bytes(map), read, k_memory_bytes_max, "value"));
                ASSERT_EQ(canonical_bytes(read), canonical_bytes(map));
                map = read;
            } else if (i % 40 == 0) {
                map.clear();
                for (Model::Slot& slot : model.slots) {
                    slot.is_taken = false;
                }
            }
            ASSERT_NO_FATAL_FAILURE(expect_same(map, model, given)) << "operation " << i;
        }
    }
}

TEST(SlotMap, BytesDependOnElementsAndUsesOnly) {
    SlotMap<int> a;
    SlotMap<int> b;
    const auto first = a.insert(1);
    const auto second = a.insert(2);
    a.insert(3);
    a.erase(first);
    a.erase(second);
    b.insert(9);
    const auto gone = b.insert(8);
    b.insert(3);
    b.erase(gone);
    b.erase(SlotHandle<int>{0, 1});
    EXPECT_EQ(canonical_bytes(a), canonical_bytes(b));
    EXPECT_EQ(a.insert(7), b.insert(7));
}

TEST(SlotMap, ErasingOnTheWayDisturbsNothing) {
    SlotMap<int> map;
    for (int i = 0; i < 200; ++i) {
        map.insert(i);
    }
    int seen = 0;
    for (const int& value : map) {
        seen += value;
        map.erase(map.handle_of(value));
    }
    EXPECT_EQ(seen, 199 * 200 / 2);
    EXPECT_TRUE(map.empty());
}

TEST(SlotMap, InsertingOnTheWayMeetsWhatTakesASlotFurtherOn) {
    SlotMap<int> map;
    std::vector<SlotHandle<int>> handles;
    for (int i = 0; i < 6; ++i) {
        handles.push_back(map.insert(i));
    }
    map.erase(handles[0]);
    map.erase(handles[4]);
    std::vector<int> seen;
    for (const int& met : map) {
        const int value = met;  // what is inserted may move the elements
        seen.push_back(value);
        if (value == 2) {
            map.insert(100);  // slot 0, passed already
            map.insert(104);  // slot 4
            map.insert(106);  // a new slot
        }
    }
    EXPECT_EQ(seen, (std::vector<int>{1, 2, 3, 104, 5}));
    EXPECT_EQ(map.size(), 7U);
}

// Behind the last slot there was, the next taken one lies beyond the end of then.
TEST(SlotMap, ALoopEndsWhereTheSlotsEndedWhenItBegan) {
    SlotMap<int> map;
    for (int i = 0; i < 3; ++i) {
        map.insert(i);
    }
    int met = 0;
    for (auto it = map.begin(), end = map.end(); it != end && met < 10; ++it, ++met) {
        const auto gone = map.insert(7);
        map.insert(8);
        map.erase(gone);
    }
    EXPECT_EQ(met, 3);
    EXPECT_EQ(map.size(), 6U);
}

TEST(SlotMap, TheElementAtHandMayBeErasedAndItsSlotGivenAgain) {
    SlotMap<std::string> map;
    for (int i = 0; i < 3; ++i) {
        map.insert(std::to_string(i));
    }
    std::string seen;
    for (const std::string& met : map) {
        seen += met;
        map.erase(map.handle_of(met));
        map.insert("again");
    }
    EXPECT_EQ(seen, "012");
    EXPECT_EQ(map.size(), 3U);
}

TEST(SlotMap, MovesAsBlocksAndIsNamedBySlot) {
    SlotMap<std::uint16_t> map;
    map.insert(0x0102);
    const auto gone = map.insert(3);
    map.insert(4);
    map.erase(gone);
    const Bytes bytes = canonical_bytes(map);
    const sim::Schema schema = sim::schema_of<SlotMap<std::uint16_t>>();
    EXPECT_TRUE(sim::check_schema(schema.root()));
    std::vector<std::string> paths;
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), bytes)) {
        paths.push_back(
            leaf.path + "=" +
            sim::leaf_text(*leaf.node, sim::ByteView(bytes).subspan(leaf.offset, leaf.bytes)));
    }
    EXPECT_EQ(paths,
              (std::vector<std::string>{"generations.size=3", "generations[0]=1",
                                        "generations[1]=2", "generations[2]=1", "values.size=3",
                                        "values[0]=258", "values[1]=0", "values[2]=4"}));
}

// "found ..." for bytes of a map of three u8 slots with one of them changed.
std::string refusal(std::size_t at, std::uint8_t value) {
    SlotMap<std::uint8_t> map;
    map.insert(1);
    const auto gone = map.insert(2);
    map.insert(3);
    map.erase(gone);
    Bytes bytes = canonical_bytes(map);
    bytes[at] = static_cast<std::byte>(value);
    SlotMap<std::uint8_t> read;
    const auto result = sim::read_value(bytes, read, k_memory_bytes_max, "value");
    return result ? "accepted" : result.error().message;
}

TEST(SlotMap, RefusesWhatNoMapWrites) {
    EXPECT_EQ(refusal(4, 1), "accepted");
    EXPECT_EQ(refusal(4, 3), "accepted") << "used once more";
    EXPECT_EQ(refusal(4, 2), "found a free slot that still holds something");
    EXPECT_EQ(refusal(8, 3), "accepted") << "taken, and default";
    EXPECT_EQ(refusal(21, 1), "found a free slot that still holds something");
    const Bytes lopsided =
        canonical_bytes(std::pair(std::vector<std::uint32_t>{1}, std::vector<std::uint8_t>{1, 2}));
    SlotMap<std::uint8_t> read;
    const auto result = sim::read_value(lopsided, read, k_memory_bytes_max, "value");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "found a slot map with more slots than values or fewer");
}

// No test gives one slot away four billion times; the bytes say that somebody did.
TEST(SlotMap, ASlotWhoseGenerationsAreUsedUpIsNotGivenAgain) {
    const Bytes worn = canonical_bytes(
        std::pair(std::vector<std::uint32_t>{0xffffffff, 1}, std::vector<std::uint8_t>{5, 6}));
    SlotMap<std::uint8_t> map;
    ASSERT_TRUE(sim::read_value(worn, map, k_memory_bytes_max, "value"));
    ASSERT_TRUE(map.erase({0, 0xffffffff}));
    EXPECT_FALSE(map.contains({0, 0}));
    EXPECT_EQ(map.insert(7), (SlotHandle<std::uint8_t>{2, 1}));
    EXPECT_EQ(map.insert(8), (SlotHandle<std::uint8_t>{3, 1}));
    EXPECT_EQ(map.size(), 3U);
}

TEST(SlotMapDeathTest, AnElementThatIsNotThereIsAMistakeOfTheCaller) {
    SlotMap<int> map;
    const auto handle = map.insert(1);
    map.erase(handle);
    EXPECT_DEATH(map[handle] = 2, "contains");
    const int foreign = 3;
    EXPECT_DEATH(static_cast<void>(map.handle_of(foreign)), "slot");
}

}  // namespace
}  // namespace tandem
