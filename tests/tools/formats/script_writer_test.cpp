// SPDX-License-Identifier: MIT
// A script that is written is read as the inputs that it was made of.
#include <tandem/tools/formats/table_writer.hpp>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/tools/inputs/source.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/formats/written.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using ScriptWriter = InFolder;

TEST_F(ScriptWriter, IsReadBackBitForBit) {
    const replay::Replay file = recording_of(sim::erase<RichGame>(), 200, 3);
    const Written written = write_table(&tools::make_script_writer, file);
    ASSERT_FALSE(written.error) << written.error->text();
    EXPECT_TRUE(written.notes.empty());
    const sim::AnySimulation game = sim::erase<RichGame>();
    auto source = tools::open_script_source(write("inputs.csv", written.text), game.info());
    ASSERT_TRUE(source) << source.error().text();
    EXPECT_EQ((*source)->columns(), 3U);
    EXPECT_EQ((*source)->rows(), 200U);
    replay::Cursor cursor(file);
    for (std::uint64_t tick = 0; tick < 200; ++tick) {
        const auto record = cursor.record(sim::Tick{tick});
        ASSERT_TRUE(record);
        const auto parsed = sim::parse_record(game.info().input_schema, 3, *record);
        ASSERT_TRUE(parsed);
        for (std::uint32_t slot = 0; slot < 3; ++slot) {
            const auto input = (*source)->input(slot, Slot{slot}, sim::Tick{tick}, game);
            ASSERT_TRUE(input && *input);
            const sim::ByteView recorded = parsed->inputs[slot];
            EXPECT_EQ(**input, sim::Bytes(recorded.begin(), recorded.end())) << tick;
        }
    }
}

TEST_F(ScriptWriter, SaysThatAbsenceIsLost) {
    const replay::Replay file = recording_of(sim::erase<Counter>(), 10, 2,
                                             [](std::uint64_t tick) { return tick < 4 ? 3 : 1; });
    const Written written = write_table(&tools::make_script_writer, file);
    ASSERT_EQ(written.notes.size(), 1U);
    EXPECT_TRUE(says(written.notes[0], "absent in 6 inputs"));
    EXPECT_EQ(lines_of(written.text).size(), 11U);
}

// A recording of one input, of one field that has this schema.
replay::Replay recording_of_field(sim::SchemaNode field, const sim::Bytes& input) {
    sim::GameInfo game;
    game.name = "labels";
    game.tick_rate = TickRate{60};
    sim::SchemaNode root;
    field.name = "word";
    root.children = {std::move(field)};
    game.input_schema = sim::Schema(root);
    const tandem::Setup setup = sim::complete_setup(game, {});
    const std::uint64_t start = sim::start_hash(game, setup);
    const sim::StateHash empty{sim::hash_bytes({})};
    const sim::RunningHashes hashes = sim::running_start(start, empty);
    sim::Bytes record{std::byte{1}};
    sim::append(record, input);
    replay::BufferOutput output;
    replay::Recorder recorder(output);
    EXPECT_TRUE(recorder.on_start({game, setup, start, empty, hashes, {}}));
    EXPECT_TRUE(recorder.on_tick(
        {sim::Tick{0}, record, empty, sim::running_next(hashes, sim::hash_bytes(record), empty)}));
    EXPECT_TRUE(recorder.on_end(sim::EndReason::finished));
    auto file = replay::Replay::parse(output.bytes());
    EXPECT_TRUE(file) << (file ? "" : file.error().text());
    return *std::move(file);
}

sim::SchemaNode labelled() {
    sim::SchemaNode node;
    node.kind = sim::FieldKind::enumeration;
    node.width_bytes = 1;
    node.labels = {{0, "none"}, {1, "a,b"}, {2, " a"}, {3, "#a"}};
    return node;
}

TEST_F(ScriptWriter, WritesTheNumberOfALabelThatWouldBeSplit) {
    for (const auto& [value, cell] :
         std::vector<std::pair<int, std::string>>{{0, "none"}, {1, "1"}, {2, "2"}, {3, "3"}}) {
        const Written written =
            write_table(&tools::make_script_writer,
                        recording_of_field(labelled(), {static_cast<std::byte>(value)}));
        EXPECT_FALSE(written.error);
        EXPECT_EQ(written.text, "p0.word\n" + cell + "\n");
    }
}

// The word for no value is the label of a value here.
TEST_F(ScriptWriter, RefusesAnInputThatWouldBeReadAsAnotherOne) {
    sim::SchemaNode optional;
    optional.kind = sim::FieldKind::optional;
    optional.children = {labelled()};
    const Written written = write_table(&tools::make_script_writer,
                                        recording_of_field(optional, {std::byte{1}, std::byte{0}}));
    ASSERT_TRUE(written.error);
    EXPECT_TRUE(says(written.error->text(), "it would be read as another one"));
    EXPECT_FALSE(
        write_table(&tools::make_script_writer, recording_of_field(optional, {std::byte{0}}))
            .error);
}

TEST_F(ScriptWriter, RefusesInputsWithoutFields) {
    const replay::Replay file = recording_of(sim::erase<Counter>(), 3);
    const Written written = write_table(&tools::make_script_writer, file, {.has_columns = false});
    ASSERT_TRUE(written.error);
    EXPECT_TRUE(says(written.error->text(), "have no fields"));
}

}  // namespace
}  // namespace tandem::test
