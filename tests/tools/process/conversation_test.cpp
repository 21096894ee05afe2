// SPDX-License-Identifier: MIT
// A child that does not answer is given up, and why is told.
#include <tandem/tools/process/conversation.hpp>

#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;

class Conversations : public testing::Test {
protected:
    // The words about a shell that answers nothing which can be received.
    std::string silence_of(const std::string& script, std::chrono::nanoseconds patience) {
        auto child = Child::start(ChildPlan{{"/bin/sh", "-c", script}});
        EXPECT_TRUE(child);
        Conversation conversation(*std::move(child), [this] { return is_interrupted_; });
        conversation.wait_at_most(patience);
        sim::Bytes message;
        EXPECT_FALSE(conversation.receive(message, 2));
        is_interrupted_ = false;
        return conversation.silence_text();
    }

    bool is_interrupted_ = false;
};

TEST_F(Conversations, SayWhyNothingCame) {
    EXPECT_EQ(silence_of("exit 5", minutes(1)), "its process ended by exit code 5");
    EXPECT_EQ(silence_of("sleep 1000 & kill -SEGV $$", minutes(1)),
              "its process ended by signal 11 (Segmentation fault)");
    EXPECT_EQ(silence_of("exec 3>&-; sleep 1000", minutes(1)),
              "it closed its socket, lived on and was killed");
    EXPECT_EQ(silence_of("sleep 1000", milliseconds(50)),
              "it did not answer within 50 ms and was killed");
    EXPECT_EQ(silence_of("printf '\\003\\000\\000\\000abc' >&3; sleep 1000", minutes(1)),
              "it announced a message of 3 bytes, more than it can have to say");
}

TEST_F(Conversations, AreInterruptedForGood) {
    is_interrupted_ = true;
    EXPECT_EQ(silence_of("sleep 1000", minutes(1)), "interrupted");
}

}  // namespace
}  // namespace tandem::tools
