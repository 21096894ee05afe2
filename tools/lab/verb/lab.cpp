// SPDX-License-Identifier: MIT
// It finds the experiment that was asked for, and shows its tables in the form that was asked for.
#include <tandem/tools/lab/verb/lab.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <optional>
#include <string_view>

#include <tandem/sim/nearest.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/match/match_section.hpp>
#include <tandem/tools/lab/match/player.hpp>
#include <tandem/tools/lab/match/request.hpp>
#include <tandem/tools/lab/sections/section.hpp>
#include <tandem/tools/lab/verb/browser.hpp>
#include <tandem/tools/lab/verb/options.hpp>
#include <tandem/tools/lab/verb/report.hpp>
#include <tandem/tools/lab/verb/show_tables.hpp>
#include <tandem/tools/lab/verb/window.hpp>
#include <tandem/tools/lab/window/sdl_window.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using lab::Flicks;
using lab::Request;
using lab::Section;
using lab::match::words_of;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

// A day; beyond it nothing new happens and the answer only takes longer.
constexpr std::int64_t k_seconds_max = 86'400;
// Asked for like a section, but it writes a page and shows no table.
const Section k_report{"report", "all of it on one page with pictures, for a browser", {}, nullptr};
// Likewise, but it is played for real, by processes of its own.
const Section k_match{"match",
                      "two real processes, one of them slow, play the same keys over a network",
                      {.machines = true, .window = true},
                      nullptr};
// And this one needs a display.
const Section k_window{"window",
                       "the loops that were written for a window, in one, on the real clock",
                       {.loops = true, .window = true},
                       nullptr};

// Likewise, but a browser runs it.
const Section k_browser{"browser",
                        "MDN's loops in a real browser, shown and hidden, beside virtual time",
                        {.loops = true, .window = true, .claims = true},
                        nullptr};

// Without a section the command says which there are.
const Section k_list{"", "", {}, nullptr};

// Stands for every loop, or every machine with a name.
constexpr std::string_view k_all = "all";

std::optional<std::int64_t> whole(std::string_view text, std::int64_t most) {
    std::int64_t value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, failure] = std::from_chars(text.data(), last, value);
    const bool valid = failure == std::errc() && end == last && value >= 0 && value <= most;
    return valid ? std::optional(value) : std::nullopt;
}

Result<Flicks> parse_seconds(const std::string& text) {
    const auto seconds = whole(text, k_seconds_max);
    if (!seconds || *seconds == 0) {
        return Error{ErrorCode::usage, "--seconds",
                     "expected a whole number from 1 to " + std::to_string(k_seconds_max) +
                         ", found '" + escaped(text) + "'"};
    }
    return Flicks(std::chrono::seconds(*seconds));
}

Result<lab::Stall> parse_stall(const std::string& text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto at = whole(std::string_view(text).substr(0, colon), k_seconds_max * 1'000);
    const auto length = colon == text.size() ? std::nullopt
                                             : whole(std::string_view(text).substr(colon + 1),
                                                     k_seconds_max * 1'000);
    if (!at || !length) {
        return Error{ErrorCode::usage, "--stall",
                     "expected AT:LENGTH in whole milliseconds, each up to " +
                         std::to_string(k_seconds_max * 1'000) + ", as 3000:2000, found '" +
                         escaped(text) + "'"};
    }
    return lab::Stall{std::chrono::milliseconds(*at), std::chrono::milliseconds(*length)};
}

// An option that the section would ignore is a mistake.
Result<void> check_understood(const LabCommand& command, const Section& section) {
    const bool is_report = &section == &k_report;
    const bool is_match = &section == &k_match;
    const bool is_list = &section == &k_list;
    const auto refuse = [&](bool given, bool understood, const char* option) -> Result<void> {
        if (given && !understood) {
            return Error{ErrorCode::usage, option,
                         is_list ? "say of which section, as in lab loops; lab alone lists them"
                                 : "lab " + std::string(section.name) + " takes no such option"};
        }
        return {};
    };
    const lab::Understands& takes = section.understands;
    for (const auto& checked :
         {refuse(!command.loops.empty(), takes.loops, "--loop"),
          refuse(!command.machines.empty(), takes.machines, "--machine"),
          refuse(command.seconds.has_value(), takes.window, "--seconds"),
          refuse(command.refresh_hz.has_value(), takes.refresh, "--refresh"),
          refuse(command.stall.has_value(), takes.stall, "--stall"),
          refuse(command.repaired, takes.repaired, "--repaired"),
          refuse(command.real, takes.real, "--real"),
          refuse(!command.claims.empty(), takes.claims, "--claim"),
          refuse(!command.articles.empty(), takes.claims, "--article"),
          refuse(command.csv, !is_report && !is_list, "--csv"),
          refuse(!command.output.empty(), is_report || is_match, "-o"),
          refuse(command.force, is_report || is_match, "--force"),
          refuse(!command.arms.empty(), is_match, "--arm"),
          refuse(command.repeats.has_value(), is_match, "--repeats"),
          refuse(!command.browser.empty(), &section == &k_browser, "--browser")}) {
        TANDEM_TRY(checked);
    }
    return {};
}

// `all` takes nothing away from the words beside it: they are checked as well.
Result<std::vector<std::string>> loops_of(std::vector<std::string> words) {
    if (std::erase(words, k_all) == 0) {
        return words;
    }
    TANDEM_TRY(lab::choose_loops(words));
    words.clear();
    for (const lab::Loop& loop : lab::loops()) {
        words.emplace_back(loop.id);
    }
    return words;
}

// Those of `all` first, then what else was asked for, each once.
Result<std::vector<lab::Machine>> machines_of(std::vector<std::string> words) {
    std::vector<lab::Machine> machines;
    if (std::erase(words, k_all) > 0) {
        machines = lab::known_machines();
    }
    for (const std::string& word : words) {
        auto machine = lab::parse_machine(word);
        TANDEM_TRY(machine);
        const bool is_there =
            std::any_of(machines.begin(), machines.end(),
                        [&](const lab::Machine& other) { return other.name == machine->name; });
        if (!is_there) {
            machines.push_back(std::move(*machine));
        }
    }
    return machines;
}

Result<Request> make_request(const LabCommand& command) {
    Request request;
    auto loops = loops_of(words_of(command.loops));
    TANDEM_TRY(loops);
    request.loops = std::move(*loops);
    auto machines = machines_of(words_of(command.machines));
    TANDEM_TRY(machines);
    request.machines = std::move(*machines);
    if (command.seconds) {
        const auto window = parse_seconds(*command.seconds);
        TANDEM_TRY(window);
        request.window = *window;
    }
    if (command.stall) {
        const auto stall = parse_stall(*command.stall);
        TANDEM_TRY(stall);
        request.stall = *stall;
    }
    request.refresh_hz = command.refresh_hz;
    request.repaired = command.repaired;
    request.real = command.real;
    request.claims = words_of(command.claims);
    request.articles = words_of(command.articles);
    return request;
}

// Says before a section on the real clock how long it takes, and tells of any how far it is.
Result<std::vector<lab::Table>> run_watched(const Section& section, Request request,
                                            Console& console) {
    const std::string what = "lab " + std::string(section.name);
    const std::string noun = section.understands.claims ? "claim" : "run";
    const bool is_watched = console.may_redraw();
    if (!section.understands.tells_of_work()) {
        const ElapsedLine line(console.err(), is_watched, what);
        return run_section(section, request);
    }
    Progress progress(console.err(), is_watched, what, noun, std::nullopt);
    request.on_work = [&](const lab::WorkDone& so_far) {
        if (so_far.done == 0 && so_far.real_time > Flicks(0)) {
            const auto seconds = std::chrono::ceil<std::chrono::seconds>(so_far.real_time);
            console.print_note(what + ": " + count_text(so_far.all, noun) +
                               " on the real clock, about " +
                               duration_text(static_cast<std::uint64_t>(seconds.count())));
        }
        progress.set_total(so_far.all);
        progress.update(so_far.done, steady_now());
    };
    auto tables = run_section(section, request);
    progress.finish();
    return tables;
}

// Returns all that may stand after `lab`.
std::vector<Section> all_sections() {
    std::vector<Section> all = lab::sections();
    all.push_back(k_match);
    all.push_back(k_window);
    all.push_back(k_browser);
    all.push_back(k_report);
    return all;
}

const Section* find_section(const std::string& name) {
    return name == k_list.name      ? &k_list
           : name == k_report.name  ? &k_report
           : name == k_match.name   ? &k_match
           : name == k_window.name  ? &k_window
           : name == k_browser.name ? &k_browser
                                    : lab::find_section(name);
}

int list_sections(Context& context) {
    context.console.print("The loop lab shows what the articles on game loops claim. Sections:");
    for (const Section& section : all_sections()) {
        const std::string name(section.name);
        context.console.print("  " + name +
                              std::string(name.size() < 10 ? 10 - name.size() : 1, ' ') +
                              std::string(section.what));
        context.console.list({{"section", name}, {"what", std::string(section.what)}});
    }
    context.console.print("Begin with: " + context.program.name + " lab loops");
    return 0;
}

Error unknown_section(const std::string& name, const std::string& program) {
    std::vector<std::string> names;
    for (const Section& section : all_sections()) {
        names.emplace_back(section.name);
    }
    return {ErrorCode::usage, "",
            "the lab has no section '" + escaped(name) + "'" + sim::nearest_hint(name, names) +
                "; " + program + " lab lists them"};
}

int be_player(const std::string& number, Context& context) {
    const auto socket = whole(number, std::numeric_limits<int>::max());
    if (!socket || !lab::match::is_socket(static_cast<int>(*socket))) {
        return context.fail({ErrorCode::usage, "--as-player",
                             "only a match gives this, to the processes that it starts; play one "
                             "with " +
                                 context.program.name + " lab match"});
    }
    return lab::match::play_as_child(static_cast<int>(*socket));
}

int run_lab(const Arguments& arguments, Context& context) {
    const LabCommand command = lab_command(arguments);
    if (command.csv && context.console.json()) {
        return context.fail({ErrorCode::usage, "--csv", "choose one of --csv and --json"});
    }
    if (command.player_socket) {
        return be_player(*command.player_socket, context);
    }
    const Section* section = find_section(command.section);
    if (section == nullptr) {
        return context.fail(unknown_section(command.section, context.program.name));
    }
    if (auto understood = check_understood(command, *section); !understood) {
        return context.fail(understood.error());
    }
    if (section == &k_list) {
        return list_sections(context);
    }
    if (section == &k_report) {
        return run_lab_report(command, context);
    }
    if (section == &k_match) {
        return lab::match::run_match_section(command, context);
    }
    auto request = make_request(command);
    if (!request) {
        return context.fail(request.error());
    }
    if (section == &k_window) {
        return run_lab_window(*request, command.csv, lab::window::open_lab_window, context);
    }
    const auto tables = section == &k_browser ? run_lab_browser(command, *request, context.console)
                                              : run_watched(*section, *request, context.console);
    if (!tables) {
        const int code = context.fail(tables.error());
        const bool is_interrupted = section == &k_browser && pending_signal() != 0;
        return is_interrupted ? exit_code_of_signal(pending_signal()) : code;
    }
    show_tables(command.section, *tables, command.csv, context.console);
    return 0;
}

}  // namespace

Verb lab_verb() {
    std::vector<std::string> sections;
    for (const Section& section : all_sections()) {
        sections.emplace_back(section.name);
    }
    return {
        .name = "lab",
        .sentence = "See what the articles on game loops claim, shown true or false",
        .example = "lab loops --loop L3,G2 --machine slow,2.5:14",
        .options = lab_options(std::move(sections)),
        .run = &run_lab,
    };
}

}  // namespace tandem::tools
