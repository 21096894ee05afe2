// SPDX-License-Identifier: MIT
// What strangers, faults and cheats can put on the wire: nothing of it crashes a session, changes a
// match unnoticed, or holds more than a bounded amount of memory.
#include <tandem/net/session/session.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/puppet.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using net::Channel;
using sim::Bytes;
using sim::ByteView;
using sim::erase;

Bytes noise(Random& random, std::size_t size_max) {
    Bytes bytes(random.below(size_max));
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random.below(256U));
    }
    return bytes;
}

// An input some byte patterns of which mean nothing.
struct Picky {
    static constexpr std::string_view name = "picky";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 3;
    struct Input {
        bool fire = false;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(fire));
        }
    };
    void reset(const Setup&) {}
    void step(Inputs<Input> inputs) {
        for (const Input& input : inputs) {
            shots += input.fire ? 1U : 0U;
        }
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(shots));
    }
    std::uint32_t shots = 0;
};

// A host and one puppet for a guest.
template <class Game>
struct HostStage {
    explicit HostStage(std::uint32_t players = 2, bool is_paced = false) {
        net::HostOptions options = host_options(erase<Game>(), players);
        options.session.is_paced = is_paced;
        options.session.wait_return_ms = 0;
        auto made =
            net::Lockstep::host(erase<Game>(), std::move(options), scripted(Slot{0}), &trace);
        EXPECT_TRUE(made.has_value());
        host.emplace(*std::move(made));
        puppet.emplace(*host);
        puppet->shake_hands(erase<Game>());
        EXPECT_TRUE(players > 2 || host->is_started());
    }
    // The host must blame the puppet in words that hold `words`, end the match and finish its
    // recording.
    void expect_blamed(std::string_view words) {
        puppet->advance();
        const auto* left = puppet->template told<net::Left>();
        ASSERT_NE(left, nullptr) << words;
        EXPECT_EQ(left->reason, net::LeftReason::protocol_error);
        EXPECT_NE(left->text.find(words), std::string::npos) << left->text;
        EXPECT_TRUE(host->is_ended());
        EXPECT_EQ(trace.end, sim::EndReason::peer_lost);
        const auto* bye = puppet->template last<net::Bye>();
        ASSERT_NE(bye, nullptr) << "the other side is told as well";
        EXPECT_NE(bye->why.find(words), std::string::npos) << bye->why;
    }
    // A packet that tells, as it should, what the host came to.
    SpokenPacket honest() {
        for (; read < puppet->events.size(); ++read) {
            if (const auto* ticked = std::get_if<net::Ticked>(&puppet->events[read])) {
                chains.push_back(ticked->chain);
            }
        }
        SpokenPacket packet;
        packet.ack(0, host->ticks_asked());
        return chains.empty() ? packet : packet.hash(chains.size(), chains.back());
    }
    // Of the puppet's own slot.
    void send_inputs(std::uint64_t first, std::uint64_t count) {
        puppet->send(SpokenPacket().idle_run(1, first, count));
    }

    Trace trace;
    std::optional<net::Lockstep> host;
    std::optional<Puppet> puppet;
    std::vector<sim::ChainHash> chains;
    std::size_t read = 0;  // of the events
};

// ---- Those who come as a side goes ----

TEST(PartingSide, TellsThoseWhoHaveNoSlotYet) {
    for (const bool has_greeted : {false, true}) {
        auto host = net::Lockstep::host(erase<Counter>(), host_options(erase<Counter>(), 2),
                                        scripted(Slot{0}), nullptr);
        ASSERT_TRUE(host.has_value());
        Puppet puppet(*host);
        puppet.connect();
        if (has_greeted) {
            puppet.say(net::Greeting{net::k_protocol_version});
        }
        host->leave();
        puppet.advance();
        ASSERT_NE(puppet.last<net::Bye>(), nullptr);
        EXPECT_EQ(puppet.last<net::Bye>()->why, "left before the match began");
    }
}

TEST(PartingSide, TellsWhoeverConnectsAfterTheEnd) {
    auto host = net::Lockstep::host(erase<Counter>(), host_options(erase<Counter>(), 2),
                                    scripted(Slot{0}), nullptr);
    ASSERT_TRUE(host.has_value());
    Puppet puppet(*host);
    host->leave();
    puppet.advance();
    puppet.connect();
    puppet.advance();
    ASSERT_NE(puppet.last<net::Bye>(), nullptr);
    EXPECT_EQ(puppet.last<net::Bye>()->why, "left before the match began");
}

// ---- A cheat with a valid tag ----

TEST(HostileGuest, AnInputThatDoesNotDecodeCanonicallyIsItsProtocolError) {
    HostStage<Picky> stage;
    stage.puppet->send(
        SpokenPacket().run(1, 0, {Bytes{std::byte{1}}, Bytes{std::byte{0}}, Bytes{std::byte{2}}}));
    stage.expect_blamed("input of player 1");
}

TEST(HostileGuest, APacketThatIsCutOrGoesOnIsRefused) {
    const Bytes whole =
        SpokenPacket().idle_run(1, 0, 3).bytes(erase<Counter>().info(), 2, std::uint8_t{1});
    HostStage<Counter> cut;
    cut.puppet->send_raw(Bytes(whole.begin(), whole.end() - 1));
    cut.expect_blamed("packet");
    HostStage<Counter> longer;
    Bytes more = whole;
    more.push_back(std::byte{0});
    longer.puppet->send_raw(more);
    longer.expect_blamed("packet");
}

TEST(HostileGuest, InputsForAnyoneElseAreRefused) {
    for (const std::uint32_t slot : {0U, 2U}) {
        HostStage<Counter> stage(3);
        Puppet other(*stage.host, 2);
        other.shake_hands(erase<Counter>());
        ASSERT_TRUE(stage.host->is_started());
        stage.puppet->send(SpokenPacket().idle_run(slot, 0, 1));
        stage.puppet->advance();
        const auto* left = stage.puppet->told<net::Left>();
        ASSERT_NE(left, nullptr);
        EXPECT_NE(left->text.find("for whom it does not speak"), std::string::npos) << left->text;
    }
}

TEST(HostileGuest, AnAcknowledgementOfWhatWasNeverSentIsRefused) {
    for (const auto& [slot, next] : {std::pair{0U, 1'000ULL}, std::pair{1U, 1ULL}}) {
        HostStage<Counter> stage;
        stage.puppet->send(SpokenPacket().ack(slot, next));
        stage.expect_blamed("never sent");
    }
}

TEST(HostileGuest, LiesAboutSlackDriveTheDelayNoFurtherThanTheLineExplains) {
    for (const std::int8_t lie : {std::int8_t{-32}, std::int8_t{31}}) {
        HostStage<Counter> stage(2, true);
        std::uint32_t most = 0;
        for (std::uint64_t tick = 0; tick < 2'000; ++tick) {
            SpokenPacket packet = stage.honest();
            packet.head.due = tick * net::wire::k_due_parts;
            packet.acks[0].slack = lie;
            packet.idle_run(1, tick, 1);
            stage.puppet->send(packet);
            stage.puppet->advance(milliseconds(17));
            most = std::max(most, stage.host->pace().delay_ticks);
        }
        // Its line takes a millisecond.
        EXPECT_LE(most, 3U);
        EXPECT_GT(stage.host->ticks_done(), 1'500U) << "the match goes on";
    }
}

TEST(HostileGuest, ALieAboutItsTimeSlowsTheMatchToAnEighthAndNoFurther) {
    HostStage<Counter> stage(2, true);
    for (std::uint64_t round = 0; round < 3'000 && !stage.host->is_ended(); ++round) {
        SpokenPacket packet = stage.honest();  // its clock stands, it says
        packet.idle_run(1, 0, 20);
        stage.puppet->send(packet);
        stage.puppet->advance(milliseconds(17));
    }
    ASSERT_TRUE(stage.host->is_ended());
    EXPECT_NE(stage.puppet->told<net::Left>()->text.find("gave no inputs"), std::string::npos)
        << stage.puppet->told<net::Left>()->text;
}

TEST(HostileGuest, MessagesOutOfTheirTurnAreRefused) {
    const std::vector<net::Message> unfit{
        net::Greeting{},      net::Hello{},
        net::Welcome{},       net::Ready{},
        net::End{},           net::Absent{},
        net::Refusal{},       net::Stop{5, sim::EndReason::finished},
        net::Autopsy{},       net::Present{},
        net::Gone{},          net::Holdup{},
        net::Differ{0, {{}}}, net::Ask{0, {1}},
        net::Pieces{},        net::Enough{}};
    for (const net::Message& message : unfit) {
        HostStage<Counter> stage;
        stage.puppet->say(message);
        stage.puppet->advance();
        const auto* left = stage.puppet->told<net::Left>();
        ASSERT_NE(left, nullptr) << "message " << message.index();
        EXPECT_EQ(left->reason, net::LeftReason::protocol_error) << "message " << message.index();
        EXPECT_TRUE(stage.host->is_ended());
    }
}

TEST(HostileGuest, AStopBeforeAnInputThatWasSentIsRefused) {
    HostStage<Counter> stage;
    stage.send_inputs(0, 5);
    stage.puppet->say(net::Stop{4, sim::EndReason::interrupted});
    stage.expect_blamed("it stops at tick 4");
}

TEST(HostileGuest, AnInputBehindItsStopIsRefused) {
    HostStage<Counter> stage;
    stage.puppet->say(net::Stop{4, sim::EndReason::interrupted});
    stage.puppet->advance();
    EXPECT_EQ(stage.puppet->told<net::Left>(), nullptr) << "the inputs before it are missing";
    stage.send_inputs(0, 5);
    stage.expect_blamed("inputs of tick 4, at which it stops");
}

TEST(HostileGuest, AnAccountOfADesyncWhereBothAgreeIsRefused) {
    HostStage<Counter> stage;
    stage.send_inputs(0, 5);
    stage.puppet->advance();
    net::Autopsy lie;
    lie.ticks_done = 400;
    stage.puppet->say(lie);
    stage.expect_blamed("where the two agree");
}

TEST(HostileGuest, AnEvidenceStateThatIsNoneIsNotCompared) {
    HostStage<Counter> stage;
    stage.send_inputs(0, 5);
    stage.puppet->advance();
    SpokenPacket packet;
    stage.puppet->send(packet.ack(0, 5).hash(1, sim::ChainHash{4711}));
    stage.puppet->advance();
    ASSERT_NE(stage.puppet->told<net::Alarm>(), nullptr) << "at once";
    EXPECT_EQ(stage.puppet->told<net::Alarm>()->ticks_differ, 1U);
    ASSERT_NE(stage.puppet->last<net::Differ>(), nullptr);
    net::Autopsy lie;
    lie.ticks_done = 1;
    lie.has_state = true;
    lie.state_bytes = 7;
    lie.state = Bytes(7, std::byte{0xFF});
    lie.state_hash = sim::StateHash{sim::hash_bytes(lie.state)};
    lie.record = Bytes(3, std::byte{0xFF});
    stage.puppet->say(lie);
    stage.puppet->advance();
    EXPECT_EQ(stage.puppet->told<net::Desynced>(), nullptr) << "it may still ask for our state";
    stage.puppet->say(net::Enough{1});
    stage.puppet->advance();
    const auto* desync = stage.puppet->told<net::Desynced>();
    ASSERT_NE(desync, nullptr);
    EXPECT_EQ(desync->tick.number, 0U);
    EXPECT_EQ(desync->cause, net::DesyncCause::inputs);
    EXPECT_TRUE(desync->fields.empty());
    EXPECT_NE(desync->no_state.find("no state of this game"), std::string::npos);
    EXPECT_EQ(desync->other->state, nullptr);
}

TEST(HostileGuest, InputsFarAheadAreNotHeld) {
    HostStage<Counter> stage;
    for (std::uint64_t first = 10; first < 30'000; first += 400) {
        stage.send_inputs(first, 400);
    }
    stage.puppet->advance();
    EXPECT_FALSE(stage.host->is_ended());
    EXPECT_EQ(stage.host->ticks_done(), 0U) << "the first ten are still missing";
    stage.send_inputs(0, 10);
    stage.puppet->advance();
    stage.puppet->advance();
    EXPECT_EQ(stage.host->ticks_done(), 10U) << "what it cannot read it does not keep";
}

TEST(HostileGuest, OneThatIsFarAheadOfUsFillsAWindowAndNoMore) {
    net::HostOptions options = host_options(erase<Counter>(), 3);
    options.session.is_paced = false;
    auto host = net::Lockstep::host(erase<Counter>(), options, scripted(Slot{0}), nullptr);
    ASSERT_TRUE(host.has_value());
    Puppet eager(*host, 1);
    Puppet idle(*host, 2);
    eager.shake_hands(erase<Counter>());
    idle.shake_hands(erase<Counter>());
    ASSERT_TRUE(host->is_started());
    for (std::uint64_t first = 0; first < 30'000; first += 400) {
        eager.send(SpokenPacket().idle_run(1, first, 400));
        eager.advance();
    }
    EXPECT_FALSE(host->is_ended());
    // What it has of them is told with its acknowledgement.
    EXPECT_LE(eager.last_ack(1), net::k_window_ticks);
    EXPECT_GE(eager.last_ack(1), net::k_window_ticks - 400);
}

// It talks, but withholds one thing or another.
struct Withholding : HostStage<Counter> {
    void live_for(milliseconds span, bool gives_inputs, bool acknowledges, bool tells_history) {
        for (milliseconds lived{0}; lived < span && !host->is_ended(); lived += milliseconds(20)) {
            SpokenPacket packet;
            packet.head.due = 0;
            if (acknowledges) {
                acked = host->ticks_asked();
            }
            packet.ack(0, acked);
            if (tells_history && !chains.empty()) {
                packet.hash(std::min<std::uint64_t>(chains.size(), acked),
                            chains.at(std::min<std::uint64_t>(chains.size(), acked) - 1));
            }
            if (gives_inputs) {
                packet.idle_run(1, given, 1);
                ++given;
            }
            puppet->send(packet);
            puppet->advance(milliseconds(20));
            for (const net::Event& event : std::exchange(puppet->events, {})) {
                if (const auto* ticked = std::get_if<net::Ticked>(&event)) {
                    chains.push_back(ticked->chain);
                } else {
                    told.push_back(event);
                }
            }
        }
    }
    const net::Left* left() const {
        for (const net::Event& event : told) {
            if (const auto* found = std::get_if<net::Left>(&event)) {
                return found;
            }
        }
        return nullptr;
    }
    std::uint64_t given = 0;
    std::uint64_t acked = 0;
    std::vector<sim::ChainHash> chains;
    std::vector<net::Event> told;
};

TEST(HostileGuest, OneThatWithholdsAnythingIsLostAfterTheTimeoutAndNotBefore) {
    struct Case {
        const char* words;
        bool gives_inputs;
        bool acknowledges;
        bool tells_history;
    };
    for (const Case& it : {Case{"gave no inputs", false, true, true},
                           Case{"acknowledged no inputs", true, false, true},
                           Case{"told nothing new of its ticks", true, true, false}}) {
        SCOPED_TRACE(it.words);
        Withholding stage;
        stage.live_for(milliseconds(1'000), true, true, true);
        ASSERT_EQ(stage.left(), nullptr) << stage.left()->text;
        stage.live_for(milliseconds(4'800), it.gives_inputs, it.acknowledges, it.tells_history);
        EXPECT_EQ(stage.left(), nullptr) << "it may just be slow";
        stage.live_for(milliseconds(1'000), it.gives_inputs, it.acknowledges, it.tells_history);
        ASSERT_NE(stage.left(), nullptr);
        EXPECT_EQ(stage.left()->reason, net::LeftReason::timeout);
        EXPECT_NE(stage.left()->text.find(it.words), std::string::npos) << stage.left()->text;
        EXPECT_EQ(stage.trace.end, sim::EndReason::peer_lost);
    }
}

// ---- Before the start ----

// A host that still gathers, and what a guest says to it before it is ready.
struct Gathering {
    explicit Gathering(std::uint32_t players = 2) {
        net::HostOptions options = host_options(erase<Counter>(), players);
        options.session.is_paced = false;
        auto made =
            net::Lockstep::host(erase<Counter>(), std::move(options), scripted(Slot{0}), &trace);
        EXPECT_TRUE(made.has_value());
        host.emplace(*std::move(made));
    }
    // The seat of whoever was blamed must be free, and its next owner's inputs the ones played.
    void expect_sound_for_the_next(std::uint32_t number) {
        ASSERT_FALSE(host->is_ended());
        Puppet next(*host, number);
        next.shake_hands(erase<Counter>());
        ASSERT_TRUE(host->is_started());
        next.send(SpokenPacket().run(1, 0, {Bytes(2, std::byte{3})}));
        next.advance();
        ASSERT_EQ(trace.ticks, 1U);
        const sim::ByteView record = trace.records[0];
        EXPECT_EQ(record[record.size() - 1], std::byte{3}) << "the input of who is there now";
    }

    Trace trace;
    std::optional<net::Lockstep> host;
};

SpokenPacket inputs_of_the_stranger() {
    return SpokenPacket().run(1, 0, std::vector<Bytes>(100, Bytes(2, std::byte{5})));
}

TEST(BeforeTheStart, InputsAreRefusedAndTheNextInThatSeatPlaysItsOwn) {
    Gathering gathering;
    Puppet stranger(*gathering.host, 1);
    stranger.take_seat(erase<Counter>());
    stranger.send(inputs_of_the_stranger());
    stranger.advance();
    const auto* left = stranger.told<net::Left>();
    ASSERT_NE(left, nullptr);
    EXPECT_EQ(left->reason, net::LeftReason::protocol_error);
    ASSERT_NE(stranger.last<net::Bye>(), nullptr);
    EXPECT_NE(stranger.last<net::Bye>()->why.find("before the match began"), std::string::npos);
    gathering.expect_sound_for_the_next(2);
}

TEST(BeforeTheStart, ASeatIsNotHeldByWhoeverNeverGetsReady) {
    Gathering gathering;
    Puppet squatter(*gathering.host, 1);
    squatter.take_seat(erase<Counter>());
    for (int tenth = 0; tenth < 99; ++tenth) {
        squatter.send(SpokenPacket());
        squatter.advance(milliseconds(100));
    }
    EXPECT_EQ(squatter.told<net::Left>(), nullptr) << "ten seconds are given";
    squatter.send(SpokenPacket());
    squatter.advance(milliseconds(200));
    const auto* left = squatter.told<net::Left>();
    ASSERT_NE(left, nullptr);
    EXPECT_NE(left->text.find("handshake within 10000 ms"), std::string::npos) << left->text;
    ASSERT_NE(squatter.last<net::Bye>(), nullptr) << "and it is told";
    gathering.expect_sound_for_the_next(2);
}

TEST(BeforeTheStart, AnAccountOfADesyncIsNotBelieved) {
    for (const std::uint64_t chain : {std::uint64_t{0}, std::uint64_t{1}}) {
        Gathering gathering;
        Puppet liar(*gathering.host, 1);
        liar.take_seat(erase<Counter>());
        net::Autopsy lie;
        if (chain == 0) {
            sim::AnySimulation simulation = erase<Counter>();
            const ::tandem::Setup setup = gathering.host->setup();
            ASSERT_TRUE(simulation.reset(setup).has_value());
            lie.hashes.chain = sim::chain_start(sim::start_hash(simulation.info(), setup),
                                                simulation.state_hash());
        }
        liar.say(lie);
        liar.advance();
        const auto* left = liar.told<net::Left>();
        ASSERT_NE(left, nullptr);
        EXPECT_EQ(left->reason, net::LeftReason::protocol_error);
        EXPECT_FALSE(gathering.trace.is_started);
        gathering.expect_sound_for_the_next(2);
    }
}

TEST(BeforeTheStart, AnotherVersionsGreetingIsRefusedWithBothVersionsAndTheNextIsTaken) {
    for (const int step : {-1, 1}) {
        const auto version = static_cast<std::uint16_t>(net::k_protocol_version + step);
        Gathering gathering;
        Puppet other(*gathering.host, 1);
        other.connect();
        Bytes greeting = net::encode_message(net::Greeting{version});
        greeting.resize(greeting.size() + 9, std::byte{0xAA});  // what later versions may add
        other.say_raw(greeting);
        other.advance();
        const auto* refused = other.told<net::Refused>();
        ASSERT_NE(refused, nullptr);
        EXPECT_TRUE(refused->by_us);
        EXPECT_EQ(refused->reason, net::RefusalReason::protocol);
        EXPECT_EQ(refused->host_value, std::to_string(net::k_protocol_version));
        EXPECT_EQ(refused->guest_value, std::to_string(version));
        const auto* answer = other.last<net::Greeting>();
        ASSERT_NE(answer, nullptr) << "from which it can tell for itself";
        EXPECT_EQ(answer->protocol, net::k_protocol_version);
        gathering.expect_sound_for_the_next(2);
    }
}

// ---- Strangers ----

TEST(Stranger, OneThatSaysNonsenseInTheHandshakeIsClosedAndTheNextIsTaken) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Random random(seed);
        auto made = net::Lockstep::host(erase<Counter>(), host_options(erase<Counter>(), 2),
                                        scripted(Slot{0}), nullptr);
        ASSERT_TRUE(made.has_value());
        Puppet stranger(*made, 1);
        stranger.connect();
        for (int round = 0; round < 5; ++round) {
            stranger.say_raw(noise(random, 200));
            stranger.send_raw(noise(random, 200));
            stranger.advance();
        }
        EXPECT_TRUE(stranger.events.empty());
        Puppet guest(*made, 2);
        guest.shake_hands(erase<Counter>());
        EXPECT_TRUE(made->is_started()) << "seed " << seed;
    }
}

TEST(Stranger, DamagedMessagesAtAnyStageNeverCrashAHost) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Stranger.Damaged*");
        Random random(seed);
        HostStage<Counter> stage(random.between(2U, 3U));
        const Bytes state = noise(random, 40);
        const std::vector<net::Message> messages{
            net::Stop{random.below(std::uint64_t{20}), sim::EndReason::interrupted},
            net::Done{random.below(std::uint64_t{20}), {}},
            net::Autopsy{random.below(std::uint64_t{20}),
                         {},
                         {},
                         noise(random, 40),
                         true,
                         state.size(),
                         state},
            net::Bye{sim::EndReason::desync, "x"},
            net::Ready{},
            net::Hello{},
            net::Back{random.below(std::uint64_t{20}), {}, 5},
            net::Agreed{random.below(std::uint64_t{20}), 1},
            net::Differ{random.below(std::uint64_t{20}), {{}, {}, {}}},
            net::Ask{random.below(std::uint64_t{20}), {1, 2}},
            net::Pieces{random.below(std::uint64_t{20}), {{noise(random, 40), {}}}},
            net::Enough{random.below(std::uint64_t{20})}};
        for (int round = 0; round < 20; ++round) {
            if (random.chance(1, 2)) {
                SpokenPacket packet;
                packet.ack(random.below(2U), random.below(std::uint64_t{4}));
                packet.run(1, random.below(std::uint64_t{6}),
                           std::vector<Bytes>(random.below(6U) + 1, Bytes(2)));
                Bytes payload = packet.bytes(erase<Counter>().info(), stage.host->setup().slots,
                                             static_cast<std::uint8_t>(round));
                payload[random.below(payload.size())] ^= static_cast<std::byte>(random.below(4U));
                stage.puppet->send_raw(payload);
            } else {
                Bytes message = net::encode_message(messages[random.below(messages.size())]);
                message[random.below(message.size())] ^= static_cast<std::byte>(random.below(2U));
                stage.puppet->say_raw(message);
            }
            stage.puppet->advance();
        }
        stage.puppet->advance(std::chrono::seconds(30));
        EXPECT_TRUE(stage.host->is_ended() || !stage.host->is_started());
        EXPECT_EQ(stage.trace.end.has_value(), stage.trace.is_started);
    }
}

}  // namespace
}  // namespace tandem::test
