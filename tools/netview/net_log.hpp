// SPDX-License-Identifier: MIT
// The log of the network over a match, seen from one side: samples of every line and of the own
// side, who held the match up and why, and the events of players. Its memory is bounded however
// long the match is, and it reads no clock.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/status.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::netview {

// A quantity over several looks.
struct Spread {
    double sum = 0;
    double least = 0;
    double most = 0;
    std::uint64_t count = 0;

    void add(double value);
    void add(const Spread& other);
    double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

// The line to a peer over some time; all counts are 0 while the peer takes no part.
struct LineSample {
    Spread round_trip_ms;
    Spread jitter_ms;
    Spread loss_percent;
    Spread slack_there_ticks;  // our inputs' slack there
    Spread slack_here_ticks;   // its inputs' slack here

    void add(const LineSample& other);
};

// A stretch of a match.
struct NetSample {
    net::Time begin{0};  // since the match began
    net::Time end{0};
    Spread delay_ticks;
    std::uint64_t ticks = 0;        // simulated in this time
    net::Time held{0};              // waited for others in this time
    std::vector<LineSample> lines;  // in the order of NetLog::peers()
};

// A stall: a player held the match up for a quarter of a second or longer.
struct MatchStall {
    Slot slot;
    net::WaitingFor why = net::WaitingFor::line;
    net::Time begin{0};  // since the match began
    net::Time end{0};
};

// An event of a player, in words.
struct NetMark {
    net::Time at{0};  // since the match began
    std::string text;
};

class NetLog {
public:
    // The time between two looks at the lines, and the time whose looks make a sample.
    static constexpr net::Time k_look = std::chrono::milliseconds(100);
    static constexpr net::Time k_interval = std::chrono::seconds(1);
    // When there are so many samples, every two become one, and from then on a sample takes twice
    // as long.
    static constexpr std::size_t k_samples_max = 720;
    // If there are more stalls, the shortest one is dropped.
    static constexpr std::size_t k_stalls_max = 256;
    // Any further mark is only counted.
    static constexpr std::size_t k_marks_max = 64;

    // Takes an event that a session reported at this time.
    void on_event(const net::Event& event, net::Time now);
    // True if update() has something to do: the match runs, and the last look is k_look ago.
    bool wants_look(net::Time now) const;
    // Takes the session's account of its lines and of its own time.
    void update(const std::vector<net::PeerStatus>& peers, const net::PaceStatus& pace,
                std::uint64_t ticks_done, net::Time now);

    bool is_started() const { return started_at_.has_value(); }
    // The time from the beginning of the match to its end, or to the last look.
    net::Time length() const { return length_; }
    Slot own() const { return own_; }
    std::uint32_t players() const { return players_; }
    // The players' names by slot; foreign texts.
    const std::vector<std::string>& names() const { return names_; }

    // The players that this side has a line to, in the order in which they were seen.
    const std::vector<Slot>& peers() const { return peers_; }
    const std::vector<NetSample>& samples() const { return samples_; }
    // The lines over the whole match, in the order of peers().
    const std::vector<LineSample>& totals() const { return totals_; }
    const Spread& delay_ticks() const { return delay_ticks_; }
    std::uint64_t ticks() const { return ticks_; }
    net::Time held() const { return held_; }

    // The stalls that are over, in order.
    const std::vector<MatchStall>& stalls() const { return stalls_; }
    // The stall that goes on; its end is not known yet.
    const std::optional<MatchStall>& open_stall() const { return open_stall_; }
    // How often and how long each player held the match up for each reason. All stalls count, also
    // those that stalls() has lost and the one that goes on.
    struct Total {
        std::uint64_t count = 0;
        net::Time time{0};
    };
    using StallTotals = std::map<std::pair<std::uint32_t, net::WaitingFor>, Total>;
    StallTotals stall_totals() const;
    // Returns the entry with the most time; the end if there is none.
    static StallTotals::const_iterator longest_of(const StallTotals& totals);
    std::uint64_t stalls_dropped() const { return stalls_dropped_; }

    const std::vector<NetMark>& marks() const { return marks_; }
    std::uint64_t marks_dropped() const { return marks_dropped_; }

private:
    void on(const net::Started& started, net::Time now);
    void on(const net::Waiting& waiting, net::Time now);
    void end_stall(net::Time at);
    void keep_stall(const MatchStall& stall);
    void mark(net::Time now, std::string text);
    NetSample& sample_at(net::Time at);
    std::size_t index_of(Slot slot);
    void halve();
    net::Time since_start(net::Time now) const;

    std::optional<net::Time> started_at_;
    bool is_ended_ = false;
    net::Time length_{0};
    Slot own_;
    std::uint32_t players_ = 0;
    std::vector<std::string> names_;

    std::optional<net::Time> looked_at_;
    net::Time interval_ = k_interval;
    std::vector<Slot> peers_;
    std::vector<NetSample> samples_;
    std::vector<LineSample> totals_;
    Spread delay_ticks_;
    std::uint64_t ticks_ = 0;
    bool only_relays_ = false;  // later counts are not simulated here
    net::Time held_{0};

    std::vector<MatchStall> stalls_;
    std::optional<MatchStall> open_stall_;
    StallTotals ended_stalls_;
    std::uint64_t stalls_dropped_ = 0;
    std::vector<NetMark> marks_;
    std::uint64_t marks_dropped_ = 0;
};

// Says in a few words why a player holds a match up: "its line or machine", "its machine".
std::string why_text(net::WaitingFor why);
// Returns the reason as a word for other programs: "line", "machine", "frozen", "inputs",
// "acknowledgements", "history".
std::string why_name(net::WaitingFor why);

// Returns "delay_ticks", "waited_ms", "peers" and "stalls"; CLI.md describes them.
JsonObject net_facts(const NetLog& log, const net::PaceStatus& pace);

}  // namespace tandem::tools::netview
