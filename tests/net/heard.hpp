// SPDX-License-Identifier: MIT
// What a puppet was told: the other side's messages, and its own session's events.
#pragma once

#include <variant>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/wire/message.hpp>

namespace tandem::test {

struct Heard {
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
