// SPDX-License-Identifier: MIT
// The file has the rules of the duel, in the order in which a tick applies them.
#include <tandem/tools/games/duel.hpp>

#include <algorithm>
#include <stdexcept>

#include <tandem/sim/game/setup_options.hpp>

namespace tandem::games {

namespace {

// Doom's feel in our units: a run input of 50 gives 16.7 map units of 1/64 tile per tick at most.
constexpr int k_run_speed = 50;
constexpr std::int64_t k_thrust_divisor = 2048;  // inputs to tiles per tick, squared
constexpr Fixed k_friction = 0.90625_fx;         // part of the speed that is left after a tick
constexpr Fixed k_stop_speed = 0.001_fx;         // tiles per tick, without thrust

constexpr std::uint16_t k_respawn_ticks = 35;    // a dead fighter stays down so long
constexpr std::uint16_t k_protected_ticks = 35;  // after a spawn
constexpr Fixed k_push_per_damage = 0.002_fx;    // tiles per tick, for each point of damage

constexpr Fixed k_aim_help_turns = 0.08_fx;  // shots find an opponent this close to the heading

// No match reaches this speed: a state from a file or a peer beyond it is refused.
constexpr Fixed k_speed_max = 1000;  // tiles per tick, on each axis
constexpr std::int32_t k_score_max = 1'000'000'000;

// Random streams of one seed: the arena does not depend on the events in it.
constexpr std::uint64_t k_arena_stream = 1;
constexpr std::uint64_t k_match_stream = 2;

std::uint32_t buttons_of(const Duel::Input& input) {
    return (input.buttons & Duel::Buttons::special) != 0 ? 0 : input.buttons;
}

Fixed thrust_of(std::int8_t speed) {
    return Fixed(std::clamp<int>(speed, -k_run_speed, k_run_speed)) / k_thrust_divisor;
}

}  // namespace

DuelLimit::DuelLimit(std::uint32_t frag_limit) : score(frag_limit) {
    constexpr auto k_scale = static_cast<std::uint32_t>(k_round_score);
    if (frag_limit % k_scale != 0 && frag_limit > k_scale && frag_limit < k_rounds_max * k_scale) {
        rounds = static_cast<std::int32_t>(frag_limit / k_scale);
        frags = static_cast<std::int32_t>(frag_limit % k_scale);
        score = static_cast<std::uint32_t>(rounds * k_round_score);
    }
}

void Duel::reset(const Setup& setup) {
    options = setup.options_as<Options>();
    arena = DuelArena(options.arena, Random(setup.seed, k_arena_stream));
    random = Random(setup.seed, k_match_stream);
    slots = setup.slots;
    seed = setup.seed;
    ticks = 0;
    projectiles.clear();
    fighters.assign(slots, Fighter{});
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        if (setup.present(Slot{slot})) {
            spawn(slot);
        }
    }
}

void Duel::step(Inputs<Input> inputs, Phases& phase_ended) {
    follow_presence(inputs);
    phase_ended("presence");
    Positions before{};
    for (std::size_t slot = 0; slot < fighters.size(); ++slot) {
        before[slot] = fighters[slot].position;
    }
    move_fighters(inputs);
    part_overlapping_fighters();
    phase_ended("movement");
    use_weapons(inputs);
    phase_ended("weapons");
    fly_projectiles(before);
    phase_ended("projectiles");
    close_round();
    run_timers(inputs);
    ++ticks;
    phase_ended("timers");
}

// Arithmetic wraps far outside of the arena and signed scores must not overflow, so a state that no
// match can reach is not played on.
void Duel::restored() const {
    const auto require = [](bool holds, const char* sentence) {
        if (!holds) {
            throw std::runtime_error(sentence);
        }
    };
    // The check does not use abs, because the lowest number has none.
    const auto is_speed = [](Fixed along) { return along >= -k_speed_max && along <= k_speed_max; };
    const auto is_reachable = [&](Vec2 position, Vec2 velocity) {
        return position.x >= 0 && position.y >= 0 && position.x <= arena.width() &&
               position.y <= arena.height() && is_speed(velocity.x) && is_speed(velocity.y);
    };
    require(fighters.size() == slots, "a duel's state must have one fighter for each slot");
    for (const Fighter& fighter : fighters) {
        require(is_reachable(fighter.position, fighter.velocity),
                "a fighter must stand in the arena and be no faster than 1,000 tiles per tick");
        require(!fighter.is_alive() || arena.fits(fighter.position, k_fighter_radius),
                "a living fighter must not stand in a wall");
        require(fighter.score >= -k_score_max && fighter.score <= k_score_max,
                "a fighter's score must lie within a billion");
    }
    for (const Projectile& projectile : projectiles) {
        require(projectile.owner < slots, "a projectile's owner must be one of the slots");
        require(is_reachable(projectile.position, projectile.velocity),
                "a projectile must fly in the arena, at 1,000 tiles per tick at most");
        require(!arena.is_wall(projectile.position.x.floor(), projectile.position.y.floor()),
                "a projectile must not fly in a wall");
    }
}

bool Duel::finished() const {
    const std::uint32_t enough = limit().score;
    return enough != 0 &&
           std::any_of(fighters.begin(), fighters.end(), [&](const Fighter& fighter) {
               return fighter.score >= 0 && static_cast<std::uint32_t>(fighter.score) >= enough;
           });
}

// True if all are down at once. Two that shot each other in one tick are as well, and come back
// together.
bool Duel::is_between_rounds() const {
    return limit().has_rounds() &&
           std::none_of(fighters.begin(), fighters.end(),
                        [](const Fighter& fighter) { return fighter.is_alive(); });
}

// A player who leaves takes his body with him and keeps his score; a player who comes, or returns,
// spawns.
void Duel::follow_presence(const Inputs<Input>& inputs) {
    for (std::uint32_t slot = 0; slot < fighters.size(); ++slot) {
        Fighter& fighter = fighters[slot];
        const bool is_present = inputs.present(Slot{slot});
        if (!is_present && fighter.status != FighterStatus::absent) {
            fighter.status = FighterStatus::absent;
            fighter.health = 0;
            fighter.velocity = {};
            fighter.cooldown_ticks = 0;
            fighter.respawn_ticks = 0;
            fighter.protected_ticks = 0;
        } else if (is_present && fighter.status == FighterStatus::absent) {
            spawn(slot);
        }
    }
}

void Duel::move_fighters(const Inputs<Input>& inputs) {
    for (std::size_t slot = 0; slot < fighters.size(); ++slot) {
        Fighter& fighter = fighters[slot];
        if (!fighter.is_alive()) {
            continue;
        }
        const Input& input = inputs[slot];
        fighter.heading += Angle::from_raw(std::uint32_t{input.turn} << 24);
        const Vec2 ahead = direction(fighter.heading);
        const Vec2 right = -perpendicular(ahead);
        fighter.velocity += ahead * thrust_of(input.forward) + right * thrust_of(input.side);

        const BodyMove move = arena.move_body(fighter.position, fighter.velocity, k_fighter_radius);
        fighter.position = move.position;
        fighter.velocity.x = move.blocked_x ? Fixed(0) : fighter.velocity.x * k_friction;
        fighter.velocity.y = move.blocked_y ? Fixed(0) : fighter.velocity.y * k_friction;
        const bool is_coasting = input.forward == 0 && input.side == 0;
        if (is_coasting && within(fighter.velocity, {}, k_stop_speed)) {
            fighter.velocity = {};
        }
    }
}

// Each of two moves half the way, as far as walls let it; later ticks part the rest.
void Duel::part_overlapping_fighters() {
    for (std::size_t a = 0; a < fighters.size(); ++a) {
        for (std::size_t b = a + 1; b < fighters.size(); ++b) {
            if (!fighters[a].is_alive() || !fighters[b].is_alive() ||
                !within(fighters[a].position, fighters[b].position, k_fighter_radius * 2)) {
                continue;
            }
            const Vec2 apart = fighters[b].position - fighters[a].position;
            const Vec2 push_direction = apart == Vec2{} ? Vec2{1, 0} : normalised(apart);
            const Vec2 push = push_direction * (k_fighter_radius - length(apart) / 2);
            const auto move = [&](Fighter& fighter, Vec2 by) {
                fighter.position = arena.move_body(fighter.position, by, k_fighter_radius).position;
            };
            move(fighters[a], -push);
            move(fighters[b], push);
        }
    }
}

void Duel::use_weapons(const Inputs<Input>& inputs) {
    for (std::size_t slot = 0; slot < fighters.size(); ++slot) {
        Fighter& fighter = fighters[slot];
        if (!fighter.is_alive()) {
            continue;
        }
        const std::uint32_t buttons = buttons_of(inputs[slot]);
        if ((buttons & Buttons::change_weapon) != 0) {
            fighter.weapon =
                k_weapon_of_bits[buttons >> Buttons::weapon_shift & Buttons::weapon_mask];
        }
        if ((buttons & Buttons::attack) != 0 && fighter.cooldown_ticks == 0) {
            shoot(slot);
        }
    }
}

// Projectiles start in the middle of their owner, which never stands in a wall, and never hit it.
void Duel::shoot(std::size_t slot) {
    Fighter& fighter = fighters[slot];
    const WeaponSpec& spec = spec_of(fighter.weapon);
    fighter.cooldown_ticks = spec.cooldown_ticks;
    fighter.protected_ticks = 0;
    ++fighter.shots;
    const Angle aim = aim_of(slot);
    const auto scatter = static_cast<std::int64_t>(spec.scatter.raw());
    for (int pellet = 0; pellet < spec.pellets; ++pellet) {
        const auto off = static_cast<std::uint32_t>(random.between(-scatter, scatter));
        const Vec2 way = direction(aim + Angle::from_raw(off));
        projectiles.push_back({fighter.position, way * spec.speed, spec.life_ticks,
                               static_cast<std::uint8_t>(slot), fighter.weapon});
    }
}

// Aims straight ahead, or at the opponent in sight closest to it: demos were aimed at other people
// than those who stand here, and without this help they would hardly ever hit.
Angle Duel::aim_of(std::size_t slot) const {
    const Fighter& fighter = fighters[slot];
    Angle aim = fighter.heading;
    Fixed best_off = k_aim_help_turns;
    for (std::size_t other = 0; other < fighters.size(); ++other) {
        const Vec2 to = fighters[other].position;
        if (other == slot || !fighters[other].is_alive() || !arena.sees(fighter.position, to)) {
            continue;
        }
        const Angle towards = angle_of(to - fighter.position);
        const Fixed off = abs((towards - fighter.heading).signed_turns());
        if (off < best_off) {
            best_off = off;
            aim = towards;
        }
    }
    return aim;
}

void Duel::fly_projectiles(const Positions& before) {
    std::size_t flying = 0;
    for (Projectile projectile : projectiles) {
        if (fly(projectile, before)) {
            projectiles[flying++] = projectile;
        }
    }
    projectiles.resize(flying);
}

// Both motions of this tick are straight and even, so the earliest contact is found exactly however
// fast either moves.
bool Duel::fly(Projectile& projectile, const Positions& before) {
    const WeaponSpec& spec = spec_of(projectile.weapon);
    const auto wall = arena.sweep_point(projectile.position, projectile.velocity);
    Fixed first = wall.value_or(1);
    std::size_t target = fighters.size();
    for (std::size_t slot = 0; slot < fighters.size(); ++slot) {
        const Fighter& fighter = fighters[slot];
        if (slot == projectile.owner || !fighter.is_alive() || fighter.protected_ticks > 0) {
            continue;
        }
        const Vec2 moved = fighter.position - before[slot];
        const auto contact =
            sweep_circle(projectile.position - before[slot], projectile.velocity - moved,
                         k_fighter_radius + spec.radius);
        if (contact && (*contact < first || (*contact == first && target == fighters.size()))) {
            first = *contact;
            target = slot;
        }
    }
    const Vec2 place = projectile.position + projectile.velocity * first;
    if (target < fighters.size()) {
        hurt(target, projectile.owner, spec.damage, normalised(projectile.velocity));
    }
    if (target < fighters.size() || wall) {
        explode(projectile, place);
        return false;
    }
    projectile.position = place;
    --projectile.life_ticks;
    return projectile.life_ticks > 0;
}

// The owner is hurt like everybody else; a blast does not ask for walls, it is smaller than rooms.
void Duel::explode(const Projectile& projectile, Vec2 place) {
    const WeaponSpec& spec = spec_of(projectile.weapon);
    if (spec.blast_radius == 0) {
        return;
    }
    for (std::size_t slot = 0; slot < fighters.size(); ++slot) {
        const Vec2 away = fighters[slot].position - place;
        if (!fighters[slot].is_alive() || fighters[slot].protected_ticks > 0 ||
            !within(away, {}, spec.blast_radius)) {
            continue;
        }
        const Fixed nearness = 1 - length(away) / spec.blast_radius;
        const auto damage = static_cast<int>((nearness * spec.blast_damage).round());
        hurt(slot, projectile.owner, damage, normalised(away));
    }
}

void Duel::hurt(std::size_t target, std::size_t attacker, int damage, Vec2 push) {
    Fighter& victim = fighters[target];
    if (!victim.is_alive()) {
        return;
    }
    victim.velocity += push * (k_push_per_damage * damage);
    victim.health = static_cast<std::int16_t>(std::max(0, victim.health - damage));
    Fighter& shooter = fighters[attacker];
    if (attacker != target) {
        ++shooter.hits;
    }
    if (victim.health > 0) {
        return;
    }
    victim.status = FighterStatus::dead;
    victim.velocity = {};
    victim.respawn_ticks = k_give_up_ticks;
    ++victim.deaths;
    if (attacker == target) {
        add_score(victim, -1);
    } else {
        ++shooter.kills;
        add_score(shooter, 1);
    }
}

// In a match of rounds a score stays within the round that is played.
void Duel::add_score(Fighter& fighter, std::int32_t points) const {
    const DuelLimit rules = limit();
    const std::int32_t score = fighter.score + points;
    const std::int32_t least = DuelLimit::rounds_won(fighter.score) * DuelLimit::k_round_score;
    fighter.score = rules.has_rounds() ? std::clamp(score, least, least + rules.frags) : score;
}

// A player with enough frags has won the round. If two reach them in one tick nobody has, and it is
// played again. Everybody comes back at once, after a pause.
void Duel::close_round() {
    const DuelLimit rules = limit();
    if (!rules.has_rounds()) {
        return;
    }
    const auto has_won = [&](const Fighter& fighter) {
        return DuelLimit::frags_in_round(fighter.score) >= rules.frags;
    };
    const auto winners = std::count_if(fighters.begin(), fighters.end(), has_won);
    if (winners == 0) {
        return;
    }
    for (Fighter& fighter : fighters) {
        const std::int32_t won = has_won(fighter) && winners == 1 ? 1 : 0;
        fighter.score = (DuelLimit::rounds_won(fighter.score) + won) * DuelLimit::k_round_score;
    }
    if (finished()) {
        return;  // nobody has to come back, and the end stays in sight
    }
    projectiles.clear();
    for (Fighter& fighter : fighters) {
        if (fighter.status != FighterStatus::absent) {
            fighter.status = FighterStatus::dead;
            fighter.health = 0;
            fighter.velocity = {};
            fighter.respawn_ticks = k_give_up_ticks;
        }
    }
}

void Duel::run_timers(const Inputs<Input>& inputs) {
    const auto count_down = [](std::uint16_t& left) {
        left = static_cast<std::uint16_t>(left - (left > 0 ? 1 : 0));
    };
    const bool may_ask = !is_between_rounds();
    for (std::size_t slot = 0; slot < fighters.size(); ++slot) {
        Fighter& fighter = fighters[slot];
        count_down(fighter.cooldown_ticks);
        count_down(fighter.protected_ticks);
        count_down(fighter.respawn_ticks);
        if (fighter.status != FighterStatus::dead) {
            continue;
        }
        const bool is_asking = may_ask &&
                               (buttons_of(inputs[slot]) & (Buttons::attack | Buttons::use)) != 0 &&
                               fighter.respawn_ticks <= k_give_up_ticks - k_respawn_ticks;
        if (is_asking || fighter.respawn_ticks == 0) {
            spawn(slot);
        }
    }
}

void Duel::spawn(std::size_t slot) {
    Fighter& fighter = fighters[slot];
    fighter.position = choose_spawn(slot);
    fighter.velocity = {};
    fighter.heading = angle_of(arena.centre() - fighter.position);
    fighter.status = FighterStatus::alive;
    fighter.weapon = Weapon::blaster;
    fighter.health = k_health_max;
    fighter.cooldown_ticks = 0;
    fighter.respawn_ticks = 0;
    fighter.protected_ticks = k_protected_ticks;
}

// Returns the place farthest from its nearest opponent; the search starts at random, which decides
// ties.
Vec2 Duel::choose_spawn(std::size_t slot) {
    const std::span<const Vec2> spawns = arena.spawns();
    const std::size_t first = random.below(spawns.size());
    Vec2 best = spawns[first];
    Fixed best_distance = -1;
    for (std::size_t i = 0; i < spawns.size(); ++i) {
        const Vec2 candidate = spawns[(first + i) % spawns.size()];
        Fixed nearest = Fixed::highest();
        for (std::size_t other = 0; other < fighters.size(); ++other) {
            if (other != slot && fighters[other].is_alive()) {
                nearest = min(nearest, length_squared(fighters[other].position - candidate));
            }
        }
        if (nearest > best_distance) {
            best_distance = nearest;
            best = candidate;
        }
    }
    return best;
}

}  // namespace tandem::games
