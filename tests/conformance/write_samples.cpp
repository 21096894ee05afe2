// SPDX-License-Identifier: MIT
// Writes replay files with the library, and what they hold as JSON, for the independent reader to
// be compared with.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <tandem/replay/text.hpp>
#include <tandem/sim/hash.hpp>
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
           replay::hex64(recorded.chains.back().value) + R"(", "records": ")" +
           replay::hex64(recorded.record_chains.back().value) + R"(", "end": 2})";
}

std::string hashes() {
    std::string list;
    sim::Bytes bytes;
    for (std::size_t size = 0; size <= 2'200; ++size) {
        // Every length where the algorithm has a case of its own, then a few far apart.
        if (size <= 260 || size % 61 == 0 || size % 1'024 <= 1) {
            list += (list.empty() ? "" : ", ") + std::string("[") + std::to_string(size) + ", \"" +
                    replay::hex64(sim::hash_bytes(bytes)) + "\"]";
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
    const std::string json = R"({"xxh3": [)" + hashes() + R"(], "files": {"plain.tandem": )" +
                             facts(plain, "relay", 3, true) + R"(, "packed.tandem": )" +
                             facts(packed, "relay", 3, false) + R"(, "many.tandem": )" +
                             facts(many, "counter", 4, true) + "}}\n";
    const bool written = write(folder + "/plain.tandem", plain.file.data(), plain.file.size()) &&
                         write(folder + "/packed.tandem", packed.file.data(), packed.file.size()) &&
                         write(folder + "/many.tandem", many.file.data(), many.file.size()) &&
                         write(folder + "/expected.json", json.data(), json.size());
    return written ? 0 : 1;
}
