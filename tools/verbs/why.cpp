// SPDX-License-Identifier: MIT
// The verb why tells which tick last changed a field of a recording, from which value to which, in
// which phase, with which inputs; and the changes before that.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/replay/explain/last_change.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/formats/value_json.hpp>
#include <tandem/tools/formats/value_parts.hpp>
#include <tandem/tools/program/evidence/bundle.hpp>
#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/program/evidence/part_differences.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/tick_options.hpp>
#include <tandem/tools/program/trial/trial.hpp>

namespace tandem::tools {
namespace {

using replay::ChangeSearch;
using replay::FieldChange;
using replay::Replay;

std::string phases_text(const FieldChange& change);
std::string input_text(const sim::SchemaNode& node, sim::ByteView input);
JsonValue json_of(const std::optional<ValuePart>& part);

class WhyRun {
public:
    WhyRun(const Arguments& arguments, Context& context, std::string file_name, const Replay& file,
           const replay::Progress& progress)
        : arguments_(arguments),
          context_(context),
          console_(context.console),
          file_(file),
          progress_(progress),
          file_name_(std::move(file_name)),
          path_(arguments.text("PATH")),
          schema_(file.header().state_schema) {}

    Result<int> run();

private:
    // Does all the work with the game of the recording.
    Result<int> follow(const sim::AnySimulation& game, const replay::ChangeOptions& options);
    void report(const FieldChange& change, std::uint64_t told);
    void report_beginning(std::uint64_t told);

    // The inputs of the players who took part.
    std::vector<std::pair<std::uint32_t, sim::ByteView>> inputs_of(const FieldChange& change) const;

    JsonObject place() const {
        return {{"file", file_name_}, {"game", file_.header().game}, {"path", path_}, {"at", at_}};
    }

    JsonObject facts_of(const FieldChange& change, const std::optional<ValuePart>& before,
                        const std::optional<ValuePart>& after,
                        const std::vector<sim::FieldDifference>& differences) const;

    const Arguments& arguments_;
    Context& context_;
    Console& console_;
    const Replay& file_;
    const replay::Progress& progress_;
    std::string file_name_;
    std::string path_;
    const sim::Schema& schema_;
    std::uint64_t at_ = 0;
};

Result<int> run_why(const Arguments& arguments, Context& context);

}  // namespace

Verb why_verb() {
    return {
        .name = "why",
        .sentence = "Say which tick last changed a field, in which phase, with which inputs",
        .example = "why a.tandem --at 600 'fighters[0].health'",
        .options = {{.names = {"FILE"},
                     .sentence = "File to read, or a bundle: its own recording",
                     .value = Path{Path::Kind::either},
                     .is_required = true},
                    {.names = {"PATH"},
                     .sentence = "A field or a part of the state, as diff names it: units[17].hp",
                     .value = Text{},
                     .is_required = true},
                    at_option(
                        "Changes at or before the state after so many ticks; -600: 600 before the "
                        "end"),
                    {.names = {"--back"},
                     .value_name = "N",
                     .sentence = "Also the N changes before that",
                     .default_text = "0",
                     .value = Whole{.most = 1'000'000'000}},
                    {.names = {"--all"},
                     .sentence = "Also all changes before that, back to the first"},
                    patience_option(),
                    memory_option()},
        .run = &reported<&run_why>,
    };
}

namespace {

// The phases in words: " in the phases movement, projectiles"; empty if the game names none.
std::string phases_text(const FieldChange& change) {
    std::string text;
    for (const replay::ChangingPhase& phase : change.phases) {
        text += (text.empty() ? "" : ", ") +
                (phase.phase.empty() ? "behind the last one" : escaped(phase.phase));
    }
    const bool is_one = change.phases.size() == 1;
    if (is_one && change.phases[0].phase.empty()) {
        return " behind the last phase";
    }
    return text.empty() ? "" : (is_one ? " in the phase " : " in the phases ") + text;
}

// The leaves of an input in words: "forward 50, side 0"; only the first if there are very many.
std::string input_text(const sim::SchemaNode& node, sim::ByteView input) {
    constexpr std::size_t k_leaves_max = 16;
    const auto leaves = sim::list_leaves(node, input);
    std::string text;
    for (std::size_t i = 0; i < std::min(leaves.size(), k_leaves_max); ++i) {
        const sim::Leaf& leaf = leaves[i];
        text += (i == 0 ? "" : ", ") + escaped(leaf.path) + " " +
                sim::leaf_text(*leaf.node, input.subspan(leaf.offset, leaf.bytes));
    }
    return leaves.size() > k_leaves_max
               ? text + " and " + std::to_string(leaves.size() - k_leaves_max) + " more"
               : text;
}

JsonValue json_of(const std::optional<ValuePart>& part) {
    return part ? part_json(*part) : JsonValue();
}

Result<int> WhyRun::run() {
    const auto at = ticks_at(arguments_, file_);
    TANDEM_TRY(at);
    if (path_.find("[*]") != std::string::npos) {
        return Error{ErrorCode::usage, path_, "name one element, or leave [*] away"};
    }
    const auto game = game_of(file_, file_name_, context_);
    TANDEM_TRY(game);
    at_ = *at;
    if (const std::string narrow = narrow_track_text(file_); !narrow.empty()) {
        console_.print_note(narrow);
    }
    replay::ChangeOptions options;
    options.changes_max =
        arguments_.flag("--all") ? ~std::uint64_t{0} : arguments_.whole("--back").value_or(0) + 1;
    options.progress = progress_;
    return follow(game->make(), options);
}

Result<int> WhyRun::follow(const sim::AnySimulation& game, const replay::ChangeOptions& options) {
    auto search = ChangeSearch::create(file_, game, path_, at_, options);
    TANDEM_TRY(search);
    std::uint64_t told = 0;
    for (; told < options.changes_max; ++told) {
        const auto change = search->next().within(file_name_);
        TANDEM_TRY(change);
        if (!*change) {
            break;
        }
        report(**change, told);
    }
    if (told < options.changes_max) {
        report_beginning(told);
    }
    return file_.flaw() ? context_.fail(*file_.flaw()) : 0;
}

void WhyRun::report(const FieldChange& change, std::uint64_t told) {
    const auto before = find_part(schema_.root(), change.before, path_);
    const auto after = find_part(schema_.root(), change.after, path_);
    const auto differences = part_differences(path_, before, after);
    const std::string tick = moment_text(change.tick.number + 1);
    std::string how = phases_text(change);
    if (change.is_planted) {
        how += ", by a bit that was flipped on purpose behind the step";
    }
    const std::string what = path_.empty() ? "the state" : escaped(path_);
    console_.print((told == 0 ? what + " last changed in " : "before that in ") + tick + how);
    print_fields(differences, tick, console_);
    const auto inputs = inputs_of(change);
    for (const auto& [player, input] : inputs) {
        console_.print("  input of player " + std::to_string(player) + "  " +
                       input_text(file_.header().input_schema.root(), input));
    }
    if (!change.is_reproduced) {
        console_.print_note(tick +
                            ": the same step from the saved state gives another state, so that the "
                            "phase cannot be told; something of the state is not saved");
    }
    if (console_.json()) {
        console_.report(facts_of(change, before, after, differences));
    }
}

void WhyRun::report_beginning(std::uint64_t told) {
    const std::string first = std::to_string(file_.first_tick());
    console_.print(told == 0 ? (path_.empty() ? "the state" : escaped(path_)) +
                                   " has not changed from the beginning of the file, after " +
                                   first + " ticks, to the state after " + count_text(at_, "tick")
                             : "before that it has not changed from the beginning of the file on, "
                               "after " +
                                   first + " ticks");
    if (told == 0 && console_.json()) {
        JsonObject facts = place();
        facts.emplace_back("tick", JsonValue());
        console_.report(facts);
    }
}

std::vector<std::pair<std::uint32_t, sim::ByteView>> WhyRun::inputs_of(
    const FieldChange& change) const {
    const sim::Schema& schema = file_.header().input_schema;
    const auto record = sim::parse_record(schema, file_.header().setup.slots, change.record);
    std::vector<std::pair<std::uint32_t, sim::ByteView>> inputs;
    for (std::uint32_t slot = 0; record && slot < record->inputs.size(); ++slot) {
        if (record->present(slot)) {
            inputs.emplace_back(slot, record->inputs[slot]);
        }
    }
    return inputs;
}

JsonObject WhyRun::facts_of(const FieldChange& change, const std::optional<ValuePart>& before,
                            const std::optional<ValuePart>& after,
                            const std::vector<sim::FieldDifference>& differences) const {
    JsonArray phases;
    for (const replay::ChangingPhase& phase : change.phases) {
        phases.emplace_back(
            JsonObject{{"phase", phase.phase.empty() ? JsonValue() : JsonValue(phase.phase)},
                       {"value", json_of(find_part(schema_.root(), phase.state, path_))}});
    }
    JsonArray inputs;
    for (const auto& [player, input] : inputs_of(change)) {
        inputs.emplace_back(JsonObject{
            {"player", player}, {"value", value_json(file_.header().input_schema.root(), input)}});
    }
    JsonObject facts = place();
    facts.emplace_back("tick", change.tick.number);
    facts.emplace_back("from", json_of(before));
    facts.emplace_back("to", json_of(after));
    facts.emplace_back("fields", fields_json(differences));
    facts.emplace_back("phases", std::move(phases));
    facts.emplace_back("inputs", std::move(inputs));
    facts.emplace_back("planted", change.is_planted);
    facts.emplace_back("reproduced", change.is_reproduced);
    return facts;
}

Result<int> run_why(const Arguments& arguments, Context& context) {
    const auto path = own_recording(arguments.text("FILE"));
    TANDEM_TRY(path);
    return run_in_trial(
        context, "simulating " + *path,
        [&](Context& there, const replay::Progress& progress) -> Result<int> {
            const auto file = open_replay(*path, there);
            TANDEM_TRY(file);
            return WhyRun(arguments, there, *path, *file, progress).run();
        },
        trial_limits(arguments));
}

}  // namespace
}  // namespace tandem::tools
