// SPDX-License-Identifier: MIT
// Asking a host for its game, over loopback. The program that does it is tested from end to end.
#include <tandem/tools/program/match/ask_host.hpp>

#include <atomic>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include <tandem/net/driver.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>

namespace tandem::tools {
namespace {

// A host of a game that waits for a guest in a thread of its own.
class Waiting {
public:
    Waiting() : transport_(*net::EnetTransport::host(0, 2)), thread_([this] { wait(); }) {}
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    ~Waiting() {
        if (thread_.joinable()) {
            stop();
        }
    }
    std::uint16_t port() const { return transport_->port(); }
    // Ends it; everything it told its caller meanwhile.
    std::vector<net::Event> stop() {
        is_over_ = true;
        thread_.join();
        return events_;
    }

private:
    void wait() {
        auto simulation = sim::erase<test::Counter>();
        net::HostOptions host;
        host.setup = test::make_setup(simulation.info(), 2);
        const auto no_input = [](sim::Tick, const sim::AnySimulation&) {
            return sim::Result<std::optional<sim::Bytes>>(std::nullopt);
        };
        auto driver =
            net::Driver::host(std::move(simulation), host, no_input, nullptr, *transport_);
        ASSERT_TRUE(driver);
        while (!is_over_) {
            for (const net::Event& event : driver->pump(std::chrono::milliseconds(1), steady_now)) {
                events_.push_back(event);
            }
        }
    }

    std::unique_ptr<net::EnetTransport> transport_;
    std::vector<net::Event> events_;
    std::atomic<bool> is_over_ = false;
    std::thread thread_;
};

// As a verb does it: no signal of an earlier session counts.
class AskForGame : public testing::Test {
    const SignalGuard signals_;
};

TEST_F(AskForGame, NamesTheHostsGameAndTakesNoSeat) {
    Waiting host;
    for (int again = 0; again < 3; ++again) {
        const auto game = ask_for_game("127.0.0.1", host.port(), std::nullopt);
        ASSERT_TRUE(game) << game.error().text();
        EXPECT_EQ(*game, "counter");
    }
    const std::vector<net::Event> events = host.stop();
    ASSERT_EQ(events.size(), 3U);
    for (const net::Event& event : events) {
        const auto* refused = std::get_if<net::Refused>(&event);
        ASSERT_NE(refused, nullptr) << net::event_text(event);
        EXPECT_EQ(refused->guest_value, k_asking_game);
    }
}

TEST_F(AskForGame, GivesTheErrorThatJoiningWouldEndWith) {
    Waiting host;
    const auto refused = ask_for_game("127.0.0.1", host.port(),
                                      *net::MatchKey::from_secret(sim::Bytes(32, std::byte{1})));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, sim::ErrorCode::refused);
    EXPECT_NE(refused.error().message.find("key"), std::string::npos) << refused.error().text();
    const auto unknown = ask_for_game("no-such-host.invalid", 1, std::nullopt);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, sim::ErrorCode::network);
}

}  // namespace
}  // namespace tandem::tools
