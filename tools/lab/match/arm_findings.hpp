// SPDX-License-Identifier: MIT
// The findings of an arm, from all its pairs: if both machines agreed, from when on they differed,
// and how reliable that is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/match/arm.hpp>
#include <tandem/tools/lab/match/pairs.hpp>
#include <tandem/tools/lab/match/script.hpp>

namespace tandem::tools::lab::match {

// The fate of the bodies on one machine, in one form for all arms.
// The values are in units, pixels and frames; for the integer arms they are the nearest doubles.
struct MatchOutcome {
    double bullet = 0;
    std::optional<double> bullet_float;    // a second bullet in single precision
    std::optional<double> bullet_integer;  // a third one in integers
    double apex = 0;
    std::optional<double> apex_integer;
    double spring_max = 0;
    std::uint32_t tap_frames = 0;  // or ticks
    std::array<double, k_players> held{};
    // The shot that is fired every second: where and when it vanishes, and where in two other
    // arithmetics. The integer arms have none.
    std::optional<double> shot;
    double shot_float = 0;
    double shot_integer = 0;
    double shot_ms = 0;

    bool is_wall_cleared() const;
    bool is_tap_seen() const { return tap_frames > 0; }
};

// Reads a canonical state of this arm's game. The error is bad_data if it is none.
sim::Result<MatchOutcome> outcome_of(const Arm& arm, sim::ByteView state);

enum class MatchVerdict : std::uint8_t {
    identical,
    diverged,
    inconclusive,  // the machines were too much alike, whatever the result
};
std::string verdict_text(MatchVerdict verdict);

// The slow machine must make at least so many times fewer frames for a result to count.
inline constexpr double k_ratio_min = 5;

struct ArmFindings {
    const Arm* arm = nullptr;
    bool agrees = false;  // in every pair, in every bit of every checkpoint
    // The ticks, or seconds of a variable arm, of which both machines told a state, in all pairs;
    // and their number in runs that no fault ends.
    std::uint64_t compared = 0;
    std::uint64_t due = 0;
    // The earliest difference in any pair: milliseconds of the first differing checkpoint of a
    // variable arm, the first tick after which a fixed arm differs.
    std::optional<std::uint64_t> first_difference;
    std::uint32_t frames_fast = 0;  // a run's, on average
    std::uint32_t frames_slow = 0;
    double ratio = 0;                 // ratio of frames a second, in the pair where it is least
    std::uint32_t outcomes = 0;       // distinct last states among all runs
    std::uint32_t outcomes_fast = 0;  // among the fast machine's
    std::uint32_t outcomes_slow = 0;
    MatchOutcome fast;  // the first pair's
    MatchOutcome slow;
    // The largest distance of the two bullets at any checkpoint of any pair, and of those in single
    // precision, if the arm has them.
    double bullet_apart = 0;
    std::optional<double> bullet_float_apart;
    std::uint64_t replays_differing = 0;  // seconds of a variable arm that their recorded steps did
                                          // not reproduce, in all runs
    // The members below are of the fixed arms, in all runs.
    std::uint32_t delay_ms = 0;  // as it was configured
    // The age that comes of it, from taking an input to playing it, on average and at most.
    double input_age_ms = 0;
    double input_age_max_ms = 0;
    std::uint32_t stalls = 0;
    double stalled_ms = 0;
    double worst_gap_fast_ms = 0;
    double worst_gap_slow_ms = 0;
    // The number of pairs in which the session itself found the injected fault at exactly its tick.
    std::uint32_t found_exactly = 0;
    double found_after_ms = 0;  // the longest from playing that tick to knowing that it differs
    std::uint32_t pairs = 0;
    MatchVerdict verdict = MatchVerdict::inconclusive;
    bool is_as_expected = false;
};

// The terms that the pairs were to play by.
struct Terms {
    std::uint32_t seconds = 0;
    std::uint32_t delay_ticks = 0;
};

// Returns the findings. The error is bad_data if there is nothing to compare, that is, no pair, or
// a machine without a state, or if a state is none of the arm's game. An arm without a fault that
// agrees in less than was due is inconclusive.
sim::Result<ArmFindings> findings_of(const Arm& arm, const std::vector<PairResult>& results,
                                     const Terms& terms);

// Returns the instant after tick or second `index` of an arm: milliseconds of a variable arm, else
// the tick.
std::uint64_t instant_of(const Arm& arm, std::uint64_t index);
// Returns the first instant at which the two machines of a pair differ.
std::optional<std::uint64_t> first_difference_of(const Arm& arm, const PairResult& result);

// The findings in the two recordings of a pair: where they part, and whether they replay.
struct RecordingFindings {
    std::string diff;  // the verdict of `tandem diff`
    // The instant (instant_of) at which the states first differ, as `diff` says.
    std::optional<std::uint64_t> states_differ_at;
    bool is_exact_fast = false;  // `tandem verify` gets every state again
    bool is_exact_slow = false;
};

// Reads both files. The error is bad_data or io if one cannot be read.
sim::Result<RecordingFindings> examine_recordings(const Arm& arm, const std::string& fast_file,
                                                  const std::string& slow_file);

}  // namespace tandem::tools::lab::match
