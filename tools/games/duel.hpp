// SPDX-License-Identifier: MIT
// The first bundled game: a top-down arena shooter for one to eight players. Its input is exactly a
// Doom tic, so that demos of real people drive it; its rules are its own.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/math/vec2.hpp>
#include <tandem/sim/serialize/traversal.hpp>
#include <tandem/tools/games/duel_arena.hpp>
#include <tandem/tools/games/duel_weapons.hpp>

namespace tandem::games {

enum class FighterStatus : std::uint8_t { absent, alive, dead };

constexpr std::array<std::string_view, 3> enum_labels(FighterStatus) {
    return {"absent", "alive", "dead"};
}

// The body of a player. Lengths are in tiles, speeds in tiles per tick.
struct Fighter {
    FighterStatus status = FighterStatus::absent;
    Weapon weapon = Weapon::blaster;
    std::int16_t health = 0;  // 0 unless alive
    Vec2 position;
    Vec2 velocity;
    Angle heading;                      // 0 is along x, counter-clockwise
    std::uint16_t cooldown_ticks = 0;   // ticks until it may shoot again
    std::uint16_t respawn_ticks = 0;    // while dead: ticks until it may come back
    std::uint16_t protected_ticks = 0;  // after a spawn: ticks until it can be hurt
    std::int32_t score = 0;             // kills of others less kills of itself
    std::uint32_t kills = 0;
    std::uint32_t deaths = 0;
    std::uint32_t shots = 0;
    std::uint32_t hits = 0;

    bool is_alive() const { return status == FighterStatus::alive; }

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(status), CEREAL_NVP(weapon), CEREAL_NVP(health));
        ar(with_unit(CEREAL_NVP(position), "tiles"));
        ar(with_unit(CEREAL_NVP(velocity), "tiles/tick"));
        ar(CEREAL_NVP(heading));
        ar(with_unit(CEREAL_NVP(cooldown_ticks), "ticks"));
        ar(with_unit(CEREAL_NVP(respawn_ticks), "ticks"));
        ar(with_unit(CEREAL_NVP(protected_ticks), "ticks"));
        ar(CEREAL_NVP(score), CEREAL_NVP(kills), CEREAL_NVP(deaths));
        ar(CEREAL_NVP(shots), CEREAL_NVP(hits));
    }
};

struct Projectile {
    Vec2 position;
    Vec2 velocity;
    std::uint16_t life_ticks = 0;
    std::uint8_t owner = 0;  // the slot of its owner
    Weapon weapon = Weapon::blaster;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(with_unit(CEREAL_NVP(position), "tiles"));
        ar(with_unit(CEREAL_NVP(velocity), "tiles/tick"));
        ar(with_unit(CEREAL_NVP(life_ticks), "ticks"));
        ar(CEREAL_NVP(owner), CEREAL_NVP(weapon));
    }
};

// The limit that decides a match. A limit below 1,000 is the score that does. From there on it is a
// match of rounds: 3005 is five frags for a round and three rounds for the match, and every round
// that was won counts 1,000 in its winner's score. A single number says both, because fields of
// their own would change the schemas by which all older recordings are known.
struct DuelLimit {
    static constexpr std::int32_t k_round_score = 1000;
    static constexpr std::uint32_t k_rounds_max = 1000;

    explicit DuelLimit(std::uint32_t frag_limit);
    bool has_rounds() const { return rounds > 0; }
    // Returns the rounds that a score in a match of rounds has won.
    static std::int32_t rounds_won(std::int32_t score) { return score / k_round_score; }
    static std::int32_t frags_in_round(std::int32_t score) { return score % k_round_score; }

    std::uint32_t score = 0;  // decides the match; 0 if nothing does
    std::int32_t rounds = 0;  // to win; 0 if the match has none
    std::int32_t frags = 0;   // that win a round
};

class Duel {
public:
    static constexpr std::string_view name = "duel";
    static constexpr TickRate tick_rate{35};  // Doom's rate
    static constexpr std::uint32_t players_max = 8;
    static constexpr std::uint32_t version = 1;
    static constexpr Fixed k_fighter_radius = 0.25_fx;
    static constexpr std::int16_t k_health_max = 100;
    static constexpr std::uint16_t k_give_up_ticks = 105;  // a dead fighter comes back after them

    // A Doom tic. forward and side (to the right) are speeds, running is 50 and more counts as 50;
    // turn is the high byte of the angle delta, signed, in 1/256 turns counter-clockwise.
    struct Input {
        std::int8_t forward{};
        std::int8_t side{};
        std::uint8_t turn{};
        std::uint8_t buttons{};  // see Buttons

        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(forward), CEREAL_NVP(side), CEREAL_NVP(turn), CEREAL_NVP(buttons));
        }
    };

    struct Buttons {
        static constexpr unsigned attack = 1;
        static constexpr unsigned use = 2;
        static constexpr unsigned change_weapon = 4;
        static constexpr unsigned weapon_shift = 3;  // three bits: Doom's weapon
        static constexpr unsigned weapon_mask = 7;
        static constexpr unsigned special = 128;  // the other bits mean pause or save, not play
    };

    struct Options {
        std::uint32_t frag_limit = 0;  // the score that ends the match; 0 never does; see DuelLimit
        ArenaKind arena = ArenaKind::yard;

        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(frag_limit), CEREAL_NVP(arena));
        }
    };

    void reset(const Setup& setup);
    void step(Inputs<Input> inputs, Phases& phase_ended);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(with_unit(CEREAL_NVP(ticks), "ticks"), CEREAL_NVP(random));
        ar(CEREAL_NVP(fighters), CEREAL_NVP(projectiles));
    }

    // Refuses, by an exception, a state from a file or a peer whose numbers do not fit together.
    void restored() const;

    // Goes for the nearest opponent: finds the way, aims ahead of it, keeps its distance, shoots.
    // In a match of rounds, which people play, it is gentle: late, wrong in its aim, and seldom
    // shooting.
    Input bot_input(Slot slot, Random& random_source) const;
    // WASD moves, left and right turn, finely at first, space shoots, e or enter is use, 1 to 4
    // choose the weapon. It is called once a tick.
    Input input_from_keys(const Keys& keys) const;
    static constexpr std::string_view keys_help =
        "w s or up down: run   a d: sidestep   left right: turn\n"
        "space: shoot   1 to 4: weapon   e or enter: come back";
    // Two bots take about eight minutes for it; better players win in two to four.
    static Options keys_options() { return {.frag_limit = 3005}; }
    void draw(Canvas& canvas, const Duel& previous, float alpha) const;
    bool finished() const;

    DuelLimit limit() const { return DuelLimit(options.frag_limit); }
    // True if everybody waits for the next round.
    bool is_between_rounds() const;

    // The state. A fighter's index is its slot.
    std::uint64_t ticks = 0;
    Random random;
    std::vector<Fighter> fighters;
    std::vector<Projectile> projectiles;  // oldest first

    // The constants that reset makes.
    DuelArena arena;
    Options options;
    std::uint32_t slots = 0;
    std::uint64_t seed = 0;

private:
    using Positions = std::array<Vec2, players_max>;

    void follow_presence(const Inputs<Input>& inputs);
    void move_fighters(const Inputs<Input>& inputs);
    void part_overlapping_fighters();
    void use_weapons(const Inputs<Input>& inputs);
    void shoot(std::size_t slot);
    Angle aim_of(std::size_t slot) const;
    void fly_projectiles(const Positions& before);
    // Moves a projectile. True if it is still flying after this tick.
    bool fly(Projectile& projectile, const Positions& before);
    void explode(const Projectile& projectile, Vec2 place);
    void hurt(std::size_t target, std::size_t attacker, int damage, Vec2 push);
    void add_score(Fighter& fighter, std::int32_t points) const;
    void close_round();
    void run_timers(const Inputs<Input>& inputs);
    void spawn(std::size_t slot);
    Vec2 choose_spawn(std::size_t slot);

    // The ticks for which the person at this machine has turned, up to the number from which it
    // turns fast. It is no state, and no step reads it.
    mutable std::array<std::uint8_t, players_max> turning_{};
};

}  // namespace tandem::games
