// SPDX-License-Identifier: MIT
// Plays a session on this machine alone, written to a file while it is played. A person at the keys
// may go back in time: the take so far stays as it is, and the session goes on in another file. So
// nothing that was recorded is ever lost.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/play/player.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/program/session/branch.hpp>
#include <tandem/tools/program/session/seats.hpp>
#include <tandem/tools/registry.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/surface.hpp>

namespace tandem::tools {

struct TakesPlan {
    SessionArguments session;         // the players, the number of ticks, and the file
    bool is_realtime = false;         // at the tick rate even if nobody is at the keys
    std::optional<BranchPoint> from;  // place where the session goes on; nothing: a new session
    bool counts_down = true;          // before a person's keys count
};

// A file and its contents.
struct Take {
    std::string path;
    std::uint64_t first_tick = 0;
    std::uint64_t ticks = 0;  // ticks in the file
    std::uint64_t bytes = 0;
    sim::ChainHash chain;
    bool is_whole = false;           // the file holds every tick that was stepped
    bool is_lost = false;            // the file went away
    std::optional<sim::Error> lost;  // error of the file, if it is not whole
    sim::EndReason reason = sim::EndReason::interrupted;
    sim::FaultLog faults;
    std::optional<replay::Parent> parent;
    std::string parent_file;

    std::uint64_t end_tick() const { return first_tick + ticks; }
};

class Takes {
public:
    // `screen` may be null: then nobody sees the session and nobody plays by keys. All arguments
    // must outlive it.
    Takes(const TakesPlan& plan, const RegisteredGame& game, Context& context, Surface* screen)
        : plan_(plan), game_(game), context_(context), screen_(screen) {}

    // Plays to the end of the session. The error says what stopped it before its time; the
    // recording up to there is in takes().
    sim::Result<void> run();

    // The takes in the order in which they were recorded; each is finished. Empty if no session
    // began. The last one ended the session.
    const std::vector<Take>& takes() const { return takes_; }
    // The error of the source that ended the session, if it was cut.
    const std::optional<sim::Error>& cut() const { return cut_; }

    // The error of the last take's file, if it is not whole, whatever ended the session.
    std::optional<sim::Error> lost() const {
        return takes_.empty() ? std::nullopt : takes_.back().lost;
    }

    // Tells all takes: a line each, and the faults of their arithmetic.
    void print() const;
    // The takes before the last one, for JSON.
    JsonArray earlier() const;
    // The last take, for JSON.
    JsonObject facts() const;

private:
    // The end of a take: with a reason, or without one because a person goes back.
    using Ending = std::optional<sim::EndReason>;
    // A take that is being recorded.
    struct Running {
        sim::Timeline& timeline;
        const replay::Recorder& recorder;
    };

    sim::Result<void> prepare();
    sim::Result<void> check_plant() const;
    sim::Result<Setup> setup() const;
    sim::Result<Ending> record_take(const std::string& path, replay::FileOutput& output,
                                    const std::optional<BranchPoint>& from);
    void finish_take(Take& take, sim::Timeline& timeline, const replay::Recorder& recorder,
                     replay::FileOutput& output, sim::EndReason reason) const;
    int cut_short(const CutShort& cut);
    sim::Result<void> begin(sim::Timeline& timeline, const std::optional<BranchPoint>& from);
    sim::Result<Ending> play(sim::Timeline& timeline, const replay::Recorder& recorder,
                             std::uint64_t presence);
    sim::Result<std::optional<BranchPoint>> go_back();
    sim::Result<std::optional<BranchPoint>> choose_place(replay::Player& player, const Take& take,
                                                         std::uint64_t& target);
    bool count_down(const sim::AnySimulation& simulation);
    std::vector<std::string> keys_help() const;
    std::vector<std::string> below(std::string line) const;
    std::uint64_t back_from(std::uint64_t ticks_done) const;
    std::optional<std::uint64_t> limit() const;
    std::uint64_t first_tick() const { return plan_.from ? plan_.from->ticks_done : 0; }

    const TakesPlan& plan_;
    const RegisteredGame& game_;
    Context& context_;
    Surface* screen_;
    std::optional<sim::Plant> plant_;
    std::optional<Seats> seats_;
    Setup setup_;
    std::string path_;  // path of the first take
    std::unique_ptr<replay::FileOutput> output_;
    const Running* running_ = nullptr;  // state of the last of takes_; null between two
    std::vector<Take> takes_;
    std::vector<std::size_t> lineage_;  // the takes that the present one goes on from, and itself
    std::optional<sim::Error> cut_;
};

}  // namespace tandem::tools
