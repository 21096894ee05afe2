// SPDX-License-Identifier: MIT
// Decides who plays: which source fills which slot of a session, or of one side of a match.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/inputs/source.hpp>

namespace tandem::tools {

// The parts of [P=]SOURCE of --inputs: "1=lmp:x" is for slot 1; "lmp:a=b" is a path with an equals
// sign.
struct InputChoice {
    std::optional<std::uint32_t> slot;
    std::string source;
};
InputChoice split_input(const std::string& text);

// Gives each slot a column of a source. A source without a P= fills the next free slots with all
// its columns. With P= it plays slot P alone, from its column P if it has more than one. Slots
// without a source are bots.
class Seats {
public:
    // `players` is --players if it was given.
    static sim::Result<Seats> open(const std::vector<std::string>& inputs,
                                   const SourceContext& context,
                                   std::optional<std::uint32_t> players);

    std::uint32_t players() const { return static_cast<std::uint32_t>(seats_.size()); }
    // True if no source ever ends by itself.
    bool is_endless() const;
    // True if a person plays in real time.
    bool is_live() const;
    // The first slot of a person at this terminal.
    std::optional<Slot> own_slot() const;
    // True if the game itself plays some slot.
    bool has_bots() const;
    // The least number of rows of all sources that end.
    std::optional<std::uint64_t> rows() const;

    // Puts the record of `tick` into `record`; false once a source has ended.
    sim::Result<bool> make_record(sim::Tick tick, const sim::AnySimulation& simulation,
                                  sim::Bytes& record);
    // Bit s: slot s takes part in the tick whose record was made last.
    std::uint64_t presence() const { return presence_; }
    // The error of a source that ended the session at `tick`; nothing if it ended in order.
    std::optional<sim::Error> cut_at(sim::Tick tick) const;

private:
    struct Seat {
        Source* source = nullptr;
        std::uint32_t column = 0;
    };

    // The tick that a source is asked for: its row, or the tick if it has none.
    sim::Tick asked_at(const Source& source, sim::Tick tick) const;
    // Seats the newest source, for one slot or for as many free ones as it has columns.
    sim::Result<void> seat_one(const std::string& text, std::uint32_t slot);
    sim::Result<void> seat_all(const std::string& text, bool may_be_cut);
    void leave_out_unused(std::size_t least);
    void fill_free_seats(const SourceContext& context);

    std::vector<std::unique_ptr<Source>> sources_;
    std::vector<Seat> seats_;
    std::uint64_t first_tick_ = 0;  // first tick, which is row 0 of every table
    std::vector<sim::Bytes> inputs_;
    std::uint64_t presence_ = 0;
};

// The source of one player of a match, with its column: the one that P= chose, else the source's
// only one, else that of the own slot.
struct MatchSource {
    std::unique_ptr<Source> source;
    std::optional<std::uint32_t> column;
};
// Opens the source. `least_slot` is the lowest slot this side can get; a source without a column
// for it is refused at once.
sim::Result<MatchSource> open_match_source(const std::vector<std::string>& inputs,
                                           const SourceContext& context, Slot least_slot);
// The input that it gives this slot, as Source::input.
sim::Result<std::optional<sim::Bytes>> input_of(const MatchSource& source, Slot slot,
                                                sim::Tick tick,
                                                const sim::AnySimulation& simulation);

// True if one of the inputs is a person at this terminal.
bool wants_keys(const std::vector<std::string>& inputs);

}  // namespace tandem::tools
