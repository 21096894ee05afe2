// SPDX-License-Identifier: MIT
// The verb blame finds, from two recordings, the one input with which the session comes to the bad
// end.
#include <optional>

#include <tandem/replay/explain/blame.hpp>
#include <tandem/replay/explain/find_states.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/trial/played_trial.hpp>
#include <tandem/tools/program/trial/trial.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {
namespace {

Result<int> run_blame(const Arguments& arguments, Context& context) {
    const std::string good_path = arguments.text("GOOD");
    const std::string bad_path = arguments.text("BAD");
    const auto good = open_replay(good_path, context);
    TANDEM_TRY(good);
    const auto bad = open_replay(bad_path, context);
    TANDEM_TRY(bad);
    const auto game = game_of(*bad, bad_path, context);
    TANDEM_TRY(game);
    if (replay::start_of(good->header()) != replay::start_of(bad->header())) {
        return Error{ErrorCode::usage, good_path + " and " + bad_path,
                     "these sessions began with different setups, so no input decides"};
    }
    for (const auto* file : {&*good, &*bad}) {
        if (file->flaw()) {
            context.console.complain(*file->flaw());
        }
    }
    const auto good_sheet = replay::InputSheet::read(*good, game->info->idle_input);
    const auto bad_sheet = replay::InputSheet::read(*bad, game->info->idle_input);
    if (!good_sheet || !bad_sheet) {
        return context.fail(good_sheet ? bad_sheet.error().within(bad_path)
                                       : good_sheet.error().within(good_path));
    }
    const std::string text = arguments.text("--until");
    const replay::ExpressionScope scope = replay::scope_of(*bad);
    std::optional<replay::Expression> condition;
    if (!text.empty()) {
        auto parsed = replay::Expression::parse(text, scope).within("--until");
        TANDEM_TRY(parsed);
        condition = std::move(parsed).value();
    }
    const SignalGuard signals;
    const FailureSought sought{condition ? &*condition : nullptr, text, false,
                               trial_limits(arguments, k_patience_of_many)};
    const auto found =
        replay::blame(*good_sheet, *bad_sheet, played_trial(*game, bad->header().setup, sought));
    if (pending_signal() != 0) {
        return exit_code_of_signal(pending_signal());
    }
    if (!found) {
        return context.fail(found.error().within(good_path + " and " + bad_path));
    }
    const auto fields = sim::compare_values(bad->header().input_schema, found->good, found->bad);
    context.console.print("tick " + std::to_string(found->place.tick) + ", input of player " +
                          std::to_string(found->place.slot) + " decides, of " +
                          count_text(found->differing, "input") +
                          (found->differing == 1 ? " that differs (" : " that differ (") +
                          count_text(found->trials, "trial") + ")");
    context.console.print("  (" + escaped(good_path) + " | " + escaped(bad_path) + ")");
    print_fields(fields, "tick " + std::to_string(found->place.tick), context.console);
    context.console.report({{"tick", found->place.tick},
                            {"player", found->place.slot},
                            {"fields", fields_json(fields)},
                            {"differing", found->differing},
                            {"trials", found->trials},
                            {"good", good_path},
                            {"bad", bad_path}});
    return 0;
}

}  // namespace

Verb blame_verb() {
    return {
        .name = "blame",
        .sentence = "Name the one input that leads one of two recordings to its bad end",
        .example = "blame good.tandem bad.tandem --until 'fighters[0].health == 0'",
        .options = {{.names = {"GOOD"},
                     .sentence = "A recording that does not come to it",
                     .value = Path{},
                     .is_required = true},
                    {.names = {"BAD"},
                     .sentence = "One of the same setup that does",
                     .value = Path{},
                     .is_required = true},
                    {.names = {"--until"},
                     .value_name = "EXPR",
                     .sentence = "The bad end, written as for find",
                     .default_text = "a step that throws, dies or hangs",
                     .value = Text{}},
                    patience_option(k_patience_of_many),
                    memory_option()},
        .run = &reported<&run_blame>,
    };
}

}  // namespace tandem::tools
