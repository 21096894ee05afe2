// SPDX-License-Identifier: MIT
// Writes replay files with the library, and what they hold as JSON, for the independent reader to
// be compared with.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/text.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace {

using namespace tandem;

std::string facts(const test::Recorded& recorded, const std::string& game, std::uint32_t slots,
                  bool is_plain) {
    const std::string ticks = std::to_string(recorded.records.size());
    return R"({"game": ")" + game + R"(", "slots": )" + std::to_string(slots) + R"(, "seed": 5)" +
           R"(, "build": "conformance", "ticks": )" + ticks +
           (is_plain ? R"(, "records_checked": )" + ticks : "") + R"(, "chain": ")" +
           sim::hex64(recorded.hashes.back().chain.value) + R"(", "records": ")" +
           sim::hex64(recorded.hashes.back().records.value) + R"(", "end": 2})";
}

std::string hashes() {
    std::string list;
    sim::Bytes bytes;
    for (std::size_t size = 0; size <= 2'200; ++size) {
        // Every length where the algorithm has a case of its own, then a few far apart.
        if (size <= 260 || size % 61 == 0 || size % 1'024 <= 1) {
            list += (list.empty() ? "" : ", ") + std::string("[") + std::to_string(size) + ", \"" +
                    sim::hex64(sim::hash_bytes(bytes)) + "\"]";
        }
        bytes.push_back(static_cast<std::byte>((size * 131 + 7) & 0xFF));
    }
    return list;
}

bool write(const std::string& path, const void* data, std::size_t size) {
    std::ofstream file(path, std::ios::binary);
    file.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
    return file.good();
}

// A file that breaks one rule, and what the library says about it.
struct Broken {
    std::string name;
    sim::Bytes file;
};

std::string broken_facts(const Broken& broken) {
    const auto replay = replay::Replay::parse(broken.file);
    const bool is_refused = !replay.has_value();
    const std::string place = is_refused       ? replay.error().place
                              : replay->flaw() ? replay->flaw()->place
                                               : "nothing";
    return "\"" + broken.name + R"(": {"refused": )" + (is_refused ? "true" : "false") +
           R"(, "place": ")" + place + R"(", "ticks": )" +
           std::to_string(is_refused ? 0 : replay->ticks()) + "}";
}

// The same file with one number of one block's header or content changed.
template <class U>
sim::Bytes changed(sim::Bytes file, std::size_t block, std::size_t at, U value) {
    const std::size_t offset = test::list_blocks(file)[block].offset;
    sim::store_le(value, file.data() + offset + at);
    test::reseal_all(file);
    return file;
}

sim::Bytes with_mark_blocks(sim::Bytes file, std::size_t before, int blocks) {
    sim::Bytes marks;
    while (marks.size() < replay::BlockLimits::marks_bytes_max / 2) {
        replay::encode_mark({sim::MarkKind::note, sim::Tick{}, 0, 0, std::string(65'000, 'x')},
                            marks);
    }
    for (int i = 0; i < blocks; ++i) {
        file = test::with_block(file, before, replay::BlockType::marks, marks);
    }
    return file;
}

// Blocks of `plain`: header, schema, asset, keyframe, inputs, and so on.
std::vector<Broken> broken_files(const sim::Bytes& plain) {
    const std::size_t end = test::list_blocks(plain).size() - 1;
    const auto header_at = [](std::size_t offset) { return replay::k_block_header_bytes + offset; };
    return {
        {"no_keyframe.tandem", test::rearranged(plain, {0, 1, 2, 4})},
        {"end_without_keyframe.tandem", test::rearranged(plain, {0, 1, 2, end})},
        {"late_asset.tandem", test::rearranged(plain, {0, 1, 3, 2, 4})},
        {"asset_twice.tandem", test::rearranged(plain, {0, 1, 2, 2, 3, 4})},
        {"header_twice.tandem", test::rearranged(plain, {0, 1, 2, 3, 4, 0})},
        {"schema_twice.tandem", test::rearranged(plain, {0, 1, 2, 3, 4, 1})},
        {"missing_ticks.tandem", test::rearranged(plain, {0, 1, 2, 3, 4, 4})},
        {"many_marks.tandem", with_mark_blocks(plain, 5, 2)},
        {"mark_cut.tandem",
         test::with_block(plain, 5, replay::BlockType::marks, sim::Bytes(9, std::byte{1}))},
        {"ticks_in_keyframe.tandem", changed(plain, 3, test::k_tick_count_at, std::uint32_t{1})},
        {"late_first_tick.tandem", changed(plain, 4, test::k_first_tick_at, ~std::uint64_t{0})},
        {"packed_header.tandem", changed(plain, 0, test::k_codec_at, std::uint8_t{1})},
        {"huge_content.tandem",
         changed(plain, 4, test::k_content_bytes_at, std::uint32_t{3} << 20)},
        {"long_game.tandem", changed(plain, 0, header_at(4), std::uint16_t{256})},
        {"format_version_0.tandem", changed(plain, 0, header_at(0), std::uint32_t{0})},
    };
}

template <class Game>
test::Recorded sample(std::uint32_t slots, bool compress) {
    const auto leaves = [](std::uint64_t tick) {
        return tick % 50 < 20 ? std::uint64_t{0b101} : ~std::uint64_t{0};
    };
    test::Recording recording;
    recording.slots = slots;
    recording.seed = 5;
    recording.ticks = 250;
    recording.options.compress = compress;
    recording.options.keyframe_ticks = 60;
    recording.options.build = "conformance";
    recording.options.player_name = "Ada";
    recording.source = test::bots(leaves);
    recording.change_setup = [](Setup& setup) {
        setup.assets = {Asset::from_content("map", sim::Bytes(300, std::byte{1}))};
    };
    return test::record<Game>(recording);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: conformance_samples FOLDER\n");
        return 2;
    }
    const std::string folder = argv[1];
    const test::Recorded plain = sample<test::Relay>(3, false);
    const test::Recorded packed = sample<test::Relay>(3, true);
    const test::Recorded many = sample<test::Counter>(4, false);
    std::string broken;
    bool is_written = true;
    for (const Broken& one : broken_files(plain.file)) {
        broken += (broken.empty() ? "" : ", ") + broken_facts(one);
        is_written = is_written && write(folder + "/" + one.name, one.file.data(), one.file.size());
    }
    const std::string json = R"({"xxh3": [)" + hashes() + R"(], "files": {"plain.tandem": )" +
                             facts(plain, "relay", 3, true) + R"(, "packed.tandem": )" +
                             facts(packed, "relay", 3, false) + R"(, "many.tandem": )" +
                             facts(many, "counter", 4, true) + "}, \"broken\": {" + broken + "}}\n";
    is_written = is_written &&
                 write(folder + "/plain.tandem", plain.file.data(), plain.file.size()) &&
                 write(folder + "/packed.tandem", packed.file.data(), packed.file.size()) &&
                 write(folder + "/many.tandem", many.file.data(), many.file.size()) &&
                 write(folder + "/expected.json", json.data(), json.size());
    return is_written ? 0 : 1;
}
