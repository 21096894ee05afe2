// SPDX-License-Identifier: MIT
// A machine of a match as a state machine: frames and packets in, a report out. The caller owns the
// clock and pays for the rendering.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/serialize/traversal.hpp>
#include <tandem/sim/types.hpp>
#include <tandem/tools/lab/match/arm.hpp>

namespace tandem::tools::lab::match {

struct SidePlan {
    ArmId arm = ArmId::v_naive;
    bool is_host = false;
    std::uint32_t seconds = 0;
    std::uint32_t frame_cost_ns = 0;  // the cost of rendering here
    std::uint32_t fast_cost_ns = 0;   // and on the fast machine: V-same steps by it
    std::uint32_t delay_ticks = 0;    // input delay of the lockstep arms

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(arm), CEREAL_NVP(is_host), CEREAL_NVP(seconds), CEREAL_NVP(frame_cost_ns),
           CEREAL_NVP(fast_cost_ns), CEREAL_NVP(delay_ticks));
    }
};

// The bound of a state that one machine tells the other: far above those of the match's games.
inline constexpr std::uint32_t k_state_bytes_max = 1 << 16;

// A canonical state of this machine.
struct Snapshot {
    std::uint64_t ticks_done = 0;
    sim::Bytes state;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks_done), CEREAL_NVP(state));
    }
    friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

// The measurements of a machine.
struct SideReport {
    std::uint32_t frames = 0;           // rendered while the match ran
    std::uint64_t played_ns = 0;        // for so long
    std::vector<std::uint64_t> hashes;  // the state's after each tick (a second, or 40 ms)
    std::vector<Snapshot> snapshots;    // after each second, and at the end
    std::uint64_t replays_differing =
        0;                     // seconds whose recorded steps did not give the live state
    std::uint32_t stalls = 0;  // how often a due tick waited for the other's input
    std::uint64_t stalled_ns = 0;
    std::uint64_t worst_gap_ns = 0;      // between two ticks
    std::uint64_t input_age_sum_ns = 0;  // its own inputs' age, from taking to playing
    std::uint64_t input_age_max_ns = 0;
    std::uint64_t inputs_aged = 0;             // the number of them
    std::optional<std::uint64_t> desync_tick;  // the first tick after which the session saw a
                                               // difference
    std::uint64_t desync_after_ns = 0;         // and how long after playing it
    std::string desync_text;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(frames), CEREAL_NVP(played_ns), CEREAL_NVP(hashes), CEREAL_NVP(snapshots),
           CEREAL_NVP(replays_differing), CEREAL_NVP(stalls), CEREAL_NVP(stalled_ns),
           CEREAL_NVP(worst_gap_ns), CEREAL_NVP(input_age_sum_ns), CEREAL_NVP(input_age_max_ns),
           CEREAL_NVP(inputs_aged), CEREAL_NVP(desync_tick), CEREAL_NVP(desync_after_ns),
           CEREAL_NVP(desync_text));
    }
    friend bool operator==(const SideReport&, const SideReport&) = default;
};

// Returns a time since the start within which a machine that others slowed down gets there; one
// whose match lasts longer never will.
constexpr net::Time longest_run(std::uint32_t seconds) {
    return 2 * std::chrono::seconds(seconds) + std::chrono::seconds(10);
}

class MatchSide {
public:
    virtual ~MatchSide() = default;
    // Does a frame without its rendering. The error is network if the other side is gone or sends
    // nonsense.
    virtual sim::Result<void> frame(net::Time now) = 0;
    // True if a frame that begins now is one of the match, and is to be rendered.
    virtual bool is_playing() const = 0;
    virtual bool is_over() const = 0;
    // Returns the report so far.
    virtual SideReport report() const = 0;
};

}  // namespace tandem::tools::lab::match
