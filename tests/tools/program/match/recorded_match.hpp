// SPDX-License-Identifier: MIT
// Recordings of a match of which nobody needs to play one, for tests of those who go on with it.
#pragma once

#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <tandem/net/ticket/ticket_text.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/program/match/secret_file.hpp>
#include <tandem/tools/verb.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/record_source.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {

class RecordedMatch : public InFolder {
protected:
    RecordedMatch() : ticket_(net::draw_match_ticket(net::SecretKey(), 2)) {
        ticket_.given = {0, 1};
    }
    tools::SecretPlace place() const {
        return {.file = {}, .environment = [home = path("")](const std::string& name) {
                    return name == "HOME" ? std::optional(home) : std::nullopt;
                }};
    }
    sim::Mark mark(std::uint32_t slot, std::string id) const {
        return {sim::MarkKind::match, sim::Tick{0}, slot, 0, std::move(id)};
    }
    std::string id() const { return net::match_id_text(ticket_.match); }

    // Ten ticks of a match in a.tandem; returns the chain after them. `while_open` runs before the
    // file is closed.
    sim::ChainHash record(const std::vector<sim::Mark>& marks,
                          const std::function<void()>& while_open = {}) {
        auto output = replay::FileOutput::create(path("a.tandem"));
        EXPECT_TRUE(output.has_value());
        replay::Recorder recorder(**output);
        sim::Timeline timeline(sim::erase<Counter>(), &recorder);
        EXPECT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)).has_value());
        for (const sim::Mark& mark : marks) {
            EXPECT_TRUE(timeline.mark(mark).has_value());
        }
        chains_ = {timeline.chain()};
        for (std::uint64_t tick = 0; tick < 10; ++tick) {
            records_.push_back(bot_record(timeline.simulation(), tick));
            EXPECT_TRUE(timeline.advance(records_.back()).has_value());
            chains_.push_back(timeline.chain());
        }
        state_ = timeline.simulation().save();
        if (while_open) {
            EXPECT_TRUE(recorder.flush().has_value());
            while_open();
        }
        EXPECT_TRUE(timeline.end(sim::EndReason::peer_lost).has_value());
        EXPECT_TRUE((*output)->close().has_value());
        return timeline.chain();
    }
    // Calls this with the context of a program that has the game.
    template <class Call>
    static auto in_program(const Call& call) {
        std::ostringstream out;
        tools::Console console(out, out, "tandem");
        const tools::Registry registry(
            {tools::RegisteredGame{&sim::GameModel<Counter>::game_info(), &sim::erase<Counter>}});
        const std::vector<tools::Verb> verbs;
        const tools::Context context{registry, verbs, console};
        return call(context);
    }
    template <class Value>
    static void expect_error(const sim::Result<Value>& result, sim::ErrorCode code,
                             const std::string& words) {
        ASSERT_FALSE(result.has_value());
        EXPECT_EQ(result.error().code, code) << result.error().text();
        EXPECT_TRUE(says(result.error().text(), words));
    }

    net::MatchTicket ticket_;
    sim::Bytes state_;                    // after the last tick
    std::vector<sim::ChainHash> chains_;  // after 0, 1, ... ticks
    std::vector<sim::Bytes> records_;
};

}  // namespace tandem::test
