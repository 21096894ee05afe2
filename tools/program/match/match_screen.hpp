// SPDX-License-Identifier: MIT
// Shows a match to a person, from the wait for the others to the end, and chooses the words below
// the picture.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/lockstep.hpp>
#include <tandem/tools/netview/net_view.hpp>
#include <tandem/tools/program/match/match_plan.hpp>
#include <tandem/tools/view/countdown.hpp>
#include <tandem/tools/view/end_screen.hpp>
#include <tandem/tools/view/surface.hpp>

namespace tandem::tools {

class MatchScreen {
public:
    // Opens the screen. Null if nothing is to be shown. All arguments must outlive it.
    static sim::Result<std::unique_ptr<MatchScreen>> open(const MatchPlan& plan,
                                                          const sim::GameInfo& game,
                                                          Console& console);

    MatchScreen(const MatchPlan& plan, const sim::GameInfo& game, std::unique_ptr<Surface> surface);

    // The time for which a person may look around before the keys count.
    std::uint32_t start_pause_ms() const { return has_person_ ? net::k_start_pause_ms_max : 0; }
    // True if the person wants to end it.
    bool wants_to_end(std::chrono::nanoseconds now);
    // The reason why nothing is seen any more, though the person did not ask for that.
    std::optional<sim::Error> failure() const { return surface_->failure(); }
    // The keys for an input.
    Keys held();
    // Is called before the input of this tick is asked for: keys that were tapped before tick 0 do
    // not count.
    void begin_asking(sim::Tick tick);

    // Sets the lines for the time while others are waited for.
    void set_news(std::vector<std::string> news) { news_ = std::move(news); }
    // Shows a fact that the person should see; it stands below the picture for a moment.
    void print(std::string line, std::chrono::nanoseconds now);
    void begin(const net::Started& started, std::chrono::nanoseconds now);
    void tick(std::chrono::nanoseconds now) { ticked_at_ = now; }
    // Sets who is away and comes back, and for how long the match waits; empty if nobody is.
    void set_away(std::string line, std::string waiting) {
        away_line_ = std::move(line);
        waiting_ = std::move(waiting);
    }
    // Draws the match, or the wait for it. `lost` says why it is not recorded any more.
    void draw(const net::Lockstep& session, const netview::NetView& view,
              const std::optional<sim::Error>& lost, std::chrono::nanoseconds now);
    // Stays until the person has seen it.
    void show_end(const sim::AnySimulation& last, SessionEnd end);

private:
    std::string banner(const net::Lockstep& session, const netview::NetView& view,
                       std::chrono::nanoseconds now) const;
    std::vector<std::string> lines(const net::Lockstep& session, const netview::NetView& view,
                                   std::chrono::nanoseconds now) const;

    std::string title_;
    std::vector<std::string> keys_help_;
    bool has_person_;
    std::unique_ptr<Surface> surface_;
    std::vector<std::string> news_;
    std::string line_;
    std::string away_line_;
    std::string waiting_;
    std::chrono::nanoseconds said_at_{};
    std::optional<Countdown> countdown_;
    std::chrono::nanoseconds ticked_at_{};
    std::unique_ptr<sim::AnySimulation> current_;
    std::unique_ptr<sim::AnySimulation> previous_;
    std::uint64_t drawn_ticks_ = 0;
};

// The lines for a person who waits for so many others on this port; below those for a person who
// joins a host there.
std::vector<std::string> host_news(std::uint32_t others, std::uint16_t port,
                                   const std::string& program);
std::vector<std::string> guest_news(const std::string& host_name, std::uint16_t port);

// Says how another player ended a match: "bob left", "bob was lost: nothing was heard of player 1
// (bob) for 5000 ms", without the reason unless `says_why`. `name` is escaped; `otherwise` is
// returned if no other player ended it.
std::string end_news(const net::Ended& ended, const std::string& name, const std::string& otherwise,
                     bool says_why);

// The players who are there already, of those that a host waits for.
class Gathering {
public:
    void connect(const net::Connected& fact);
    void leave(Slot slot) { names_.erase(slot.index); }
    // The players in words: "1 of 2 other players is here: bob".
    std::string text(std::uint32_t others) const;

private:
    std::map<std::uint32_t, std::string> names_;
};

}  // namespace tandem::tools
