// SPDX-License-Identifier: MIT
// Shows a person the network of a match: the log, the status line, the report and the trace put
// together, for one side of a match.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <tandem/net/lockstep.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/tools/netview/match_lines.hpp>
#include <tandem/tools/netview/match_trace.hpp>
#include <tandem/tools/netview/net_log.hpp>
#include <tandem/tools/netview/trace_writer.hpp>

namespace tandem::tools::netview {

struct NetViewOptions {
    std::string report_path;  // empty: no report
    std::string trace_path;   // empty: no trace
    bool force = false;       // replace existing files
};

class NetView {
public:
    // Reserves the names of the files; if there is no match, none of them is left behind. `game`
    // must outlive it.
    static sim::Result<std::unique_ptr<NetView>> open(const NetViewOptions& options,
                                                      const sim::GameInfo& game);

    // Returns the transport that the session is to use: with a trace, one that tells it which
    // packets pass. `now` tells the time.
    net::Transport& over(net::Transport& transport, std::function<net::Time()> now);

    // Takes an event that the session reported at this time.
    void on_event(const net::Event& event, net::Time now);
    // Takes the session's account of itself; call it after every call of the session.
    void update(const net::Lockstep& session, net::Time now);

    // Returns the status line; empty before the match.
    std::string status(const net::Lockstep& session) const;
    // Returns the lines below a player's picture: the status, and last whom the match waits for;
    // none before the match.
    std::vector<std::string> player_lines(const net::Lockstep& session) const;
    // The waiting_line of the log.
    std::string waiting_text() const { return waiting_line(log_); }
    // The name_text of a slot.
    std::string name(Slot slot) const;
    // Returns keys of the closing object: those of net_facts, and the files that were written.
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

// Facts that the log does not know.
struct ReportTitle {
    std::string game;
    std::string when;  // date and time in words
    std::string end;   // how the match ended, in words
};

// Returns an SVG file: round trip and loss of each line, the own delay, who held the match up and
// why, and the events of players, all over the time of the match.
std::string net_report(const NetLog& log, const ReportTitle& title);

}  // namespace tandem::tools::netview
