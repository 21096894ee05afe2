// SPDX-License-Identifier: MIT
// The session does the work; here stand the script and the measuring.
#include <tandem/tools/lab/match/fixed_side.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/units.hpp>
#include <tandem/tools/system/build_info.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::Result;

// The host waits so long for its guest.
constexpr std::uint32_t k_guest_patience_ms = 10'000;

// Returns the ticks that a frame of that cost has to make up for, and one more for a frame that
// took longer than it should.
std::uint32_t ticks_per_frame_max(std::uint32_t frame_cost_ns) {
    const std::uint64_t in_frame = (std::uint64_t{frame_cost_ns} + k_tick_ns - 1) / k_tick_ns;
    return std::max(sim::k_ticks_per_frame_max_default, static_cast<std::uint32_t>(in_frame) + 1);
}

sim::AnySimulation played_game(const Arm& arm) {
    if (arm.id == ArmId::f_float) {
        return sim::erase<FloatGame>();
    }
    return arm.fault == ArmFault::random ? sim::erase<WallSeededGame>() : sim::erase<FixedGame>();
}

}  // namespace

std::uint32_t delay_ticks_for(std::uint32_t slow_cost_ns, std::uint32_t fast_cost_ns) {
    const std::uint64_t way_ns = std::uint64_t{slow_cost_ns} + fast_cost_ns;
    const auto ticks = static_cast<std::uint32_t>((way_ns + k_tick_ns - 1) / k_tick_ns);
    return std::clamp<std::uint32_t>(ticks, 1, net::k_delay_ticks_max);
}

FixedSide::FixedSide(const SidePlan& plan, net::Transport& transport, sim::TickObserver* recorder)
    : plan_(plan),
      line_(transport, plan.is_host ? ArmFault::none : arm_of(plan.arm).fault,
            arm_of(plan.arm).fault_tick),
      state_log_(recorder, k_ticks_per_second) {}

Result<std::unique_ptr<FixedSide>> FixedSide::make(const SidePlan& plan, net::Transport& transport,
                                                   sim::TickObserver* recorder) {
    TANDEM_ASSERT(!arm_of(plan.arm).is_variable && plan.seconds > 0);
    std::unique_ptr<FixedSide> side(new FixedSide(plan, transport, recorder));
    TANDEM_TRY(side->open());
    return side;
}

Result<void> FixedSide::open() {
    net::SessionOptions options;
    options.wait_return_ms = 0;  // a machine that is gone is not waited for
    options.delay_ticks = plan_.delay_ticks;
    options.ticks_limit = std::uint64_t{plan_.seconds} * k_ticks_per_second;
    options.build = build_text();
    options.catch_up_ticks_max = ticks_per_frame_max(plan_.frame_cost_ns);
    // A frame of a second is no pause.
    options.frame_ms_max += 2 * static_cast<std::uint32_t>(plan_.frame_cost_ns / k_ns_per_ms);
    sim::AnySimulation game = played_game(arm_of(plan_.arm));
    const auto make_host = [&] {
        net::HostOptions host;
        host.session = options;
        host.setup.slots = k_players;
        host.guests_timeout_ms = k_guest_patience_ms;
        return net::Driver::host(std::move(game), host, script_source(), &state_log_, line_);
    };
    const auto make_guest = [&] {
        net::JoinOptions join;
        join.session = options;
        return net::Driver::join(std::move(game), join, script_source(), &state_log_, line_);
    };
    auto driver = plan_.is_host ? make_host() : make_guest();
    TANDEM_TRY(driver);
    driver_.emplace(std::move(*driver));
    return {};
}

// Asked for every tick once, in order.
net::InputSource FixedSide::script_source() {
    const Slot own{plan_.is_host ? 0U : 1U};
    return [this, own](sim::Tick tick,
                       const sim::AnySimulation&) -> Result<std::optional<sim::Bytes>> {
        TANDEM_ASSERT(tick.number == asked_at_.size());
        asked_at_.push_back(now_);
        return std::optional(sim::canonical_bytes(input_of_script(own, tick.number)));
    };
}

Result<void> FixedSide::frame(net::Time now) {
    now_ = now;
    if (is_playing()) {
        ++frames_;
        end_ = now;
    }
    const auto events = driver_->pump(std::chrono::milliseconds(0), [now] { return now; });
    std::uint32_t ticks = 0;
    for (const net::Event& event : events) {
        ticks += std::holds_alternative<net::Ticked>(event) ? 1U : 0U;
        on_event(event, now);
    }
    watch_stall(now, ticks);
    // A desync is what some arms are about.
    const auto& ended = driver_->ended();
    if (ended && ended->error && !desync_) {
        return *ended->error;
    }
    return {};
}

void FixedSide::on_event(const net::Event& event, net::Time now) {
    if (std::holds_alternative<net::Started>(event)) {
        start_ = end_ = now;
    } else if (std::holds_alternative<net::Ticked>(event)) {
        on_tick(now);
    } else if (const auto* desync = std::get_if<net::Desynced>(&event)) {
        desync_ = *desync;
        // A side that differs before tick 0 is told of that tick, and has played none.
        if (desync->tick.number < played_at_.size()) {
            desync_after_ = now - played_at_[desync->tick.number];
        }
    }
}

void FixedSide::on_tick(net::Time now) {
    const net::Time input_age = now - asked_at_.at(played_at_.size());
    input_age_sum_ += input_age;
    input_age_max_ = std::max(input_age_max_, input_age);
    // Before the first tick a session waits for everybody's first inputs.
    if (!played_at_.empty()) {
        worst_gap_ = std::max(worst_gap_, now - played_at_.back());
    }
    played_at_.push_back(now);
}

// The session waits for the other side if it left ticks undone although it might have done more. A
// tick ends the stall; ticks missing after it are another one.
void FixedSide::watch_stall(net::Time now, std::uint32_t ticks) {
    if (stalled_since_ && driver_->ended() && desync_) {
        // It waited for the other's report of the difference.
        stalled_since_.reset();
        --stalls_;
    } else if (stalled_since_ && (ticks > 0 || !is_playing())) {
        stalled_ += now - *stalled_since_;
        stalled_since_.reset();
    }
    const std::uint64_t done = driver_->session().ticks_done();
    const bool lacks_input = is_playing() && ticks < ticks_per_frame_max(plan_.frame_cost_ns) &&
                             done < driver_->session().pace().ticks_wanted &&
                             done < std::uint64_t{plan_.seconds} * k_ticks_per_second;
    if (lacks_input && !stalled_since_) {
        stalled_since_ = now;
        ++stalls_;
    }
}

SideReport FixedSide::report() const {
    SideReport report;
    report.frames = frames_;
    report.played_ns = static_cast<std::uint64_t>((end_ - start_).count());
    report.hashes = state_log_.hashes();
    report.snapshots = state_log_.snapshots();
    report.stalls = stalls_;
    report.stalled_ns = static_cast<std::uint64_t>(stalled_.count());
    report.worst_gap_ns = static_cast<std::uint64_t>(worst_gap_.count());
    report.input_age_sum_ns = static_cast<std::uint64_t>(input_age_sum_.count());
    report.input_age_max_ns = static_cast<std::uint64_t>(input_age_max_.count());
    report.inputs_aged = played_at_.size();
    if (desync_) {
        report.desync_tick = desync_->tick.number;
        report.desync_after_ns = static_cast<std::uint64_t>(desync_after_.count());
        report.desync_text = desync_->text;
    }
    return report;
}

}  // namespace tandem::tools::lab::match
