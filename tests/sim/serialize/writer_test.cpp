// SPDX-License-Identifier: MIT
// What a Writer promises of its bytes: one form of each value, the same into a buffer and into the
// hash, within the sizes of the schema, and a memory budget that is exactly enough to read it back.
#include <tandem/sim/serialize/writer.hpp>

#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tests/sim/crowd_game.hpp>
#include <tests/sim/memory_limit.hpp>
#include <tests/sim/rich_session.hpp>
#include <tests/sim/serialize/forms.hpp>

namespace tandem::sim {
namespace {

using test::k_memory_bytes_max;

// Games of every kind of field after so many ticks, with what bots and chance have filled them.
template <class Game, class Check>
void for_each_state(Check&& check) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        for (const std::uint64_t ticks : {0U, 1U, 20U}) {
            check(test::run_game<Game>(seed, ticks).template as<Game>());
        }
    }
}

template <class Game>
void expect_one_form() {
    for_each_state<Game>([](const Game& game) {
        const Bytes bytes = canonical_bytes(game);
        EXPECT_EQ(canonical_bytes(game), bytes) << "writing changed the value";
        EXPECT_EQ(canonical_bytes(Game(game)), bytes) << "a copy has another form";
        HashSink sink;
        const std::uint64_t memory_bytes = write_value(game, sink);
        EXPECT_EQ(sink.bytes(), bytes.size());
        EXPECT_EQ(sink.finish(), hash_bytes(bytes));
        Bytes buffer;
        BufferSink into_buffer(buffer);
        EXPECT_EQ(write_value(game, into_buffer), memory_bytes);
    });
}

TEST(Writer, AValueHasOneFormWhereverItIsWritten) {
    expect_one_form<test::RichGame>();
    expect_one_form<test::CrowdGame>();
}

TEST(Writer, HowAValueCameAboutDoesNotShow) {
    std::vector<std::string> grown;
    grown.reserve(100);
    grown.push_back("a text too long for the room within a string");
    grown.resize(2);
    grown[0] = "a";
    EXPECT_EQ(canonical_bytes(grown), canonical_bytes(std::vector<std::string>{"a", ""}));
    std::map<int, int> filled_backwards;
    for (int key = 9; key >= 0; --key) {
        filled_backwards[key] = key;
    }
    std::map<int, int> filled;
    for (int key = 0; key < 12; ++key) {
        filled[key] = key;
    }
    filled.erase(10);
    filled.erase(11);
    EXPECT_EQ(canonical_bytes(filled), canonical_bytes(filled_backwards));
    std::optional<std::uint32_t> emptied = 7;
    emptied.reset();
    EXPECT_EQ(canonical_bytes(emptied), canonical_bytes(std::optional<std::uint32_t>()));
}

TEST(Writer, ValuesWrittenOneAfterAnotherStandBehindEachOther) {
    Bytes bytes;
    BufferSink sink(bytes);
    Writer writer(sink);
    std::string text = "hi";
    std::vector<std::uint16_t> numbers{1, 2};
    writer.visit(text);
    const std::uint64_t of_text = writer.memory_bytes();
    writer.visit(numbers);
    sink.finish();
    Bytes expected = canonical_bytes(text);
    append(expected, canonical_bytes(numbers));
    EXPECT_EQ(bytes, expected);
    EXPECT_GT(writer.memory_bytes(), of_text) << "memory adds up";
}

template <class Game>
void expect_sizes_of_the_schema() {
    const SizeRange size = schema_of<Game>().size();
    for_each_state<Game>([&](const Game& game) {
        EXPECT_GE(canonical_bytes(game).size(), size.bytes_min);
        EXPECT_LE(canonical_bytes(game).size(), size.bytes_max);
    });
    EXPECT_EQ(layout_of<Game>().bytes_min, size.bytes_min);
}

TEST(Writer, SizesStayWithinTheSchemas) {
    expect_sizes_of_the_schema<test::RichGame>();
    expect_sizes_of_the_schema<test::CrowdGame>();
    // An input can reach both ends.
    test::RichGame::Input input;
    const SizeRange size = schema_of<test::RichGame::Input>().size();
    EXPECT_EQ(canonical_bytes(input).size(), size.bytes_min);
    input.target = std::uint16_t{1};
    while (input.orders.push({})) {
    }
    EXPECT_EQ(canonical_bytes(input).size(), size.bytes_max);
}

template <class Game>
void expect_budget_just_enough() {
    for_each_state<Game>([](const Game& game) {
        Bytes bytes;
        BufferSink sink(bytes);
        const std::uint64_t memory_bytes = write_value(game, sink);
        sink.finish();
        Game read;
        EXPECT_TRUE(read_value(bytes, read, memory_bytes, "state"));
        EXPECT_EQ(canonical_bytes(read), bytes);
        Game refused;
        EXPECT_FALSE(read_value(bytes, refused, memory_bytes - 1, "state"));
    });
}

TEST(Writer, TheMemoryItCountsIsTheSmallestBudgetThatReadsItBack) {
    expect_budget_just_enough<test::RichGame>();
    expect_budget_just_enough<test::CrowdGame>();
}

TEST(Writer, BlocksAndSingleFieldsGiveTheSameBytesAndValues) {
    std::vector<test::Cell> cells;
    std::vector<test::UnevenCell> slow_cells;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        cells.push_back({i * 2654435761U, static_cast<std::int16_t>(i), 7});
        slow_cells.push_back({cells.back(), 1});
    }
    const Bytes bytes = canonical_bytes(cells);
    EXPECT_EQ(canonical_bytes(slow_cells), bytes);
    HashSink sink;
    write_value(slow_cells, sink);
    EXPECT_EQ(sink.finish(), hash_bytes(bytes));

    std::vector<test::Cell> read;
    std::vector<test::UnevenCell> slow_read;
    ASSERT_TRUE(read_value(bytes, read, k_memory_bytes_max, "value"));
    ASSERT_TRUE(read_value(bytes, slow_read, k_memory_bytes_max, "value"));
    ASSERT_EQ(read.size(), slow_read.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
        EXPECT_EQ(read[i].owner, slow_read[i].owner);
        EXPECT_EQ(read[i].height, slow_read[i].height);
        EXPECT_EQ(read[i].kind, slow_read[i].kind);
    }
}

TEST(Writer, PaddingNeverReachesTheBytes) {
    std::vector<test::Unit> units(2);
    std::memset(static_cast<void*>(units.data()), 0xee, 2 * sizeof(test::Unit));
    for (test::Unit& unit : units) {
        unit.team = 1;
        unit.hp = 2;
        unit.is_awake = true;
        unit.position = {};
    }
    EXPECT_EQ(canonical_bytes(units),
              canonical_bytes(std::vector<test::Unit>(2, {1, 2, true, {}})));
}

}  // namespace
}  // namespace tandem::sim
