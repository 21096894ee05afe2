// SPDX-License-Identifier: MIT
// Leads from the command line to a verb and its exit code. It is the last place where an exception
// can end.
#include <tandem/tools/program/program.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>

#include <fcntl.h>
#include <unistd.h>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/process/command.hpp>
#include <tandem/tools/program/cli/command_line.hpp>
#include <tandem/tools/program/cli/help.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/call_watch.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/own_output.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/words_text.hpp>

namespace tandem::tools {
namespace {

// Lets the output of a verb go into a pipe in one piece at its end, up to the size of a pipe. In
// several pieces it would be a matter of luck whether a reader that leaves after the first lines
// does so before the last piece is written, and the exit code with it.
void write_in_one_piece() {
    // The buffer is as large as Linux lets anybody make a pipe; every table of the lab fits into
    // it.
    static std::array<char, 1 << 20> buffer;
    if (::isatty(STDOUT_FILENO) == 0) {
        static_cast<void>(std::setvbuf(stdout, buffer.data(), _IOFBF, buffer.size()));
    }
#ifdef F_SETPIPE_SZ
    ::fcntl(STDOUT_FILENO, F_SETPIPE_SZ, static_cast<int>(buffer.size()));
#endif
}

// Opens something in place of each closed standard descriptor. Otherwise the next file would get
// its number, and messages would go into it. Writing to the replacement fails.
void occupy_standard_descriptors() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) < 0) {
            static_cast<void>(::open("/dev/null", O_RDONLY));
        }
    }
}

// Lets a mistake of the game's author end this program under the name that its user knows.
class NamedAssertions {
public:
    explicit NamedAssertions(const std::string& program)
        : before_(sim::set_assert_handler(&print_and_abort)) {
        name() = program;
    }
    ~NamedAssertions() { sim::set_assert_handler(before_); }
    NamedAssertions(const NamedAssertions&) = delete;
    NamedAssertions& operator=(const NamedAssertions&) = delete;

private:
    static std::string& name() {
        static auto* const k_name = new std::string;
        return *k_name;
    }
    static void print_and_abort(const char* expression, const char* file, int line) {
        std::fprintf(stderr, "%s: assertion failed: %s (%s:%d)\n", name().c_str(), expression,
                     std::filesystem::path(file).filename().c_str(), line);
        std::abort();
    }

    sim::AssertHandler before_;
};

ProgramName program_name(const Registry& registry, const std::string& path) {
    ProgramName program{.name = path.substr(path.rfind('/') + 1)};
    for (const RegisteredGame& game : registry.games()) {
        program.games.push_back(game.info->name);
    }
    return program;
}

// True if the line names a game that this program does not have. Help is given even then.
bool is_unknown_game(const CommandLine& line, const Registry& registry) {
    return !line.game.empty() && line.verb != k_help_verb && registry.find(line.game) == nullptr;
}

void apply_output_options(const CommandLine& line, Console& console) {
    console.set_json(line.json);
    console.set_quiet(line.quiet);
    console.set_verb(line.verb);
}

// Lets at most one option that writes a file have standard output.
sim::Result<void> share_output(const CommandLine& line, Console& console) {
    constexpr std::array<std::string_view, 5> k_writers{"--output", "--html", "--junit", "--trace",
                                                        "--net-report"};
    std::vector<std::string> takers;
    for (const std::string& option : line.arguments.given_as(k_standard_output)) {
        if (std::ranges::find(k_writers, option) != k_writers.end()) {
            takers.push_back(option);
        }
    }
    if (takers.empty()) {
        return {};
    }
    if (line.json || takers.size() > 1) {
        return sim::Error{sim::ErrorCode::usage, line.json ? "--json" : takers[1],
                          "both this and " + takers[0] + " - want standard output; name a file"};
    }
    console.set_output_taken(true);
    return {};
}

Result<int> run_guarded(const std::vector<std::string>& arguments, Context& context) {
    TANDEM_TRY(check_verbs(context.verbs));
    auto line = parse_command_line(arguments, context.verbs, context.program);
    TANDEM_TRY(line);
    apply_output_options(*line, context.console);
    TANDEM_TRY(share_output(*line, context.console));
    context.game = line->game;
    context.own_program = own_program(arguments);
    if (is_unknown_game(*line, context.registry)) {
        return context.registry.choose(line->game).error();
    }
    if (line->chosen == nullptr) {
        const auto& games = context.registry.games();
        const bool can_play = !games.empty() && games.front().info->has_keys;
        return print_help(what_to_do_next(context.program, context.verbs, can_play), context);
    }
    return line->chosen->run(line->arguments, context);
}

}  // namespace

int run_program(const Registry& registry, const std::vector<Verb>& verbs, int argc, char** argv,
                const BuildFacts& build) {
    const auto& games = registry.games();
    find_linked_files();
    set_own_build(build, games.size() == 1 ? games.front().info->name : std::string());
    occupy_standard_descriptors();
    survive_file_limits();
    write_in_one_piece();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const ProgramName program = program_name(registry, argc > 0 ? argv[0] : "tandem");
    const CommandLine seen = peek_output_options(arguments, verbs);
    report_exits_of_games(program.name);
    const NamedAssertions assertions(program.name);
    // If data may go there, the game's own output must not.
    OwnOutput output(seen.json || seen.may_take_output);
    Console console(output.stream(), std::cerr, program.name);
    apply_output_options(seen, console);
    Context context{registry, verbs, console, "", program, {}};
    int code = 0;
    try {
        const auto done = run_guarded(arguments, context);
        code = done ? *done : context.fail(done.error());
    } catch (const std::bad_alloc&) {
        // The error names all arguments: nobody knows which part took the memory.
        code = context.fail(out_of_memory(words_text(arguments, " ")));
    } catch (const std::exception& exception) {
        code = context.fail({sim::ErrorCode::internal, "", unexpected_text(exception.what())});
    } catch (...) {
        code =
            context.fail({sim::ErrorCode::internal, "", unexpected_text("an unknown exception")});
    }
    // A verb that ended because of that has said so. And an interrupt of this program often
    // interrupts its reader too.
    const bool is_said = code == static_cast<int>(ExitCode::io) || code > exit_code_of_signal(0);
    const bool is_printed = console.flush();
    // While a verb ignores SIGPIPE its output fails as on a full disk.
    if ((!is_printed || code == static_cast<int>(ExitCode::io)) && has_lost_reader()) {
        return exit_code_of_signal(SIGPIPE);
    }
    if (!is_printed && !is_said) {
        code = context.fail(output_lost());
    }
    return code;
}

}  // namespace tandem::tools
