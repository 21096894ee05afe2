// SPDX-License-Identifier: MIT
// Remembers who was away in a match, since when and until when, and how far a player is that comes
// back; in lines for people and facts for programs.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

class AwayLog {
public:
    // The name of a player for a person, escaped; "you" for our own slot.
    using Name = std::function<std::string(Slot)>;

    // Takes an event that the session reported at this time.
    void on_event(const net::Event& event, net::Time now);
    // Takes how far a player is that comes back. Returns true if this is the first word of it since
    // the player went away.
    bool add_coming(const net::Coming& coming);

    // The line below the picture: who is away since when, or how far it is; empty if nobody is.
    std::string line(net::Time now, const Name& name) const;
    // True if the match stands, and nobody is on the way back.
    bool is_waiting() const;
    // Says for whom the match stands, and for how long it will wait; empty if it goes on.
    std::string waiting_text(net::Time now, const Name& name) const;
    // Returns a line for each absence that there was.
    std::vector<std::string> end_lines(const Name& name) const;
    // The same: a list of `player since_tick until_tick ms`.
    JsonArray facts() const;

private:
    // Our own absence has two kinds: the host plays on without us, or is lost to us.
    struct Absence {
        Slot slot;
        std::uint64_t since_tick = 0;
        std::optional<std::uint64_t> until_tick{};  // nothing: the player did not return
        net::Time since{0};
        std::optional<net::Time> until{};  // nothing: it is away
        net::Time waits_until{0};          // the match stands until then; 0: it goes on
        bool has_stood = false;            // it stood at the beginning

        std::chrono::milliseconds lasted(net::Time now) const {
            return std::chrono::duration_cast<std::chrono::milliseconds>(until.value_or(now) -
                                                                         since);
        }
    };
    Absence* open_of(Slot slot);
    const Absence* waited_for() const;
    void end_absence(Slot slot, std::optional<std::uint64_t> until_tick, net::Time now);

    std::vector<Absence> absences_;
    std::map<Slot, net::Coming> comers_;
};

}  // namespace tandem::tools
