// SPDX-License-Identifier: MIT
// Costs, refreshes and callbacks.
#include <tandem/tools/lab/platform.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::lab {
namespace {

constexpr std::uint64_t k_flicks_per_second = Flicks::period::den;

}  // namespace

Platform::Platform(const Machine& machine, Time& time, Flicks window, Game& game,
                   std::vector<Flicks> presses, std::optional<Stall> stall)
    : machine_(machine),
      time_(time),
      game_(game),
      meter_(window),
      stall_(stall),
      presses_(std::move(presses)) {
    TANDEM_ASSERT(machine.refresh_hz >= 1 && machine.clock_quantum >= Flicks(1));
    TANDEM_ASSERT(std::is_sorted(presses_.begin(), presses_.end()));
}

Flicks Platform::now() {
    Flicks now = time_.now();
    if (machine_.clock_set && machine_.clock_set->at <= now) {
        now += machine_.clock_set->by;
    }
    const Flicks quantum = machine_.clock_quantum;
    const Flicks rest = now % quantum;
    return now - rest - (rest < Flicks(0) ? quantum : Flicks(0));
}

void Platform::sleep(Flicks length) {
    if (length < Flicks(0)) {
        meter_.on_late_frame(-length);
        return;
    }
    idle_until(time_.now() + length);
}

void Platform::idle_until(Flicks deadline) {
    const Flicks begin = time_.now();
    if (deadline <= begin) {
        return;
    }
    time_.sleep_until(deadline);
    const Flicks end = time_.now();
    meter_.on_idle(begin, std::min(end, deadline));
    meter_.on_stall(std::min(end, deadline), end);
}

void Platform::work(Flicks cost) {
    const Flicks begin = time_.now();
    time_.work(cost);
    const Flicks end = time_.now();
    meter_.on_busy(begin, std::min(end, begin + cost));
    meter_.on_stall(std::min(end, begin + cost), end);
}

void Platform::stall_if_due() {
    const Flicks begin = time_.now();
    if (stall_ && stall_->at <= begin) {
        time_.sleep_until(begin + stall_->length);
        meter_.on_stall(begin, time_.now());
        meter_.on_stall_end(time_.now());
        stall_.reset();
    }
}

// Rounded up to a whole flick, so that a rate that no flick divides does not drift.
Flicks Platform::refresh(std::uint64_t number) const {
    const std::uint64_t hz = machine_.refresh_hz;
    return Flicks(static_cast<std::int64_t>((number * k_flicks_per_second + hz - 1) / hz));
}

std::uint64_t Platform::first_refresh_from(Flicks time) const {
    const std::uint64_t hz = machine_.refresh_hz;
    const auto flicks = static_cast<std::uint64_t>(time.count());
    std::uint64_t number = flicks * hz / k_flicks_per_second;
    while (refresh(number) < time) {
        ++number;
    }
    return number;
}

Flicks Platform::refresh_period() const { return refresh(1); }

void Platform::wait_for_refresh(std::uint32_t interval) {
    std::uint64_t number = first_refresh_from(time_.now());
    number = (number + interval - 1) / interval * interval;
    idle_until(refresh(number));
}

Platform::Token Platform::request_frame(FrameCallback callback) {
    const std::uint64_t next = first_refresh_from(time_.now() + Flicks(1));
    requests_.emplace(next_token_, Request{std::move(callback), next});
    return next_token_++;
}

void Platform::run_frames() {
    while (!requests_.empty()) {
        std::uint64_t refresh_number = requests_.begin()->second.refresh;
        for (const auto& [token, request] : requests_) {
            refresh_number = std::min(refresh_number, request.refresh);
        }
        refresh_number = std::max(refresh_number, first_refresh_from(time_.now()));
        idle_until(refresh(refresh_number));
        if (!is_running()) {
            return;
        }
        call_back(refresh_number);
    }
}

// Each callback may ask for another and may cancel those that are due with it.
void Platform::call_back(std::uint64_t refresh_number) {
    const Token newest = next_token_;
    for (auto next = requests_.begin(); next != requests_.end() && next->first < newest;) {
        const Token token = next->first;
        if (next->second.refresh <= refresh_number) {
            const FrameCallback callback = std::move(next->second.callback);
            requests_.erase(next);
            callback(refresh(refresh_number));
        }
        next = requests_.upper_bound(token);
    }
}

bool Platform::wait_for_press(std::optional<Flicks> deadline) {
    const Flicks last = std::min(deadline.value_or(meter_.report().window), meter_.report().window);
    const bool comes =
        presses_seen_ < presses_.size() && std::max(presses_[presses_seen_], time_.now()) <= last;
    idle_until(comes ? presses_[presses_seen_] : last);
    return comes;
}

void Platform::process_input() {
    loop_processes_input_ = true;
    while (presses_seen_ < presses_.size() && presses_[presses_seen_] <= time_.now()) {
        ++presses_seen_;
    }
}

std::uint32_t Platform::take_presses() {
    if (!loop_processes_input_) {
        while (presses_seen_ < presses_.size() && presses_[presses_seen_] <= time_.now()) {
            ++presses_seen_;
        }
    }
    const auto taken = static_cast<std::uint32_t>(presses_seen_ - presses_taken_);
    for (; presses_taken_ < presses_seen_; ++presses_taken_) {
        meter_.on_press(time_.now() - presses_[presses_taken_]);
    }
    return taken;
}

void Platform::update(Flicks step) {
    const Flicks start = time_.now();
    if (start >= meter_.report().window) {
        throw WindowEnded{};
    }
    const Update update{updates_++, start, step, take_presses()};
    meter_.on_update(start, step);
    game_.update(update);
    work(machine_.update_cost);
}

void Platform::render(std::optional<Blend> blend) {
    work(machine_.render_cost);
    const Flicks end = time_.now();
    if (end <= meter_.report().window) {
        meter_.on_frame(end, blend);
        game_.render({frames_++, end, updates_, blend});
    }
    stall_if_due();
}

}  // namespace tandem::tools::lab
