// SPDX-License-Identifier: MIT
// Who may play whom: every refusal has a reason that both sides see, with both values.
#include <tandem/net/session/handshake.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <tandem/net/wire/message.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using net::RefusalReason;
using sim::erase;
using sim::ErrorCode;

// Both sides must name the reason and both values; the guest ends, the host waits for someone
// better.
void expect_refused(Arena& arena, RefusalReason reason) {
    ASSERT_TRUE(
        arena.run_until([&] { return arena.side(1).is_closed(); }, std::chrono::seconds(30)));
    arena.run_for(milliseconds(500));
    const Side& host = arena.side(0);
    const Side& guest = arena.side(1);
    const std::string log = host.log() + guest.log();
    ASSERT_EQ(host.count<net::Refused>(), 1U) << log;
    ASSERT_EQ(guest.count<net::Refused>(), 1U) << log;
    const auto& there = *host.find<net::Refused>();
    const auto& here = *guest.find<net::Refused>();
    EXPECT_EQ(there.reason, reason) << log;
    EXPECT_EQ(here.reason, reason) << log;
    EXPECT_EQ(there.host_value, here.host_value);
    EXPECT_EQ(there.guest_value, here.guest_value);
    EXPECT_FALSE(here.host_value.empty() || here.guest_value.empty()) << log;
    EXPECT_NE(here.text.find(here.host_value), std::string::npos);
    EXPECT_NE(here.text.find(here.guest_value), std::string::npos);
    ASSERT_TRUE(guest.ended().error.has_value());
    EXPECT_EQ(guest.ended().error->code, ErrorCode::refused) << log;
    EXPECT_FALSE(guest.trace->is_started) << "nothing is recorded of a match that never was";
    EXPECT_FALSE(host.trace->is_started);
    EXPECT_FALSE(host.session->is_ended()) << "the host goes on waiting";
}

TEST(Handshake, RefusesAnotherGame) {
    Arena arena;
    arena.host(erase<Counter>(), host_options(erase<Counter>(), 2));
    arena.join(erase<Relay>());
    expect_refused(arena, RefusalReason::game);
    EXPECT_EQ(arena.side(1).find<net::Refused>()->host_value, "counter");
    EXPECT_EQ(arena.side(1).find<net::Refused>()->guest_value, "relay");
}

TEST(Handshake, RefusesAnotherVersionOfTheGame) {
    Arena arena;
    arena.host(erase<Versioned<3>>(), host_options(erase<Versioned<3>>(), 2));
    arena.join(erase<Versioned<4>>());
    expect_refused(arena, RefusalReason::version);
    EXPECT_EQ(arena.side(0).find<net::Refused>()->host_value, "3");
    EXPECT_EQ(arena.side(0).find<net::Refused>()->guest_value, "4");
}

TEST(Handshake, RefusesAnotherStateSchema) {
    Arena arena;
    arena.host(erase<Reshaped<false>>(), host_options(erase<Reshaped<false>>(), 2));
    arena.join(erase<Reshaped<true>>());
    expect_refused(arena, RefusalReason::state_schema);
}

// A joiner with these flags comes to an ordinary match.
void expect_refused_with(Arena& arena, const net::JoinOptions& options, RefusalReason reason) {
    arena.host(erase<Counter>(), host_options(erase<Counter>(), 2));
    arena.join(erase<Counter>(), options);
    expect_refused(arena, reason);
}

TEST(Handshake, RefusesAContradictionToAnExplicitSeed) {
    Arena arena;
    net::JoinOptions options;
    options.seed = 99;
    expect_refused_with(arena, options, RefusalReason::seed);
    EXPECT_EQ(arena.side(0).find<net::Refused>()->guest_value, "99");
    EXPECT_TRUE(arena.side(1).find<net::Refused>()->by_us);
}

TEST(Handshake, RefusesAContradictionToAnExplicitNumberOfPlayers) {
    Arena arena;
    net::JoinOptions options;
    options.players = 3;
    expect_refused_with(arena, options, RefusalReason::players);
}

TEST(Handshake, RefusesAContradictionToExplicitOptions) {
    Arena arena;
    net::JoinOptions options;
    options.options = sim::canonical_bytes(Counter::Options{5});
    expect_refused_with(arena, options, RefusalReason::options);
    EXPECT_EQ(arena.side(0).find<net::Refused>()->host_value, "finish_ticks 0");
    EXPECT_EQ(arena.side(0).find<net::Refused>()->guest_value, "finish_ticks 5");
}

// A game with options of any length.
struct Optional : BrokenBase {
    static constexpr std::string_view name = "optional";
    struct Options {
        static constexpr std::array<const char*, 10> k_names{"title0", "title1", "title2", "title3",
                                                             "title4", "title5", "title6", "title7",
                                                             "title8", "title9"};
        std::uint8_t arena = 3;
        std::array<std::string, 10> titles;
        bool has_walls = true;
        std::vector<std::uint16_t> weights;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(arena));
            for (std::size_t index = 0; index < titles.size(); ++index) {
                ar(cereal::make_nvp(k_names[index], titles[index]));
            }
            ar(CEREAL_NVP(has_walls), CEREAL_NVP(weights));
        }
    };
    void step(Inputs<Input> inputs) { add(inputs); }
};

net::Refusal refusal_of(const Optional::Options& host, const Optional::Options& guest) {
    const sim::AnySimulation simulation = erase<Optional>();
    tandem::Setup setup = host_options(simulation, 2).setup;
    setup.options = sim::canonical_bytes(host);
    net::Welcome welcome;
    welcome.slot = 1;
    net::write_setup(welcome, setup);
    net::JoinOptions joining;
    joining.options = sim::canonical_bytes(guest);
    const auto read = net::read_setup(welcome, simulation.info(), joining);
    EXPECT_TRUE(std::holds_alternative<net::Refusal>(read));
    return std::holds_alternative<net::Refusal>(read) ? std::get<net::Refusal>(read)
                                                      : net::Refusal{};
}

TEST(Handshake, NamesEveryOptionThatDiffersWithBothValues) {
    const net::Refusal refusal = refusal_of({3, {}, true, {}}, {4, {}, false, {}});
    EXPECT_EQ(refusal.reason, RefusalReason::options);
    EXPECT_EQ(refusal.host_value, "arena 3, has_walls true");
    EXPECT_EQ(refusal.guest_value, "arena 4, has_walls false");
}

TEST(Handshake, LeavesOutWholeOptionsWhereTheyDoNotFitAndCountsThem) {
    Optional::Options host{3, {}, true, {1, 2, 3}};
    Optional::Options guest{4, {}, false, {4, 5, 6}};
    for (std::size_t index = 0; index < 10; ++index) {
        host.titles[index].assign(100, 'h');
        guest.titles[index].assign(80, 'g');
    }
    const net::Refusal refusal = refusal_of(host, guest);
    for (const std::string& text : {refusal.host_value, refusal.guest_value}) {
        EXPECT_LE(text.size(), net::MessageLimits::text_bytes_max);
        EXPECT_TRUE(text.starts_with("arena ")) << text;
        EXPECT_NE(text.find(", has_walls "), std::string::npos)
            << "what is short is told: " << text;
        // Two titles do not fit, and two more weights are told of by the first one.
        EXPECT_TRUE(text.ends_with(", and 4 more")) << text;
    }
    // It arrives as it was sent.
    const auto sent = net::decode_message(net::encode_message(refusal));
    ASSERT_TRUE(sent.has_value());
    EXPECT_EQ(std::get<net::Refusal>(*sent).host_value, refusal.host_value);
    EXPECT_EQ(std::get<net::Refusal>(*sent).guest_value, refusal.guest_value);
}

TEST(Handshake, RefusesAnAssetThatNobodyCanSupply) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2);
    options.setup.assets.push_back(
        Asset::from_content("map", sim::Bytes((std::size_t{1} << 20) + 1)));
    arena.host(erase<Counter>(), options);
    arena.join(erase<Counter>());
    expect_refused(arena, RefusalReason::asset);
}

TEST(Handshake, TakesAnAssetFromTheMessageOrFromAnOwnCopy) {
    for (const std::size_t size : {std::size_t{1} << 20, (std::size_t{1} << 20) + 1}) {
        Arena arena;
        net::HostOptions options = host_options(erase<Counter>(), 2, 50);
        options.setup.assets.push_back(Asset::from_content("map", sim::Bytes(size, std::byte{7})));
        options.setup.assets.push_back(Asset::from_content("empty", {}));
        Side& host = arena.host(erase<Counter>(), options);
        net::JoinOptions join_options;
        join_options.assets.push_back(options.setup.assets[0]);
        Side& guest = arena.join(erase<Counter>(), join_options);
        ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
        EXPECT_EQ(guest.trace->ticks, 50U) << guest.log();
        EXPECT_EQ(guest.session->setup().assets[0].content.size(), size);
    }
}

TEST(Handshake, RefusesAThirdPlayerInAMatchForTwo) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2);
    Side& host = arena.host(erase<Counter>(), options);
    Side& first = arena.join(erase<Counter>());
    first.is_frozen = true;  // takes its place and is slow to become ready
    arena.run_for(milliseconds(5));
    first.is_frozen = false;
    ASSERT_TRUE(
        arena.run_until([&] { return host.session->is_started(); }, std::chrono::seconds(5)));
    Side& late = arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_until([&] { return late.is_closed(); }, std::chrono::seconds(5)));
    ASSERT_EQ(late.count<net::Refused>(), 1U) << late.log();
    EXPECT_EQ(late.find<net::Refused>()->reason, RefusalReason::started);
    EXPECT_FALSE(first.session->is_ended()) << "the others play on";
    EXPECT_FALSE(host.session->is_ended());
}

TEST(Handshake, RefusesWhoComesWhileAllPlacesAreTaken) {
    net::LinkOptions links;
    links.delay = milliseconds(50);
    Arena arena(1, links);
    Side& host = arena.host(erase<Counter>(), host_options(erase<Counter>(), 2));
    arena.join(erase<Counter>());
    Side& late = arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_until([&] { return late.is_closed(); }, std::chrono::seconds(5)));
    ASSERT_EQ(late.count<net::Refused>(), 1U) << late.log() << host.log();
    EXPECT_EQ(late.find<net::Refused>()->reason, RefusalReason::full);
}

TEST(Handshake, AfterARefusalTheHostStillTakesTheNextGuest) {
    Arena arena;
    Side& host = arena.host(erase<Versioned<3>>(), host_options(erase<Versioned<3>>(), 2, 30));
    arena.join(erase<Versioned<4>>());
    expect_refused(arena, RefusalReason::version);
    Side& second = arena.join(erase<Versioned<3>>());
    ASSERT_TRUE(arena.run_to_end());
    EXPECT_EQ(host.trace->ticks, 30U);
    EXPECT_TRUE(host.trace->truth == second.trace->truth);
}

TEST(Handshake, AGuestThatVanishesBeforeTheStartFreesItsPlace) {
    Arena arena;
    Side& host = arena.host(erase<Counter>(), host_options(erase<Counter>(), 3, 30));
    Side& first = arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_until([&] { return host.count<net::Connected>() == 1; },
                                std::chrono::seconds(5)));
    first.is_frozen = true;
    arena.network().cut(1);
    ASSERT_TRUE(
        arena.run_until([&] { return host.count<net::Left>() == 1; }, std::chrono::seconds(10)));
    arena.join(erase<Counter>());
    Side& third = arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_to_end()) << host.log();
    EXPECT_EQ(third.trace->ticks, 30U);
    EXPECT_TRUE(host.trace->truth == third.trace->truth);
}

TEST(Handshake, BuildsAreShownAndNeverCompared) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2, 10);
    options.session.build = "g++ 12";
    Side& host = arena.host(erase<Counter>(), options);
    net::JoinOptions join_options;
    join_options.session.build = "clang 14";
    Side& guest = arena.join(erase<Counter>(), join_options);
    ASSERT_TRUE(arena.run_to_end());
    EXPECT_EQ(host.find<net::Connected>()->build, "clang 14");
    EXPECT_EQ(guest.find<net::Connected>()->build, "g++ 12");
    EXPECT_EQ(host.trace->ticks, 10U);
}

TEST(Handshake, TheHostsSetupIsTheMatchs) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2, 10);
    options.setup.seed = 77;
    options.setup.tick_rate = TickRate{120};
    arena.host(erase<Counter>(), options);
    net::JoinOptions join_options;
    join_options.seed = 77;
    join_options.players = 2;
    Side& guest = arena.join(erase<Counter>(), join_options);
    ASSERT_TRUE(arena.run_to_end());
    EXPECT_EQ(guest.session->setup().seed, 77U);
    EXPECT_EQ(guest.session->setup().tick_rate, TickRate{120});
    EXPECT_EQ(guest.trace->ticks, 10U);
}

TEST(Handshake, AHostsSetupIsCompletedBeforeItIsSent) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2, 10);
    options.setup.tick_rate = TickRate{0};
    options.setup.options.clear();
    arena.host(erase<Counter>(), options);
    Side& guest = arena.join(erase<Counter>(), {});
    ASSERT_TRUE(arena.run_to_end());
    EXPECT_EQ(guest.session->setup().tick_rate, TickRate{Counter::tick_rate});
    EXPECT_FALSE(guest.session->setup().options.empty());
    EXPECT_EQ(guest.trace->ticks, 10U);
}

// Whoever sends such a welcome is no host of ours, but must not end the guest's process.
TEST(Handshake, AWelcomeThatLeavesOptionsOutIsCompleted) {
    const sim::AnySimulation simulation = erase<Counter>();
    tandem::Setup setup;
    setup.slots = 2;
    setup.tick_rate = Counter::tick_rate;
    net::Welcome welcome;
    welcome.slot = 1;
    net::write_setup(welcome, setup);
    const auto taken = net::read_setup(welcome, simulation.info(), {});
    ASSERT_TRUE(std::holds_alternative<tandem::Setup>(taken));
    EXPECT_EQ(std::get<tandem::Setup>(taken).options, simulation.info().default_options);
}

// ---- Timeouts ----

TEST(Handshake, AJoinerGivesUpWhereNobodyAnswers) {
    Arena arena;
    Side& host = arena.host(erase<Counter>(), host_options(erase<Counter>(), 2));
    host.is_frozen = true;
    arena.network().cut(0);
    net::LinkOptions dead;
    dead.is_cut = true;
    arena.network().set_link(1, 0, dead);
    arena.network().set_link(0, 1, dead);
    net::JoinOptions options;
    options.session.connect_timeout_ms = 3'000;
    Side& guest = arena.join(erase<Counter>(), options);
    ASSERT_TRUE(arena.run_to_end(milliseconds(3'100)));
    ASSERT_TRUE(guest.ended().error.has_value());
    EXPECT_EQ(guest.ended().error->code, ErrorCode::network);
    EXPECT_NE(guest.ended().error->message.find("3000 ms"), std::string::npos);
}

TEST(Handshake, AJoinerGivesUpOnAHostThatNeverSpeaks) {
    Arena arena;
    arena.host(erase<Counter>(), host_options(erase<Counter>(), 2)).is_frozen = true;
    Side& guest = arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_until([&] { return guest.session->is_ended(); }, milliseconds(10'100)));
    EXPECT_EQ(guest.ended().error->code, ErrorCode::network);
}

TEST(Handshake, AHostDropsANewcomerThatNeverSpeaksAndTakesTheNext) {
    Arena arena;
    Side& host = arena.host(erase<Counter>(), host_options(erase<Counter>(), 2, 20));
    arena.join(erase<Counter>()).is_frozen = true;
    arena.run_for(std::chrono::seconds(11));
    EXPECT_EQ(host.events.size(), 0U) << "whoever never said a word was no player";
    Side& guest = arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_to_end());
    EXPECT_EQ(guest.trace->ticks, 20U);
}

TEST(Handshake, AHostGivesUpWhereNobodyComesIfItWasToldTo) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2);
    options.guests_timeout_ms = 2'000;
    Side& host = arena.host(erase<Counter>(), options);
    ASSERT_TRUE(arena.run_to_end(milliseconds(2'100)));
    EXPECT_EQ(host.ended().error->code, ErrorCode::network);
}

// ---- Comparing ----

TEST(Handshake, EveryFieldOfAnIdentityButTheBuildIsCompared) {
    const net::Identity host = net::identity_of(erase<Counter>().info(), "a build");
    EXPECT_FALSE(net::compare_identities(host, host).has_value());
    const auto reason = [&](auto&& change) {
        net::Identity guest = host;
        change(guest);
        const auto refusal = net::compare_identities(host, guest);
        return refusal ? static_cast<int>(refusal->reason) : 0;
    };
    using Identity = net::Identity;
    EXPECT_EQ(reason([](Identity& it) { it.game = "other"; }), int(RefusalReason::game));
    EXPECT_EQ(reason([](Identity& it) { ++it.version; }), int(RefusalReason::version));
    EXPECT_EQ(reason([](Identity& it) { ++it.state_schema.value; }),
              int(RefusalReason::state_schema));
    EXPECT_EQ(reason([](Identity& it) { ++it.input_schema.value; }),
              int(RefusalReason::input_schema));
    EXPECT_EQ(reason([](Identity& it) { ++it.options_schema.value; }),
              int(RefusalReason::options_schema));
    EXPECT_EQ(reason([](Identity& it) { it.tick_rate = TickRate{35}; }),
              int(RefusalReason::tick_rate));
    EXPECT_EQ(reason([](Identity& it) { it.build = "another"; }), 0);
}

TEST(Handshake, AnotherProtocolVersionIsRefusedBeforeAnythingElse) {
    const net::Greeting host{1};
    const net::Greeting guest{2};
    const auto refusal = net::compare_greetings(host, guest);
    ASSERT_TRUE(refusal.has_value());
    EXPECT_EQ(refusal->reason, RefusalReason::protocol);
    EXPECT_EQ(refusal->host_value, "1");
    EXPECT_EQ(refusal->guest_value, "2");
}

TEST(Handshake, ASetupThatCannotBeAMatchIsRefusedByTheHostItself) {
    for (const std::uint32_t players : {1U, 5U}) {  // Counter has at most 4
        net::HostOptions options = host_options(erase<Counter>(), 2);
        options.setup.slots = players;
        EXPECT_FALSE(net::Lockstep::host(erase<Counter>(), options, scripted(Slot{0}), nullptr));
    }
    const auto failed = net::Lockstep::host(
        erase<Unstartable>(), host_options(erase<Unstartable>(), 2), scripted(Slot{0}), nullptr);
    ASSERT_FALSE(failed.has_value());
    EXPECT_EQ(failed.error().code, ErrorCode::step_failed);
}

}  // namespace
}  // namespace tandem::test
