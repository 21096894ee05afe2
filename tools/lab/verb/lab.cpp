// SPDX-License-Identifier: MIT
// It finds the experiment that was asked for, and shows its tables in the form that was asked for.
#include <tandem/tools/lab/verb/lab.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <tandem/sim/nearest.hpp>
#include <tandem/tools/lab/browser/figures.hpp>
#include <tandem/tools/lab/browser/measure.hpp>
#include <tandem/tools/lab/browser/page.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/match/player.hpp>
#include <tandem/tools/lab/match/request.hpp>
#include <tandem/tools/lab/report/page.hpp>
#include <tandem/tools/lab/sections/section.hpp>
#include <tandem/tools/lab/verb/options.hpp>
#include <tandem/tools/lab/verb/window.hpp>
#include <tandem/tools/lab/window/lab_window.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/system/write_page.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/verbs/web.hpp>
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

bool is_same(const Section& section, const Section& other);

// Stands for every loop, or every machine with a name.
constexpr std::string_view k_all = "all";

std::optional<std::int64_t> whole(std::string_view text, std::int64_t most);
Result<Flicks> parse_seconds(const std::string& text);
Result<lab::Stall> parse_stall(const std::string& text);
Result<void> check_understood(const Arguments& arguments, const Section& section);
Result<std::vector<std::string>> loops_of(std::vector<std::string> words);
Result<std::vector<lab::Machine>> machines_of(std::vector<std::string> words);
Result<Request> make_request(const Arguments& arguments);
Result<std::vector<lab::Table>> run_watched(const Section& section, Request request,
                                            Console& console);
const std::vector<Section>& all_sections();
const Section* find_section(const std::string& name);
int list_sections(Context& context);
Error unknown_section(const std::string& name, const std::string& program);
int be_player(const std::string& number, Context& context);

constexpr const char* k_default_folder = "lab-report";

sim::Result<std::string> make_page(Console& console);
int run_report(const Arguments& arguments, Context& context);

Result<lab::browser::MeasureOrder> order_of(const Arguments& arguments,
                                            const lab::Request& request);
Result<std::vector<lab::Table>> run_browser(const Arguments& arguments, const lab::Request& request,
                                            Console& console);

int run_lab(const Arguments& arguments, Context& context);

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

namespace {

Result<int> run_web_with_lab(const Arguments& arguments, Context& context);

}  // namespace

Verb web_with_lab_verb() {
    Verb verb = web_verb();
    verb.options.insert(
        verb.options.begin() + 1,
        {.names = {"--lab"},
         .sentence = "Beside it the loop lab's page: two machines to play with, and MDN's loops in "
                     "that browser"});
    verb.run = &reported<&run_web_with_lab>;
    return verb;
}

namespace {

bool is_same(const Section& section, const Section& other) { return section.name == other.name; }

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
Result<void> check_understood(const Arguments& arguments, const Section& section) {
    const bool is_report = is_same(section, k_report);
    const bool is_match = is_same(section, k_match);
    const bool is_list = is_same(section, k_list);
    const auto refuse = [&](bool given, bool understood, const char* option) -> Result<void> {
        if (given && !understood) {
            return Error{ErrorCode::usage, option,
                         is_list ? "say of which section, as in lab loops; lab alone lists them"
                                 : "lab " + std::string(section.name) + " takes no such option"};
        }
        return {};
    };
    const lab::Understands& takes = section.understands;
    const auto has = [&](const char* option) { return arguments.has(option); };
    for (const auto& checked :
         {refuse(has("--loop"), takes.loops, "--loop"),
          refuse(has("--machine"), takes.machines, "--machine"),
          refuse(has("--seconds"), takes.window, "--seconds"),
          refuse(has("--refresh"), takes.refresh, "--refresh"),
          refuse(has("--stall"), takes.stall, "--stall"),
          refuse(arguments.flag("--repaired"), takes.repaired, "--repaired"),
          refuse(arguments.flag("--real"), takes.real, "--real"),
          refuse(has("--claim"), takes.claims, "--claim"),
          refuse(has("--article"), takes.claims, "--article"),
          refuse(arguments.flag("--csv"), !is_report && !is_list, "--csv"),
          refuse(has("--output"), is_report || is_match, "-o"),
          refuse(arguments.flag("--force"), is_report || is_match, "--force"),
          refuse(has("--arm"), is_match, "--arm"), refuse(has("--repeats"), is_match, "--repeats"),
          refuse(!arguments.text("--browser").empty(), is_same(section, k_browser), "--browser")}) {
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

Result<Request> make_request(const Arguments& arguments) {
    Request request;
    auto loops = loops_of(words_of(arguments.texts("--loop")));
    TANDEM_TRY(loops);
    request.loops = std::move(*loops);
    auto machines = machines_of(words_of(arguments.texts("--machine")));
    TANDEM_TRY(machines);
    request.machines = std::move(*machines);
    if (arguments.has("--seconds")) {
        const auto window = parse_seconds(arguments.text("--seconds"));
        TANDEM_TRY(window);
        request.window = *window;
    }
    if (arguments.has("--stall")) {
        const auto stall = parse_stall(arguments.text("--stall"));
        TANDEM_TRY(stall);
        request.stall = *stall;
    }
    request.refresh_hz = arguments.whole<std::uint32_t>("--refresh");
    request.repaired = arguments.flag("--repaired");
    request.real = arguments.flag("--real");
    request.claims = words_of(arguments.texts("--claim"));
    request.articles = words_of(arguments.texts("--article"));
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
const std::vector<Section>& all_sections() {
    static const std::vector<Section> k_all_sections = [] {
        std::vector<Section> all = lab::sections();
        all.insert(all.end(), {k_match, k_window, k_browser, k_report});
        return all;
    }();
    return k_all_sections;
}

const Section* find_section(const std::string& name) {
    const auto found = std::find_if(all_sections().begin(), all_sections().end(),
                                    [&](const Section& section) { return section.name == name; });
    return name.empty() ? &k_list : found == all_sections().end() ? nullptr : &*found;
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

// ---- The report

// Every loop on every machine, and every claim: some seconds.
sim::Result<std::string> make_page(Console& console) {
    const ElapsedLine elapsed(console.err(), console.may_redraw(), "running the lab");
    return lab::report::make_report();
}

int run_report(const Arguments& arguments, Context& context) {
    const std::string folder =
        arguments.has("--output") ? arguments.text("--output") : k_default_folder;
    if (auto free = check_page(folder, lab::report::k_page_name, arguments.flag("--force"));
        !free) {
        return context.fail(free.error());
    }
    const auto page = make_page(context.console);
    if (!page) {
        return context.fail(page.error());
    }
    // A file that cannot be written is then an error, and a Ctrl-C leaves nothing half written.
    const SignalGuard guard;
    const auto file =
        write_page(folder, lab::report::k_page_name, *page, arguments.flag("--force"));
    if (!file) {
        return context.fail(file.error());
    }
    context.console.print(escaped(*file) + ": " + count_text(page->size(), "byte") +
                          "; open it in any browser");
    context.console.report({{"file", *file}, {"bytes", std::uint64_t{page->size()}}});
    return 0;
}

// ---- The browser

// Returns the order of the request, as far as the page has it.
Result<lab::browser::MeasureOrder> order_of(const Arguments& arguments,
                                            const lab::Request& request) {
    lab::browser::MeasureOrder order{.program = arguments.text("--browser")};
    if (request.window) {
        order.window = std::chrono::duration_cast<std::chrono::milliseconds>(*request.window);
        if (*request.window > lab::browser::k_window_most) {
            return Error{ErrorCode::usage, "--seconds",
                         "a run in a browser lasts at most " +
                             std::to_string(lab::browser::k_window_most.count()) +
                             " seconds, found " + escaped(arguments.text("--seconds"))};
        }
    }
    if (!request.loops.empty()) {
        const auto loops = lab::choose_loops(request.loops);
        TANDEM_TRY(loops);
        for (const lab::Loop* loop : *loops) {
            order.loops.emplace_back(loop->id);
            if (!loop->id.starts_with('M')) {
                return Error{
                    ErrorCode::usage, "--loop",
                    "a browser runs MDN's loops, M0a to M5, found " + std::string(loop->id)};
            }
        }
    }
    const auto& decided = lab::browser::ids_of_browser_claims();
    for (const std::string& claim : request.claims) {
        if (std::find(decided.begin(), decided.end(), claim) == decided.end()) {
            return Error{ErrorCode::usage, "--claim",
                         "no browser decides '" + escaped(claim) +
                             "'; lab browser lists those that one can"};
        }
    }
    order.claims = request.claims;
    if (!request.articles.empty()) {
        return Error{ErrorCode::usage, "--article", "lab browser takes no such option"};
    }
    return order;
}

Result<std::vector<lab::Table>> run_browser(const Arguments& arguments, const lab::Request& request,
                                            Console& console) {
    const auto order = order_of(arguments, request);
    TANDEM_TRY(order);
    const std::vector<WebFile> files = lab::browser::all_page_files();
    if (files.empty()) {
        return Error{ErrorCode::usage, "",
                     "this build carries no page for a browser: it was made without "
                     "emscripten (Debian: apt-get install emscripten nodejs node-acorn) or "
                     "with -DTANDEM_BUILD_PAGE=OFF, as by tools/demo.sh; build again"};
    }
    const ElapsedLine line(console.err(), console.may_redraw(), "lab browser");
    const auto figures = lab::browser::measure(files, *order, console);
    TANDEM_TRY(figures);
    return lab::browser::tables_of(*figures);
}

// ---- The verb

int run_lab(const Arguments& arguments, Context& context) {
    const bool csv = arguments.flag("--csv");
    if (csv && context.console.json()) {
        return context.fail({ErrorCode::usage, "--csv", "choose one of --csv and --json"});
    }
    if (arguments.has("--as-player")) {
        return be_player(arguments.text("--as-player"), context);
    }
    const std::string name = arguments.text("SECTION");
    const Section* const section = find_section(name);
    if (section == nullptr) {
        return context.fail(unknown_section(name, context.program.name));
    }
    if (auto understood = check_understood(arguments, *section); !understood) {
        return context.fail(understood.error());
    }
    if (is_same(*section, k_list)) {
        return list_sections(context);
    }
    if (is_same(*section, k_report)) {
        return run_report(arguments, context);
    }
    if (is_same(*section, k_match)) {
        return lab::match::run_match_section(arguments, context);
    }
    auto request = make_request(arguments);
    if (!request) {
        return context.fail(request.error());
    }
    if (is_same(*section, k_window)) {
        return run_lab_window(*request, csv, lab::window::open_lab_window, context);
    }
    const bool is_browser = is_same(*section, k_browser);
    const auto tables = is_browser ? run_browser(arguments, *request, context.console)
                                   : run_watched(*section, *request, context.console);
    if (!tables) {
        const int code = context.fail(tables.error());
        const bool is_interrupted = is_browser && pending_signal() != 0;
        return is_interrupted ? exit_code_of_signal(pending_signal()) : code;
    }
    show_tables(name, *tables, csv, context.console);
    return 0;
}

Result<int> run_web_with_lab(const Arguments& arguments, Context& context) {
    return run_web(
        arguments, context,
        arguments.flag("--lab") ? lab::browser::all_page_files() : std::vector<WebFile>());
}

}  // namespace
}  // namespace tandem::tools
