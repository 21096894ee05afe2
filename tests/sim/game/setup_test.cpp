// SPDX-License-Identifier: MIT
// What decides the start of a session: its canonical form, its hash and its refusals.
#include <tandem/sim/game/setup.hpp>

#include <functional>
#include <set>

#include <gtest/gtest.h>

#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

const GameInfo& rich_info() { return GameModel<test::RichGame>::game_info(); }

Bytes content(std::string_view text) {
    const ByteView view = as_bytes(text);
    return Bytes(view.begin(), view.end());
}

tandem::Setup full_setup() {
    tandem::Setup setup;
    setup.seed = 0x1122334455667788;
    setup.slots = 3;
    setup.presence = 0b101;
    setup.tick_rate = TickRate{35};
    setup.set_options(test::RichGame::Options{9, {{2, 3}}});
    setup.assets = {Asset::from_content("map", content("walls")),
                    Asset::from_content("rules", content(""))};
    return setup;
}

TEST(Setup, DecodesToWhatWasEncodedWithAssetsByName) {
    const tandem::Setup setup = full_setup();
    const Bytes bytes = encode_setup(setup);
    const auto decoded = decode_setup(bytes);
    ASSERT_TRUE(decoded) << decoded.error().text();
    EXPECT_EQ(decoded->seed, setup.seed);
    EXPECT_EQ(decoded->slots, 3U);
    EXPECT_EQ(decoded->presence, 0b101U);
    EXPECT_TRUE(decoded->tick_rate == setup.tick_rate);
    EXPECT_EQ(decoded->options, setup.options);
    ASSERT_EQ(decoded->assets.size(), 2U);
    EXPECT_EQ(decoded->assets[0].name, "map");
    EXPECT_EQ(decoded->assets[0].size_bytes, 5U);
    EXPECT_EQ(decoded->assets[0].digest, setup.assets[0].digest);
    EXPECT_TRUE(decoded->assets[0].content.empty());
    EXPECT_EQ(encode_setup(*decoded), bytes);
}

TEST(Setup, EveryCutAndEveryExtraByteIsRefused) {
    Bytes bytes = encode_setup(full_setup());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(decode_setup(ByteView(bytes).first(size))) << "cut to " << size;
    }
    bytes.push_back(std::byte{0});
    EXPECT_FALSE(decode_setup(bytes));
}

// Whatever a flipped bit makes of it: refused, or a setup that encodes to those very bytes.
TEST(Setup, EveryFlippedBitIsRefusedOrIsAnotherSetup) {
    Bytes bytes = encode_setup(full_setup());
    std::size_t accepted = 0;
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        const auto mask = static_cast<std::byte>(1U << (bit % 8));
        bytes[bit / 8] ^= mask;
        if (const auto decoded = decode_setup(bytes)) {
            ++accepted;
            EXPECT_EQ(encode_setup(*decoded), bytes) << "bit " << bit;
        }
        bytes[bit / 8] ^= mask;
    }
    EXPECT_GT(accepted, 64U);
}

TEST(Setup, ImpossibleNumbersAreRefusedWhenDecoded) {
    const auto with = [](const std::function<void(tandem::Setup&)>& change) {
        tandem::Setup setup = full_setup();
        change(setup);
        return decode_setup(encode_setup(setup)).has_value();
    };
    EXPECT_TRUE(with([](tandem::Setup&) {}));
    EXPECT_TRUE(with([](tandem::Setup& setup) { setup.slots = 64; }));
    EXPECT_FALSE(with([](tandem::Setup& setup) { setup.slots = 0; }));
    EXPECT_FALSE(with([](tandem::Setup& setup) { setup.slots = 65; }));
    EXPECT_FALSE(with([](tandem::Setup& setup) { setup.tick_rate.seconds = 0; }));
    EXPECT_TRUE(with([](tandem::Setup& setup) { setup.tick_rate = TickRate(300'000, 3); }));
    EXPECT_FALSE(with([](tandem::Setup& setup) { setup.tick_rate = TickRate(300'001, 3); }));
    Bytes bytes = encode_setup(full_setup());
    bytes[12] |= std::byte{0b1000};  // presence of a fourth slot
    EXPECT_FALSE(decode_setup(bytes));
}

TEST(Setup, PresenceBeyondTheSlotsIsNoPartOfTheCanonicalForm) {
    tandem::Setup all = full_setup();
    all.presence = ~std::uint64_t{0};
    tandem::Setup three = full_setup();
    three.presence = 0b111;
    EXPECT_EQ(encode_setup(all), encode_setup(three));
    EXPECT_TRUE(all.present(Slot{2}));
    EXPECT_FALSE(all.present(Slot{3}));
    EXPECT_FALSE(all.present(Slot{64}));
}

TEST(Setup, CompletingFillsInWhatTheGameSays) {
    const tandem::Setup complete = complete_setup(rich_info(), tandem::Setup{});
    EXPECT_TRUE(complete.tick_rate == test::RichGame::tick_rate);
    EXPECT_EQ(complete.options, canonical_bytes(test::RichGame::Options{}));
    EXPECT_EQ(complete.presence, 1U);
    // What is given stays, and a complete setup is complete.
    const tandem::Setup full = full_setup();
    EXPECT_EQ(encode_setup(complete_setup(rich_info(), full)), encode_setup(full));
    EXPECT_EQ(encode_setup(complete_setup(rich_info(), complete)), encode_setup(complete));
}

TEST(SetupDeathTest, AnIncompleteSetupHasNeitherCanonicalFormNorHash) {
    EXPECT_DEATH(encode_setup(tandem::Setup{}), "only a complete_setup has a canonical form");
    tandem::Setup without_options;
    without_options.tick_rate = TickRate{60};
    EXPECT_DEATH(start_hash(rich_info(), without_options),
                 "only a complete_setup has a start hash");
}

TEST(Setup, OptionsComeBackAsTheyWereSetAndAreDefaultsWhereThereAreNone) {
    const auto options = full_setup().options_as<test::RichGame::Options>();
    EXPECT_EQ(options.units, 9U);
    EXPECT_EQ(options.handicaps, (std::map<std::uint8_t, std::uint8_t>{{2, 3}}));
    EXPECT_EQ(tandem::Setup{}.options_as<test::RichGame::Options>().units, 5U);
}

TEST(Setup, AnAssetIsFoundByItsName) {
    const tandem::Setup setup = full_setup();
    ASSERT_NE(setup.asset("map"), nullptr);
    EXPECT_EQ(setup.asset("map")->content, content("walls"));
    EXPECT_EQ(setup.asset("music"), nullptr);
}

TEST(Setup, TheStartHashDependsOnEveryIngredient) {
    const std::uint64_t base = start_hash(rich_info(), full_setup());
    EXPECT_EQ(start_hash(rich_info(), full_setup()), base);
    const std::function<void(GameInfo&, tandem::Setup&)> k_changes[] = {
        [](GameInfo& game, tandem::Setup&) { game.name = "poor"; },
        [](GameInfo& game, tandem::Setup&) { game.version = 8; },
        [](GameInfo& game, tandem::Setup&) { game.state_schema = Schema(); },
        [](GameInfo& game, tandem::Setup&) { game.input_schema = Schema(); },
        [](GameInfo& game, tandem::Setup&) { game.options_schema = Schema(); },
        [](GameInfo&, tandem::Setup& setup) { setup.seed ^= 1; },
        [](GameInfo&, tandem::Setup& setup) { setup.slots = 4; },
        [](GameInfo&, tandem::Setup& setup) { setup.presence = 0b111; },
        [](GameInfo&, tandem::Setup& setup) { setup.tick_rate.ticks = 36; },
        [](GameInfo&, tandem::Setup& setup) { setup.tick_rate.seconds = 2; },
        [](GameInfo&, tandem::Setup& setup) { setup.options[0] ^= std::byte{1}; },
        [](GameInfo&, tandem::Setup& setup) { setup.assets[0].name = "Map"; },
        [](GameInfo&, tandem::Setup& setup) { setup.assets[0].size_bytes = 6; },
        [](GameInfo&, tandem::Setup& setup) { setup.assets[0].digest.bytes[0] ^= std::byte{1}; },
        [](GameInfo&, tandem::Setup& setup) { std::swap(setup.assets[0], setup.assets[1]); },
        [](GameInfo&, tandem::Setup& setup) { setup.assets.pop_back(); },
    };
    std::set<std::uint64_t> hashes{base};
    for (const auto& change : k_changes) {
        GameInfo game = rich_info();
        tandem::Setup setup = full_setup();
        change(game, setup);
        hashes.insert(start_hash(game, setup));
    }
    EXPECT_EQ(hashes.size(), std::size(k_changes) + 1);
}

TEST(Setup, TheStartHashDependsOnNothingElse) {
    const std::uint64_t base = start_hash(rich_info(), full_setup());
    tandem::Setup setup = full_setup();
    setup.assets[0].content.clear();  // only the digest counts
    EXPECT_EQ(start_hash(rich_info(), setup), base);
    GameInfo game = rich_info();
    game.has_bot = !game.has_bot;
    game.has_draw = !game.has_draw;
    game.players_max = 5;
    game.state_bytes_max = 1;
    game.idle_input.clear();
    game.tick_rate = TickRate{1};  // the setup's rate counts
    EXPECT_EQ(start_hash(game, full_setup()), base);
}

// ---- What makes a setup impossible --------------------------------------------------------------

std::string refusal(const std::function<void(tandem::Setup&)>& change) {
    tandem::Setup setup = full_setup();
    change(setup);
    const auto checked = check_setup(rich_info(), setup);
    return checked ? "accepted" : checked.error().text();
}

TEST(CheckSetup, AcceptsAFullAndAnEmptySetup) {
    EXPECT_EQ(refusal([](tandem::Setup&) {}), "accepted");
    EXPECT_TRUE(check_setup(rich_info(), tandem::Setup{}));
    EXPECT_EQ(refusal([](tandem::Setup& setup) { setup.slots = 64; }), "accepted");
}

TEST(CheckSetup, RefusesWhatTheGameCannotBeStartedWith) {
    EXPECT_EQ(refusal([](tandem::Setup& setup) { setup.slots = 0; }),
              "players: rich is for 1 to 64 players, not 0");
    EXPECT_EQ(refusal([](tandem::Setup& setup) { setup.slots = 65; }),
              "players: rich is for 1 to 64 players, not 65");
    EXPECT_EQ(refusal([](tandem::Setup& setup) { setup.tick_rate.seconds = 0; }),
              "tick rate: a tick rate needs at least one second");
    EXPECT_EQ(refusal([](tandem::Setup& setup) { setup.tick_rate = TickRate(300'001, 3); }),
              "tick rate: 300001 ticks in 3 seconds are more than 100000 a second");
    EXPECT_EQ(refusal([](tandem::Setup& setup) { setup.options.pop_back(); }),
              "options: the options do not fit the option schema of rich: byte 9, field "
              "handicaps[0]: found the end of the bytes in the middle of the field");
    EXPECT_EQ(refusal([](tandem::Setup& setup) { setup.options.push_back(std::byte{0}); }),
              "options: the options do not fit the option schema of rich: 11 bytes where 10 are "
              "used");
    EXPECT_EQ(refusal([](tandem::Setup& setup) { setup.options.resize(65'537); }),
              "options: the options do not fit the option schema of rich: 65537 bytes, more than "
              "65536");
    EXPECT_EQ(refusal([](tandem::Setup& setup) { setup.assets[1].name = "map"; }),
              "assets: two assets are named \"map\"; a game finds an asset by its name alone");
    EXPECT_NE(refusal([](tandem::Setup& setup) { setup.assets.resize(257); }), "accepted");
    EXPECT_NE(refusal([](tandem::Setup& setup) { setup.assets[0].name.resize(256); }), "accepted");
}

TEST(CheckSetup, OptionsForAGameWithoutOptionsAreRefused) {
    GameInfo game = rich_info();
    game.options_schema = Schema();
    game.default_options.clear();
    EXPECT_FALSE(check_setup(game, full_setup()));
    EXPECT_TRUE(check_setup(game, tandem::Setup{}));
}

TEST(CheckAssets, RefusesContentThatIsMissingOrAnother) {
    EXPECT_TRUE(check_assets(full_setup()));
    tandem::Setup missing = full_setup();
    missing.assets[0].content.clear();
    ASSERT_FALSE(check_assets(missing));
    EXPECT_EQ(
        check_assets(missing).error().text(),
        "asset \"map\": its content is 5 bytes long, and here are 0; name the file that holds "
        "it");
    tandem::Setup other = full_setup();
    other.assets[0].content[0] ^= std::byte{1};
    EXPECT_FALSE(check_assets(other));
}

}  // namespace
}  // namespace tandem::sim
