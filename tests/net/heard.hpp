// SPDX-License-Identifier: MIT
// What a puppet was told: the other side's messages, and its own session's events.
#pragma once

#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/wire/message.hpp>

namespace tandem::test {

// A text that travels is read by others than who wrote it: "we" would be somebody else there.
inline void expect_true_for_whoever_reads(const std::string& text) {
    static const std::regex k_speaker(R"(\b(we|us|our|ours|here|(this|the other) side)\b)",
                                      std::regex::icase);
    EXPECT_FALSE(std::regex_search(text, k_speaker)) << text;
}

struct Heard {
    void hear(net::Message message) {
        if (const auto* bye = std::get_if<net::Bye>(&message)) {
            expect_true_for_whoever_reads(bye->why);
        } else if (const auto* absent = std::get_if<net::Absent>(&message)) {
            expect_true_for_whoever_reads(absent->why);
        } else if (const auto* gone = std::get_if<net::Gone>(&message)) {
            expect_true_for_whoever_reads(gone->why);
        }
        heard.push_back(std::move(message));
    }
    // The newest message of this kind; good until the next one comes.
    template <class Kind>
    const Kind* last() const {
        const Kind* found = nullptr;
        for (const net::Message& message : heard) {
            if (const Kind* match = std::get_if<Kind>(&message)) {
                found = match;
            }
        }
        return found;
    }
    // The first event of this kind.
    template <class Kind>
    const Kind* told() const {
        for (const net::Event& event_told : events) {
            if (const Kind* match = std::get_if<Kind>(&event_told)) {
                return match;
            }
        }
        return nullptr;
    }

    std::vector<net::Message> heard;
    std::vector<net::Event> events;
};

}  // namespace tandem::test
