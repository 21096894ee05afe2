// SPDX-License-Identifier: MIT
// A lockstep match from one side, host or guest: session, transport, recorder, pacing and screen
// put together.
#pragma once

#include <cstdint>
#include <string>

#include <tandem/tools/context.hpp>

namespace tandem::tools {

struct MatchPlan {
    bool is_host = false;
    SessionOptions session;
    std::string delay;     // ticks, auto or empty
    std::string key_file;  // empty: no key
    bool unpaced = false;
    std::string host_name;  // guest only
    std::uint16_t port = 0;
};

// Returns the exit code.
int run_match(const MatchPlan& plan, Context& context);

// "HOST[:PORT]"; the error says what is wrong with it.
struct Address {
    std::string host_name;
    std::uint16_t port = k_port_default;
};
sim::Result<Address> parse_address(const std::string& text);

}  // namespace tandem::tools
