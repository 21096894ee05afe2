// SPDX-License-Identifier: MIT
// Messages arrive as they were sent, and waiting for them has an end.
#include <tandem/tools/process/channel.hpp>

#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using sim::Bytes;

const Bytes k_some{std::byte{1}, std::byte{2}, std::byte{3}};

class Channels : public testing::Test {
protected:
    Channels() { EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0); }
    ~Channels() override {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }
    int here() const { return ends_[0]; }
    int there() const { return ends_[1]; }

private:
    int ends_[2] = {-1, -1};
};

TEST_F(Channels, CarryMessagesAndTellWhenTheOtherEndIsGone) {
    Channel here_end(here());
    Channel there_end(there());
    Bytes message;
    EXPECT_FALSE(there_end.has_more());
    EXPECT_TRUE(here_end.send(k_some));
    EXPECT_TRUE(here_end.send({}));
    EXPECT_TRUE(there_end.has_more());
    EXPECT_TRUE(there_end.receive(message));
    EXPECT_EQ(message, k_some);
    EXPECT_TRUE(there_end.receive(message));
    EXPECT_TRUE(message.empty());
    ::shutdown(here(), SHUT_RDWR);
    EXPECT_FALSE(there_end.has_more());
    EXPECT_FALSE(there_end.receive(message));
    EXPECT_FALSE(there_end.send(k_some));
}

TEST_F(Channels, StopWaitingWhenTheyAreGivenUp) {
    bool was_idle = false;
    Channel channel(here(), [&](bool is_idle) { return was_idle = is_idle; });
    Bytes message;
    EXPECT_FALSE(channel.receive(message));
    EXPECT_TRUE(was_idle);
}

TEST_F(Channels, AreGivenUpAlsoWhileSomethingArrives) {
    EXPECT_TRUE(Channel(there()).send(k_some));
    Channel channel(here(), [](bool) { return true; });
    Bytes message;
    EXPECT_FALSE(channel.receive(message));
}

TEST_F(Channels, ToOneThatNeverReadsAreGivenUpToo) {
    Channel channel(here(), [](bool is_idle) { return is_idle; });
    EXPECT_FALSE(channel.send(Bytes(std::size_t{1} << 24)));
}

TEST_F(Channels, RefuseWhatIsTooLongBeforeTheyMakeRoomForIt) {
    EXPECT_TRUE(Channel(there()).send(Bytes(100)));
    Channel strict(here());
    Bytes message;
    EXPECT_FALSE(strict.receive(message, 99));
    EXPECT_EQ(strict.refused_bytes(), 100U);
    EXPECT_EQ(message.capacity(), 0U);
}

TEST_F(Channels, MakeRoomOnlyForWhatHasArrived) {
    Bytes announced;
    sim::append_le(announced, static_cast<std::uint32_t>(Channel::k_message_bytes_max));
    announced.resize(2000);
    ASSERT_EQ(::send(there(), announced.data(), announced.size(), 0), 2000);
    Channel channel(here(), [](bool is_idle) { return is_idle; });
    Bytes message;
    EXPECT_FALSE(channel.receive(message));
    EXPECT_EQ(channel.refused_bytes(), 0U);
    EXPECT_LE(message.capacity(), std::size_t{1} << 21);
}

}  // namespace
}  // namespace tandem::tools
