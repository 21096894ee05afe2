// SPDX-License-Identifier: MIT
// It makes the duel's inputs that do not come from a demo: those of bots and the keyboard. Nothing
// here takes part in a step.
#include <tandem/tools/games/duel.hpp>

#include <algorithm>
#include <optional>

namespace tandem::games {

namespace {

using Buttons = Duel::Buttons;

constexpr int k_run = 50;                      // forward of a Doom tic while running
constexpr int k_strafe = 40;                   // its side likewise
constexpr int k_turn_parts = 256;              // a turn in the units of a tic's turn byte
constexpr int k_key_turn = 4;                  // 1/256 turns per tick that an arrow key is down
constexpr int k_key_turn_first = 1;            // the same in the first ticks, so that a tap ...
constexpr std::uint8_t k_tap_ticks = 4;        // ... of about a tenth of a second aims finely
constexpr std::int64_t k_bot_turn_max = 9;     // the same for a bot: about 1.2 turns per second
constexpr std::uint64_t k_strafe_ticks = 22;   // a bot changes sides after them
constexpr std::uint64_t k_patrol_ticks = 175;  // a lone bot goes elsewhere after them
constexpr Fixed k_near = 3;                    // tiles: closer than this a bot backs off
constexpr Fixed k_far = 7;                     // tiles: farther than this it comes closer
constexpr Fixed k_circling = 0.8_fx;           // a fighting bot's way: so much of it aside ...
constexpr Fixed k_closing = 0.6_fx;            // ... and this towards or away; 1 in length together
constexpr std::int64_t k_aim_tolerance = 3;    // 1/256 turns off the target at which a bot shoots
// A bot changes its weapon in one tick of so many.
constexpr std::uint32_t k_ticks_per_weapon_change = 40;
// A bot's aim is off by up to so many 1/256 turns.
constexpr std::int64_t k_unsteadiness = 1;
// A bot of a match of rounds, where people play: it turns about as fast as their keys do, sees
// where somebody was so many ticks ago, aims anew every so many ticks, wrong by up to so many 1/256
// turns (shots find whoever is within 20 of them), and shoots in one tick of so many.
constexpr std::int64_t k_gentle_turn_max = 4;
constexpr std::int64_t k_gentle_late_ticks = 6;
constexpr std::uint64_t k_gentle_aim_ticks = 40;
constexpr std::int64_t k_gentle_unsteadiness = 36;
constexpr std::uint32_t k_gentle_ticks_per_shot = 6;
constexpr unsigned k_doom_pistol = 1;  // weapon bits, see k_weapon_of_bits
constexpr unsigned k_doom_shotgun = 2;
constexpr unsigned k_doom_chaingun = 3;
constexpr unsigned k_doom_rockets = 4;

std::uint8_t change_weapon(unsigned doom_weapon) {
    return static_cast<std::uint8_t>(Buttons::change_weapon | doom_weapon << Buttons::weapon_shift);
}

// Returns the nearest opponent that can be seen, else the nearest.
std::optional<std::size_t> choose_target(const Duel& duel, std::size_t self) {
    std::optional<std::size_t> best;
    bool best_is_seen = false;
    Fixed best_distance = 0;
    for (std::size_t slot = 0; slot < duel.fighters.size(); ++slot) {
        if (slot == self || !duel.fighters[slot].is_alive()) {
            continue;
        }
        const Vec2 from = duel.fighters[self].position;
        const bool is_seen = duel.arena.sees(from, duel.fighters[slot].position);
        const Fixed away = distance(from, duel.fighters[slot].position);
        if (!best || is_seen > best_is_seen || (is_seen == best_is_seen && away < best_distance)) {
            best = slot;
            best_is_seen = is_seen;
            best_distance = away;
        }
    }
    return best;
}

// Returns the whole 1/256 turns from one direction to another, the shorter way round.
std::int64_t turns_between(Angle from, Angle to) {
    return ((to - from).signed_turns() * k_turn_parts).round();
}

// Moves along `way` whatever the heading: forward and side are its two parts.
void move_along(Duel::Input& input, Vec2 way, Angle heading) {
    const Vec2 ahead = direction(heading);
    const auto part = [&](Vec2 axis) {
        return static_cast<std::int8_t>(
            std::clamp<std::int64_t>((dot(way, axis) * k_run).round(), -k_run, k_run));
    };
    input.forward = part(ahead);
    input.side = part(-perpendicular(ahead));
}

// Returns Doom's number of the weapon that suits a distance.
unsigned weapon_for(Fixed away) {
    return away < k_near ? k_doom_shotgun : away < k_far ? k_doom_chaingun : k_doom_rockets;
}

// The directions in which a bot wants to look and to go.
struct Intent {
    Vec2 aim;
    Vec2 way;  // its length is 1 at most
    bool is_fighting = false;
};

// Goes along the shortest way, looking ahead.
Intent walk_to(const Duel& duel, Vec2 from, Vec2 place) {
    const Vec2 way = normalised(duel.arena.next_waypoint(from, place) - from);
    return {from + way, way, false};
}

// Goes from one spawn to the next while there is nobody to fight.
Intent patrol(const Duel& duel, Slot slot) {
    const auto spawns = duel.arena.spawns();
    const std::uint64_t leg = duel.ticks / k_patrol_ticks + slot.index;
    return walk_to(duel, duel.fighters[slot.index].position, spawns[leg % spawns.size()]);
}

// Aims ahead of a target in sight, circles it and keeps its distance; changes sides in time.
Intent fight(const Duel& duel, Slot slot, const Fighter& target, bool is_gentle) {
    const Fighter& self = duel.fighters[slot.index];
    const Fixed away = distance(self.position, target.position);
    const Vec2 towards = normalised(target.position - self.position);
    const bool is_left = (duel.ticks / k_strafe_ticks + slot.index) % 2 == 0;
    const Vec2 aside = perpendicular(towards) * (is_left ? k_circling : -k_circling);
    const Vec2 closer = towards * (away < k_near ? -k_closing : away > k_far ? k_closing : 0_fx);
    const Fixed flight_ticks = away / spec_of(self.weapon).speed;
    const Fixed ahead_ticks = is_gentle ? Fixed(-k_gentle_late_ticks) : flight_ticks;
    return {target.position + target.velocity * ahead_ticks, aside + closer, true};
}

// Returns the error of a gentle bot's aim for a while, in 1/256 turns.
std::int64_t gentle_error(const Duel& duel, Slot slot) {
    Random random = Random(duel.seed, slot.index).split(duel.ticks / k_gentle_aim_ticks);
    return random.between(-k_gentle_unsteadiness, k_gentle_unsteadiness);
}

}  // namespace

Duel::Input Duel::bot_input(Slot slot, Random& random_source) const {
    const std::int64_t unsteadiness = random_source.between(-k_unsteadiness, k_unsteadiness);
    const bool is_switching = random_source.chance(1, k_ticks_per_weapon_change);
    const bool is_gentle = limit().has_rounds();
    const bool may_shoot = !is_gentle || random_source.chance(1, k_gentle_ticks_per_shot);
    const Fighter& self = fighters[slot.index];
    Input input;
    if (!self.is_alive()) {
        input.buttons = Buttons::use;
        return input;
    }
    const auto target_slot = choose_target(*this, slot.index);
    const Fighter& target = fighters[target_slot.value_or(slot.index)];
    const Intent intent = !target_slot ? patrol(*this, slot)
                          : arena.sees(self.position, target.position)
                              ? fight(*this, slot, target, is_gentle)
                              : walk_to(*this, self.position, target.position);

    const std::int64_t error = is_gentle && intent.is_fighting ? gentle_error(*this, slot) : 0;
    const std::int64_t turn_max = is_gentle ? k_gentle_turn_max : k_bot_turn_max;
    const std::int64_t off =
        turns_between(self.heading, angle_of(intent.aim - self.position)) + error;
    const std::int64_t turn = std::clamp(off + unsteadiness, -turn_max, turn_max);
    input.turn = static_cast<std::uint8_t>(turn);
    move_along(input, intent.way, self.heading + Angle::from_turns(turn, k_turn_parts));
    const bool is_on_target = off >= turn - k_aim_tolerance && off <= turn + k_aim_tolerance;
    if (intent.is_fighting && is_on_target && may_shoot && target.protected_ticks == 0) {
        input.buttons = Buttons::attack;
    } else if (is_switching) {
        input.buttons = change_weapon(weapon_for(distance(self.position, target.position)));
    }
    return input;
}

Duel::Input Duel::input_from_keys(const Keys& keys) const {
    Input input;
    const auto axis = [](bool positive, bool negative, int size) {
        return (positive ? size : 0) - (negative ? size : 0);
    };
    const bool is_forward = keys.down('w') || keys.down(Key::up);
    const bool is_backward = keys.down('s') || keys.down(Key::down);
    input.forward = static_cast<std::int8_t>(axis(is_forward, is_backward, k_run));
    input.side = static_cast<std::int8_t>(axis(keys.down('d'), keys.down('a'), k_strafe));
    std::uint8_t& turning = turning_[keys.player().index % players_max];
    const int turn = turning < k_tap_ticks ? k_key_turn_first : k_key_turn;
    input.turn = static_cast<std::uint8_t>(axis(keys.down(Key::left), keys.down(Key::right), turn));
    turning = input.turn == 0 ? std::uint8_t{0} : std::min<std::uint8_t>(turning + 1, k_tap_ticks);
    unsigned buttons = keys.down(Key::space) ? Buttons::attack : 0;
    if (keys.down('e') || keys.down(Key::enter)) {
        buttons |= Buttons::use;
    }
    constexpr std::array<unsigned, 4> k_weapons{k_doom_pistol, k_doom_shotgun, k_doom_chaingun,
                                                k_doom_rockets};
    for (std::size_t i = 0; i < k_weapons.size(); ++i) {
        if (keys.down(static_cast<char>('1' + i))) {
            buttons |= change_weapon(k_weapons[i]);
        }
    }
    input.buttons = static_cast<std::uint8_t>(buttons);
    return input;
}

}  // namespace tandem::games
