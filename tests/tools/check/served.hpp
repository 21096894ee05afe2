// SPDX-License-Identifier: MIT
// A companion that a thread of the test serves at the other end of a socket.
#pragma once

#include <optional>
#include <thread>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <tandem/tools/check/messages.hpp>
#include <tandem/tools/check/serve.hpp>
#include <tandem/tools/process/channel.hpp>

namespace tandem::tools::check {

class ServedGame : public testing::Test {
protected:
    ServedGame() {
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0);
        channel_.emplace(ends_[0]);
    }
    ~ServedGame() override {
        end();
        ::close(ends_[1]);
    }

    void begin(const RegisteredGame& game) {
        thread_ = std::thread([this, game] { served_ = serve(game, ends_[1]); });
    }
    Hello greet(const Conditions& conditions) {
        EXPECT_TRUE(channel_->send(encode(conditions)));
        sim::Bytes message;
        EXPECT_TRUE(channel_->receive(message));
        const auto hello = decode_hello(message);
        EXPECT_TRUE(hello);
        return hello ? *hello : Hello{};
    }
    void end() {
        if (ends_[0] >= 0) {
            ::close(std::exchange(ends_[0], -1));
        }
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    int ends_[2] = {-1, -1};
    std::optional<Channel> channel_;
    std::thread thread_;
    sim::Result<void> served_;
};

}  // namespace tandem::tools::check
