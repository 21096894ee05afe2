// SPDX-License-Identifier: MIT
// From JSON every bit of a value can be had back.
#include <tandem/tools/formats/value_json.hpp>

#include <nlohmann/json.hpp>

#include <tandem/sim/schema/walk.hpp>
#include <tests/tools/formats/rich_states.hpp>

namespace tandem::tools {
namespace {

using Json = nlohmann::json;
using sim::FieldKind;
using sim::SchemaNode;

void append_number(sim::Bytes& out, std::uint64_t value, std::size_t width) {
    sim::Bytes bytes;
    sim::append_le(bytes, value);
    bytes.resize(width);
    sim::append(out, bytes);
}

std::uint64_t integer(const Json& json) {
    return json.is_number_unsigned() ? json.get<std::uint64_t>()
                                     : static_cast<std::uint64_t>(json.get<std::int64_t>());
}

// The way back, for all kinds but maps, whose keys are text there, and columns.
void write(const SchemaNode& node, const Json& json, sim::Bytes& out) {
    switch (node.kind) {
        case FieldKind::boolean:
            return append_number(out, json.get<bool>() ? 1 : 0, 1);
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
            return append_number(out, integer(json), node.width_bytes);
        case FieldKind::fixed:
        case FieldKind::angle:
        case FieldKind::floating:
            return append_number(out, integer(json["raw"]), node.width_bytes);
        case FieldKind::enumeration:
            return append_number(out, integer(node.labels.empty() ? json : json["raw"]),
                                 node.width_bytes);
        case FieldKind::text:
            return sim::append_block(out, sim::as_bytes(json.get<std::string>()));
        case FieldKind::structure:
            for (const SchemaNode& child : node.children) {
                write(child, json[child.name], out);
            }
            return;
        case FieldKind::list:
        case FieldKind::set:
        case FieldKind::commands:
            append_number(out, json.size(), node.kind == FieldKind::commands ? 2 : 4);
            [[fallthrough]];
        case FieldKind::array:
            for (const Json& element : json) {
                write(node.children[0], element, out);
            }
            return;
        case FieldKind::optional:
            append_number(out, json.is_null() ? 0 : 1, 1);
            return json.is_null() ? void() : write(node.children[0], json, out);
        case FieldKind::variant: {
            const auto alternative = json["alternative"].get<std::size_t>();
            append_number(out, alternative, 1);
            return write(node.children[alternative], json["value"], out);
        }
        case FieldKind::bits: {
            const auto text = json.get<std::string>();
            sim::Bytes bits((text.size() + 7) / 8);
            for (std::size_t bit = 0; bit < text.size(); ++bit) {
                if (text[text.size() - 1 - bit] == '1') {
                    bits[bit / 8] |= static_cast<std::byte>(1U << (bit % 8));
                }
            }
            return sim::append(out, bits);
        }
        case FieldKind::map:
        case FieldKind::columns:
            break;
    }
    FAIL() << "no way back from this kind";
}

TEST(ValueJson, HoldsEveryBitOfAValue) {
    std::uint64_t compared = 0;
    test::each_rich_state(60, [&](const sim::Schema& schema, const sim::Bytes& state) {
        each_part(schema.root(), state, [&](const ValuePart& field) {
            if (field.node->kind == FieldKind::map) {
                return true;
            }
            const Json json = Json::parse(json_line({{"value", part_json(field)}}));
            sim::Bytes back;
            write(*field.node, json["value"], back);
            EXPECT_EQ(back, sim::Bytes(field.bytes.begin(), field.bytes.end()))
                << field.node->name << " " << json;
            ++compared;
            return true;
        });
    });
    EXPECT_GT(compared, 500U);
}

TEST(ValueJson, SaysWhatNumbersMean) {
    test::each_rich_state(1, [](const sim::Schema& schema, const sim::Bytes& state) {
        const auto json = [&](const char* path) {
            const auto part = find_part(schema.root(), state, path);
            return Json::parse(json_line({{"value", part_json(*part)}}))["value"];
        };
        EXPECT_EQ(json("units.size"), 5);
        for (const char* path : {"level", "real", "long_real", "compact"}) {
            EXPECT_TRUE(json(path)["decimal"].is_string()) << path;
        }
        EXPECT_TRUE(json("facing")["degrees"].is_string());
        EXPECT_TRUE(json("mood")["label"].is_string());
        EXPECT_TRUE(json("depth").is_number());
        EXPECT_TRUE(json("owners").is_array());
        EXPECT_TRUE(json("goal").is_null() || json("goal")["x"]["raw"].is_number());
    });
}

}  // namespace
}  // namespace tandem::tools
