// SPDX-License-Identifier: MIT
// The game of the lab's fixed-tick arms: two walkers in a yard with leaves in the wind. It has
// whole numbers only, and is so small that only the loop, the network or the file can make the
// differences in a table.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/tools/lab/games/compare.hpp>
#include <tandem/tools/lab/machine/platform.hpp>

namespace tandem::tools::lab {

// Keys held during a tick, as bits.
namespace key {
inline constexpr std::uint8_t k_left = 1;
inline constexpr std::uint8_t k_right = 2;
inline constexpr std::uint8_t k_jump = 4;
}  // namespace key

struct YardWalker {
    std::int32_t position = 0;  // in thousandths of a unit, as heights
    std::int32_t speed = 0;     // per tick, as rise
    std::int32_t height = 0;
    std::int32_t rise = 0;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(position), CEREAL_NVP(speed), CEREAL_NVP(height), CEREAL_NVP(rise));
    }
};

struct YardLeaf {
    std::int32_t position = 0;
    std::int32_t drift = 0;  // per tick

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(position), CEREAL_NVP(drift));
    }
};

struct Yard {
    static constexpr std::string_view name = "yard";
    static constexpr TickRate tick_rate{50};
    static constexpr std::uint32_t players_max = 2;
    // The wind turns, and random numbers are drawn, in the last tick of every so many.
    static constexpr std::uint32_t k_gust_ticks = 64;

    struct Input {
        std::uint8_t keys = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(keys));
        }
    };
    struct Options {
        std::int32_t push = 5;  // a held key adds it to the speed in a tick
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(push));
        }
    };

    void reset(const Setup& setup);
    void step(Inputs<Input> inputs);

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks), CEREAL_NVP(walkers), CEREAL_NVP(leaves), CEREAL_NVP(random));
    }

    std::uint32_t ticks = 0;
    std::array<YardWalker, players_max> walkers{};
    std::array<YardLeaf, 64> leaves{};
    Random random;
    Options options;  // constant

protected:
    void move_walkers(Inputs<Input> inputs);
    void move_leaves(Random& wind);
};

// Returns the keys of the lab's script for that player in that tick, a choice for 16 ticks each.
std::uint8_t yard_keys(Slot slot, std::uint64_t tick);

// The presence bits of both players.
inline constexpr std::uint64_t k_both_present = 3;
// These return the record of a tick in which they hold these keys, and that of the script.
sim::Bytes yard_record_of(std::uint8_t first_keys, std::uint8_t second_keys);
sim::Bytes yard_record(std::uint64_t tick);

// ---- The yard with one thing changed, for what a handshake or a check must notice ----

struct YardOf25Ticks : Yard {
    static constexpr TickRate tick_rate{25};
};

struct YardOfNextVersion : Yard {
    static constexpr std::uint32_t version = 2;
};

// A build whose compiler or library gives reset another result.
struct YardWithAnotherReset : Yard {
    void reset(const Setup& setup) {
        Yard::reset(setup);
        walkers[0].position += 1;
    }
};

// A yard whose wind comes from outside of the state, seeded with the time of a wall clock when the
// program began: two runs are two programs, begun at different times.
template <std::uint64_t wall_ns>
struct YardWithWallClock : Yard {
    void reset(const Setup& setup) {
        Yard::reset(setup);
        hidden = Random(wall_ns);
    }
    void step(Inputs<Input> inputs) {
        move_walkers(inputs);
        move_leaves(hidden);
    }
    Random hidden;
};

// A yard whose author holds that the two walkers are never both above this height, and says so in
// the step.
struct YardWithAssertion : Yard {
    static constexpr std::int32_t k_height_together_max = 900;
    void step(Inputs<Input> inputs);
};

// Plays a tick for each update, however long the loop says it is, with the script's keys of that
// tick.
class YardPlayer : public Game {
public:
    // The observer may be null and outlives the player.
    explicit YardPlayer(sim::TickObserver* observer = nullptr);
    // Takes a game with the yard's inputs.
    explicit YardPlayer(sim::AnySimulation game, sim::TickObserver* observer = nullptr);

    void update(const Update& update) override;
    void render(const Frame& frame) override;

    // The hash of the state after each tick.
    const std::vector<std::uint64_t>& hashes() const { return hashes_; }
    // The number of pictures that show another state than the one before; the first is compared
    // with the state after reset.
    std::uint64_t changes_seen() const { return changes_seen_; }
    // Ends the session, for its observer.
    void end();

private:
    sim::Timeline timeline_;
    std::vector<std::uint64_t> hashes_;
    std::uint64_t shown_ = 0;
    std::uint64_t changes_seen_ = 0;
};

}  // namespace tandem::tools::lab
