// SPDX-License-Identifier: MIT
// A child that is asked and answers. It may hang, die or talk too much instead: patience with it
// has an end, and a text says what happened.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/process/child.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools {

class Conversation {
public:
    using Clock = std::function<std::chrono::nanoseconds()>;

    // `is_interrupted` is asked over and over while we wait; true ends the waiting for good. It may
    // be empty. Patience is counted by `now`.
    Conversation(Child child, std::function<bool()> is_interrupted, Clock now = steady_now);
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    // Sets the patience, from now on, for all that is sent and received.
    void wait_at_most(std::chrono::nanoseconds patience);
    // Sends a message. False if the child is gone, or waiting for it was given up.
    bool send(sim::ByteView message) { return channel_.send(message); }
    // Receives a message. False also if the child announces more than `bytes_max`.
    bool receive(sim::Bytes& message, std::uint64_t bytes_max) {
        return channel_.receive(message, bytes_max);
    }
    // True if something is there to be received.
    bool has_more() const { return channel_.has_more(); }
    bool is_interrupted();
    // Says why nothing was received or sent: "its process ended by exit code 2". Ends the child if
    // its silence was the reason.
    std::string silence_text();

private:
    bool is_too_late() const { return now_() > until_; }

    Child child_;
    std::function<bool()> has_interrupt_;
    Clock now_;
    Channel channel_;
    std::chrono::nanoseconds patience_{};
    std::chrono::nanoseconds until_{};
    bool is_interrupted_ = false;
};

}  // namespace tandem::tools
