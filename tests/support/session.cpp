// SPDX-License-Identifier: MIT
// Sessions for tests.
#include <tests/support/session.hpp>

#include <gtest/gtest.h>

namespace tandem::test {

SessionResult run_session(sim::AnySimulation simulation, const Setup& setup, std::uint64_t ticks,
                          const RecordSource& source) {
    SessionResult result;
    sim::Timeline timeline(std::move(simulation));
    const auto started = timeline.start(setup);
    EXPECT_TRUE(started) << (started ? "" : started.error().message);
    if (!started) {
        return result;
    }
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        result.records.push_back(source(timeline.simulation(), tick));
        const auto advanced = timeline.advance(result.records.back());
        if (!advanced) {
            ADD_FAILURE() << advanced.error().place << ": " << advanced.error().message;
            break;
        }
        result.state_hashes.push_back(timeline.state_hash());
    }
    result.chain = timeline.chain();
    result.state_hash = timeline.state_hash();
    result.ticks = timeline.ticks_done();
    return result;
}

}  // namespace tandem::test
