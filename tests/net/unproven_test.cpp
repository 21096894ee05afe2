// SPDX-License-Identifier: MIT
// Whoever has not proven that it hears us: it is told no more than it says, holds no place for
// long, and keeps nobody out.
#include <gtest/gtest.h>

#include <tandem/net/session/session.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/puppet.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using sim::Bytes;
using sim::erase;

net::Lockstep make_host(net::HostOptions options) {
    auto made = net::Lockstep::host(erase<Counter>(), std::move(options), scripted(Slot{0}),
                                    nullptr, entropy_of());
    EXPECT_TRUE(made.has_value());
    return *std::move(made);
}
net::Lockstep make_host() { return make_host(host_options(erase<Counter>(), 2)); }

// Anything a stranger could say that has not heard a word of ours.
Bytes blind_message(Random& random) {
    const net::Identity identity = net::identity_of(erase<Counter>().info(), "");
    switch (random.below(8U)) {
        case 0:
            return net::encode_message(net::Greeting{net::k_protocol_version, false, {}});
        case 1:
            return net::encode_message(net::Greeting{net::k_protocol_version, true, {}});
        case 2: {  // another version's, perhaps very short
            Bytes greeting = net::encode_message(net::Greeting{});
            greeting.resize(random.between<std::size_t>(7, greeting.size()));
            return greeting;
        }
        case 3:
            return net::encode_message(net::Hello{identity, "", net::k_no_limit, {}});
        case 4:
            return net::encode_message(net::Ready{});
        case 5:
            return net::encode_message(net::Refusal{net::RefusalReason::seed, "1", "2"});
        case 6:
            return net::encode_message(net::Bye{sim::EndReason::interrupted, ""});
        default:
            return Bytes(random.below(40U), static_cast<std::byte>(random.below(256U)));
    }
}

TEST(Unproven, IsNeverToldMoreThanItSaid) {
    std::size_t told = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Unproven.IsNever*");
        Random random(seed);
        net::HostOptions options = host_options(erase<Counter>(), 2);
        if (random.chance(1, 2)) {
            options.session.key = *net::MatchKey::from_secret(Bytes(16));
        }
        net::Lockstep host = make_host(std::move(options));
        Puppet stranger(host);
        stranger.connect();
        for (int round = 0; round < 8; ++round) {
            stranger.advance(milliseconds(random.below(3'000)));
            EXPECT_LE(stranger.bytes_heard, stranger.bytes_said);
            // Most begin as they should.
            stranger.say_raw(round == 0 && random.chance(3, 4)
                                 ? net::encode_message(net::Greeting{
                                       net::k_protocol_version, random.chance(1, 2), {}})
                                 : blind_message(random));
            EXPECT_EQ(stranger.last<net::Welcome>(), nullptr);
        }
        told += stranger.bytes_heard;
    }
    EXPECT_GT(told, 0U) << "some were answered at all";
}

TEST(Unproven, AHelloThatDoesNotRepeatOurNonceGetsNoWelcomeAndNoPlace) {
    net::HostOptions options = host_options(erase<Counter>(), 2);
    options.setup.assets.push_back(Asset::from_content("map", Bytes(500'000)));
    net::Lockstep host = make_host(std::move(options));
    Puppet forger(host, 1);
    forger.connect();
    forger.say(net::Greeting{net::k_protocol_version, false, {}});
    forger.say(net::Hello{net::identity_of(erase<Counter>().info(), ""), "", net::k_no_limit, {}});
    forger.advance();
    EXPECT_EQ(forger.last<net::Welcome>(), nullptr);
    EXPECT_LE(forger.bytes_heard, forger.bytes_said);
    EXPECT_TRUE(forger.events.empty());
    Puppet guest(host, 2);
    guest.shake_hands(erase<Counter>());
    ASSERT_NE(guest.last<net::Welcome>(), nullptr);
    EXPECT_GT(guest.bytes_heard, 500'000U) << "who has proven itself is told all it needs";
}

TEST(Unproven, AGuestThatNeverBecomesReadyLosesItsPlaceHoweverLivelyItIs) {
    net::Lockstep host = make_host();
    Puppet idler(host, 1);
    idler.connect();
    idler.say(net::Greeting{net::k_protocol_version, false, {}});
    idler.advance();
    idler.say_hello(erase<Counter>().info());
    idler.advance();
    ASSERT_NE(idler.last<net::Welcome>(), nullptr);
    const auto token = idler.last<net::Welcome>()->token;
    for (int round = 0; round < 110; ++round) {
        idler.send_untagged(net::tag_packet(token, net::PacketWriter(0, 1).finish()[0]));
        idler.advance(milliseconds(100));
    }
    const auto* left = idler.told<net::Left>();
    ASSERT_NE(left, nullptr);
    EXPECT_EQ(left->reason, net::LeftReason::timeout);
    EXPECT_NE(left->text.find("did not complete the handshake within 10000 ms"), std::string::npos)
        << left->text;
    Puppet guest(host, 2);
    guest.shake_hands(erase<Counter>());
    EXPECT_TRUE(host.is_started());
}

TEST(Unproven, AThousandWhoGreetAndFallSilentAreForgottenAndTheNextIsTaken) {
    constexpr std::uint32_t k_idlers = 1'000;
    net::Lockstep host = make_host();
    for (std::uint32_t number = 1; number <= k_idlers; ++number) {
        Puppet idler(host, number);
        idler.connect();
        if (number % 2 == 0) {
            idler.say(net::Greeting{net::k_protocol_version, false, {}});
        }
    }
    std::size_t told = 0;
    std::size_t closed = 0;
    const auto run_until = [&](Time now) {
        EXPECT_TRUE(host.advance(now).empty()) << "none of them was a player";
        for (const net::Outgoing& outgoing : host.take_outgoing()) {
            (outgoing.kind == net::Outgoing::Kind::close ? closed : told) += 1;
        }
    };
    run_until(milliseconds(9'999));
    EXPECT_EQ(told, k_idlers / 2);
    EXPECT_EQ(closed, 0U);
    run_until(milliseconds(10'000));
    EXPECT_EQ(closed, k_idlers);
    Puppet guest(host, k_idlers + 1);
    guest.advance(milliseconds(10'001));
    guest.shake_hands(erase<Counter>());
    EXPECT_TRUE(host.is_started());
}

}  // namespace
}  // namespace tandem::test
