// SPDX-License-Identifier: MIT
// Has one function for each disturbance. Disturbances that last are set up before the game is made.
#include <tandem/tools/check/disturbed_game.hpp>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <tandem/tools/check/random_play.hpp>
#include <tandem/tools/check/silent_canvas.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::check {
namespace {

using sim::AnySimulation;
using Kind = DisturbanceKind;

}  // namespace

// Takes and gives back blocks of other sizes beside those of the game.
class HeapTraffic {
public:
    explicit HeapTraffic(std::uint64_t number) : random_(number) {
        shuffle_heap(number);
        change_allocator(number);
    }
    void move() {
        constexpr std::size_t k_blocks = 64;
        constexpr std::uint32_t k_bytes = 3000;
        blocks_.push_back(std::make_unique<char[]>(1 + random_.below(k_bytes)));
        if (blocks_.size() > k_blocks) {
            const std::size_t gone = random_.below(k_blocks);
            std::swap(blocks_[gone], blocks_.back());
            blocks_.pop_back();
        }
    }

private:
    Random random_;
    std::vector<std::unique_ptr<char[]>> blocks_;
};

DisturbedGame::DisturbedGame(const RegisteredGame& game, std::vector<Disturbance> disturbances,
                             const tandem::Setup& setup, std::uint64_t ticks)
    : game_(game), disturbances_(std::move(disturbances)), simulation_(make(setup, ticks)) {
    if (beside_) {
        beside_->wait_for_begin();
    }
}

// Sets up what lasts and makes the game under it. All members before simulation_ are there.
AnySimulation DisturbedGame::make(const tandem::Setup& setup, std::uint64_t ticks) {
    // This is more than the grain of time().
    constexpr std::chrono::milliseconds k_much_later{1100};
    for (const Disturbance& each : disturbances_) {
        if (each.kind == Kind::locale) {
            change_locale();
        } else if (each.kind == Kind::environment) {
            change_environment();
        } else if (each.kind == Kind::heap) {
            traffic_ = std::make_unique<HeapTraffic>(each.variant);
        } else if (each.kind == Kind::later) {
            sleep_until(steady_now() + k_much_later);
        } else if (each.kind == Kind::beside) {
            beside_ = std::make_unique<BusyNeighbour>(game_, setup, ticks);
        }
    }
    lay_pattern_if_wanted(0);
    return game_.make();
}

DisturbedGame::~DisturbedGame() = default;

Result<void> DisturbedGame::reset(const tandem::Setup& setup) {
    return as_disturbed(0, [&] { return reset_here(setup); });
}

Result<void> DisturbedGame::disturb(const Disturbance& disturbance, std::uint64_t tick,
                                    const AnySimulation& from) {
    const Random random = Random(simulation_.setup().seed).split(tick);
    Bytes state;
    switch (disturbance.kind) {
        case Kind::later:
            sleep_until(steady_now() + std::chrono::microseconds(1 + tick % 200));
            return {};
        case Kind::neighbour:
            step_neighbour(random);
            return {};
        case Kind::save:
            return simulation_.save(state);
        case Kind::restore:
            return go_on_in_fresh(from);
        case Kind::used:
            return go_on_in_used(random, from);
        case Kind::copy:
            simulation_ = from.clone();
            return {};
        case Kind::late:
            return step_too_early(random, tick);
        case Kind::observe:
            return observe(tick);
        case Kind::again:
        case Kind::reset:
        case Kind::rounding:
        case Kind::flush:
        case Kind::locale:
        case Kind::environment:
        case Kind::pattern:
        case Kind::heap:
        case Kind::thread:
        case Kind::beside:
        case Kind::process:
        case Kind::memory:
        case Kind::build:
            break;  // these last, or the step itself looks for them
    }
    return {};
}

Result<void> DisturbedGame::step(std::uint64_t tick, sim::ByteView record) {
    if (traffic_) {
        traffic_->move();
    }
    const auto step_here = [&] {
        return as_disturbed(tick, [&] { return simulation_.step(record); });
    };
    if (active(Kind::thread, tick) == nullptr) {
        return step_here();
    }
    Result<void> done;
    std::thread([&] { done = step_here(); }).join();
    return done;
}

const Disturbance* DisturbedGame::active(Kind kind, std::uint64_t tick) const {
    const auto found = std::find_if(
        disturbances_.begin(), disturbances_.end(),
        [&](const Disturbance& each) { return each.kind == kind && each.ticks.has(tick); });
    return found == disturbances_.end() ? nullptr : &*found;
}

Result<void> DisturbedGame::reset_here(const tandem::Setup& setup) {
    const Disturbance* const each = active(Kind::reset, 0);
    auto done = simulation_.reset(setup);
    if (!done || each == nullptr) {
        return done;
    }
    // This is longer than most games need to come to everything that they have.
    constexpr std::uint64_t k_ticks = 256;
    play_something_else(simulation_, Random(setup.seed),
                        each->variant > 0 ? each->variant : k_ticks);
    return simulation_.reset_used_object();
}

void DisturbedGame::step_neighbour(const Random& random) {
    if (!neighbour_) {
        neighbour_.emplace(game_.make());
        tandem::Setup setup = simulation_.setup();
        ++setup.seed;
        if (!neighbour_->reset(setup)) {
            neighbour_.reset();
            return;
        }
    }
    constexpr std::uint64_t k_ticks = 2;
    play_something_else(*neighbour_, random, k_ticks);
}

Result<void> DisturbedGame::go_on_in_fresh(const AnySimulation& from) {
    AnySimulation fresh = game_.make();
    TANDEM_TRY(fresh.reset(from.setup()));
    Bytes state;
    TANDEM_TRY(from.save(state));
    auto restored = fresh.restore(state);
    if (restored) {
        simulation_ = std::move(fresh);
    }
    return restored;
}

// Goes on in an object that has played something else: its own where it goes on from another one. A
// restore decodes into a spare object and swaps: the first makes the object that played something
// else the spare, the second decodes into it.
Result<void> DisturbedGame::go_on_in_used(const Random& random, const AnySimulation& from) {
    Bytes state;
    TANDEM_TRY(from.save(state));
    if (&from == &simulation_) {
        AnySimulation other = game_.make();
        TANDEM_TRY(other.reset(from.setup()));
        simulation_ = std::move(other);
    }
    play_something_else(simulation_, random);
    TANDEM_TRY(simulation_.restore(state));
    return simulation_.restore(state);
}

// Steps as a game does that guesses the inputs which have not arrived yet. A guess that the game
// cannot take is undone like any other.
Result<void> DisturbedGame::step_too_early(const Random& random, std::uint64_t tick) {
    Bytes state;
    TANDEM_TRY(simulation_.save(state));
    const std::uint64_t guesses = 1 + tick % 3;
    play_something_else(simulation_, random, guesses);
    return simulation_.restore(state);
}

Result<void> DisturbedGame::observe(std::uint64_t tick) const {
    SilentCanvas canvas;
    TANDEM_TRY(simulation_.draw(canvas, simulation_, {1, 2}));
    Keys keys;
    keys.press(Key::up);
    const tandem::Setup& setup = simulation_.setup();
    for (std::uint32_t slot = 0; slot < setup.slots; ++slot) {
        TANDEM_TRY(simulation_.bot_input(Slot{slot}, tick, setup.seed));
        TANDEM_TRY(simulation_.input_from_keys(keys, tick));
    }
    Bytes state;
    return simulation_.save(state);
}

void DisturbedGame::lay_pattern_if_wanted(std::uint64_t tick) {
    const Disturbance* const pattern = active(Kind::pattern, tick);
    if (pattern != nullptr) {
        fill_heap(static_cast<std::byte>(pattern->variant));
    } else if (is_filled_) {
        fill_heap(std::byte{0});
    }
    is_filled_ = pattern != nullptr;
}

template <class Work>
Result<void> DisturbedGame::as_disturbed(std::uint64_t tick, const Work& work) {
    std::optional<RoundingMode> rounding;
    if (const Disturbance* const each = active(Kind::rounding, tick)) {
        rounding.emplace(each->variant == k_rounding_by_turns ? tick % 2 : each->variant);
    }
    std::optional<FlushingToZero> flush;
    if (active(Kind::flush, tick) != nullptr) {
        flush.emplace();
    }
    lay_pattern_if_wanted(tick);
    std::optional<StackPattern> stack;
    if (const Disturbance* const pattern = active(Kind::pattern, tick)) {
        stack.emplace(static_cast<std::byte>(pattern->variant));
    }
    const BusyNeighbour::Step stepping;
    return work();
}

}  // namespace tandem::tools::check
