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
    std::vector<sim::FieldDifference> fields;  // the game | its companion
};

class Check {
public:
    Check(const RegisteredGame& game, const Setup& setup, std::uint64_t every)
        : game_(game),
          setup_(setup),
          every_(every),
          main_(game.make()),
          twin_(game.make()),
          copy_(game.make()),
          restored_(game.make()) {}

    Result<void> start() {
        for (AnySimulation* simulation : {&main_, &twin_, &copy_, &restored_}) {
            if (auto reset = simulation->reset(setup_); !reset) {
                return reset;
            }
        }
        compare();
        return {};
    }

    Result<void> step(sim::ByteView record) {
        if (ticks_done_ % every_ == 0) {
            if (auto renewed = renew(); !renewed) {
                return renewed;
            }
        }
        for (AnySimulation* simulation : {&main_, &twin_, &copy_, &restored_}) {
            if (auto stepped = simulation->step(record); !stepped) {
                Error error = stepped.error();
                error.place = "tick " + std::to_string(ticks_done_) + ", " + error.place;
                return error;
            }
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
        copy_ = main_.clone();
        restored_ = game_.make();
        if (auto reset = restored_.reset(setup_); !reset) {
            return reset;
        }
        main_.save(state_);
        if (auto restored = restored_.restore(state_); !restored) {
            Error error = restored.error();
            error.code = ErrorCode::divergence;
            error.place = "after " + std::to_string(ticks_done_) + " ticks, " + error.place;
            error.message =
                "the game cannot read back what it has written itself: " + error.message;
            return error;
        }
        compare();
        return {};
    }

    void compare() {
        compare_with(twin_, "a second game that was started alike");
        compare_with(copy_, "a copy");
        compare_with(restored_, "a game restored from what serialize wrote");
    }

    void compare_with(const AnySimulation& other, const char* who) {
        if (finding_ || main_.state_hash() == other.state_hash()) {
            return;
        }
        finding_ =
            Finding{who, ticks_done_,
                    sim::compare_values(game_.info->state_schema, main_.save(), other.save())};
    }

    const RegisteredGame& game_;
    const Setup& setup_;
    std::uint64_t every_;
    AnySimulation main_;
    AnySimulation twin_;
    AnySimulation copy_;
    AnySimulation restored_;
    std::uint64_t ticks_done_ = 0;
    Bytes state_;
    std::optional<Finding> finding_;
};

Result<void> run_check(Check& check, Seats& seats, std::uint64_t ticks, Progress& progress) {
    if (auto started = check.start(); !started) {
        return started;
    }
    constexpr std::uint64_t k_ticks_between_looks = 64;
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

std::string moment(const Finding& finding) {
    return finding.ticks_done == 0 ? "already after reset"
                                   : "after tick " + std::to_string(finding.ticks_done - 1);
}

int tell(const Check& check, const sim::GameInfo& game, Context& context) {
    const auto& finding = check.finding();
    JsonObject facts{
        {"game", game.name},
        {"ticks_checked", check.ticks_done()},
        {"verdict", finding ? "diverged" : "same"},
        {"tick",
         finding && finding->ticks_done > 0 ? JsonValue(finding->ticks_done - 1) : JsonValue()},
        {"who", finding ? JsonValue(finding->who) : JsonValue()},
        {"fields", fields_json(finding ? finding->fields : std::vector<sim::FieldDifference>())}};
    if (finding) {
        context.console.say(game.name + " differs from " + finding->who + " " + moment(*finding) +
                            "  (the game | " + finding->who + ")");
        say_fields(finding->fields, context.console);
        return context.fail({ErrorCode::divergence, moment(*finding),
                             "the game does not only depend on setup, inputs and what serialize "
                             "names; look for a member that serialize leaves out, a clock, an "
                             "address or a static"},
                            facts);
    }
    if (check.ticks_done() == 0) {
        return context.fail({ErrorCode::usage, "", "no tick was checked, which proves nothing"},
                            facts);
    }
    context.console.say("checked " + count_text(check.ticks_done(), "tick") + " of " + game.name +
                        " beside a second game, a copy and a restored one: all the same");
    context.console.report(facts);
    return pending_signal() != 0 ? exit_code_of_signal(pending_signal()) : 0;
}

}  // namespace

int cmd_check(const CheckCommand& command, Context& context) {
    const auto game = context.registry.choose(context.game);
    if (!game) {
        return context.fail(game.error());
    }
    SourceContext sources{.game = *game->info, .random_bots = true};
    auto seats = Seats::open(command.session.inputs, sources, command.session.players);
    if (!seats) {
        return context.fail(seats.error());
    }
    const auto setup = make_setup(*game->info, command.session, seats->players());
    if (!setup) {
        return context.fail(setup.error());
    }
    const SignalGuard signals;
    const TickRate rate = setup->tick_rate;
    const std::uint64_t second = std::max<std::uint64_t>(1, rate.ticks / rate.seconds);
    const std::uint64_t every = command.every != 0 ? command.every : second;
    const std::uint64_t ticks =
        command.session.ticks.value_or(seats->rows() ? *seats->rows() : second * k_seconds_default);
    Check check(*game, *setup, every);
    Progress progress(context.console.err(),
                      stderr_is_terminal() && !context.console.quiet() && !context.console.json(),
                      "checking", "tick", ticks);
    const auto done = run_check(check, *seats, ticks, progress);
    progress.finish();
    return done ? tell(check, *game->info, context) : context.fail(done.error());
}

}  // namespace tandem::tools
