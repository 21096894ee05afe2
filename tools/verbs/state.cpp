// SPDX-License-Identifier: MIT
// The verb state prints a state of a recording, or a field of it, after any tick.
#include <algorithm>
#include <optional>

#include <tandem/replay/play/rerun.hpp>
#include <tandem/tools/formats/value_json.hpp>
#include <tandem/tools/formats/value_lines.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/tick_options.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::Replay;

// A state of the file.
struct FoundState {
    Bytes bytes;
    bool is_stored = false;    // true if the file holds it, else it was simulated
    bool is_confirmed = true;  // true if it is the recorded one for certain
    int signal = 0;            // signal that interrupted the search; then there are no bytes
};

Result<FoundState> simulate(const Replay& file, const RegisteredGame& game,
                            std::uint64_t ticks_done, Console& console) {
    const SignalGuard signals;
    Progress progress(console.err(), console.may_redraw(), "simulating", "tick", std::nullopt);
    std::uint64_t done = 0;
    const auto run = replay::retrace(file, game.make(), ticks_done, [&](std::uint64_t) {
        if (++done % k_ticks_between_looks != 0) {
            return true;
        }
        progress.update(done, steady_now());
        return pending_signal() == 0;
    });
    TANDEM_TRY(run);
    if (run->ticks_done() != ticks_done) {
        return FoundState{.bytes = {}, .signal = pending_signal()};
    }
    const auto confirmed = replay::confirm(*run);
    TANDEM_TRY(confirmed);
    return FoundState{.bytes = run->simulation().save(), .is_confirmed = *confirmed};
}

// Finds the stored state if there is one: the session wrote it, and it needs no game.
Result<FoundState> find_state(const Replay& file, const std::string& path, std::uint64_t ticks_done,
                              Context& context) {
    const auto game = game_if_any(file, context);
    const replay::StoredState* stored = file.find_state(ticks_done);
    if (stored != nullptr) {
        auto bytes =
            game ? file.load_state(*stored, game->info->state_bytes_max) : file.load_state(*stored);
        if (bytes) {
            return FoundState{.bytes = std::move(bytes->bytes), .is_stored = true};
        }
        if (!game) {
            return bytes.error().within(path);
        }
    }
    if (!game) {
        const auto needed = game_of(file, path, context);
        const std::string why = needed ? "the program has another version of " + file.header().game
                                       : needed.error().message;
        return Error{
            ErrorCode::no_simulation, path,
            why + "; without it only stored states can be shown, " + stored_states_text(file)};
    }
    auto found = simulate(file, *game, ticks_done, context.console);
    return found ? std::move(found) : found.error().within(path);
}

int report(const Replay& file, const Arguments& arguments, std::uint64_t ticks_done,
           const FoundState& found, const ValuePart& part, Context& context) {
    const std::string path = arguments.text("FILE");
    const std::string field = arguments.text("PATH");
    Console& console = context.console;
    if (!console.json()) {
        const auto text = part_text(part);
        if (text && !field.empty()) {
            // Scripts want the value alone.
            console.print(escaped(*text));
        } else {
            console.print(escaped(file.header().game) + " after " + count_text(ticks_done, "tick") +
                          " of " + escaped(path) + ", " +
                          (found.is_stored ? "stored" : "simulated"));
            const LineBounds bounds = arguments.flag("--all") ? k_all_lines : LineBounds{};
            const bool is_all = value_lines(
                part, field, bounds, [&](const std::string& line) { console.print("  " + line); });
            if (!is_all) {
                console.print_note("not all is shown; --all shows it, and a PATH a part of it");
            }
        }
    }
    if (!found.is_confirmed) {
        console.print_note(unconfirmed_text(file));
    }
    if (const std::string plants = plants_text(file, ticks_done); !plants.empty()) {
        console.print_note(plants);
    }
    JsonObject facts{{"file", path},
                     {"game", file.header().game},
                     {"at", ticks_done},
                     {"stored", found.is_stored},
                     {"path", field}};
    if (console.json()) {
        facts.emplace_back("value", part_json(part));
    }
    facts.emplace_back("confirmed", found.is_confirmed);
    if (file.flaw()) {
        return context.fail(*file.flaw(), facts);
    }
    console.report(facts);
    return 0;
}

Result<int> run_state(const Arguments& arguments, Context& context) {
    const std::string path = arguments.text("FILE");
    const auto file = open_replay(path, context);
    TANDEM_TRY(file);
    const auto ticks_done = ticks_at(arguments, *file);
    TANDEM_TRY(ticks_done);
    const std::string field = arguments.text("PATH");
    const sim::Schema& schema = file->header().state_schema;
    TANDEM_TRY(find_field(schema, field));
    const auto found = find_state(*file, path, *ticks_done, context);
    TANDEM_TRY(found);
    if (found->signal != 0) {
        return exit_code_of_signal(found->signal);
    }
    const auto part = find_part(schema.root(), found->bytes, field);
    if (!part) {
        return Error{ErrorCode::usage, field,
                     "the state after " + count_text(*ticks_done, "tick") +
                         " has nothing there: an element that does not exist, or a choice "
                         "that was not taken"};
    }
    return report(*file, arguments, *ticks_done, *found, *part, context);
}

}  // namespace

Verb state_verb() {
    return {
        .name = "state",
        .sentence = "Print a state of a recording, or a field of it",
        .example = "state a.tandem --at 600 'fighters[0].position'",
        .options =
            {{.names = {"FILE"}, .sentence = "File to read", .value = Path{}, .is_required = true},
             {.names = {"PATH"},
              .sentence = "A field or a part of the state, as diff names it: units[17].hp",
              .value = Text{}},
             at_option("After so many ticks; 0 is the beginning, -600 is 600 before the end"),
             {.names = {"--all"}, .sentence = "All of a large state, not its beginning"}},
        .run = &reported<&run_state>,
    };
}

}  // namespace tandem::tools
