// SPDX-License-Identifier: MIT
// The ordinary match of the tests: two players of the smallest game, and what must be true at its
// end.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {

inline constexpr std::uint32_t k_percent_ppm = 10'000;

// Nobody comes back to it: it ends when one is lost.
struct TwoPlayers {
    explicit TwoPlayers(std::uint64_t ticks, std::uint64_t seed = 1, net::LinkOptions links = {},
                        bool is_paced = false, std::optional<std::uint32_t> delay_ticks = 3)
        : arena(seed, links) {
        net::HostOptions options = host_options(sim::erase<Counter>(), 2, ticks);
        options.session.delay_ticks = delay_ticks;
        options.session.is_paced = is_paced;
        options.session.wait_return_ms = 0;
        net::JoinOptions join_options;
        join_options.session.delay_ticks = delay_ticks;
        join_options.session.is_paced = is_paced;
        join_options.session.wait_return_ms = 0;
        setup = options.setup;
        host = &arena.host(sim::erase<Counter>(), options);
        guest = &arena.join(sim::erase<Counter>(), join_options);
    }
    std::string log() const { return host->log() + guest->log(); }

    Arena arena;
    Setup setup;
    Side* host = nullptr;
    Side* guest = nullptr;
};

inline void expect_agreement(const TwoPlayers& match, std::uint64_t ticks) {
    EXPECT_EQ(match.host->trace->ticks, ticks) << match.log();
    EXPECT_TRUE(match.host->trace->truth == match.guest->trace->truth) << match.log();
    EXPECT_EQ(match.host->trace->chain,
              reference_run(sim::erase<Counter>(), match.setup, ticks).chain);
    EXPECT_EQ(match.host->count<net::Desynced>() + match.guest->count<net::Desynced>(), 0U)
        << match.log();
}

}  // namespace tandem::test
