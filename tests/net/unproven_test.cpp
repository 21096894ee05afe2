// SPDX-License-Identifier: MIT
// Whoever does not become a player: it holds no place for long, and keeps nobody out. That it hears
// us at its address the transport has made sure of.
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
    auto made =
        net::Lockstep::host(erase<Counter>(), std::move(options), scripted(Slot{0}), nullptr);
    EXPECT_TRUE(made.has_value());
    return *std::move(made);
}
net::Lockstep make_host() { return make_host(host_options(erase<Counter>(), 2)); }

TEST(Unproven, AGuestThatNeverBecomesReadyLosesItsPlaceHoweverLivelyItIs) {
    net::Lockstep host = make_host();
    Puppet idler(host, 1);
    idler.take_seat(erase<Counter>());
    ASSERT_NE(idler.last<net::Welcome>(), nullptr);
    for (int round = 0; round < 110; ++round) {
        idler.send(SpokenPacket());
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
            idler.say(net::Greeting{net::k_protocol_version});
        }
    }
    std::size_t told = 0;
    std::size_t closed = 0;
    const auto run_until = [&](Time now) {
        EXPECT_TRUE(host.advance(now).empty()) << "none of them was a player";
        for (const net::Outgoing& outgoing : host.extract_outgoing()) {
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
