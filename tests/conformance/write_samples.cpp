// SPDX-License-Identifier: MIT
// Writes replay files with the library, beside each what the library reads in it, and what it makes
// of broken and damaged ones, for the independent reader to be compared with.
#include <array>
#include <bitset>
#include <cstdio>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/text.hpp>
#include <tests/golden/replay_contents.hpp>
#include <tests/replay/recording.hpp>
#include <tests/sim/rich_game.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace {

using namespace tandem;
using Json = nlohmann::json;

enum class Turn : std::int16_t { left = -1, none = 0, right = 1 };

struct Jump {
    std::uint8_t height = 0;
    std::int32_t far = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(height), CEREAL_NVP(far));
    }
};
struct Aim {
    bool is_steady = false;
    Fixed x;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(is_steady), CEREAL_NVP(x));
    }
};

// An input of every kind of field that it may have and that the other games lack.
struct Kinds : test::BrokenBase {
    static constexpr std::string_view name = "kinds";
    static constexpr std::uint32_t players_max = 3;
    struct Input {
        std::variant<Jump, Aim> deed;
        std::bitset<11> keys;
        std::array<std::int16_t, 3> sticks{};
        Turn turn = Turn::none;
        std::uint8_t amount = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(deed), CEREAL_NVP(keys), CEREAL_NVP(sticks), CEREAL_NVP(turn),
               CEREAL_NVP(amount));
        }
    };
    void step(Inputs<Input> inputs) {
        for (const Input& input : inputs) {
            total = total * 3 + input.amount + input.keys.to_ulong();
        }
        ++ticks;
    }
    Input bot_input(Slot slot, Random& random) const {
        Input input;
        const std::uint64_t phase = ticks / 8 + slot.index;  // held for a while
        input.keys = phase % 2'048;
        input.turn = static_cast<Turn>(static_cast<int>(phase % 3) - 1);
        input.sticks = {static_cast<std::int16_t>(3 * ticks), 0,
                        random.between<std::int16_t>(-9, 9)};
        if (phase % 3 == 0) {
            input.deed = Aim{phase % 2 == 0, Fixed::from_raw(static_cast<std::int64_t>(phase))};
        } else {
            input.deed = Jump{static_cast<std::uint8_t>(200 + phase % 2), -70'000};
        }
        return input;
    }
};

// Inputs that nobody can expect.
struct Noise : test::BrokenBase {
    static constexpr std::string_view name = "noise";
    void step(Inputs<Input> inputs) { add(inputs); }
};

std::vector<Json> hashes() {
    std::vector<Json> list;
    sim::Bytes bytes;
    for (std::size_t size = 0; size <= 2'200; ++size) {
        // Every length where the algorithm has a case of its own, then a few far apart.
        if (size <= 260 || size % 61 == 0 || size % 1'024 <= 1) {
            list.push_back(Json::array({size, sim::hex64(sim::hash_bytes(bytes))}));
        }
        bytes.push_back(static_cast<std::byte>((size * 131 + 7) & 0xFF));
    }
    return list;
}

class Folder {
public:
    explicit Folder(std::string path) : path_(std::move(path)) {}

    void write(const std::string& name, const void* data, std::size_t size) {
        std::ofstream file(path_ + "/" + name, std::ios::binary);
        file.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
        is_good_ = is_good_ && file.good();
    }
    void write(const std::string& name, const sim::Bytes& bytes) {
        write(name, bytes.data(), bytes.size());
    }
    void write(const std::string& name, const Json& json) {
        const std::string text = json.dump(1) + "\n";
        write(name, text.data(), text.size());
    }
    // A file and what the library reads in it, in the form of tests/golden/replays.
    void write_sample(const std::string& name, const sim::Bytes& file) {
        write(name + ".tandem", file);
        Json expected = test::read_replay(path_ + "/" + name + ".tandem");
        expected["file"] = {{"bytes", file.size()}, {"hash", sim::hex64(sim::hash_bytes(file))}};
        write(name + ".json", expected);
    }
    bool is_good() const { return is_good_; }

private:
    std::string path_;
    bool is_good_ = true;
};

// What both readers must agree about where a file is not sound.
Json verdict_of(const sim::Bytes& file) {
    const auto replay = replay::Replay::parse(file);
    if (!replay) {
        return "refused";
    }
    Json stretches = Json::array();
    for (const replay::Stretch& stretch : replay->stretches()) {
        stretches.push_back(Json::array({stretch.first_tick, stretch.end_tick}));
    }
    return {{"first", Json::array({replay->first_tick(), replay->end_tick()})},
            {"stretches", std::move(stretches)},
            {"flaws", !replay->flaws().empty()},
            {"end", replay->end_reason() ? Json(static_cast<int>(*replay->end_reason())) : Json()}};
}

// The same file cut and with one flipped bit, at places some bytes apart. What it begins with is
// long, so that the places are close behind it only.
Json damages_of(const sim::Bytes& file) {
    Json list = Json::array();
    const std::size_t head = test::list_blocks(file)[2].offset;
    for (std::size_t at = 0; at < file.size(); at += at < head ? 41 : 5) {
        const auto bit = static_cast<unsigned>(at % 8);
        list.push_back(Json::array({at, bit, verdict_of(test::cut_at(file, at)),
                                    verdict_of(test::flip_bit(file, at, bit))}));
    }
    return list;
}

// Two flipped bits, each in one of two neighbours: in the body of the first and somewhere in the
// second.
Json damaged_neighbours_of(const sim::Bytes& file) {
    Json list = Json::array();
    const auto blocks = test::list_blocks(file);
    for (std::size_t i = 2; i + 1 < blocks.size(); ++i) {
        const std::size_t first = blocks[i].offset + blocks[i].bytes - 1;
        const std::size_t behind = blocks[i + 1].offset;
        for (const std::size_t second : {behind + 4, behind + blocks[i + 1].bytes - 1}) {
            list.push_back(Json::array(
                {first, second,
                 verdict_of(test::flip_bit(test::flip_bit(file, first, 3), second, 3))}));
        }
    }
    return list;
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

struct Broken {
    std::string name;
    sim::Bytes file;
};

// Files that break one rule each. Blocks of `plain`: header, schema, copy, asset, keyframe, epoch,
// marks, pieces, and so on.
std::vector<Broken> broken_files(const sim::Bytes& plain) {
    const std::size_t end = test::list_blocks(plain).size() - 1;
    const auto header_at = [](std::size_t offset) { return replay::k_block_header_bytes + offset; };
    return {
        {"no_schema", test::rearranged(plain, {0, 2, 3, 4, 5})},
        {"no_copy", test::rearranged(plain, {0, 1, 3, 4, 5})},
        {"no_keyframe", test::rearranged(plain, {0, 1, 2, 3, 5})},
        {"end_without_keyframe", test::rearranged(plain, {0, 1, 2, 3, end})},
        {"late_asset", test::rearranged(plain, {0, 1, 2, 4, 3, 5})},
        {"asset_twice", test::rearranged(plain, {0, 1, 2, 3, 3, 4, 5})},
        {"header_twice", test::rearranged(plain, {0, 1, 2, 3, 4, 5, 0})},
        {"schema_twice", test::rearranged(plain, {0, 1, 2, 3, 4, 5, 1})},
        {"copy_twice", test::rearranged(plain, {0, 1, 2, 2, 3, 4, 5})},
        {"epoch_twice", test::rearranged(plain, {0, 1, 2, 3, 4, 5, 5})},
        {"piece_without_epoch", test::rearranged(plain, {0, 1, 2, 3, 4, 7, 8})},
        {"block_behind_end",
         test::with_block(plain, end, replay::BlockType::end, sim::Bytes(21, std::byte{1}))},
        {"many_marks", with_mark_blocks(plain, 6, 2)},
        {"mark_cut",
         test::with_block(plain, 6, replay::BlockType::marks, sim::Bytes(9, std::byte{1}))},
        {"ticks_in_keyframe", changed(plain, 4, test::k_tick_count_at, std::uint32_t{1})},
        {"late_first_tick", changed(plain, 4, test::k_first_tick_at, ~std::uint64_t{0})},
        {"wrong_chain", changed(plain, 4, test::k_chain_at, std::uint64_t{7})},
        {"wrong_end_chain", changed(plain, end, test::k_chain_at, std::uint64_t{7})},
        {"wrong_end_ticks", changed(plain, end, header_at(1), std::uint64_t{249})},
        {"packed_header", changed(plain, 0, test::k_codec_at, std::uint8_t{1})},
        {"huge_content", changed(plain, 4, test::k_content_bytes_at, ~std::uint32_t{0})},
        {"long_game", changed(plain, 0, header_at(4), std::uint16_t{256})},
        {"format_version_0", changed(plain, 0, header_at(0), std::uint32_t{0})},
        {"newer_format_version", changed(plain, 0, header_at(0), std::uint32_t{9})},
    };
}

// Epochs of four ticks, the third of each damaged: more flaws than a reader may care to list.
sim::Bytes riddled_file() {
    test::Recording recording;
    recording.ticks = 4'400;
    recording.options.block_ticks = 1;
    recording.options.epoch_ticks = 4;
    recording.options.keyframe_ticks = 4;
    recording.options.keyframe_bytes_per_second = 1U << 20;
    recording.options.compress = false;
    sim::Bytes file = test::record<test::Counter>(recording).file;
    for (const test::BlockPlace& block : test::list_blocks(file)) {
        if (block.form == replay::HeadForm::piece && block.end_tick % 4 == 3) {
            file[block.offset + block.head_bytes] ^= std::byte{1};
        }
    }
    return file;
}

std::uint64_t some_leave(std::uint64_t tick) {
    return tick % 50 < 20 ? std::uint64_t{0b101} : ~std::uint64_t{0};
}

// A session that holds everything, in blocks of 20 ticks and epochs of 80.
test::Recording session(std::uint32_t slots, std::uint32_t track_bits) {
    test::Recording recording;
    recording.slots = slots;
    recording.seed = 5;
    recording.ticks = 250;
    recording.options.compress = false;
    recording.options.block_ticks = 20;
    recording.options.epoch_ticks = 80;
    recording.options.track_bits = track_bits;
    recording.options.keyframe_ticks = 50;
    recording.options.build = "conformance";
    recording.options.player_name = "Ada";
    recording.source = test::bots(&some_leave);
    recording.change_setup = [](Setup& setup) {
        setup.assets = {Asset::from_content("map", sim::Bytes(100, std::byte{1}))};
    };
    return recording;
}

void write_samples(Folder& folder, Json& expected) {
    const sim::Bytes relay = test::record<test::Relay>(session(3, 16)).file;
    test::Recording packed = session(3, 8);
    packed.options.compress = true;
    packed.options.game_build = replay::GameBuild{sim::digest_bytes(sim::as_bytes("a program")),
                                                  sim::digest_bytes({}), "a compiler"};
    test::Recording eyewitness = session(2, 16);
    eyewitness.before_tick = [](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
        if (tick == 130) {
            (void)timeline.mark({sim::MarkKind::desync, sim::Tick{tick}, 1, 77, "all"});
            (void)timeline.mark(
                {sim::MarkKind::match, sim::Tick{0}, 1, 3, "00112233445566778899aabbccddeeff"});
        }
    };
    eyewitness.end = std::nullopt;
    test::Recording crowd = session(64, 16);
    crowd.ticks = 40;
    test::Recording idle = session(2, 0);
    idle.source = [](const sim::AnySimulation&, std::uint64_t) {
        return sim::Bytes{std::byte{3}, std::byte{}, std::byte{}, std::byte{}, std::byte{}};
    };
    idle.end = sim::EndReason::interrupted;
    test::Recording noise = session(2, 16);
    noise.source = test::bots();
    noise.options.epoch_ticks = 200;
    noise.options.block_ticks = 100;
    test::Recording whole_track = session(3, 64);
    const test::Recorded counter = test::record<test::Counter>(session(4, 16));

    folder.write_sample("relay", relay);
    folder.write_sample("packed", test::record<test::Relay>(packed).file);
    folder.write_sample("counter", counter.file);
    folder.write_sample("continued", test::continued(counter, sim::erase<test::Counter>(), 70));
    folder.write_sample("marks_and_no_end", test::record<test::Counter>(eyewitness).file);
    folder.write_sample("crowd", test::record<test::RichGame>(crowd).file);
    folder.write_sample("idle", test::record<test::Counter>(idle).file);
    folder.write_sample("noise", test::record<Noise>(noise).file);
    folder.write_sample("kinds", test::record<Kinds>(whole_track).file);

    for (const Broken& broken : broken_files(relay)) {
        folder.write("broken_" + broken.name + ".tandem", broken.file);
        expected["broken"]["broken_" + broken.name + ".tandem"] = verdict_of(broken.file);
    }
    const sim::Bytes riddled = riddled_file();
    folder.write("broken_riddled.tandem", riddled);
    expected["broken"]["broken_riddled.tandem"] = verdict_of(riddled);
    expected["damaged"]["relay.tandem"] = damages_of(relay);
    expected["damaged_neighbours"]["relay.tandem"] = damaged_neighbours_of(relay);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: conformance_samples FOLDER\n");
        return 2;
    }
    Folder folder(argv[1]);
    Json expected{{"xxh3", hashes()}};
    write_samples(folder, expected);
    folder.write("expected.json", expected);
    return folder.is_good() ? 0 : 1;
}
