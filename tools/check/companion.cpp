// SPDX-License-Identifier: MIT
// Implements the companions within this process.
#include <tandem/tools/check/companion.hpp>

#include <algorithm>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/tools/check/answers.hpp>
#include <tandem/tools/check/random_play.hpp>
#include <tandem/tools/check/silent_canvas.hpp>
#include <tandem/tools/check/surroundings.hpp>

namespace tandem::tools::check {
namespace {

using sim::AnySimulation;
using sim::Bytes;
using sim::ByteView;
using sim::Result;

// Plays beside the game, tick by tick. The other probes change one thing each.
class Twin : public Companion {
public:
    Twin(Probe probe, const RegisteredGame& game, std::uint64_t every)
        : Companion(probe), game_(game), every_(every), simulation_(game.make()) {}

    std::optional<Finding> follow(const SessionHistory& history,
                                  const AnySimulation& main) override {
        auto finding = catch_up(history, history.ticks());
        if (finding || history.failure()) {
            return finding;
        }
        const bool is_due = ticks_done_ % every_ == 0 && (ticks_done_ > 0 || renews_at_start());
        compare_answers(history, main, is_due);
        if (!is_due) {
            return std::nullopt;
        }
        finding = as_finding(renew(history, main), history);
        if (!finding && !counts_) {
            counts_ = true;
            count_tick();
        }
        if (!finding) {
            compare_answers(history, main, true);
        }
        return finding;
    }

    // Ends the session. An answer that differs is told last: if the state differs as well, its
    // fields say more.
    std::optional<Finding> finish(const SessionHistory& history,
                                  const AnySimulation& main) override {
        if (!history.failure()) {
            compare_answers(history, main, true);
        }
        return answer_;
    }

protected:
    virtual Result<void> reset(const SessionHistory& history) {
        return simulation_.reset(history.setup());
    }
    virtual Result<void> step(ByteView record) { return simulation_.step(record); }
    // Looks at the state after a tick without changing it.
    virtual std::optional<Finding> look(const SessionHistory&) { return std::nullopt; }
    // True if this probe has its condition already at the start. Another one counts its ticks from
    // the first renewal on.
    virtual bool renews_at_start() const { return true; }
    // True if its picture and its bots must be those of the game, too.
    virtual bool is_asked_everything() const { return false; }
    // Begins again from the present state of the game.
    virtual Result<void> renew(const SessionHistory& history, const AnySimulation& main) {
        static_cast<void>(history);
        static_cast<void>(main);
        return {};
    }

    // Repeats the ticks that the history is ahead, until so many ticks are done in all.
    std::optional<Finding> catch_up(const SessionHistory& history, std::uint64_t ticks) {
        if (!is_started_) {
            is_started_ = true;
            counts_ = renews_at_start();
            if (auto finding = as_finding(reset(history), history)) {
                return finding;
            }
        }
        while (ticks_done_ < ticks) {
            const bool main_failed = history.failed_at(ticks_done_);
            const auto stepped = step(history.record(ticks_done_));
            if (stepped.has_value() == main_failed) {
                return history.failure(
                    probe(), ticks_done_, main_failed,
                    main_failed ? history.failure()->text() : stepped.error().text());
            }
            if (!stepped) {
                return std::nullopt;
            }
            ++ticks_done_;
            if (counts_) {
                count_tick();
            }
            if (auto finding = as_finding({}, history)) {
                return finding;
            }
            if (auto finding = look(history)) {
                return finding;
            }
        }
        return std::nullopt;
    }

    std::optional<Finding> as_finding(const Result<void>& done,
                                      const SessionHistory& history) const {
        if (!done) {
            return history.failure(probe(), ticks_done_, false, done.error().text());
        }
        if (simulation_.state_hash() == history.hash(ticks_done_)) {
            return std::nullopt;
        }
        Bytes state;
        static_cast<void>(simulation_.save(state));
        return history.difference(probe(), ticks_done_, state);
    }

    // Repeats the first ticks once more, in the object that was reset with the result `done`.
    std::optional<Finding> repeat_from_the_start(const Result<void>& done,
                                                 const SessionHistory& history,
                                                 std::uint64_t ticks) {
        ticks_done_ = 0;
        counts_ = false;  // each tick counts once
        auto finding = as_finding(done, history);
        return finding ? finding : catch_up(history, std::min(ticks, history.ticks()));
    }

    // Compares the answers of both, which are at the same moment and in the same state.
    void compare_answers(const SessionHistory& history, const AnySimulation& main,
                         bool asks_everything) {
        if (answer_ || !counts_) {
            return;
        }
        const char* name = nullptr;
        if (main.finished() != simulation_.finished()) {
            name = "finished()";
        } else if (asks_everything && is_asked_everything()) {
            name = differing_answer(main, simulation_, ticks_done_);
        }
        if (name != nullptr) {
            answer_ = history.answer(probe(), ticks_done_, name);
        }
    }

    const RegisteredGame& game() const { return game_; }
    AnySimulation& simulation() { return simulation_; }
    const AnySimulation& simulation() const { return simulation_; }
    std::uint64_t ticks_done() const { return ticks_done_; }

private:
    const RegisteredGame& game_;
    std::uint64_t every_;
    AnySimulation simulation_;
    std::uint64_t ticks_done_ = 0;
    bool is_started_ = false;
    bool counts_ = false;
    std::optional<Finding> answer_;  // the first difference of an answer
};

// Begins in an object that has played something else. In the end it begins once more in the object
// that has played all of the session: a reset must also forget what only a long play changes.
class Reset final : public Twin {
public:
    using Twin::Twin;

    std::optional<Finding> finish(const SessionHistory& history,
                                  const AnySimulation& main) override {
        auto finding = Twin::finish(history, main);
        if (finding || history.failure()) {
            return finding;
        }
        constexpr std::uint64_t k_ticks_again = 128;
        return repeat_from_the_start(simulation().reset_used_object(), history, k_ticks_again);
    }

private:
    Result<void> reset(const SessionHistory& history) override {
        TANDEM_TRY(Twin::reset(history));
        play_something_else(simulation(), Random(history.setup().seed).split(0));
        return simulation().reset_used_object();
    }
};

class Copy final : public Twin {
public:
    using Twin::Twin;

private:
    bool is_asked_everything() const override { return true; }
    Result<void> renew(const SessionHistory&, const AnySimulation& main) override {
        simulation() = main.clone();
        return {};
    }
};

// Goes on in a fresh object that was restored. It begins later, because reset makes the state at
// the start by itself: restoring that would prove nothing.
class Fresh final : public Twin {
public:
    using Twin::Twin;

private:
    bool renews_at_start() const override { return false; }
    bool is_asked_everything() const override { return true; }
    Result<void> renew(const SessionHistory& history, const AnySimulation& main) override {
        AnySimulation fresh = game().make();
        TANDEM_TRY(fresh.reset(history.setup()));
        Bytes state;
        TANDEM_TRY(main.save(state));
        TANDEM_TRY(fresh.restore(state));
        simulation() = std::move(fresh);
        return {};
    }
};

class Dirty final : public Twin {
public:
    using Twin::Twin;

private:
    // It begins later, as Fresh does: then both see a loss that a fresh object has too, and the
    // loss is named after the fresh one.
    bool renews_at_start() const override { return false; }
    bool is_asked_everything() const override { return true; }
    // Restores twice. A restore decodes into a spare object and swaps: the first makes the object
    // that played something else the spare, the second decodes into it.
    Result<void> renew(const SessionHistory& history, const AnySimulation& main) override {
        Bytes state;
        TANDEM_TRY(main.save(state));
        play_something_else(simulation(), Random(history.setup().seed).split(ticks_done()));
        for (int times = 0; times < 2; ++times) {
            TANDEM_TRY(simulation().restore(state));
        }
        return {};
    }
};

class Observed final : public Twin {
public:
    using Twin::Twin;

    const AnySimulation* asked() const override { return &simulation(); }

private:
    std::optional<Finding> look(const SessionHistory& history) override {
        if (auto asked = ask(); !asked) {
            return as_finding(asked, history);
        }
        const bool is_same = sim::hash_bytes(state_) == history.hash(ticks_done()).value;
        return is_same ? std::nullopt
                       : std::optional(history.difference(probe(), ticks_done(), state_));
    }

    Result<void> ask() {
        const Setup& setup = simulation().setup();
        SilentCanvas canvas;
        if (auto drawn = simulation().draw(canvas, simulation(), {1, 2}); !drawn) {
            return drawn;
        }
        Keys keys;
        keys.press(Key::up);
        for (std::uint32_t slot = 0; slot < setup.slots; ++slot) {
            TANDEM_TRY(simulation().bot_input(Slot{slot}, ticks_done(), setup.seed));
            TANDEM_TRY(simulation().input_from_keys(keys, ticks_done()));
        }
        return simulation().save(state_);
    }

    Bytes state_;
};

// Rounds up in one tick and down in the next, because some results cross a whole number in one
// direction only.
class Rounding final : public Twin {
public:
    using Twin::Twin;

private:
    Result<void> reset(const SessionHistory& history) override {
        const RoundingMode rounding;
        return Twin::reset(history);
    }
    Result<void> step(ByteView record) override {
        const RoundingMode rounding(ticks_done() % 2);
        return Twin::step(record);
    }
};

// Plays no game of its own. It checks that the bytes of serialize are as its schema says, are the
// same each time, and are read back to the same bytes.
class Serialize final : public Companion {
public:
    Serialize(const RegisteredGame& game, std::uint64_t every)
        : Companion(Probe::serialize), game_(game), every_(every) {}

    std::optional<Finding> follow(const SessionHistory& history,
                                  const AnySimulation& main) override {
        return history.ticks() % every_ == 0 ? examine(history, main) : std::nullopt;
    }
    std::optional<Finding> finish(const SessionHistory& history,
                                  const AnySimulation& main) override {
        return examine(history, main);
    }

private:
    std::optional<Finding> examine(const SessionHistory& history, const AnySimulation& main) {
        const std::uint64_t moment = history.ticks();
        if (history.failure() || (moment > 0 && moment == last_)) {
            return std::nullopt;
        }
        last_ = moment;
        if (moment > 0) {
            count_tick();
        }
        const auto failed = [&](const std::string& text) {
            return history.failure(probe(), moment, false, text);
        };
        Bytes first;
        Bytes second;
        if (auto saved = main.save(first); !saved) {
            return failed(saved.error().text());
        }
        const auto size = sim::measure_value(game_.info->state_schema.root(), first);
        if (!size || *size != first.size()) {
            return failed(!size ? size.error().text()
                                : "serialize wrote " + std::to_string(first.size()) +
                                      " bytes where its own schema, made from a game that was only "
                                      "constructed, has " +
                                      std::to_string(*size));
        }
        if (!main.save(second) || sim::hash_bytes(first) != main.state_hash().value) {
            return history.difference(probe(), moment, first);
        }
        if (first != second) {
            return history.difference(probe(), moment, second);
        }
        AnySimulation again = game_.make();
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

    const RegisteredGame& game_;
    std::uint64_t every_;
    std::uint64_t last_ = 0;
};

}  // namespace

std::unique_ptr<Companion> make_companion(Probe probe, const RegisteredGame& game,
                                          std::uint64_t every) {
    switch (probe) {
        case Probe::serialize:
            return std::make_unique<Serialize>(game, every);
        case Probe::twin:
            return std::make_unique<Twin>(probe, game, every);
        case Probe::reset:
            return std::make_unique<Reset>(probe, game, every);
        case Probe::copy:
            return std::make_unique<Copy>(probe, game, every);
        case Probe::fresh:
            return std::make_unique<Fresh>(probe, game, every);
        case Probe::dirty:
            return std::make_unique<Dirty>(probe, game, every);
        case Probe::observed:
            return std::make_unique<Observed>(probe, game, every);
        case Probe::rounding:
            return std::make_unique<Rounding>(probe, game, every);
        case Probe::thread:
        case Probe::process:
        case Probe::memory:
        case Probe::build:
            break;
    }
    TANDEM_ASSERT(false);
    return nullptr;
}

}  // namespace tandem::tools::check
