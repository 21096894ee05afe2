// SPDX-License-Identifier: MIT
// Every key changes one thing; the order that is due follows from these things alone.
#include <tandem/tools/view/playback.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <utility>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/sim/time/ticks.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/view/key_decoder.hpp>
#include <tandem/tools/view/surface.hpp>
#include <tandem/tools/view/time_bar.hpp>

namespace tandem::tools {
namespace {

using std::chrono::nanoseconds;

// The speeds are in thousandths; beyond the last one there is no pace at all.
constexpr std::array<std::uint64_t, 7> k_speeds{250, 500, 1'000, 2'000, 4'000, 8'000, 16'000};
constexpr std::uint64_t k_jump_seconds = 1;
constexpr std::uint64_t k_big_jump_seconds = 10;
constexpr std::uint32_t k_bar_columns = 38;
constexpr std::size_t k_name_characters = 38;  // beside a strip
constexpr std::size_t k_typed_max = 20;

constexpr const char* k_some_keys =
    "space pause, arrows seek, , . one tick, t take over, ? all keys, q quit";
constexpr std::array<const char*, 3> k_all_keys{
    "space pause   , . a tick back, on   r backward, forward   - + slower, faster",
    "left right 1 s   up down 10 s   Home End   n p next, previous mark   g a tick",
    "a b a loop; again: none   t take over   i inputs as strips   ? fewer   q quit"};

// The legend of a bar that is drawn and not written.
constexpr const char* k_drawn_bar_legend =
    "on the bar: triangle a mark, zigzag a stall, stroke at its foot a keyframe";

// No bar has more pixels that could be told apart.
constexpr std::uint64_t k_bar_places = 4096;
// At most so many marks of a tick are told.
constexpr std::size_t k_marks_told = 3;
constexpr std::size_t k_mark_characters = 120;

constexpr std::uint8_t code(Key key) { return static_cast<std::uint8_t>(key); }

// A rate of absurd precision loses its last digits at an absurd speed.
TickRate scaled(TickRate rate, std::uint64_t speed) {
    const std::uint64_t ticks = rate.ticks * speed;
    const std::uint64_t seconds = rate.seconds * Playback::k_real_time;
    const std::uint64_t shrink = std::max(ticks, seconds) / 0xFFFF'FFFFU + 1;
    return TickRate(static_cast<std::uint32_t>(std::max<std::uint64_t>(1, ticks / shrink)),
                    static_cast<std::uint32_t>(std::max<std::uint64_t>(1, seconds / shrink)));
}

// At high speed a picture holds many ticks; a quarter of a second of them is the most.
sim::Pacer pacer_of(TickRate rate, nanoseconds now) {
    const auto frame_ticks = std::max<std::uint32_t>(
        sim::k_ticks_per_frame_max_default, static_cast<std::uint32_t>(sim::ticks_in(1, rate)) / 4);
    return sim::Pacer({rate, sim::DebtPolicy::drop, frame_ticks}, now);
}

PlaybackOrder order_to(PlaybackOrder::Kind kind, std::uint64_t target) {
    PlaybackOrder order;
    order.kind = kind;
    order.target = target;
    return order;
}

}  // namespace

Playback::Playback(PlaybackScope scope, std::uint64_t speed, std::uint64_t ticks_done,
                   nanoseconds now)
    : scope_(std::move(scope)),
      speed_(speed),
      here_(ticks_done),
      pacer_(pacer_of(scaled(scope_.rate, speed), now)) {
    line_.first_tick = scope_.first_tick;
    line_.rate = scope_.rate;
    lay_out_line();
}

void Playback::start_pacer(nanoseconds now) { pacer_ = pacer_of(scaled(scope_.rate, speed_), now); }

void Playback::diverged(std::uint64_t tick) {
    diverged_at_ = tick;
    is_paused_ = true;
}

void Playback::grow(PlaybackScope longer) {
    scope_.end_tick = longer.end_tick;
    scope_.marks = std::move(longer.marks);
    scope_.stalls = std::move(longer.stalls);
    scope_.keyframes = std::move(longer.keyframes);
    scope_.is_growing = longer.is_growing;
    lay_out_line();
}

// ---- Keys ---------------------------------------------------------------------------------------

void Playback::press(std::uint8_t key, nanoseconds now) {
    remark_.clear();
    if (key == 'q') {
        is_over_ = true;
    } else if (typed_) {
        press_while_typing(key);
    } else if (countdown_) {
        press_while_counting(key, now);
    } else if (key == code(Key::escape)) {
        is_over_ = true;
    } else {
        press_to_play(key, now);
        press_to_go(key);
    }
}

void Playback::press_to_play(std::uint8_t key, nanoseconds now) {
    switch (key) {
        case code(Key::space):
            // At the end it keeps the end in sight; a second press shows the recording again.
            return is_paused_ ? toggle(now) : play(false, now);
        case 'r':
            is_backward_ = !is_backward_;
            return play(true, now);
        case '+':
        case '=':
        case ']':
            return change_speed(true, now);
        case '-':
        case '[':
            return change_speed(false, now);
        case 't':
            return begin_take_over(now);
        case k_backspace_key:
            // A player goes back by it; a spectator may expect the same.
            remark_ = scope_.no_take_over.empty() ? "t takes over from here" : scope_.no_take_over;
            return;
        case '?':
            shows_all_keys_ = !shows_all_keys_;
            return;
        case 'i':
            shows_strips_ = !shows_strips_;
            return;
        default:
            return;
    }
}

void Playback::press_to_go(std::uint8_t key) {
    const std::uint64_t jump = sim::ticks_in(k_jump_seconds, scope_.rate);
    const std::uint64_t big_jump = sim::ticks_in(k_big_jump_seconds, scope_.rate);
    switch (key) {
        case code(Key::right):
            return go_to(here_ + jump);
        case code(Key::up):
            return go_to(here_ + big_jump);
        case code(Key::left):
            return go_back(jump);
        case code(Key::down):
            return go_back(big_jump);
        case k_home_key:
            return go_to(scope_.first_tick);
        case k_end_key:
            return go_to(scope_.end_tick);
        case '.':
            is_paused_ = true;
            order_ = order_to(PlaybackOrder::Kind::step, std::min(here_ + 1, scope_.end_tick));
            return;
        case ',':
            is_paused_ = true;
            return go_back(1);
        case 'n':
        case 'p':
            return go_to_mark(key == 'n');
        case 'a':
            return set_loop(loop_from_);
        case 'b':
            return set_loop(loop_to_);
        case 'g':
            typed_ = "";
            return;
        default:
            return;
    }
}

void Playback::press_while_typing(std::uint8_t key) {
    if ((key >= '0' && key <= '9') || (key == '-' && typed_->empty())) {
        if (typed_->size() < k_typed_max) {
            *typed_ += static_cast<char>(key);
        }
    } else if (key == k_backspace_key && !typed_->empty()) {
        typed_->pop_back();
    } else if (key == code(Key::enter)) {
        go_to_typed();
    } else if (key == code(Key::escape)) {
        typed_.reset();
    }
}

void Playback::press_while_counting(std::uint8_t key, nanoseconds now) {
    if (key >= '0' && key <= '9') {
        const std::uint32_t slot = key - std::uint32_t{'0'};
        if (slot < scope_.slots) {
            slot_ = Slot{slot};
            countdown_ = Countdown(now);
        }
    } else if (key == code(Key::escape) || key == 't' || key == code(Key::space)) {
        countdown_.reset();
    }
}

void Playback::play(bool is_playing, nanoseconds now) {
    is_paused_ = !is_playing;
    start_pacer(now);
}

void Playback::change_speed(bool is_faster, nanoseconds now) {
    if (is_faster) {
        const auto next = std::upper_bound(k_speeds.begin(), k_speeds.end(), speed_);
        is_unpaced_ = is_unpaced_ || next == k_speeds.end();
        speed_ = next == k_speeds.end() ? speed_ : *next;
    } else {
        // The next slower speed after no pace at all is the fastest one.
        const auto limit = is_unpaced_ ? k_speeds.end()
                                       : std::lower_bound(k_speeds.begin(), k_speeds.end(), speed_);
        speed_ = limit == k_speeds.begin() ? speed_ : *std::prev(limit);
        is_unpaced_ = false;
    }
    start_pacer(now);
}

// If one end is set already, its key takes the whole loop away.
void Playback::set_loop(std::optional<std::uint64_t>& end) {
    if (end) {
        loop_from_.reset();
        loop_to_.reset();
        return;
    }
    end = here_;
    if (!is_looping()) {
        return;
    }
    if (*loop_from_ == *loop_to_) {
        end.reset();
        remark_ = "a loop has two ends: go to another tick for this one";
    } else if (*loop_from_ > *loop_to_) {
        std::swap(loop_from_, loop_to_);
    }
}

void Playback::go_to_mark(bool is_next) {
    const auto& marks = scope_.marks;
    const auto later = std::find_if(marks.begin(), marks.end(),
                                    [&](const PlaybackMark& mark) { return mark.tick > here_; });
    const auto not_earlier = std::find_if(
        marks.begin(), marks.end(), [&](const PlaybackMark& mark) { return mark.tick >= here_; });
    if (is_next && later != marks.end() && later->tick <= scope_.end_tick) {
        go_to(later->tick);
    } else if (!is_next && not_earlier != marks.begin()) {
        go_to(std::prev(not_earlier)->tick);
    } else {
        remark_ = is_next ? "there is no later mark" : "there is no earlier mark";
    }
}

void Playback::go_to(std::uint64_t ticks_done) {
    order_ = order_to(PlaybackOrder::Kind::jump,
                      std::clamp(ticks_done, scope_.first_tick, scope_.end_tick));
}

void Playback::go_back(std::uint64_t ticks) { go_to(here_ > ticks ? here_ - ticks : 0); }

void Playback::go_to_typed() {
    const std::string text = *std::exchange(typed_, std::nullopt);
    const bool is_from_end = text.starts_with('-');
    const char* const first = text.data() + (is_from_end ? 1 : 0);
    std::uint64_t number = 0;
    const auto [end, failure] = std::from_chars(first, text.data() + text.size(), number);
    if (failure != std::errc() || end == first) {
        remark_ = text.empty() ? "" : "no tick has the number " + text;
    } else if (is_from_end) {
        go_to(scope_.end_tick > number ? scope_.end_tick - number : 0);
    } else {
        go_to(number);
    }
}

void Playback::begin_take_over(nanoseconds now) {
    if (!scope_.no_take_over.empty()) {
        remark_ = scope_.no_take_over;
        return;
    }
    is_paused_ = true;
    countdown_ = Countdown(now);
}

void Playback::execute(const TimeLineOrder& order, nanoseconds now) {
    remark_.clear();
    countdown_.reset();
    if (order.kind == TimeLineOrder::Kind::seek) {
        return go_to(order.tick);
    }
    toggle(now);
}

// At the end, playing means to see it again.
void Playback::toggle(nanoseconds now) {
    if (end_since_ || (is_paused_ && is_at_end() && !scope_.is_growing)) {
        go_to(scope_.first_tick);
        return play(true, now);
    }
    play(is_paused_, now);
}

// ---- Time ---------------------------------------------------------------------------------------

PlaybackOrder Playback::advance(nanoseconds now) {
    if (order_) {
        start_pacer(now);
        alpha_ = {1, 1};
        end_since_.reset();
        return *std::exchange(order_, std::nullopt);
    }
    if (countdown_ && countdown_->is_over(now)) {
        countdown_.reset();
        PlaybackOrder order = order_to(PlaybackOrder::Kind::hand_over, here_);
        order.slot = slot_;
        return order;
    }
    stop_at_end(now);
    if (is_paused_) {
        alpha_ = {1, 1};
        return {};
    }
    return order_to_play(now);
}

// At the end the last picture stays for a moment, and longer for a person who pauses or seeks back.
void Playback::stop_at_end(nanoseconds now) {
    const bool is_end =
        !is_paused_ && !is_backward_ && is_at_end() && !scope_.is_growing && !is_in_loop();
    if (!is_end) {
        end_since_.reset();
        return;
    }
    end_since_ = end_since_.value_or(now);
    is_over_ = is_over_ || (!scope_.stays_at_end && now - *end_since_ >= Surface::k_last_look);
}

PlaybackOrder Playback::order_to_play(nanoseconds now) {
    std::uint64_t ticks = 1;
    if (is_unpaced_) {
        alpha_ = {1, 1};
    } else {
        const sim::Pace pace = pacer_.advance(now);
        alpha_ = pace.alpha;
        ticks = pace.ticks;
    }
    if (ticks == 0) {
        return {};
    }
    PlaybackOrder order = is_backward_ ? backward(ticks) : forward(ticks);
    order.is_unpaced = is_unpaced_ && order.kind != PlaybackOrder::Kind::jump;
    return order;
}

PlaybackOrder Playback::forward(std::uint64_t ticks) {
    const bool loops = is_in_loop();
    if (loops && here_ == *loop_to_) {
        return order_to(PlaybackOrder::Kind::jump, *loop_from_);
    }
    const std::uint64_t end = loops ? *loop_to_ : scope_.end_tick;
    if (here_ >= end) {
        return {};
    }
    return order_to(PlaybackOrder::Kind::step, is_unpaced_ ? end : std::min(here_ + ticks, end));
}

PlaybackOrder Playback::backward(std::uint64_t ticks) {
    const bool loops = is_looping() && here_ >= *loop_from_;
    if (loops && here_ == *loop_from_) {
        return order_to(PlaybackOrder::Kind::jump, *loop_to_);
    }
    const std::uint64_t end = loops ? *loop_from_ : scope_.first_tick;
    if (here_ <= end) {
        // Nothing lies before the beginning; from here on it can only go forward.
        is_backward_ = false;
        is_paused_ = true;
        return {};
    }
    return order_to(PlaybackOrder::Kind::step_back,
                    is_unpaced_ || here_ - end < ticks ? end : here_ - ticks);
}

// ---- Text ---------------------------------------------------------------------------------------

std::string Playback::speed_text() const {
    if (is_unpaced_) {
        return " unpaced";
    }
    if (speed_ == k_real_time) {
        return "";
    }
    // Thousandths lose the zeros at their end: " 0.25x", " 16x".
    std::string decimals = std::to_string(k_real_time + speed_ % k_real_time).substr(1);
    decimals.erase(decimals.find_last_not_of('0') + 1);
    return " " + std::to_string(speed_ / k_real_time) + (decimals.empty() ? "" : ".") + decimals +
           "x";
}

std::string Playback::state_text(nanoseconds now) const {
    if (typed_) {
        return "to tick " + *typed_ + "_   -N is N before the end   Enter goes there, Escape not";
    }
    if (countdown_) {
        return "you play player " + std::to_string(slot_.index) + " in " + countdown_->text(now) +
               (scope_.slots > 1 ? "   another number: that player" : "") + "   Escape stays here";
    }
    if (end_since_) {
        return "the end";
    }
    if (is_paused_) {
        return "paused" + speed_text() + (is_backward_ ? " backward" : "");
    }
    if (scope_.is_growing && is_at_end() && !is_backward_) {
        return "waiting for more";
    }
    return std::string("playing") + (is_backward_ ? " backward" : "") + speed_text();
}

void Playback::lay_out_line() {
    std::vector<std::uint64_t> marks;
    for (const PlaybackMark& mark : scope_.marks) {
        marks.push_back(mark.tick);
    }
    const auto told = [&](const std::vector<std::uint64_t>& ticks) {
        return told_apart(ticks, scope_.first_tick, scope_.end_tick, k_bar_places);
    };
    line_.marks = told(marks);
    line_.stalls = told(scope_.stalls);
    line_.keyframes = told(scope_.keyframes);
}

const TimeLine& Playback::time_line(std::span<const std::uint8_t> strips) {
    line_.end_tick = scope_.end_tick;
    line_.ticks_done = here_;
    line_.diverged_at = diverged_at_;
    line_.loop_from = loop_from_;
    line_.loop_to = loop_to_;
    line_.is_playing = !is_paused_ && !end_since_;
    line_.strips = strips;
    return line_;
}

std::string Playback::state_line(nanoseconds now) const {
    std::string state = state_text(now);
    if (is_looping()) {
        state += "   loop " + std::to_string(*loop_from_) + " to " + std::to_string(*loop_to_);
    } else if (loop_from_ || loop_to_) {
        state += loop_from_ ? "   b ends the loop" : "   a begins the loop";
    }
    if (diverged_at_) {
        state += "   DIVERGED at tick " + std::to_string(*diverged_at_);
    }
    return state + (remark_.empty() ? marks_here_text() : "   " + remark_);
}

// Returns the first marks here: a file may hold any number of any length.
std::string Playback::marks_here_text() const {
    const auto is_before = [](const PlaybackMark& mark, std::uint64_t tick) {
        return mark.tick < tick;
    };
    auto mark = std::lower_bound(scope_.marks.begin(), scope_.marks.end(), here_, is_before);
    const auto end = std::lower_bound(mark, scope_.marks.end(), here_ + 1, is_before);
    std::string text;
    for (std::size_t told = 0; mark != end && told < k_marks_told; ++mark, ++told) {
        const std::string_view beginning = sim::first_characters(mark->text, k_mark_characters);
        text +=
            "   " + std::string(beginning) + (beginning.size() < mark->text.size() ? "..." : "");
    }
    return mark == end ? text : text + "   and " + std::to_string(end - mark) + " more marks";
}

std::vector<std::string> Playback::lines(nanoseconds now, const TimeLine* line) const {
    std::vector<std::string> lines;
    if (shows_all_keys_) {
        lines.assign(k_all_keys.begin(), k_all_keys.end());
        lines.emplace_back(line == nullptr ? k_drawn_bar_legend : k_time_bar_legend);
    } else {
        lines.emplace_back(k_some_keys);
    }
    for (std::uint32_t slot = 0; line != nullptr && slot < line->strip_rows(); ++slot) {
        const std::string name = escaped(strip_name(scope_.players, Slot{slot}));
        lines.push_back(strip_text(*line, Slot{slot}, k_bar_columns,
                                   sim::first_characters(name, k_name_characters)));
    }
    if (line != nullptr) {
        lines.push_back(time_bar_text(*line, scope_.rate, k_bar_columns));
    }
    lines.push_back(state_line(now));
    return lines;
}

}  // namespace tandem::tools
