// SPDX-License-Identifier: MIT
// check: plays a game beside a copy of itself and beside one that was saved and restored. Whatever
// the game keeps but does not serialize, or takes from outside of its inputs, sooner or later makes
// them differ.
#include <tandem/sim/fields.hpp>
#include <tandem/tools/clock.hpp>
#include <tandem/tools/context.hpp>
#include <tandem/tools/file_game.hpp>
#include <tandem/tools/progress.hpp>
#include <tandem/tools/session.hpp>
#include <tandem/tools/signals.hpp>
#include <tandem/tools/terminal.hpp>
#include <tandem/tools/ticks.hpp>

namespace tandem::tools {
namespace {

using sim::AnySimulation;
using sim::Bytes;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

// A minute of play.
constexpr std::uint64_t k_seconds_default = 60;

struct Finding {
    std::string who;  // which of the companions
    std::uint64_t ticks_done = 0;
    std::string failure;                       // what only one of the two threw; empty: none did
    std::vector<sim::FieldDifference> fields;  // the game | its companion
};

// A game that plays beside the first one.
struct Companion {
    const char* who;
    AnySimulation simulation;
};

class Check {
public:
    Check(const RegisteredGame& game, const Setup& setup, std::uint64_t every)
        : game_(game),
          setup_(setup),
          every_(every),
          main_(game.make()),
          twin_{"a second game that was started alike", game.make()},
          copy_{"a copy", game.make()},
          restored_{"a game restored from what serialize wrote", game.make()} {}

    Result<void> start() {
        if (auto reset = main_.reset(setup_); !reset) {
            return reset;
        }
        for (Companion* companion : {&twin_, &copy_, &restored_}) {
            expect_like_main({}, companion->simulation.reset(setup_), *companion);
        }
        compare();
        return {};
    }

    // What the game itself cannot do is its error; what only one of them cannot is the finding.
    Result<void> step(sim::ByteView record) {
        if (ticks_done_ % every_ == 0) {
            if (auto renewed = renew(); !renewed || finding_) {
                return renewed;
            }
        }
        const Result<void> stepped = main_.step(record);
        for (Companion* companion : {&twin_, &copy_, &restored_}) {
            expect_like_main(stepped, companion->simulation.step(record), *companion);
        }
        if (finding_) {
            return {};
        }
        if (!stepped) {
            Error error = stepped.error();
            error.place = "tick " + std::to_string(ticks_done_) + ", " + error.place;
            return error;
        }
        ++ticks_done_;
        compare();
        return {};
    }

    const AnySimulation& main() const { return main_; }
    std::uint64_t ticks_done() const { return ticks_done_; }
    const std::optional<Finding>& finding() const { return finding_; }

private:
    // A copy and a restored game from the state as it is now; the twin goes its own way from the
    // start.
    Result<void> renew() {
        copy_.simulation = main_.clone();
        restored_.simulation = game_.make();
        expect_like_main({}, restored_.simulation.reset(setup_), restored_);
        if (finding_) {
            return {};
        }
        if (auto saved = main_.save(state_); !saved) {
            return saved;
        }
        expect_like_main({}, restored_.simulation.restore(state_), restored_);
        compare();
        return {};
    }

    // Both work or both fail; the text says what the one did that the other did not.
    void expect_like_main(const Result<void>& main, const Result<void>& other,
                          const Companion& companion) {
        if (finding_ || main.has_value() == other.has_value()) {
            return;
        }
        const Error& error = main ? other.error() : main.error();
        finding_ = Finding{companion.who,
                           ticks_done_,
                           std::string(main ? "only " : "the game, unlike ") + companion.who +
                               (main ? " failed: " : ", failed: ") + error.text(),
                           {}};
    }

    void compare() {
        for (const Companion* companion : {&twin_, &copy_, &restored_}) {
            if (finding_ || main_.state_hash() == companion->simulation.state_hash()) {
                continue;
            }
            finding_ = Finding{companion->who, ticks_done_, "",
                               sim::compare_values(game_.info->state_schema, main_.save(),
                                                   companion->simulation.save())};
        }
    }

    const RegisteredGame& game_;
    const Setup& setup_;
    std::uint64_t every_;
    AnySimulation main_;
    Companion twin_;
    Companion copy_;
    Companion restored_;
    std::uint64_t ticks_done_ = 0;
    Bytes state_;
    std::optional<Finding> finding_;
};

Result<void> run_check(Check& check, Seats& seats, std::uint64_t ticks, Progress& progress) {
    if (auto started = check.start(); !started) {
        return started;
    }
    Bytes record;
    while (!check.finding() && check.ticks_done() < ticks && !check.main().finished()) {
        if (check.ticks_done() % k_ticks_between_looks == 0) {
            progress.update(check.ticks_done(), steady_now());
            if (pending_signal() != 0) {
                break;
            }
        }
        const auto goes_on = seats.make_record(sim::Tick{check.ticks_done()}, check.main(), record);
        if (!goes_on) {
            return goes_on.error();
        }
        if (!*goes_on) {
            break;
        }
        if (auto stepped = check.step(record); !stepped) {
            return stepped;
        }
    }
    return {};
}

// "tick 44": a step that fails does so in the tick that would have been the next.
std::string place_of(const Finding& finding) {
    return finding.failure.empty() ? moment_text(finding.ticks_done)
                                   : "tick " + std::to_string(finding.ticks_done);
}

JsonValue tick_of(const Finding& finding) {
    if (!finding.failure.empty()) {
        return finding.ticks_done;
    }
    return finding.ticks_done > 0 ? JsonValue(finding.ticks_done - 1) : JsonValue();
}

int tell_finding(const Finding& finding, const std::string& game, const JsonObject& facts,
                 Context& context) {
    context.console.say(game + " differs from " + finding.who +
                        (finding.failure.empty() ? "  (the game | " + finding.who + ")"
                                                 : ": " + escaped(finding.failure)));
    say_fields(finding.fields, moment_text(finding.ticks_done), context.console);
    return context.fail({ErrorCode::divergence, place_of(finding),
                         (finding.failure.empty() ? "" : finding.failure + "; ") +
                             "the game does not only depend on setup, inputs and what serialize "
                             "names; look for a member that serialize leaves out, a clock, an "
                             "address or a static"},
                        facts);
}

int tell(const Check& check, const sim::GameInfo& game, Context& context) {
    const auto& finding = check.finding();
    const bool has_checked = check.ticks_done() > 0;
    const JsonObject facts{
        {"game", game.name},
        {"ticks_checked", check.ticks_done()},
        {"verdict", finding       ? "diverged"
                    : has_checked ? "same"
                                  : "nothing checked"},
        {"tick", finding ? tick_of(*finding) : JsonValue()},
        {"who", finding ? JsonValue(finding->who) : JsonValue()},
        {"fields", fields_json(finding ? finding->fields : std::vector<sim::FieldDifference>())}};
    if (finding) {
        return tell_finding(*finding, game.name, facts, context);
    }
    const int signal = pending_signal();
    if (!has_checked && signal == 0) {
        return context.fail({ErrorCode::usage, "", "no tick was checked, which proves nothing"},
                            facts);
    }
    context.console.say("checked " + count_text(check.ticks_done(), "tick") + " of " + game.name +
                        " beside a second game, a copy and a restored one" +
                        (has_checked ? ": all the same" : ""));
    context.console.report(facts);
    return signal != 0 ? exit_code_of_signal(signal) : 0;
}

}  // namespace

int cmd_check(const CheckCommand& command, Context& context) {
    const auto game = context.registry.choose(context.game);
    if (!game) {
        return context.fail(game.error());
    }
    const SignalGuard signals;
    const SourceContext sources{.game = *game->info, .random_bots = true};
    auto seats = Seats::open(command.session.inputs, sources, command.session.players);
    if (!seats) {
        return context.fail(seats.error());
    }
    const auto setup = make_setup(*game, command.session, seats->players());
    if (!setup) {
        return context.fail(setup.error());
    }
    const TickRate rate = setup->tick_rate;
    const std::uint64_t every = command.every != 0 ? command.every : ticks_in(1, rate);
    const std::uint64_t ticks = command.session.ticks.value_or(
        seats->rows() ? *seats->rows() : ticks_in(k_seconds_default, rate));
    Check check(*game, *setup, every);
    Progress progress(context.console.err(),
                      stderr_is_terminal() && !context.console.quiet() && !context.console.json(),
                      "checking", "tick", ticks);
    const auto done = run_check(check, *seats, ticks, progress);
    progress.finish();
    return done ? tell(check, *game->info, context) : context.fail(done.error());
}

}  // namespace tandem::tools
