// SPDX-License-Identifier: MIT
// Costs, refreshes, callbacks and presses.
#include <tandem/tools/lab/machine/platform.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::lab {
namespace {

constexpr std::uint64_t k_flicks_per_second = Flicks::period::den;
// While a loop sleeps its screen is looked at so often.
constexpr Flicks k_look_interval = std::chrono::milliseconds(50);

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

void Platform::count_step() {
    if (++steps_ > steps_max_) {
        throw TooManySteps{time_.now()};
    }
    if (screen_ != nullptr && (time_.now() > meter_.report().window || !screen_->is_open())) {
        throw WindowEnded{};
    }
}

Flicks Platform::clock() {
    const Flicks now = time_.now();
    const bool is_set = machine_.clock_set && machine_.clock_set->at <= now;
    return now + machine_.clock_start + (is_set ? machine_.clock_set->by : Flicks(0));
}

Flicks Platform::now() {
    count_step();
    const Flicks now = clock();
    const Flicks quantum = machine_.clock_quantum;
    const Flicks rest = now % quantum;
    return now - rest - (rest < Flicks(0) ? quantum : Flicks(0));
}

void Platform::sleep(Flicks length) {
    count_step();
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
    if (screen_ != nullptr) {
        deadline = std::min(deadline, std::max(begin, meter_.report().window) + Flicks(1));
        while (time_.now() + k_look_interval < deadline) {
            time_.sleep_until(time_.now() + k_look_interval);
            if (!screen_->is_open()) {
                throw WindowEnded{};
            }
        }
    }
    time_.sleep_until(deadline);
    const Flicks end = time_.now();
    meter_.on_idle(begin, std::min(end, deadline));
    meter_.on_stall(std::min(end, deadline), end);
}

void Platform::work(Flicks cost) {
    count_step();
    const Flicks begin = time_.now();
    time_.work(cost);
    const Flicks end = time_.now();
    meter_.on_busy(begin, std::min(end, begin + cost));
    meter_.on_stall(std::min(end, begin + cost), end);
}

void Platform::stall_if_due() {
    const Flicks begin = time_.now();
    if (stall_ && stall_->at <= begin) {
        if (worker_ != nullptr) {
            worker_->stand_still(begin, begin + stall_->length);
        }
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
    if (screen_ != nullptr) {
        // Showing the picture has waited for one refresh.
        if (screen_->wait() == Wait::platform) {
            idle_until(refresh((swap_refresh_ + interval - 1) / interval * interval));
        }
        for (std::uint32_t i = 1; i < interval && screen_->wait() == Wait::screen; ++i) {
            swap();
        }
        return;
    }
    std::uint64_t number = first_refresh_from(time_.now());
    number = (number + interval - 1) / interval * interval;
    idle_until(refresh(number));
}

Platform::Token Platform::request_frame(FrameCallback callback) {
    const std::uint64_t next = screen_ != nullptr ? 0 : first_refresh_from(time_.now() + Flicks(1));
    requests_.emplace(next_token_, Request{std::move(callback), next});
    return next_token_++;
}

void Platform::set_interval(Flicks interval, Callback callback) {
    TANDEM_ASSERT(interval > Flicks(0));
    timer_ = Timer{std::move(callback), interval, (time_.now() / interval + 1) * interval};
}

void Platform::on_press(Callback callback) {
    loop_processes_input_ = true;
    press_callback_ = std::move(callback);
}

void Platform::run_frames() {
    frame_end_ = time_.now();
    while (call_next()) {
    }
    if (worker_ != nullptr) {
        show_updates(worker_->finish());
    }
}

// Returns when the earliest frame that was asked for becomes due: not before the last one's work
// has ended.
Flicks Platform::next_frame_time() const {
    if (screen_ != nullptr) {
        // Showing the last picture has already waited for the refresh.
        return screen_->wait() == Wait::platform ? refresh(swap_refresh_) : time_.now();
    }
    std::uint64_t number = requests_.begin()->second.refresh;
    for (const auto& [token, request] : requests_) {
        number = std::min(number, request.refresh);
    }
    number = std::max(number, first_refresh_from(frame_end_));
    const bool is_hidden = hidden_ && refresh(number) > hidden_->at &&
                           refresh(number) <= hidden_->at + hidden_->length;
    return refresh(is_hidden ? first_refresh_from(hidden_->at + hidden_->length + Flicks(1))
                             : number);
}

// Waits for what is due next and calls it back; false where there is nothing within the window.
bool Platform::call_next() {
    if (requests_.empty() && !timer_ && press_callback_ == nullptr) {
        return false;
    }
    count_step();
    const Flicks window = meter_.report().window;
    const bool awaits_press = press_callback_ != nullptr && presses_seen_ < presses_.size();
    const Flicks press = awaits_press ? presses_[presses_seen_] : window;
    const Flicks timer = timer_ ? timer_->due : window;
    const Flicks frame = requests_.empty() ? window : next_frame_time();
    const Flicks next = std::min({press, timer, frame});
    idle_until(std::min(next, window));
    if (!is_running()) {
        return false;
    }
    if (next == press) {
        ++presses_seen_;
        press_callback_();
    } else if (next == timer) {
        timer_->due = (time_.now() / timer_->interval + 1) * timer_->interval;
        const Callback callback = timer_->callback;
        callback();
    } else {
        is_in_frame_ = true;
        call_back(frame);
        is_in_frame_ = false;
        if (is_swap_due_) {
            is_swap_due_ = false;
            swap();
        }
        frame_end_ = time_.now();
    }
    return true;
}

// Each callback may ask for another and may cancel those that are due with it.
void Platform::call_back(Flicks frame_time) {
    const Token newest = next_token_;
    for (auto next = requests_.begin(); next != requests_.end() && next->first < newest;) {
        const Token token = next->first;
        if (refresh(next->second.refresh) <= frame_time) {
            const FrameCallback callback = std::move(next->second.callback);
            requests_.erase(next);
            callback(frame_time + machine_.clock_start);
        }
        next = requests_.upper_bound(token);
    }
}

Worker& Platform::worker() {
    if (worker_ == nullptr) {
        worker_ = time_.make_worker(machine_.update_cost, meter_.report().window);
    }
    return *worker_;
}

void Platform::show_updates(const std::vector<WorkerUpdate>& updates) {
    for (const WorkerUpdate& done : updates) {
        count_step();
        meter_.on_worker_busy(done.start, done.start + machine_.update_cost);
        meter_.on_update(done.start, done.step);
        game_.update({updates_++, done.start, done.step, extract_presses(done.start)});
    }
}

bool Platform::is_press_waiting(Flicks now) const {
    return presses_seen_ < presses_.size() && presses_[presses_seen_] <= now;
}

bool Platform::wait_for_press(std::optional<Flicks> deadline) {
    count_step();
    const Flicks window = meter_.report().window;
    const Flicks last = deadline ? std::min(time_.now() + (*deadline - clock()), window) : window;
    const bool comes = is_press_waiting(std::max(last, time_.now()));
    idle_until(comes ? presses_[presses_seen_] : last);
    return comes;
}

void Platform::process_input() {
    loop_processes_input_ = true;
    while (is_press_waiting(time_.now())) {
        ++presses_seen_;
    }
}

bool Platform::read_press(std::optional<Flicks> deadline) {
    loop_processes_input_ = true;
    const bool comes = wait_for_press(deadline);
    presses_seen_ += comes ? 1 : 0;
    return comes;
}

std::uint32_t Platform::extract_presses(Flicks now) {
    while (!loop_processes_input_ && is_press_waiting(now)) {
        ++presses_seen_;
    }
    const auto taken = static_cast<std::uint32_t>(presses_seen_ - presses_taken_);
    for (; presses_taken_ < presses_seen_; ++presses_taken_) {
        meter_.on_press(now - presses_[presses_taken_]);
    }
    return taken;
}

void Platform::update(Flicks step) {
    const Flicks start = time_.now();
    if (start >= meter_.report().window) {
        throw WindowEnded{};
    }
    const Update update{updates_++, start, step, extract_presses(start)};
    last_step_ = step;
    meter_.on_update(start, step);
    game_.update(update);
    work(machine_.update_cost);
}

void Platform::render(std::optional<Blend> blend) {
    if (worker_ != nullptr) {
        show_updates(worker_->extract_done(time_.now()));
    }
    const Flicks begin = time_.now();
    const Flicks cost = machine_.render_cost * quality_quarters_ * quality_quarters_ /
                        (k_full_quality * k_full_quality);
    if (screen_ != nullptr) {
        draw(cost, blend);
    } else {
        work(cost);
    }
    const Flicks end = time_.now();
    if (end <= meter_.report().window) {
        meter_.on_frame(end, blend);
        game_.render({frames_++, end, updates_, blend, begin});
    }
    stall_if_due();
}

// If drawing takes less than the machine's cost, the processor is kept busy for the rest. A picture
// that does not wait is shown within that cost; one that a called-back frame made waits once the
// frame is over, as in a browser, so that a loop that measures its frame measures its work.
void Platform::draw(Flicks cost, std::optional<Blend> blend) {
    count_step();
    const Flicks begin = time_.now();
    const double ahead = blend ? blend->value() * in_seconds(last_step_) : 0;
    screen_->draw({updates_, in_seconds(meter_.report().simulated) + ahead, quality_quarters_});
    if (screen_->wait() == Wait::none) {
        screen_->show();
    }
    time_.work(cost - (time_.now() - begin));
    meter_.on_busy(begin, time_.now());
    if (screen_->wait() != Wait::none && is_in_frame_) {
        is_swap_due_ = true;
    } else if (screen_->wait() != Wait::none) {
        swap();
    }
}

// Shows what was drawn at a refresh.
void Platform::swap() {
    if (screen_->wait() == Wait::platform) {
        swap_refresh_ = first_refresh_from(time_.now());
        idle_until(refresh(swap_refresh_));
    }
    const Flicks begin = time_.now();
    screen_->show();
    const Flicks end = time_.now();
    if (screen_->wait() == Wait::screen) {
        meter_.on_idle(begin, end);
    } else {
        meter_.on_busy(begin, end);
    }
}

void Platform::set_quality(std::uint32_t quarters) {
    TANDEM_ASSERT(quarters >= 1 && quarters <= k_full_quality);
    quality_quarters_ = quarters;
}

}  // namespace tandem::tools::lab
