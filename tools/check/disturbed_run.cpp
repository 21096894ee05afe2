// SPDX-License-Identifier: MIT
// Has one function for each disturbance. Disturbances that last are set up before the game is made.
#include <tandem/tools/check/disturbed_run.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include <tandem/tools/check/neighbour.hpp>
#include <tandem/tools/check/random_play.hpp>
#include <tandem/tools/check/silent_canvas.hpp>
#include <tandem/tools/check/surroundings.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::check {
namespace {

using sim::AnySimulation;
using sim::Bytes;
using sim::ByteView;
using sim::Result;
using Kind = DisturbanceKind;

// This is more than the grain of time().
constexpr std::chrono::milliseconds k_much_later{1100};

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

class DisturbedRun {
public:
    DisturbedRun(const RegisteredGame& game, const Script& script, const RunOrder& order,
                 const std::function<void()>& moved)
        : game_(game), script_(script), order_(order), moved_(moved), simulation_(game.make()) {}

    RunOutcome play() {
        begin();
        for (std::uint64_t time = 0; time < order_.times && !is_over_; ++time) {
            play_once(time == 0);
        }
        if (beside_) {
            outcome_.meetings = beside_->meetings();
            beside_.reset();
        }
        return std::move(outcome_);
    }

private:
    // Begins the disturbances that last, and makes the game.
    void begin() {
        for (const Disturbance& each : order_.disturbances) {
            if (each.kind == Kind::locale) {
                change_locale();
            } else if (each.kind == Kind::environment) {
                change_environment();
            } else if (each.kind == Kind::heap) {
                traffic_.emplace(each.variant);
            } else if (each.kind == Kind::later) {
                sleep_until(steady_now() + k_much_later);
            } else if (each.kind == Kind::beside) {
                beside_ = std::make_unique<BusyNeighbour>(game_, script_.setup(), script_.ticks());
            }
        }
        lay_pattern_if_wanted(0);
        simulation_ = game_.make();
        if (beside_) {
            beside_->wait_for_begin();
        }
    }

    void play_once(bool is_first) {
        keep_hash(as_disturbed(0, [this] { return reset(); }), 0);
        keep_state_if_wanted(is_first, 0);
        for (std::uint64_t tick = 0; tick < script_.ticks() && !is_over_; ++tick) {
            disturb(tick);
            if (is_over_) {
                return;
            }
            keep_hash(step(tick), tick + 1);
            keep_state_if_wanted(is_first, tick + 1);
            if (moved_) {
                moved_();
            }
        }
    }

    Result<void> reset() {
        auto done = simulation_.reset(script_.setup());
        if (!done || active(Kind::reset, 0) == nullptr) {
            return done;
        }
        // This is longer than most games need to come to everything that they have.
        constexpr std::uint64_t k_ticks = 256;
        play_something_else(simulation_, Random(script_.setup().seed), k_ticks);
        return simulation_.reset_used_object();
    }

    void fail(const std::string& text) {
        outcome_.failure = text;
        is_over_ = true;
    }

    void keep_hash(const Result<void>& done, std::uint64_t ticks_done) {
        if (!done) {
            return fail(done.error().text());
        }
        outcome_.hashes.push_back(simulation_.state_hash());
        if (order_.compares && outcome_.hashes.back() != script_.hash(ticks_done)) {
            static_cast<void>(simulation_.save(outcome_.state));
            is_over_ = true;
        }
    }

    void keep_state_if_wanted(bool is_first, std::uint64_t ticks_done) {
        if (is_first && !is_over_ && order_.state_at == ticks_done) {
            static_cast<void>(simulation_.save(outcome_.state));
        }
    }

    // Disturbs before the step of a tick.
    void disturb(std::uint64_t tick) {
        if (traffic_) {
            traffic_->move();
        }
        for (const Disturbance& each : order_.disturbances) {
            if (info_of(each.kind).has_ticks && each.ticks.has(tick)) {
                if (const auto done = disturb(each, tick); !done && !is_over_) {
                    fail(std::string("after it ") + info_of(each.kind).what + ": " +
                         done.error().text());
                }
            }
        }
    }

    Result<void> disturb(const Disturbance& disturbance, std::uint64_t tick) {
        const Random random = Random(script_.setup().seed).split(tick);
        switch (disturbance.kind) {
            case Kind::later:
                sleep_until(steady_now() + std::chrono::microseconds(1 + tick % 200));
                return {};
            case Kind::neighbour:
                disturb_by_neighbour(random);
                return {};
            case Kind::save:
                return save();
            case Kind::restore:
                return go_on_in(game_.make(), false, random);
            case Kind::used:
                return go_on_in(game_.make(), true, random);
            case Kind::copy:
                simulation_ = simulation_.clone();
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
                break;  // these last, or the step itself looks for them
        }
        return {};
    }

    void disturb_by_neighbour(const Random& random) {
        if (!neighbour_) {
            neighbour_.emplace(game_.make());
            tandem::Setup setup = script_.setup();
            ++setup.seed;
            if (!neighbour_->reset(setup)) {
                neighbour_.reset();
                return;
            }
        }
        constexpr std::uint64_t k_ticks = 2;
        play_something_else(*neighbour_, random, k_ticks);
    }

    // Goes on in another object. A restore decodes into a spare object and swaps: the first makes
    // the object that played something else the spare, the second decodes into it.
    Result<void> go_on_in(AnySimulation other, bool is_used, const Random& random) {
        TANDEM_TRY(other.reset(script_.setup()));
        Bytes state;
        TANDEM_TRY(simulation_.save(state));
        if (is_used) {
            play_something_else(other, random);
            TANDEM_TRY(other.restore(state));
        }
        auto restored = other.restore(state);
        if (restored) {
            simulation_ = std::move(other);
        }
        return restored;
    }

    // Steps as a game does that guesses the inputs which have not arrived yet. A guess that the
    // game cannot take is undone like any other.
    Result<void> step_too_early(const Random& random, std::uint64_t tick) {
        Bytes state;
        TANDEM_TRY(simulation_.save(state));
        const std::uint64_t guesses = 1 + tick % 3;
        play_something_else(simulation_, random, guesses);
        return simulation_.restore(state);
    }

    Result<void> observe(std::uint64_t tick) {
        SilentCanvas canvas;
        if (auto drawn = simulation_.draw(canvas, simulation_, {1, 2}); !drawn) {
            return drawn;
        }
        Keys keys;
        keys.press(Key::up);
        for (std::uint32_t slot = 0; slot < script_.setup().slots; ++slot) {
            TANDEM_TRY(simulation_.bot_input(Slot{slot}, tick, script_.setup().seed));
            TANDEM_TRY(simulation_.input_from_keys(keys, tick));
        }
        return save();
    }

    Result<void> save() {
        Bytes state;
        return simulation_.save(state);
    }

    const Disturbance* active(Kind kind, std::uint64_t tick) const {
        const auto found = std::find_if(
            order_.disturbances.begin(), order_.disturbances.end(),
            [&](const Disturbance& each) { return each.kind == kind && each.ticks.has(tick); });
        return found == order_.disturbances.end() ? nullptr : &*found;
    }

    void lay_pattern_if_wanted(std::uint64_t tick) {
        const Disturbance* const pattern = active(Kind::pattern, tick);
        if (pattern != nullptr) {
            fill_heap(static_cast<std::byte>(pattern->variant));
        } else if (is_filled_) {
            fill_heap(std::byte{0});
        }
        is_filled_ = pattern != nullptr;
    }

    Result<void> step(std::uint64_t tick) {
        const auto step_here = [&] {
            return as_disturbed(tick, [&] { return simulation_.step(script_.record(tick)); });
        };
        if (active(Kind::thread, tick) == nullptr) {
            return step_here();
        }
        Result<void> done;
        std::thread([&] { done = step_here(); }).join();
        return done;
    }

    // Does the work, a reset or the step of this tick, under its disturbances.
    template <class Work>
    Result<void> as_disturbed(std::uint64_t tick, const Work& work) {
        const Disturbance* const rounding = active(Kind::rounding, tick);
        const auto mode = rounding != nullptr ? std::make_unique<RoundingMode>(rounding->variant)
                                              : std::unique_ptr<RoundingMode>();
        const auto flush = active(Kind::flush, tick) != nullptr ? std::make_unique<FlushingToZero>()
                                                                : std::unique_ptr<FlushingToZero>();
        lay_pattern_if_wanted(tick);
        std::optional<StackPattern> stack;
        if (const Disturbance* const pattern = active(Kind::pattern, tick)) {
            stack.emplace(static_cast<std::byte>(pattern->variant));
        }
        const BusyNeighbour::Step stepping;
        return work();
    }

    const RegisteredGame& game_;
    const Script& script_;
    const RunOrder& order_;
    const std::function<void()>& moved_;
    AnySimulation simulation_;
    std::optional<AnySimulation> neighbour_;
    std::optional<HeapTraffic> traffic_;
    std::unique_ptr<BusyNeighbour> beside_;
    bool is_filled_ = false;
    bool is_over_ = false;
    RunOutcome outcome_;
};

}  // namespace

void Script::add(ByteView record, sim::StateHash hash) {
    sim::append(records_, record);
    ends_.push_back(records_.size());
    hashes_.push_back(hash);
}

ByteView Script::record(std::uint64_t tick) const {
    const std::uint64_t begin = tick == 0 ? 0 : ends_[tick - 1];
    return ByteView(records_).subspan(begin, ends_[tick] - begin);
}

RunOutcome play_disturbed(const RegisteredGame& game, const Script& script, const RunOrder& order,
                          const std::function<void()>& moved) {
    return DisturbedRun(game, script, order, moved).play();
}

}  // namespace tandem::tools::check
