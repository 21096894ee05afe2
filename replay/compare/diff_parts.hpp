// SPDX-License-Identifier: MIT
// Parts of a diff: comparing headers, comparing the inputs of one tick, finding the chains and
// states that two files have in common, checking records, and getting the states to compare.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/play/rerun.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {

// Returns lines as "seed: 1 | 2", one for each difference that decides the session; none for the
// same session.
std::vector<std::string> header_differences(const Header& a, const Header& b);

// Says that one file continues the other, or both the same third one, as their headers state it
// and, if the other is at hand, its chain at the fork confirms. Returns nothing if they are not
// related.
std::optional<std::string> relation_text(Cursor& a, Cursor& b);

// The place where two records of one tick differ.
struct InputDifference {
    Slot player;
    // The fields of the input that differ, or only "present".
    std::vector<sim::FieldDifference> fields;
};
// Returns the first slot whose part of the two records differs. The records must differ and fit the
// header (asserted).
InputDifference input_difference(const Header& header, sim::ByteView a, sim::ByteView b);

// Returns the numbers of ticks, ascending and at most `end`, after which both files state the whole
// chain.
std::vector<std::uint64_t> common_ends(const Replay& a, const Replay& b, std::uint64_t end);

// The two files' states of a tick, if both hold one.
struct CommonState {
    std::uint64_t ticks_done = 0;
    const StoredState* a = nullptr;  // in the first file; the first state of that tick
    const StoredState* b = nullptr;
};
// Returns all common states after at least `from` ticks, ascending.
std::vector<CommonState> common_states(const Replay& a, const Replay& b, std::uint64_t from);

// Checks that each of two files holds the inputs of its own hashes. Only then does it follow from
// equal chains that both hold the same inputs. Bytes are compared first, epoch by epoch. It decodes
// the records of both files, up to so many ticks, wherever their bytes are not the same,
// and compares them with the hash of records that their file states behind them. Bytes that both
// files hold alike are not decoded. The error (bad_data) says where records do not fit; a file
// opened with OpenDepth::records ends there.
sim::Result<void> check_unlike_records(const Replay& a, const Replay& b, std::uint64_t end);

// Gives the states to compare, as the files hold them or simulated again. A state that cannot be
// had is told once, as a note of the report.
class DiffStates {
public:
    // `a` is the first of the two files. All must outlive this object. Without a factory nothing is
    // simulated.
    DiffStates(const Replay& a, const SimulationFactory& factory, DiffReport& report);

    bool can_simulate() const { return factory_ != nullptr; }

    // Returns a run that came out as `replay`, one of the two files, recorded it; see rerun().
    std::optional<Rerun> simulate(const Replay& replay, std::uint64_t first, std::uint64_t last,
                                  std::uint64_t kept_bytes_max = 0);
    // Returns a stored state of `replay`, within the game's own bound if the game is known.
    std::optional<sim::Bytes> load(const Replay& replay, const StoredState& stored);
    // Returns the last state of the run, else the stored one after so many ticks.
    std::optional<sim::Bytes> state_at(const Replay& replay, std::uint64_t ticks_done,
                                       const std::optional<Rerun>& run);

private:
    bool is_first(const Replay& replay) const { return &replay == &a_; }
    void append_note(std::string text);

    const Replay& a_;
    const SimulationFactory& factory_;
    DiffReport& report_;
    std::optional<std::uint64_t> state_bytes_max_;
    bool a_unusable_told_ = false;
    bool b_unusable_told_ = false;
};

}  // namespace tandem::replay
