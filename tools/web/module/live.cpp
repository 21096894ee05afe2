// SPDX-License-Identifier: MIT
// Every way out ends the recording, so that it is whole up to the last tick.
#include <tandem/tools/web/module/live.hpp>

#include <cmath>
#include <span>
#include <utility>

#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>
#include <tandem/tools/view/ground.hpp>

namespace tandem::tools::web {
namespace {

using sim::EndReason;
using sim::Result;
using std::chrono::nanoseconds;

replay::RecorderOptions recorder_options(const LivePlan& plan) {
    replay::RecorderOptions options;
    // The compressor is as large as the rest of the page, and a match of minutes is small.
    options.compress = false;
    options.build = "tandem " TANDEM_VERSION " in a browser";
    if (plan.from) {
        options.parent = replay::Parent{plan.from->hashes.chain, plan.from->ticks_done};
    }
    return options;
}

// A game that lags behind for long was hidden or stopped; the missed ticks are not made up for.
sim::PacerOptions pacer_options(const LivePlan& plan) {
    sim::PacerOptions options;
    options.tick_rate = sim::complete_setup(*plan.game.info, plan.setup).tick_rate;
    options.debt_policy = sim::DebtPolicy::pause;
    options.interpolates = true;
    return options;
}

// Whole numbers decide from here on: the input of a tick is the recorded one.
Fixed to_fixed(float value) {
    constexpr double k_one = 4294967296.0;
    constexpr double k_most = 1'000'000.0;
    const double bounded = std::isfinite(value) ? std::fmin(std::fmax(value, -k_most), k_most) : 0;
    return Fixed::from_raw(std::llround(bounded * k_one));
}

Vec2 to_world(const Raster& raster, PixelPoint at) {
    const DrawPoint point = raster.to_world(at);
    return {to_fixed(point.x), to_fixed(point.y)};
}

}  // namespace

Result<std::unique_ptr<Live>> Live::begin(LivePlan plan, nanoseconds now) {
    std::unique_ptr<Live> live(new Live(std::move(plan), now));
    TANDEM_TRY(live->start());
    return live;
}

Live::Live(LivePlan plan, nanoseconds now)
    : plan_(std::move(plan)),
      recorder_(output_, recorder_options(plan_)),
      timeline_(plan_.game.make(), &recorder_),
      previous_(plan_.game.make()),
      loop_(pacer_options(plan_)),
      run_(loop_.start(now)),
      presence_(plan_.from ? plan_.from->presence : plan_.setup.presence),
      now_(now) {
    if (plan_.counts_down) {
        countdown_.emplace(now);
    }
}

Result<void> Live::start() {
    const auto& from = plan_.from;
    auto started =
        from ? timeline_.start_at(from->setup, from->ticks_done, from->state, from->hashes)
             : timeline_.start(plan_.setup);
    if (started) {
        presence_ &= sim::slots_mask(timeline_.simulation().setup().slots);
        previous_ = timeline_.simulation().clone();
    }
    return started;
}

std::optional<Pointer> Live::pointer() const {
    const auto& state = pointer_.state();
    if (!state || drawn_ == nullptr) {
        return std::nullopt;
    }
    return Pointer{to_world(*drawn_, state->at),
                   to_world(*drawn_, state->pressed_at),
                   state->is_down,
                   state->is_pressed,
                   state->is_released,
                   state->is_second};
}

Keys Live::extract_keys() {
    Keys keys = keys_.extract();
    if (const auto at = pointer()) {
        keys.point(*at);
        pointer_.be_seen();
    }
    return keys;
}

bool Live::frame(nanoseconds now) {
    now_ = now;
    if (ended_ || paused_at_) {
        return !ended_;
    }
    if (countdown_) {
        if (!countdown_->is_over(now)) {
            return true;
        }
        countdown_.reset();
        keys_.forget_taps();
        pointer_.forget();
        run_ = loop_.start(now);
    }
    loop_.on_frame(
        run_, now,
        [&] {
            if (auto done = tick(); !done) {
                error_ = done.error();
                end(EndReason::step_failed);
            } else if (timeline_.simulation().finished()) {
                end(EndReason::finished);
            }
        },
        [&](const sim::Pace& pace) { alpha_ = pace.alpha; });
    return !ended_;
}

Result<void> Live::tick() {
    previous_ = timeline_.simulation().clone();
    const sim::AnySimulation& simulation = timeline_.simulation();
    const Setup& setup = simulation.setup();
    const Keys keys = extract_keys();
    for (std::uint32_t slot = 0; slot < setup.slots; ++slot) {
        auto input = Slot{slot} == plan_.own
                         ? simulation.input_from_keys(keys, timeline_.ticks_done())
                         : simulation.bot_input(Slot{slot}, timeline_.ticks_done(), setup.seed);
        TANDEM_TRY(input);
        inputs_[slot] = std::move(*input);
    }
    sim::make_record(presence_, std::span(inputs_).first(setup.slots), record_);
    return timeline_.advance(record_);
}

void Live::pause() {
    if (!ended_ && !countdown_ && !paused_at_) {
        paused_at_ = now_;
        loop_.pause();
        release_all();
    }
}

void Live::resume(nanoseconds now) {
    if (!paused_at_) {
        return;
    }
    const auto lasted = std::chrono::duration_cast<std::chrono::milliseconds>(now - *paused_at_);
    paused_at_.reset();
    loop_.resume(now);
    // The mark only describes the session; it decides nothing.
    if (auto told = timeline_.mark({sim::MarkKind::pause,
                                    sim::Tick{timeline_.ticks_done()},
                                    0,
                                    static_cast<std::uint64_t>(lasted.count()),
                                    {}});
        !told) {
        error_ = told.error();
    }
}

void Live::end(EndReason reason) {
    if (ended_) {
        return;
    }
    ended_ = reason;
    loop_.stop(run_);
    alpha_ = {1, 1};
    if (auto told = timeline_.end(reason); !told && !error_) {
        error_ = told.error();
    }
}

Result<void> Live::draw(Raster& raster) {
    raster.clear(k_ground);
    RasterOptions options;
    options.players.own = plan_.own;
    options.pointer = pointer();
    raster.show_game_in({0, 0, raster.width(), raster.height()}, std::move(options));
    drawn_ = &raster;
    return timeline_.simulation().draw_copy(raster, previous_, alpha_);
}

JsonObject Live::facts(nanoseconds now) const {
    return {{"tick", timeline_.ticks_done()},
            {"chain", hash_text(timeline_.chain().value)},
            {"countdown", countdown_ ? JsonValue(countdown_->text(now)) : JsonValue()},
            {"paused", paused_at_.has_value()},
            {"ended", ended_ ? JsonValue(replay::end_reason_text(*ended_)) : JsonValue()},
            {"error", error_ ? JsonValue(escaped(error_->text())) : JsonValue()},
            {"bytes", recorder_.bytes_written()}};
}

}  // namespace tandem::tools::web
