// SPDX-License-Identifier: MIT
// What strangers, faults and cheats can put on the wire: nothing of it crashes a session, changes a
// match unnoticed, or holds more than a bounded amount of memory.
#include <tandem/net/session/session.hpp>

#include <gtest/gtest.h>

#include <algorithm>

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
    explicit HostStage(std::uint32_t players = 2) {
        auto made = net::Lockstep::host(erase<Game>(), host_options(erase<Game>(), players),
                                        scripted(Slot{0}), &trace, entropy_of());
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
    void send_run(std::uint8_t stream, std::uint64_t first, std::uint64_t count,
                  const Bytes& items) {
        Bytes payload{std::byte{0}, static_cast<std::byte>(stream)};
        net::append_varint(payload, first);
        net::append_varint(payload, count);
        net::append_varint(payload, items.size());
        sim::append(payload, items);
        puppet->send(payload);
    }

    Trace trace;
    std::optional<net::Lockstep> host;
    std::optional<Puppet> puppet;
};

// ---- A cheat with a valid tag ----

TEST(HostileGuest, AnInputThatDoesNotDecodeCanonicallyIsItsProtocolError) {
    HostStage<Picky> stage;
    stage.send_run(1, 0, 3, {std::byte{1}, std::byte{0}, std::byte{2}});
    stage.expect_blamed("tick 2, input of player 1");
}

TEST(HostileGuest, ARunWithBytesLeftOverOrTooFewIsRefused) {
    HostStage<Picky> more;
    more.send_run(1, 0, 1, {std::byte{1}, std::byte{0}});
    more.expect_blamed("1 bytes follow");
    HostStage<Picky> less;
    less.send_run(1, 0, 3, {std::byte{1}, std::byte{0}});
    less.expect_blamed("tick 2");
}

TEST(HostileGuest, InputsForAnyoneElseAreRefused) {
    for (const std::uint8_t stream : {std::uint8_t{0}, std::uint8_t{2}, std::uint8_t{63}}) {
        HostStage<Counter> stage;
        stage.send_run(stream, 0, 1, {std::byte{1}, std::byte{0}});
        stage.expect_blamed("for whom it does not speak");
    }
}

TEST(HostileGuest, AnAcknowledgementOfWhatWasNeverSentIsRefused) {
    for (const std::uint8_t stream : {net::k_chain_stream, std::uint8_t{0}, std::uint8_t{40}}) {
        HostStage<Counter> stage;
        net::PacketWriter writer(0, 1);
        writer.add_ack({stream, 1'000});
        stage.puppet->send(writer.finish()[0]);
        stage.expect_blamed("never sent");
    }
}

TEST(HostileGuest, SlackOfInputsItDoesNotGetFromUsIsRefused) {
    for (const std::uint8_t slot : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
        HostStage<Counter> stage;  // two players: nobody's inputs are relayed
        net::PacketWriter writer(0, 1);
        writer.add_slack({slot, -5});
        stage.puppet->send(writer.finish()[0]);
        stage.expect_blamed("which it does not get from us");
    }
}

TEST(HostileGuest, LiesAboutSlackDriveTheDelayNoFurtherThanItsBound) {
    HostStage<Counter> stage;
    for (std::uint64_t tick = 0; tick < 2'000; ++tick) {
        net::PacketWriter writer(-127, 1);
        writer.add_ack({0, stage.host->ticks_asked()});
        writer.add_item(1, tick, Bytes(2));
        stage.puppet->send(writer.finish()[0]);
        stage.puppet->advance(milliseconds(17), tick);
        EXPECT_LE(stage.host->pace().delay_ticks, net::k_delay_ticks_max);
        EXPECT_LE(stage.host->pace().slow_down_ppm, net::k_slow_down_ppm_max);
    }
    EXPECT_EQ(stage.host->pace().delay_ticks, net::k_delay_ticks_max);
    EXPECT_GT(stage.host->ticks_done(), 1'500U) << "the match goes on";
}

TEST(HostileGuest, AChainThatIsNotMadeOfHashesIsRefused) {
    HostStage<Counter> stage;
    stage.send_run(net::k_chain_stream, 0, 2, Bytes(15));
    stage.expect_blamed("15 bytes for 2 hashes");
}

TEST(HostileGuest, MessagesOutOfTheirTurnAreRefused) {
    const std::vector<net::Message> unfit{
        net::Greeting{}, net::Hello{},   net::Welcome{},
        net::Ready{},    net::Start{},   net::End{},
        net::Absent{},   net::Refusal{}, net::Stop{5, sim::EndReason::finished},
        net::Autopsy{}};
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
    stage.send_run(1, 0, 5, Bytes(10));
    stage.puppet->say(net::Stop{4, sim::EndReason::interrupted});
    stage.expect_blamed("it stops at tick 4");
}

TEST(HostileGuest, AnAccountOfADesyncWhereBothAgreeIsRefused) {
    HostStage<Counter> stage;
    stage.send_run(1, 0, 5, Bytes(10));
    stage.puppet->advance();
    net::Autopsy lie;
    lie.ticks_done = 400;
    stage.puppet->say(lie);
    stage.expect_blamed("where we agree");
}

TEST(HostileGuest, AnEvidenceStateThatIsNoneIsNotCompared) {
    HostStage<Counter> stage;
    stage.send_run(1, 0, 5, Bytes(10));
    stage.puppet->advance();
    stage.send_run(net::k_chain_stream, 0, 1, Bytes(8));
    stage.puppet->advance();
    net::Autopsy lie;
    lie.ticks_done = 1;
    lie.has_state = true;
    lie.state = Bytes(7, std::byte{0xFF});
    lie.record = Bytes(3, std::byte{0xFF});
    stage.puppet->say(lie);
    stage.puppet->advance();
    const auto* desync = stage.puppet->told<net::Desynced>();
    ASSERT_NE(desync, nullptr);
    EXPECT_EQ(desync->tick.number, 0U);
    EXPECT_EQ(desync->cause, net::DesyncCause::inputs);
    EXPECT_TRUE(desync->fields.empty());
}

TEST(HostileGuest, InputsFarAheadAreNotHeld) {
    HostStage<Counter> stage;
    for (std::uint64_t first = 0; first < 100'000'000; first += 1'000'000) {
        stage.send_run(1, first + 10, 400, Bytes(800));
    }
    stage.send_run(1, ~std::uint64_t{0} - 500, 400, Bytes(800));
    stage.puppet->advance();
    EXPECT_FALSE(stage.host->is_ended());
    EXPECT_EQ(stage.host->ticks_done(), 0U) << "the first ten are still missing";
    stage.send_run(1, 0, 10, Bytes(20));
    stage.puppet->advance();
    stage.puppet->advance();
    EXPECT_EQ(stage.host->ticks_done(), 410U) << "what lay within the window was kept";
}

TEST(HostileGuest, OneThatNeverAcknowledgesIsWaitedForInsteadOfFillingMemory) {
    HostStage<Counter> stage;
    for (std::uint64_t first = 0; first < 30'000; first += 400) {
        stage.send_run(1, first, 400, Bytes(800));
        for (int round = 0; round < 4; ++round) {
            stage.puppet->advance();
        }
    }
    EXPECT_FALSE(stage.host->is_ended());
    EXPECT_EQ(stage.host->ticks_done(), net::k_window_ticks);
}

// A guest all of whose ticks the host has simulated; it goes on saying that it is there.
struct Finishing : HostStage<Counter> {
    static constexpr std::uint64_t k_ticks = 70;

    Finishing() {
        send_run(1, 0, k_ticks, Bytes(2 * k_ticks));
        puppet->say(net::Stop{k_ticks, sim::EndReason::source_ended});
        puppet->advance();
        EXPECT_EQ(host->ticks_done(), k_ticks);
    }
    void tell_chain(std::uint64_t tick) {
        const auto& ticked = std::get<net::Ticked>(*std::find_if(
            puppet->events.begin(), puppet->events.end(), [&](const net::Event& event) {
                const auto* found = std::get_if<net::Ticked>(&event);
                return found != nullptr && found->tick.number == tick;
            }));
        Bytes item;
        sim::append_le(item, ticked.chain.value);
        send_run(net::k_chain_stream, tick, 1, item);
    }
    void live_for(milliseconds span) {
        for (milliseconds lived{0}; lived < span; lived += milliseconds(100)) {
            puppet->send(net::PacketWriter(0, 1).finish()[0]);
            puppet->advance(milliseconds(100));
        }
    }
};

TEST(HostileGuest, OneThatNeverTellsItsChainIsLostAfterTheLastTick) {
    Finishing stage;
    stage.live_for(milliseconds(4'900));
    EXPECT_FALSE(stage.host->is_ended()) << "it may just be slow";
    stage.live_for(milliseconds(400));
    ASSERT_TRUE(stage.host->is_ended());
    EXPECT_EQ(stage.trace.end, sim::EndReason::peer_lost);
    EXPECT_EQ(stage.trace.ticks, Finishing::k_ticks);
    const auto* ended = stage.puppet->told<net::Ended>();
    ASSERT_TRUE(ended->error.has_value());
    EXPECT_EQ(ended->error->code, sim::ErrorCode::network);
    EXPECT_NE(ended->error->message.find("nothing new of its ticks after tick 0"),
              std::string::npos)
        << ended->error->message;
}

TEST(HostileGuest, OneThatTellsItsChainSlowlyIsWaitedFor) {
    Finishing stage;
    for (std::uint64_t tick = 0; tick < Finishing::k_ticks; ++tick) {
        stage.live_for(milliseconds(4'000));
        ASSERT_FALSE(stage.host->is_ended()) << "at tick " << tick;
        stage.tell_chain(tick);
    }
    stage.puppet->advance();
    const auto* done = stage.puppet->last<net::Done>();
    ASSERT_NE(done, nullptr);
    stage.puppet->say(*done);
    stage.puppet->advance();
    ASSERT_TRUE(stage.host->is_ended());
    EXPECT_FALSE(stage.puppet->told<net::Ended>()->error.has_value());
}

// ---- Before the start ----

// A host that still gathers, and what a guest says to it before it is ready.
struct Gathering {
    explicit Gathering(std::uint32_t players = 2) {
        auto made = net::Lockstep::host(erase<Counter>(), host_options(erase<Counter>(), players),
                                        scripted(Slot{0}), &trace, entropy_of());
        EXPECT_TRUE(made.has_value());
        host.emplace(*std::move(made));
    }
    // The seat of whoever was blamed must be free, and its next owner's inputs the ones played.
    void expect_sound_for_the_next(std::uint32_t number) {
        ASSERT_FALSE(host->is_ended());
        Puppet next(*host, number);
        next.shake_hands(erase<Counter>());
        ASSERT_TRUE(host->is_started());
        net::PacketWriter writer(0, 1);
        writer.add_item(1, 0, Bytes(2, std::byte{3}));
        next.send(writer.finish()[0]);
        next.advance();
        ASSERT_EQ(trace.ticks, 1U);
        const sim::ByteView record = trace.records[0];
        EXPECT_EQ(record[record.size() - 1], std::byte{3}) << "the input of who is there now";
    }

    Trace trace;
    std::optional<net::Lockstep> host;
};

Bytes inputs_of_the_stranger() {
    net::PacketWriter writer(0, 1);
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        writer.add_item(1, tick, Bytes(2, std::byte{5}));
    }
    return writer.finish()[0];
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
        squatter.send(net::PacketWriter(0, 1).finish()[0]);
        squatter.advance(milliseconds(100));
    }
    EXPECT_EQ(squatter.told<net::Left>(), nullptr) << "ten seconds are given";
    squatter.send(net::PacketWriter(0, 1).finish()[0]);
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
    Gathering gathering;
    Puppet other(*gathering.host, 1);
    other.connect();
    Bytes greeting = net::encode_message(net::Greeting{net::k_protocol_version + 1, true, {}});
    greeting.resize(greeting.size() + 9, std::byte{0xAA});  // what later versions may add
    other.say_raw(greeting);
    other.advance();
    const auto* refused = other.told<net::Refused>();
    ASSERT_NE(refused, nullptr);
    EXPECT_TRUE(refused->by_us);
    EXPECT_EQ(refused->reason, net::RefusalReason::protocol);
    EXPECT_EQ(refused->host_value, std::to_string(net::k_protocol_version));
    EXPECT_EQ(refused->guest_value, std::to_string(net::k_protocol_version + 1));
    const auto* answer = other.last<net::Greeting>();
    ASSERT_NE(answer, nullptr) << "from which it can tell for itself";
    EXPECT_EQ(answer->protocol, net::k_protocol_version);
    gathering.expect_sound_for_the_next(2);
}

// ---- Strangers ----

TEST(Stranger, GarbageOnTheUnreliableChannelChangesNothing) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Stranger.Garbage*");
        Random random(seed);
        Arena arena(seed);
        const net::HostOptions options = host_options(erase<Counter>(), 2, 200);
        Side& host = arena.host(erase<Counter>(), options);
        Side& guest = arena.join(erase<Counter>());
        host.is_paced = true;
        std::size_t rounds = 0;
        ASSERT_TRUE(arena.run_until(
            [&] {
                arena.network().inject(1, 0, Channel::unreliable, noise(random, 1'100));
                arena.network().inject(0, 1, Channel::unreliable, noise(random, 20));
                return ++rounds > 2'000 && host.session->is_ended() && guest.session->is_ended();
            },
            std::chrono::seconds(20)));
        EXPECT_EQ(host.trace->chain, reference_run(erase<Counter>(), options.setup, 200).chain);
        EXPECT_TRUE(host.trace->truth == guest.trace->truth);
    }
}

TEST(Stranger, PacketsOfAnEarlierSessionChangeNothing) {
    HostStage<Counter> old;
    net::PacketWriter writer(0, 1);
    writer.add_item(1, 0, Bytes{std::byte{9}, std::byte{9}});
    const Bytes payload = writer.finish()[0];
    HostStage<Counter> now;
    now.puppet->send_untagged(net::tag_packet(12345, payload));
    now.puppet->advance();
    EXPECT_EQ(now.host->ticks_done(), 0U);
    EXPECT_FALSE(now.host->is_ended());
    EXPECT_EQ(now.host->peers()[0].packets_dropped, 1U);
}

TEST(Stranger, OneThatSaysNonsenseInTheHandshakeIsClosedAndTheNextIsTaken) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Random random(seed);
        auto made = net::Lockstep::host(erase<Counter>(), host_options(erase<Counter>(), 2),
                                        scripted(Slot{0}), nullptr, entropy_of());
        ASSERT_TRUE(made.has_value());
        Puppet stranger(*made, 1);
        stranger.connect();
        for (int round = 0; round < 5; ++round) {
            stranger.say_raw(noise(random, 200));
            stranger.send_untagged(noise(random, 200));
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
        const std::vector<net::Message> messages{
            net::Stop{random.below(std::uint64_t{20}), sim::EndReason::interrupted},
            net::Done{random.below(std::uint64_t{20}), {}},
            net::Autopsy{random.below(std::uint64_t{20}),
                         {},
                         {},
                         noise(random, 40),
                         true,
                         noise(random, 40)},
            net::Bye{sim::EndReason::desync, "x"},
            net::Ready{},
            net::Hello{}};
        for (int round = 0; round < 20; ++round) {
            if (random.chance(1, 2)) {
                net::PacketWriter writer(0, 1);
                writer.add_ack(
                    {static_cast<std::uint8_t>(random.below(65U)), random.below(std::uint64_t{4})});
                writer.add_item(random.chance(1, 2) ? 1 : net::k_chain_stream,
                                random.below(std::uint64_t{6}), noise(random, 12));
                Bytes payload = writer.finish()[0];
                payload[random.below(payload.size())] ^= static_cast<std::byte>(random.below(4U));
                stage.puppet->send(payload);
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

// ---- A meddler between the two ----

// Changes one input on its way, with a valid tag: the fault of transport that a desync must be told
// apart from.
class Meddler final : public net::Transport {
public:
    Meddler(net::Transport& inner, std::uint8_t stream, std::uint64_t tick)
        : inner_(inner), stream_(stream), tick_(tick) {}

    std::vector<net::TransportEvent> poll(milliseconds wait_max) override {
        auto events = inner_.poll(wait_max);
        for (const net::TransportEvent& event : events) {
            const auto message = event.channel == Channel::reliable
                                     ? net::decode_message(event.bytes)
                                     : sim::Result<net::Message>(sim::Error{});
            if (message && std::holds_alternative<net::Welcome>(*message)) {
                token_ = std::get<net::Welcome>(*message).token;
            }
        }
        return events;
    }
    void send(net::PeerId peer, Channel channel, ByteView bytes) override {
        Bytes copy(bytes.begin(), bytes.end());
        if (channel == Channel::unreliable) {
            copy = meddle(bytes);
        }
        inner_.send(peer, channel, copy);
    }
    void flush() override { inner_.flush(); }
    void close(net::PeerId peer) override { inner_.close(peer); }
    bool is_open() const override { return inner_.is_open(); }

private:
    Bytes meddle(ByteView packet) {
        const auto payload = net::check_tag(token_, packet);
        Bytes changed(payload->begin(), payload->end());
        const auto decoded = net::decode_packet(changed);
        for (const net::Run& run : decoded->runs) {
            if (run.stream == stream_ && run.first <= tick_ && tick_ < run.first + run.count) {
                const auto at = static_cast<std::size_t>(run.items.data() - changed.data());
                changed[at + 2 * static_cast<std::size_t>(tick_ - run.first)] ^= std::byte{1};
            }
        }
        return net::tag_packet(token_, changed);
    }

    net::Transport& inner_;
    std::uint8_t stream_;
    std::uint64_t tick_;
    std::uint64_t token_ = 0;
};

TEST(Meddling, AnInputChangedOnItsWayIsToldApartFromAFaultOfTheSimulation) {
    net::LinkOptions links;
    links.delay = milliseconds(15);
    links.loss_ppm = 50'000;
    Arena arena(1, links);
    Side& host = arena.host(erase<Counter>(), host_options(erase<Counter>(), 2, 200));
    Side& guest = arena.join(erase<Counter>());
    Meddler meddler(*guest.transport, 1, 77);
    guest.driver = std::make_unique<net::Driver>(std::move(*guest.session), meddler);
    guest.session = &guest.driver->session();
    ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
    for (const Side* side : {&host, &guest}) {
        ASSERT_EQ(side->count<net::Desynced>(), 1U) << side->log();
        const auto& desync = *side->find<net::Desynced>();
        EXPECT_EQ(desync.tick.number, 77U);
        EXPECT_EQ(desync.cause, net::DesyncCause::inputs);
        EXPECT_NE(desync.text.find("player 1  amount"), std::string::npos) << desync.text;
        EXPECT_EQ(side->trace->end, sim::EndReason::desync);
    }
}

}  // namespace
}  // namespace tandem::test
