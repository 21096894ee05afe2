// SPDX-License-Identifier: MIT
// Steps a disturbed game beside the session, compares, and disturbs it when it is due.
#include <tandem/tools/check/companion.hpp>

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <string_view>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/display.hpp>
#include <tandem/sim/schema/state_hash.hpp>
#include <tandem/tools/check/random_play.hpp>

namespace tandem::tools::check {

using sim::AnySimulation;
using Kind = DisturbanceKind;

namespace {

// The disturbance as it is done to a twin. Some results cross a whole number in one direction only,
// so rounding goes up and down. A reset comes soon, since it comes once more in the end.
Disturbance of_twin(Kind probe) {
    const std::uint64_t variant = probe == Kind::rounding ? k_rounding_by_turns
                                  : probe == Kind::reset  ? k_other_ticks
                                                          : 0;
    return {probe, static_cast<std::uint32_t>(variant), {}};
}

}  // namespace

Companion::Companion(DisturbanceKind probe, const RegisteredGame& game, std::uint64_t every)
    : disturbance_(of_twin(probe)),
      registered_(game),
      every_(every),
      game_(game, {disturbance_}),
      counts_(!begins_later()) {}

std::optional<Finding> Companion::follow(const SessionHistory& history, const AnySimulation& main) {
    if (probe() == Kind::save) {
        return history.ticks() % every_ == 0 ? examine(history, main) : std::nullopt;
    }
    auto finding = catch_up(history, history.ticks());
    if (finding || history.failure()) {
        return finding;
    }
    compare_answers(history, main, is_due());
    if (!is_due()) {
        return std::nullopt;
    }
    finding = as_finding(game_.disturb(disturbance_, ticks_done_, main), history);
    if (finding) {
        return finding;
    }
    if (!counts_) {
        counts_ = true;
        ++ticks_compared_;
    }
    compare_answers(history, main, true);
    return std::nullopt;
}

// Ends the session. An answer that differs is told last: if the state differs as well, its fields
// say more.
std::optional<Finding> Companion::finish(const SessionHistory& history, const AnySimulation& main) {
    if (probe() == Kind::save) {
        return examine(history, main);
    }
    if (history.failure()) {
        return answer_;
    }
    compare_answers(history, main, true);
    return answer_ || probe() != Kind::reset ? answer_ : begin_again(history);
}

const AnySimulation* Companion::asked() const {
    return probe() == Kind::observe ? &game_.simulation() : nullptr;
}

// True if it counts its ticks from the first restore on. Reset makes the state at the start by
// itself: restoring that would prove nothing. A loss that a fresh object has too is then seen by
// both who restore, and named after the fresh one.
bool Companion::begins_later() const { return probe() == Kind::restore || probe() == Kind::used; }

bool Companion::is_due() const {
    const bool is_at_start = ticks_done_ == 0;
    return probe() == Kind::observe ? !is_at_start
                                    : ticks_done_ % every_ == 0 && !(is_at_start && begins_later());
}

// Repeats the ticks that the history is ahead, until so many ticks are done in all.
std::optional<Finding> Companion::catch_up(const SessionHistory& history, std::uint64_t ticks) {
    if (!is_started_) {
        is_started_ = true;
        if (auto finding = as_finding(game_.reset(history.setup()), history)) {
            return finding;
        }
    }
    while (ticks_done_ < ticks) {
        const bool main_failed = history.failed_at(ticks_done_);
        const auto stepped = game_.step(ticks_done_, history.record(ticks_done_));
        if (stepped.has_value() == main_failed) {
            return history.failure(
                probe(), ticks_done_, main_failed,
                main_failed ? history.failure()->text() : stepped.error().text());
        }
        if (!stepped) {
            return std::nullopt;
        }
        ++ticks_done_;
        ticks_compared_ += counts_ ? 1 : 0;
        if (auto finding = as_finding({}, history)) {
            return finding;
        }
    }
    return std::nullopt;
}

// Repeats the first ticks in the object that has played all of the session: a reset must also
// forget what only a long play changes. Each tick counts once.
std::optional<Finding> Companion::begin_again(const SessionHistory& history) {
    constexpr std::uint64_t k_ticks_again = 128;
    ticks_done_ = 0;
    counts_ = false;
    auto finding = as_finding(game_.simulation().reset_used_object(), history);
    return finding ? finding : catch_up(history, std::min(k_ticks_again, history.ticks()));
}

std::optional<Finding> Companion::as_finding(const Result<void>& done,
                                             const SessionHistory& history) const {
    if (!done) {
        return history.failure(probe(), ticks_done_, false, done.error().text());
    }
    if (game_.simulation().state_hash() == history.hash(ticks_done_)) {
        return std::nullopt;
    }
    Bytes state;
    static_cast<void>(game_.simulation().save(state));
    return history.difference(probe(), ticks_done_, state);
}

// Compares the answers of both, which are at the same moment and in the same state. The picture and
// the bots are asked of objects that were copied or restored.
void Companion::compare_answers(const SessionHistory& history, const AnySimulation& main,
                                bool asks_everything) {
    if (answer_ || !counts_) {
        return;
    }
    const char* name = nullptr;
    if (main.finished() != game_.simulation().finished()) {
        name = "finished()";
    } else if (asks_everything && (begins_later() || probe() == Kind::copy)) {
        name = differing_answer(main, game_.simulation(), ticks_done_);
    }
    if (name != nullptr) {
        answer_ = history.answer(probe(), ticks_done_, name);
    }
}

// Plays no game of its own. It checks that the bytes of serialize are as its schema says, are the
// same each time, and are read back to the same bytes.
std::optional<Finding> Companion::examine(const SessionHistory& history,
                                          const AnySimulation& main) {
    const std::uint64_t moment = history.ticks();
    if (history.failure() || (moment > 0 && moment == ticks_done_)) {
        return std::nullopt;
    }
    ticks_done_ = moment;
    ticks_compared_ += moment > 0 ? 1 : 0;
    const auto failed = [&](const std::string& text) {
        return history.failure(probe(), moment, false, text);
    };
    Bytes first;
    Bytes second;
    if (auto saved = main.save(first); !saved) {
        return failed(saved.error().text());
    }
    const auto size = sim::measure_value(main.info().state_schema.root(), first);
    if (!size || *size != first.size()) {
        return failed(!size ? size.error().text()
                            : "serialize wrote " + std::to_string(first.size()) +
                                  " bytes where its own schema, made from a game that was only "
                                  "constructed, has " +
                                  std::to_string(*size));
    }
    if (!main.save(second) ||
        sim::state_hash(main.info().state_schema, first) != main.state_hash()) {
        return history.difference(probe(), moment, first);
    }
    if (first != second) {
        return history.difference(probe(), moment, second);
    }
    AnySimulation again = registered_.make();
    if (!again.reset(history.setup())) {
        return std::nullopt;  // other probes tell that
    }
    if (auto restored = again.restore(first); !restored) {
        return failed(restored.error().text());
    }
    return again.save(second) && first == second
               ? std::nullopt
               : std::optional(history.difference(probe(), moment, second));
}

namespace {

using sim::AnySimulation;

// Keeps every call with its arguments, one after the other.
class CallsCanvas final : public Canvas {
public:
    explicit CallsCanvas(Bytes& calls) : calls_(calls) {}

    void view(float left, float bottom, float right, float top) override {
        append('v', {left, bottom, right, top}, {});
    }
    void line(float x0, float y0, float x1, float y1, Color color) override {
        append('l', {x0, y0, x1, y1}, color);
    }
    void circle(float x, float y, float radius, Color color) override {
        append('c', {x, y, radius}, color);
    }
    void fill_rectangle(float left, float bottom, float right, float top, Color color) override {
        append('r', {left, bottom, right, top}, color);
    }
    void polygon(std::span<const DrawPoint> corners, Color color) override {
        for (const DrawPoint& corner : corners) {
            append('p', {corner.x, corner.y}, color);
        }
    }
    void text(float x, float y, std::string_view text, Color color) override {
        append('t', {x, y}, color);
        append(text);
    }
    void status(std::string_view text) override {
        append('s', {}, {});
        append(text);
    }

private:
    void append(char call, std::initializer_list<float> places, Color color) {
        sim::append(calls_, sim::as_bytes(std::string_view(&call, 1)));
        for (const float place : places) {
            sim::append_le(calls_, std::bit_cast<std::uint32_t>(place));
        }
        for (const std::uint8_t part : {color.red, color.green, color.blue}) {
            sim::append_le(calls_, part);
        }
    }
    void append(std::string_view text) { sim::append_block(calls_, sim::as_bytes(text)); }

    Bytes& calls_;
};

struct Answers {
    Bytes picture;
    Bytes inputs;
};

// The answers of a copy. An error is a part of them, because only one of two games may fail.
Answers answers_of(const AnySimulation& simulation, std::uint64_t ticks_done) {
    const AnySimulation copy = simulation.clone();
    Answers answers;
    CallsCanvas canvas(answers.picture);
    if (auto drawn = copy.draw(canvas, copy, {1, 2}); !drawn) {
        canvas.status(drawn.error().text());
    }
    const Setup& setup = copy.setup();
    for (std::uint32_t slot = 0; slot < setup.slots; ++slot) {
        const auto input = copy.bot_input(Slot{slot}, ticks_done, setup.seed);
        sim::append(answers.inputs,
                    input ? sim::ByteView(*input) : sim::as_bytes(input.error().text()));
    }
    return answers;
}

}  // namespace

const char* differing_answer(const AnySimulation& main, const AnySimulation& other,
                             std::uint64_t ticks_done) {
    const Answers ours = answers_of(main, ticks_done);
    const Answers theirs = answers_of(other, ticks_done);
    if (ours.picture == theirs.picture && ours.inputs == theirs.inputs) {
        return nullptr;
    }
    const Answers again = answers_of(main, ticks_done);
    if (ours.picture != theirs.picture && ours.picture == again.picture) {
        return "draw";
    }
    return ours.inputs != theirs.inputs && ours.inputs == again.inputs ? "bot_input" : nullptr;
}

}  // namespace tandem::tools::check
