// SPDX-License-Identifier: MIT
// The sources of inputs: a person, a bot, a script, a demo or a replay. Row k of a source acts at
// tick k, or k ticks after the one at which a session goes on from a recording.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::tools {

// A table of inputs: one column for each player it knows, one row for each tick.
class Source {
public:
    virtual ~Source() = default;

    // The number of columns; at least 1.
    virtual std::uint32_t columns() const = 0;
    // The number of rows, if it is known in advance.
    virtual std::optional<std::uint64_t> rows() const { return std::nullopt; }

    // The canonical input for `slot`, from `column`, to act at `tick`; nothing once the source has
    // ended. A source with rows() is asked for the row, all others for the number of the tick. It
    // is asked once for every tick, in order, and again from there on if a person went back.
    // `simulation` is the session as it stands, which in a match is some ticks earlier.
    virtual sim::Result<std::optional<sim::Bytes>> input(std::uint32_t column, Slot slot,
                                                         sim::Tick tick,
                                                         const sim::AnySimulation& simulation) = 0;

    // True if the column's player takes part in the tick.
    virtual bool present(std::uint32_t column, sim::Tick tick) const {
        static_cast<void>(column);
        static_cast<void>(tick);
        return true;
    }

    // The error at the source's end: it was cut, and this says where. A session recorded up to
    // there is sound.
    virtual std::optional<sim::Error> cut() const { return std::nullopt; }
    // True if a person plays in real time.
    virtual bool is_live() const { return false; }
    // True if the game itself plays the slot, which not every game can.
    virtual bool is_bot() const { return false; }
};

// The facts that opening a source needs.
struct SourceContext {
    const sim::GameInfo& game;
    // The keys held down at present, for `keys`; empty if no terminal is at hand.
    std::function<Keys()> held_keys = {};
    // True if slots without a source also give inputs that nobody would, see make_default_source.
    bool mixes_in_random = false;
    // The tick at which the session goes on from a recording: that of every source's row 0, but not
    // of a `replay`, whose ticks keep their numbers. It is 0 if a session begins anew.
    std::uint64_t first_tick = 0;
};

// The kinds of SOURCE, in words: "keys, bot, random, script:FILE.csv, ... or replay:FILE".
std::string source_forms();
// The beginning of each kind; a file's name follows a ':'.
std::vector<std::string> source_words();

// Opens a source of source_forms.
sim::Result<std::unique_ptr<Source>> open_source(const std::string& text,
                                                 const SourceContext& context);

// The source of a slot for which nobody was named: a bot; with mixes_in_random a bot and random
// inputs by turns, and random inputs alone if the game has no bot.
std::unique_ptr<Source> make_default_source(const SourceContext& context);

// The file a source reads, or an empty text: an output must never be one of the inputs.
std::string source_file(const std::string& text);
// The parts of "FILE.wad#LUMP"; `lump` is empty if there is a file of the whole name.
struct LumpPath {
    std::string file;
    std::string lump;
};
LumpPath split_lump_path(const std::string& path);
// The note that a bot was seated in a game that has none.
std::string no_bot_text(const sim::GameInfo& game);
// True if the text names the source `keys`, which needs a terminal.
bool is_keys_source(const std::string& text);

std::unique_ptr<Source> make_bot_source();
// A source of any input that the schema allows.
std::unique_ptr<Source> make_random_source();
// A source with a second of the bot and a second of any input by turns, so that normal play is
// reached and then things happen that nobody would do; each slot turns at another tick.
std::unique_ptr<Source> make_mixed_source();
std::unique_ptr<Source> make_keys_source(std::function<Keys()> held_keys);
// Opens a demo. `path` may be FILE.lmp or FILE.wad#LUMP; see split_lump_path.
sim::Result<std::unique_ptr<Source>> open_lmp_source(const std::string& path,
                                                     const sim::GameInfo& game);
sim::Result<std::unique_ptr<Source>> open_script_source(const std::string& path,
                                                        const sim::GameInfo& game);
// Opens a recording. With a `first_tick` other than 0 row 0 is that tick of the recording, else its
// first one.
sim::Result<std::unique_ptr<Source>> open_replay_source(const std::string& path,
                                                        const sim::GameInfo& game,
                                                        std::uint64_t first_tick = 0);

}  // namespace tandem::tools
