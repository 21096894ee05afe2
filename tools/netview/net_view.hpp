// SPDX-License-Identifier: MIT
// What a person can see of a match's network: the log, the status line, the report and the trace
// put together, for one side of a match.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <tandem/net/lockstep.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/tools/netview/match_lines.hpp>
#include <tandem/tools/netview/net_facts.hpp>
#include <tandem/tools/netview/trace_file.hpp>
#include <tandem/tools/netview/traced_transport.hpp>

namespace tandem::tools::netview {

struct NetViewOptions {
    std::string report_path;  // empty: no report
    std::string trace_path;   // empty: no trace
    bool force = false;       // replace existing files
};

class NetView {
public:
    // Reserves the names of the files; where there is no match none of them is left behind. `game`
    // must outlive it.
    static sim::Result<std::unique_ptr<NetView>> open(const NetViewOptions& options,
                                                      const sim::GameInfo& game);

    // The transport that the session is to use: with a trace, one that tells it what passes. `now`
    // tells the time.
    net::Transport& over(net::Transport& transport, std::function<net::Time()> now);

    // Takes what the session reported at this time.
    void note(const net::Event& event, net::Time now);
    // Takes what the session tells of itself; call it whenever it was called.
    void look(const net::Lockstep& session, net::Time now);

    // The status line; empty before the match.
    std::string status(const net::Lockstep& session) const;
    // For a player, below the picture: the line, and last whom the match waits for; none before it.
    std::vector<std::string> player_lines(const net::Lockstep& session) const;
    // As waiting_line says it.
    std::string waiting_text() const { return waiting_line(log_); }
    // As name_text says it.
    std::string name(Slot slot) const;
    // Keys of the closing object: those of net_facts, and the files that were written.
    JsonObject facts(const net::Lockstep& session) const;

    // Writes the files. `when` and `end` are date and end of the match in words. Returns the first
    // error; the match and its recording do not depend on it.
    std::optional<sim::Error> finish(const std::string& when, const std::string& end,
                                     net::Time now);

private:
    explicit NetView(const sim::GameInfo& game) : game_(game) {}
    sim::Result<void> write_report(const std::string& when, const std::string& end);

    const sim::GameInfo& game_;
    NetLog log_;
    std::unique_ptr<replay::FileOutput> report_;
    std::unique_ptr<TraceFile> trace_file_;
    EchoArrows arrows_;
    std::optional<MatchTrace> trace_;
    std::optional<TracedTransport> transport_;
    bool is_report_written_ = false;
    bool is_trace_written_ = false;
};

}  // namespace tandem::tools::netview
