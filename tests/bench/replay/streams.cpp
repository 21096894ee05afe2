// SPDX-License-Identifier: MIT
// Takes the files apart as their folder's README says.
#include <tests/bench/replay/streams.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <tandem/sim/math/random.hpp>

namespace tandem::bench {
namespace {

using sim::FieldKind;
using sim::SchemaNode;

SchemaNode leaf(const std::string& name, FieldKind kind) {
    SchemaNode node;
    node.kind = kind;
    node.width_bytes = 1;
    node.name = name;
    return node;
}

SchemaNode bits(const std::string& name, std::uint64_t count) {
    SchemaNode node;
    node.kind = FieldKind::bits;
    node.count = count;
    node.name = name;
    return node;
}

sim::Schema schema_of(std::vector<SchemaNode> fields) {
    SchemaNode root;
    root.children = std::move(fields);
    return sim::Schema(std::move(root));
}

// As the game duel has it.
sim::Schema doom_schema() {
    return schema_of(
        {leaf("forward", FieldKind::signed_integer), leaf("side", FieldKind::signed_integer),
         leaf("turn", FieldKind::unsigned_integer), leaf("buttons", FieldKind::unsigned_integer)});
}

sim::Schema pad8_schema() {
    return schema_of({bits("buttons", 16), leaf("x", FieldKind::signed_integer),
                      leaf("y", FieldKind::signed_integer), leaf("cx", FieldKind::signed_integer),
                      leaf("cy", FieldKind::signed_integer),
                      leaf("left", FieldKind::unsigned_integer),
                      leaf("right", FieldKind::unsigned_integer)});
}

sim::Schema pad1_schema() { return schema_of({bits("buttons", 8)}); }

sim::Schema raw_schema(std::uint64_t bytes) {
    SchemaNode array;
    array.kind = FieldKind::array;
    array.count = bytes;
    array.name = "bytes";
    array.children.push_back(leaf("", FieldKind::unsigned_integer));
    return schema_of({array});
}

sim::Bytes read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    sim::Bytes bytes;
    std::transform(std::istreambuf_iterator<char>(file), {}, std::back_inserter(bytes),
                   [](char c) { return static_cast<std::byte>(c); });
    return bytes;
}

// Ticks of all players, one after the other, become records.
void add_records(Stream& stream, sim::ByteView bytes, std::size_t input_bytes) {
    const std::size_t tick_bytes = input_bytes * stream.players;
    for (std::size_t at = 0; at + tick_bytes <= bytes.size(); at += tick_bytes) {
        sim::Bytes record{static_cast<std::byte>((1U << stream.players) - 1)};
        sim::append(record, bytes.subspan(at, tick_bytes));
        stream.records.push_back(std::move(record));
    }
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            const std::string& ending) {
    std::vector<std::filesystem::path> paths;
    if (std::filesystem::is_directory(folder)) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == ending) {
                paths.push_back(entry.path());
            }
        }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

}  // namespace

std::vector<Stream> real_streams() {
    std::vector<Stream> streams;
    const char* data = std::getenv("TANDEM_DATA");
    if (data == nullptr) {
        return streams;
    }
    const std::filesystem::path root(data);
    for (const auto& path : files_in(root / "doom", ".lmp")) {
        constexpr std::size_t k_header = 13;
        const sim::Bytes bytes = read_file(path);
        Stream stream{"doom", path.stem().string(), doom_schema(), 0, 35, {}};
        for (std::size_t i = k_header - 4; i < k_header; ++i) {
            stream.players += bytes[i] != std::byte{0} ? 1U : 0U;
        }
        add_records(stream, sim::ByteView(bytes).subspan(k_header), 4);
        streams.push_back(std::move(stream));
    }
    for (const auto& path : files_in(root / "streams", ".pad8")) {
        const bool is_four = path.string().find(".p4.") != std::string::npos;
        Stream stream{"melee", path.stem().string(), pad8_schema(), is_four ? 4U : 2U, 60, {}};
        add_records(stream, read_file(path), 8);
        streams.push_back(std::move(stream));
    }
    for (const auto& path : files_in(root / "streams", ".pad1")) {
        Stream stream{"smb", path.stem().string(), pad1_schema(), 1, 60, {}};
        add_records(stream, read_file(path), 1);
        streams.push_back(std::move(stream));
    }
    return streams;
}

std::vector<Stream> raw_streams(const std::vector<Stream>& streams) {
    std::vector<Stream> raw = streams;
    for (Stream& stream : raw) {
        stream.group += " raw";
        stream.schema = raw_schema(stream.schema.size().bytes_min);
    }
    return raw;
}

std::vector<Stream> made_streams() {
    Stream random{"random", "two pads of eight random bytes", pad8_schema(), 2, 60, {}};
    Random draw(1);
    sim::Bytes bytes(std::size_t{16} * 60 * 60 * 3);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(draw.next32() & 0xFFU);
    }
    add_records(random, bytes, 8);

    Stream held{"held", "an hour of two pads held off centre", pad8_schema(), 2, 60, {}};
    sim::Bytes pad;
    for (const int value : {0, 0, 3, 253, 1, 255, 12, 7, 0, 0, 2, 1, 0, 254, 9, 11}) {
        pad.push_back(static_cast<std::byte>(value));
    }
    sim::Bytes hour;
    for (int tick = 0; tick < 216'000; ++tick) {
        sim::append(hour, pad);
    }
    add_records(held, hour, 8);
    return {random, held};
}

}  // namespace tandem::bench
