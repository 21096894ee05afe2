// SPDX-License-Identifier: MIT
// A child plays what it is ordered, or says why it cannot.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <stdexcept>

#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/tools/lab/match/orders.hpp>
#include <tandem/tools/lab/match/player.hpp>
#include <tandem/tools/lab/match/wire.hpp>
#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/process/child.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;
using tools::Channel;
using tools::Child;

class MatchPlayer : public testing::Test {
protected:
    MatchPlayer()
        : file_(testing::TempDir() + "tandem-player-" +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
        std::filesystem::remove(file_);
        auto child = Child::start([](int socket) { return play_as_child(socket); });
        EXPECT_TRUE(child);
        child_.emplace(std::move(*child));
        channel_.emplace(child_->connection());
    }
    ~MatchPlayer() override {
        child_.reset();
        std::filesystem::remove(file_);
    }

    std::optional<Answer> ask(const sim::Bytes& order) {
        EXPECT_TRUE(channel_->send(order));
        return hear();
    }
    std::optional<Answer> hear() {
        sim::Bytes message;
        if (!channel_->receive(message, k_order_bytes_max)) {
            return std::nullopt;
        }
        auto answer = decode_answer(message);
        EXPECT_TRUE(answer);
        return answer ? std::optional(*answer) : std::nullopt;
    }
    MatchOrder an_order(bool is_host) const {
        return {{ArmId::v_naive, is_host, 2, 10'000'000, 10'000'000, 1}, 1, 2, file_, false};
    }
    static sim::Error failure_in(const std::optional<Answer>& answer) {
        const auto* failed = answer ? std::get_if<Failed>(&*answer) : nullptr;
        EXPECT_NE(failed, nullptr);
        return failed == nullptr ? sim::Error{} : failed->error;
    }

    std::string file_;
    std::optional<Child> child_;
    std::optional<Channel> channel_;
};

TEST_F(MatchPlayer, AHostTellsItsPort) {
    const auto answer = ask(encode(an_order(true)));
    ASSERT_TRUE(answer);
    const auto* listening = std::get_if<Listening>(&*answer);
    ASSERT_NE(listening, nullptr);
    EXPECT_NE(listening->port, 0);
    EXPECT_FALSE(child_->has_ended());
}

// A port that every address of this machine had would be taken there as well.
TEST_F(MatchPlayer, AHostIsHeardOnThisMachineOnly) {
    const auto answer = ask(encode(an_order(true)));
    const auto* listening = answer ? std::get_if<Listening>(&*answer) : nullptr;
    ASSERT_NE(listening, nullptr);
    EXPECT_FALSE(net::EnetTransport::host(listening->port, 1, net::ListenOn::loopback));
    sockaddr_in other{};
    other.sin_family = AF_INET;
    other.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);
    other.sin_port = htons(listening->port);
    const int handle = ::socket(AF_INET, SOCK_DGRAM, 0);
    const int bound = ::bind(handle, reinterpret_cast<sockaddr*>(&other), sizeof(other));
    const int failure = errno;
    ::close(handle);
    if (failure == EADDRNOTAVAIL && bound != 0) {
        GTEST_SKIP() << "loopback has one address here";
    }
    EXPECT_EQ(bound, 0);
}

// Whoever finds the port and does not know the word.
TEST_F(MatchPlayer, AHostSendsStrangersAway) {
    const auto answer = ask(encode(an_order(true)));
    const auto* listening = answer ? std::get_if<Listening>(&*answer) : nullptr;
    ASSERT_NE(listening, nullptr);
    const auto stranger = net::EnetTransport::connect("127.0.0.1", listening->port);
    ASSERT_TRUE(stranger);
    bool is_sent_away = false;
    for (int i = 0; i < 500 && !is_sent_away; ++i) {
        for (const net::TransportEvent& event : (*stranger)->poll(std::chrono::milliseconds(10))) {
            // Not even a greeting.
            EXPECT_NE(event.kind, net::TransportEvent::Kind::packet);
            if (event.kind == net::TransportEvent::Kind::connected) {
                const sim::Bytes greeting = encode(Note(Greeting{ArmId::v_naive, 2, 0}));
                (*stranger)->send(event.peer, net::Channel::reliable, greeting);
                (*stranger)->flush();
            }
            is_sent_away = is_sent_away || event.kind == net::TransportEvent::Kind::disconnected;
        }
    }
    EXPECT_TRUE(is_sent_away);
    EXPECT_FALSE(child_->has_ended());
}

TEST_F(MatchPlayer, NonsenseIsRefusedInWords) {
    EXPECT_EQ(failure_in(ask(sim::Bytes(9))).code, sim::ErrorCode::internal);
    EXPECT_EQ(child_->wait_for_end(), "exit code 1");
}

TEST(MatchPlayerFailure, IsToldWhetherReturnedOrThrown) {
    using Played = sim::Result<void>;
    EXPECT_FALSE(failure_of([] { return Played(); }));
    const auto returned = failure_of([] {
        return Played(sim::Error{sim::ErrorCode::network, "here", "it broke"});
    });
    ASSERT_TRUE(returned);
    EXPECT_EQ(returned->text(), "here: it broke");
    const auto memory = failure_of([]() -> Played { throw std::bad_alloc(); });
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->code, sim::ErrorCode::io);
    const auto thrown = failure_of([]() -> Played { throw std::out_of_range("tick 7"); });
    ASSERT_TRUE(thrown);
    EXPECT_EQ(thrown->code, sim::ErrorCode::internal);
    EXPECT_NE(thrown->message.find("this should not have happened: tick 7"), std::string::npos);
}

TEST_F(MatchPlayer, ARecordingThatExistsIsNotReplaced) {
    std::ofstream(file_) << "mine";
    EXPECT_EQ(failure_in(ask(encode(an_order(true)))).code, sim::ErrorCode::io);
    std::ifstream file(file_, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(bytes, "mine");
}

TEST_F(MatchPlayer, EndsWhenNobodyIsLeftToReportTo) {
    ASSERT_TRUE(ask(encode(an_order(true))));
    // Closes the socket and waits; who had to be killed would give nothing.
    EXPECT_EQ(child_->wait_for_end(std::chrono::seconds(10)), "exit code 0");
}

}  // namespace
}  // namespace tandem::test
