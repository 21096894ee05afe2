// SPDX-License-Identifier: MIT
// Arrays as numpy.load reads them, by a reader of the format made for this test.
#include <tandem/tools/formats/table_writer.hpp>

#include <map>
#include <regex>

#include <nlohmann/json.hpp>

#include <tandem/sim/bytes/bytes.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/formats/written.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

struct Field {
    std::string type;
    std::size_t offset = 0;
    std::size_t bytes = 0;
};

struct Array {
    std::map<std::string, Field> fields;
    std::size_t row_bytes = 0;
    std::size_t rows = 0;
    std::string data;

    sim::Bytes cell(std::size_t row, const std::string& name) const {
        const Field& field = fields.at(name);
        const sim::ByteView bytes =
            sim::as_bytes(data).subspan(row * row_bytes + field.offset, field.bytes);
        return sim::Bytes(bytes.begin(), bytes.end());
    }
    std::uint64_t number(std::size_t row, const std::string& name) const {
        sim::Bytes bytes = cell(row, name);
        bytes.resize(8);
        return sim::load_le<std::uint64_t>(bytes.data());
    }
};

Array parse_array(const std::string& file) {
    Array array;
    EXPECT_TRUE(file.starts_with("\x93NUMPY"));
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(file[at]); };
    const std::size_t before = byte(6) == 1 ? 10 : 12;
    std::size_t length = byte(8) + 256U * byte(9);
    if (before == 12) {
        length += 65'536U * byte(10) + 16'777'216U * byte(11);
    }
    EXPECT_EQ((before + length) % 64, 0U);
    const std::string header = file.substr(before, length);
    EXPECT_TRUE(header.ends_with("\n"));
    EXPECT_TRUE(says(header, "'fortran_order': False"));
    static const std::regex k_field(R"(\('((?:[^'\\]|\\.)*)', '([<|])([a-zA-Z])(\d+)'\))");
    for (auto match = std::sregex_iterator(header.begin(), header.end(), k_field);
         match != std::sregex_iterator(); ++match) {
        const auto bytes = static_cast<std::size_t>(std::stoul((*match)[4]));
        array.fields[(*match)[1]] = {(*match)[3], array.row_bytes, bytes};
        EXPECT_EQ((*match)[2] == "|", bytes == 1 || (*match)[3] == "V") << header;
        array.row_bytes += bytes;
    }
    std::smatch shape;
    EXPECT_TRUE(std::regex_search(header, shape, std::regex(R"('shape': \((\d+),\))")));
    array.rows = std::stoul(shape[1]);
    array.data = file.substr(before + length);
    EXPECT_EQ(array.data.size(), array.rows * array.row_bytes);
    return array;
}

TEST(NpyWriter, HoldsEveryBitOfEveryField) {
    const replay::Replay file = recording_of(sim::erase<RichGame>(), 60);
    const auto rich = [] { return sim::erase<RichGame>(); };
    const std::vector<std::string> fields{
        "u8",           "i8",       "u64",      "i64",
        "level",        "compact",  "facing",   "long_real",
        "mood",         "depth",    "is_night", "flags",
        "pick",         "goal.x",   "ids.size", "units[2].position.y",
        "p1.is_firing", "p0.target"};
    const Written written =
        write_table(&tools::make_npy_writer, file, {.fields = fields, .every = 3, .factory = rich});
    ASSERT_FALSE(written.error) << written.error->text();
    const Array array = parse_array(written.text);
    EXPECT_EQ(array.rows, 20U);
    auto reader = tools::RowReader::create(file, {0, 60}, 3, rich);
    ASSERT_TRUE(reader);
    tools::Row row;
    for (std::size_t i = 0; i < array.rows; ++i) {
        ASSERT_TRUE(*reader->next(row));
        EXPECT_EQ(array.number(i, "tick"), row.tick);
        for (const tools::FieldColumn& column : written.columns) {
            auto part = tools::cell_of(column, row, file.header());
            if (part && part->node->kind == sim::FieldKind::optional) {
                const sim::ByteView flagged = part->bytes;
                part->bytes = flagged.subspan(1);
                part = flagged[0] == std::byte{0} ? std::nullopt : part;
            }
            if (array.fields.contains("has " + column.name)) {
                EXPECT_EQ(array.number(i, "has " + column.name), part ? 1U : 0U) << column.name;
            }
            const sim::Bytes expected = part ? sim::Bytes(part->bytes.begin(), part->bytes.end())
                                             : sim::Bytes(array.fields.at(column.name).bytes);
            EXPECT_EQ(array.cell(i, column.name), expected) << column.name;
        }
    }
    EXPECT_EQ(array.fields.at("level").type, "i");
    EXPECT_EQ(array.fields.at("facing").type, "u");
    EXPECT_EQ(array.fields.at("long_real").type, "f");
    EXPECT_EQ(array.fields.at("is_night").type, "b");
    EXPECT_TRUE(array.fields.contains("has goal.x"));
    EXPECT_TRUE(array.fields.contains("has units[2].position.y"));
    EXPECT_FALSE(array.fields.contains("has u8"));
    EXPECT_FALSE(array.fields.contains("has p1.is_firing"));
}

TEST(NpyWriter, DescribesWhatTheNumbersMeanBesideIt) {
    const replay::Replay file = recording_of(sim::erase<RichGame>(), 2);
    const Written written =
        write_table(&tools::make_npy_writer, file,
                    {.fields = {"level", "facing", "mood", "cooldowns[0]", "pick"},
                     .factory = [] { return sim::erase<RichGame>(); }});
    const auto columns = nlohmann::json::parse(tools::json_line(written.description))["columns"];
    EXPECT_EQ(columns[0]["fraction_bits"], 32);
    EXPECT_EQ(columns[1]["turn_bits"], 32);
    EXPECT_EQ(columns[2]["labels"][1]["label"], "wary");
    EXPECT_EQ(columns[3]["unit"], "ticks");
    EXPECT_EQ(columns[4]["present"], "has pick");
}

TEST(NpyWriter, HasFlagsWherePlayersLeave) {
    const replay::Replay file = recording_of(sim::erase<Counter>(), 3, 2,
                                             [](std::uint64_t tick) { return tick == 1 ? 1 : 3; });
    const Written written = write_table(&tools::make_npy_writer, file);
    ASSERT_TRUE(written.error);  // no mark says so, which a session's recording always has
    EXPECT_TRUE(says(written.error->text(), "absent in tick 1"));
    const Written other = write_table(&tools::make_npy_writer, file, {.fields = {"p0.amount"}});
    EXPECT_FALSE(other.error);
}

TEST(NpyWriter, TakesTheLongerHeaderWhereItMust) {
    const replay::Replay file = recording_of(sim::erase<RichGame>(), 40, 64);
    const Written written = write_table(&tools::make_npy_writer, file);
    ASSERT_FALSE(written.error) << written.error->text();
    const Array array = parse_array(written.text);
    EXPECT_EQ(array.rows, 40U);
    EXPECT_EQ(array.number(0, "p63.throws"), 0U);
}

TEST(NpyWriter, RefusesWhatIsNoNumber) {
    const replay::Replay file = recording_of(sim::erase<RichGame>(), 2);
    for (const char* field : {"title", "units", "action", "owners", "goal"}) {
        const Written written =
            write_table(&tools::make_npy_writer, file,
                        {.fields = {field}, .factory = [] { return sim::erase<RichGame>(); }});
        ASSERT_TRUE(written.error) << field;
        EXPECT_TRUE(says(written.error->text(), "this is no number"));
    }
}

}  // namespace
}  // namespace tandem::test
