// SPDX-License-Identifier: MIT
// What hostile bytes can make a reader allocate, counted by replacing operator new: never more than
// the budget it was given, whatever lengths they claim and however they are nested.
#include <gtest/gtest.h>

#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tests/sim/crowd_game.hpp>
#include <tests/sim/memory/allocations.hpp>
#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

using test::allocations_of;

// Messages of errors and the first elements of deques are beside the budget.
constexpr std::uint64_t k_slack_bytes = 4096;

// All that reading `bytes` as a T allocates over time, freed or not.
template <class T>
std::uint64_t read_allocations(ByteView bytes, std::uint64_t memory_bytes_max) {
    T value{};
    return allocations_of(
        [&] { static_cast<void>(read_value(bytes, value, memory_bytes_max, "value")); });
}

// `length`, then bytes of `content` to a size of `size` bytes.
Bytes claim(std::uint32_t length, std::size_t size, int content = 0) {
    Bytes bytes;
    append_le(bytes, length);
    bytes.resize(size, static_cast<std::byte>(content));
    return bytes;
}

TEST(ReaderMemory, AClaimedLengthAllocatesNothingThatTheBytesDoNotHold) {
    const Bytes bytes = claim(0xffffffff, 1000);
    EXPECT_LT(read_allocations<std::vector<std::uint8_t>>(bytes, 1 << 30), k_slack_bytes);
    EXPECT_LT(read_allocations<std::string>(bytes, 1 << 30), k_slack_bytes);
    EXPECT_LT(read_allocations<std::deque<std::uint64_t>>(bytes, 1 << 30), k_slack_bytes);
    EXPECT_LT((read_allocations<std::map<std::uint8_t, std::uint64_t>>(bytes, 1 << 30)),
              k_slack_bytes);
}

struct Large {
    std::array<std::uint64_t, 1000> cells{};
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(cells));
    }
};

// An element that takes a byte on the wire and thousands in memory.
TEST(ReaderMemory, SmallBytesThatMeanLargeMemoryAreBoundedByTheBudget) {
    constexpr std::uint64_t k_budget = 1 << 20;
    const Bytes bytes = claim(1'000'000, 1'000'004);
    EXPECT_LE(read_allocations<std::vector<std::optional<Large>>>(bytes, k_budget),
              k_budget + k_slack_bytes);
    using Choices = std::vector<std::variant<bool, Large>>;
    EXPECT_LE(read_allocations<Choices>(claim(500'000, 1'000'004), k_budget),
              k_budget + k_slack_bytes);
}

// A million bytes of nested empty containers ask for hundreds of times as much memory.
template <class Nested>
void expect_nesting_within_budget() {
    for (const std::uint64_t budget : {std::uint64_t{1} << 16, std::uint64_t{1} << 20}) {
        const Bytes bytes = claim(200'000, 1'000'004);
        EXPECT_LE(read_allocations<Nested>(bytes, budget), budget + k_slack_bytes);
    }
}

TEST(ReaderMemory, NestedContainersShareOneBudget) {
    expect_nesting_within_budget<std::vector<std::vector<std::uint64_t>>>();
    expect_nesting_within_budget<std::vector<std::string>>();
    expect_nesting_within_budget<std::vector<std::deque<std::uint8_t>>>();
    expect_nesting_within_budget<std::deque<std::deque<std::uint8_t>>>();
    expect_nesting_within_budget<std::vector<std::set<std::uint8_t>>>();
    expect_nesting_within_budget<std::vector<std::map<std::uint8_t, std::string>>>();
}

// What fits the budget really is bounded by it: full containers of every kind, each with one
// element or a few, are charged at least what they take.
template <class Container, class Make>
void expect_charge_covers(Make&& make) {
    for (const std::size_t count : {0U, 1U, 2U, 7U, 64U, 1000U}) {
        Container container;
        for (std::size_t i = 0; i < count; ++i) {
            container.insert(container.end(), make(i));
        }
        const Bytes bytes = canonical_bytes(container);
        // The smallest budget that is enough, by halving.
        std::uint64_t too_small = 0;
        std::uint64_t enough = 1 << 26;
        while (enough - too_small > 1) {
            const std::uint64_t middle = (too_small + enough) / 2;
            Container read;
            const bool fits = read_value(bytes, read, middle, "value").has_value();
            (fits ? enough : too_small) = middle;
        }
        Container read;
        const std::uint64_t taken =
            allocations_of([&] { EXPECT_TRUE(read_value(bytes, read, enough, "value")); });
        EXPECT_LE(taken, enough) << count << " elements";
        EXPECT_TRUE(count < 1000 || taken > 0) << "nothing was counted";
        // The writer knows that budget: nothing is written that could not be read back.
        HashSink sink;
        EXPECT_EQ(std::max<std::uint64_t>(1, write_value(container, sink)), enough);
        EXPECT_EQ(sink.bytes(), bytes.size());
    }
}

TEST(ReaderMemory, TheChargeCoversWhatContainersTake) {
    expect_charge_covers<std::vector<std::uint8_t>>([](std::size_t) { return std::uint8_t{1}; });
    expect_charge_covers<std::vector<std::string>>(
        [](std::size_t i) { return std::string(i % 40, 'x'); });
    expect_charge_covers<std::deque<std::uint8_t>>([](std::size_t) { return std::uint8_t{1}; });
    expect_charge_covers<std::deque<std::uint64_t>>([](std::size_t i) { return i; });
    expect_charge_covers<std::deque<std::array<std::uint64_t, 40>>>(
        [](std::size_t) { return std::array<std::uint64_t, 40>{}; });
    expect_charge_covers<std::deque<std::array<std::uint64_t, 100>>>(
        [](std::size_t) { return std::array<std::uint64_t, 100>{}; });
    expect_charge_covers<std::vector<std::deque<std::uint16_t>>>(
        [](std::size_t i) { return std::deque<std::uint16_t>(i % 3); });
    expect_charge_covers<std::set<std::uint64_t>>([](std::size_t i) { return i; });
    expect_charge_covers<std::map<std::uint16_t, std::vector<std::uint32_t>>>([](std::size_t i) {
        return std::pair(static_cast<std::uint16_t>(i), std::vector<std::uint32_t>(i % 5));
    });
}

// A map of as many slots as elements, every other one of which is free.
template <class T, class Make>
SlotMap<T> slot_map_of(std::size_t count, Make&& make) {
    SlotMap<T> map;
    for (std::size_t i = 0; i < count; ++i) {
        map.insert(make(i));
    }
    for (std::uint32_t i = 0; i < count; i += 2) {
        map.erase({i, 1});
    }
    return map;
}

template <class Container>
void expect_charge_covers(const std::vector<Container>& containers) {
    for (const Container& container : containers) {
        HashSink sink;
        const std::uint64_t charge = write_value(container, sink);
        const Bytes bytes = canonical_bytes(container);
        Container read;
        const std::uint64_t taken =
            allocations_of([&] { EXPECT_TRUE(read_value(bytes, read, charge, "value")); });
        // The canonical bytes of one empty element are made to compare free slots with.
        EXPECT_LE(taken, charge + k_slack_bytes);
        EXPECT_GT(taken, bytes.size() / 2) << "nothing was counted";
        Container other;
        EXPECT_FALSE(read_value(bytes, other, charge - 1, "value"));
        // Once it has its size, reading takes nothing but that one element.
        EXPECT_LE(allocations_of([&] { EXPECT_TRUE(read_value(bytes, read, charge, "value")); }),
                  k_slack_bytes / 8);
    }
}

TEST(ReaderMemory, TheChargeCoversWhatOurOwnContainersTake) {
    const auto number = [](std::size_t i) { return static_cast<std::uint16_t>(i); };
    expect_charge_covers<SlotMap<std::uint16_t>>(
        {slot_map_of<std::uint16_t>(100, number), slot_map_of<std::uint16_t>(10'000, number)});
    PriorityQueue<std::uint32_t> queue;
    FlatMap<std::uint32_t, std::uint8_t> map;
    for (std::uint32_t i = 0; i < 5'000; ++i) {
        queue.push(i * 7 % 1000);
        map[i * 7 % 5'000] = 1;
    }
    expect_charge_covers<PriorityQueue<std::uint32_t>>({queue});
    expect_charge_covers<FlatMap<std::uint32_t, std::uint8_t>>({map});
    test::Squad squad;
    squad.rank.resize(10'000);
    squad.morale.resize(10'000);
    expect_charge_covers<test::Squad>({squad});
}

TEST(ReaderMemory, ClaimedSlotsAndColumnsAllocateNothingThatTheBytesDoNotHold) {
    const Bytes bytes = claim(0xffffffff, 1000);
    EXPECT_LT(read_allocations<test::Squad>(bytes, 1 << 30), k_slack_bytes);
    EXPECT_LT(read_allocations<SlotMap<std::uint8_t>>(bytes, 1 << 30), k_slack_bytes);
    EXPECT_LT(read_allocations<PriorityQueue<std::uint8_t>>(bytes, 1 << 30), k_slack_bytes);
    EXPECT_LT((read_allocations<FlatMap<std::uint8_t, std::uint8_t>>(bytes, 1 << 30)),
              k_slack_bytes);
    expect_nesting_within_budget<std::vector<test::Squad>>();
    expect_nesting_within_budget<std::vector<SlotMap<std::uint8_t>>>();
    expect_nesting_within_budget<std::vector<FlatMap<std::uint8_t, std::string>>>();
}

TEST(ContainerMemory, NothingIsTakenInASteadyState) {
    SlotMap<std::uint64_t> slots;
    PriorityQueue<std::uint64_t> queue;
    FlatMap<std::uint64_t, std::uint64_t> map;
    slots.reserve(1000);
    queue.reserve(1000);
    map.reserve(1000);
    EXPECT_EQ(allocations_of([&] {
                  for (std::uint64_t i = 0; i < 10'000; ++i) {
                      const auto handle = slots.insert(i);
                      queue.push(i * 7919 % 1000);
                      map[i * 7919 % 1000] = i;
                      if (i % 3 != 0 || slots.size() == 1000) {
                          slots.erase(handle);
                      }
                      if (queue.size() == 1000) {
                          queue.pop();
                      }
                  }
              }),
              0U);
}

TEST(ReaderMemory, AGamesLimitBoundsARestore) {
    AnySimulation simulation = test::run_rich(1, 1);
    const Bytes state = simulation.save();
    const auto rows = find_leaf(simulation.info().state_schema, state, "rows.size");
    ASSERT_TRUE(rows);
    // Where the rows begin, a claim of a quarter of a million empty rows in a megabyte.
    Bytes hostile(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(rows->offset));
    append(hostile, claim(250'000, 1'000'004));
    const std::uint64_t allocated =
        allocations_of([&] { EXPECT_FALSE(simulation.restore(hostile)); });
    EXPECT_LE(allocated, test::RichGame::state_bytes_max + 16 * k_slack_bytes);
}

// What a comparison allocates is counted in keys behind the first that differs, 12 bytes for each.
TEST(CompareMemory, KeysCostAFewBytesAndOnlyWhereTheyDiffer) {
    constexpr std::uint32_t k_keys = 100'000;
    std::map<std::uint32_t, std::uint8_t> even;
    std::map<std::uint32_t, std::uint8_t> odd;
    std::map<std::string, std::uint8_t> named;
    for (std::uint32_t i = 0; i < k_keys; ++i) {
        even.emplace_hint(even.end(), 2 * i, std::uint8_t{1});
        odd.emplace_hint(odd.end(), 2 * i + 1, std::uint8_t{1});
        named[std::to_string(i) + std::string(40, 'k')] = 1;
    }
    const auto allocated = [](const Schema& schema, const Bytes& a, const Bytes& b) {
        return allocations_of([&] { EXPECT_EQ(compare_values(schema, a, b).empty(), a == b); });
    };
    const Schema schema = schema_of<decltype(even)>();
    EXPECT_LT(allocated(schema, canonical_bytes(even), canonical_bytes(even)), k_slack_bytes);
    EXPECT_LT(allocated(schema, canonical_bytes(even), canonical_bytes(odd)),
              12 * k_keys + k_slack_bytes);
    const Schema names = schema_of<decltype(named)>();
    const Bytes all = canonical_bytes(named);
    named.rbegin()->second = 2;
    EXPECT_LT(allocated(names, all, canonical_bytes(named)), k_slack_bytes);
    for (auto& [name, number] : named) {
        number = 3;
    }
    EXPECT_LT(allocated(names, all, canonical_bytes(named)), k_slack_bytes);
}

// One difference is shown, not the megabytes it is in.
TEST(CompareMemory, ALongDifferenceIsNotPrintedWhole) {
    const std::string a(1 << 20, 'a');
    const std::string b(1 << 20, 'b');
    const Bytes bytes_a = canonical_bytes(a);
    const Bytes bytes_b = canonical_bytes(b);
    const Schema schema = schema_of<std::string>();
    EXPECT_LT(
        allocations_of([&] { EXPECT_EQ(compare_values(schema, bytes_a, bytes_b).size(), 1U); }),
        k_slack_bytes);
    const Bytes key_a = canonical_bytes(std::set<std::string>{a});
    const Bytes key_b = canonical_bytes(std::set<std::string>{b});
    const Schema keys = schema_of<std::set<std::string>>();
    EXPECT_LT(allocations_of([&] { EXPECT_EQ(compare_values(keys, key_a, key_b).size(), 1U); }),
              k_slack_bytes);
}

TEST(ReaderMemory, HostileSchemasAndSetupsAllocateInProportionToTheirBytes) {
    // A node takes 18 bytes at least, a label 10, an asset 26; a vector doubles as it grows.
    constexpr std::uint64_t k_factor = 3 * (sizeof(SchemaNode) / 18 + 1);
    const Bytes schema = schema_of<test::RichGame>().encode();
    Bytes children = schema;
    store_le(std::uint16_t{0xffff}, children.data() + 18 - 2);
    for (const Bytes& bytes : {schema, children, Bytes(100'000, std::byte{9}), Bytes(100'000)}) {
        EXPECT_LE(allocations_of([&] { static_cast<void>(Schema::decode(bytes)); }),
                  bytes.size() * k_factor + k_slack_bytes);
    }
    tandem::Setup setup = complete_setup(GameModel<test::RichGame>::game_info(), tandem::Setup{});
    Bytes encoded = encode_setup(setup);
    store_le(std::uint32_t{200}, encoded.data() + encoded.size() - 4);
    EXPECT_LT(allocations_of([&] { EXPECT_FALSE(decode_setup(encoded)); }), k_slack_bytes);
    store_le(std::uint32_t{0xffffffff}, encoded.data() + 28);
    EXPECT_LT(allocations_of([&] { EXPECT_FALSE(decode_setup(encoded)); }), k_slack_bytes);
}

}  // namespace
}  // namespace tandem::sim
