// SPDX-License-Identifier: MIT
// From the command line to a verb and its exit code; the last place where an exception can end.
#include <tandem/tools/program/program.hpp>

#include <array>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>

#include <fcntl.h>
#include <unistd.h>

#include <tandem/tools/check/child.hpp>
#include <tandem/tools/inputs/value_text.hpp>
#include <tandem/tools/program/context.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/own_output.hpp>

namespace tandem::tools {
namespace {

// What a verb prints goes into a pipe in one piece at its end, up to what a pipe holds. In several
// pieces it would be a matter of luck whether a reader that leaves after the first lines does so
// before the last piece is written, and the exit code with it.
void write_in_one_piece() {
    // As large as Linux lets anybody make a pipe; every table of the lab fits into it.
    static std::array<char, 1 << 20> buffer;
    if (::isatty(STDOUT_FILENO) == 0) {
        static_cast<void>(std::setvbuf(stdout, buffer.data(), _IOFBF, buffer.size()));
    }
#ifdef F_SETPIPE_SZ
    ::fcntl(STDOUT_FILENO, F_SETPIPE_SZ, static_cast<int>(buffer.size()));
#endif
}

// Of what the caller has closed, the number would be the next file's, and what is said to somebody
// would go into it. Writing to what stands there instead fails.
void occupy_standard_descriptors() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) < 0) {
            static_cast<void>(::open("/dev/null", O_RDONLY));
        }
    }
}

int run_verb(const RecordCommand& command, Context& context) {
    return cmd_record(command, context);
}
int run_verb(const PlayCommand& command, Context& context) { return cmd_play(command, context); }
int run_verb(const HostCommand& command, Context& context) { return cmd_host(command, context); }
int run_verb(const JoinCommand& command, Context& context) { return cmd_join(command, context); }
int run_verb(const DiffCommand& command, Context& context) { return cmd_diff(command, context); }
int run_verb(const VerifyCommand& command, Context& context) {
    return cmd_verify(command, context);
}
int run_verb(const InfoCommand& command, Context& context) { return cmd_info(command, context); }
int run_verb(const CheckCommand& command, Context& context) { return cmd_check(command, context); }
int run_verb(const LabCommand& command, Context& context) { return cmd_lab(command, context); }
int run_verb(const GamesCommand&, Context& context) { return cmd_games(context); }
int run_verb(const VersionCommand&, Context& context) { return cmd_version(context); }
int run_verb(const HelpCommand& command, Context& context) {
    context.console.say(command.text);
    context.console.report({{"text", command.text}});
    return 0;
}

ProgramName program_name(const Registry& registry, const std::string& path) {
    return {.name = path.substr(path.rfind('/') + 1),
            .game = registry.games().front().info->name,
            .has_one_game = registry.games().size() == 1};
}

// What was asked for, as it is told where something went wrong with all of it.
std::string text_of(const std::vector<std::string>& arguments) {
    std::string text;
    for (const std::string& argument : arguments) {
        text += (text.empty() ? "" : " ") + argument;
    }
    return text;
}

// Help is given whatever stands beside it.
bool is_unknown_game(const CommandLine& line, const Registry& registry) {
    return !line.game.empty() && !std::holds_alternative<HelpCommand>(line.command) &&
           registry.find(line.game) == nullptr;
}

int run_guarded(const Registry& registry, const std::vector<std::string>& arguments,
                const ProgramName& program, Console& console) {
    auto line = parse_command_line(arguments, program);
    const CommandLine& told = line ? *line : peek_output_options(arguments);
    console.set_json(told.json);
    console.set_quiet(told.quiet);
    console.set_verb(told.verb);
    Context context{registry, console, told.game, program, check::own_program(arguments)};
    if (!line) {
        return context.fail(line.error());
    }
    if (is_unknown_game(*line, registry)) {
        return context.fail(registry.choose(line->game).error());
    }
    return std::visit([&](const auto& command) { return run_verb(command, context); },
                      line->command);
}

}  // namespace

int cmd_games(Context& context) {
    for (const RegisteredGame& game : context.registry.games()) {
        const sim::GameInfo& info = *game.info;
        std::string rate = std::to_string(info.tick_rate.ticks);
        if (info.tick_rate.seconds != 1) {
            rate += "/" + std::to_string(info.tick_rate.seconds);
        }
        context.console.say(info.name + "  version " + std::to_string(info.version) + ", 1 to " +
                            std::to_string(info.players_max) + " players, " + rate +
                            " ticks a second" + (info.has_bot ? ", bots" : "") +
                            (info.has_keys ? ", keys" : ""));
        const std::string options = options_text(info.options_schema, info.default_options);
        if (!options.empty()) {
            context.console.say("    --option " + options);
        }
        context.console.list({{"game", info.name},
                              {"version", info.version},
                              {"players_max", info.players_max},
                              {"tick_rate", rate},
                              {"state_schema", hash_text(info.state_schema.hash().value)},
                              {"input_schema", hash_text(info.input_schema.hash().value)},
                              {"options", options},
                              {"has_bot", info.has_bot},
                              {"has_keys", info.has_keys},
                              {"has_draw", info.has_draw}});
    }
    return 0;
}

int cmd_version(Context& context) {
    context.console.say(build_text());
    context.console.report({{"version", version_text()}, {"build", build_text()}});
    return 0;
}

int run_program(const Registry& registry, int argc, char** argv, const BuildFacts& build) {
    const auto& games = registry.games();
    set_own_build(build, games.size() == 1 ? games.front().info->name : std::string());
    occupy_standard_descriptors();
    write_in_one_piece();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const ProgramName program = program_name(registry, argc > 0 ? argv[0] : "tandem");
    OwnOutput output(peek_output_options(arguments).json);
    Console console(output.stream(), std::cerr, program.name);
    Context context{registry, console, "", program, {}};
    int code = 0;
    try {
        code = run_guarded(registry, arguments, program, console);
    } catch (const std::bad_alloc&) {
        code = context.fail(out_of_memory(text_of(arguments)));
    } catch (const std::exception& exception) {
        code = context.fail({sim::ErrorCode::internal, "", unexpected_text(exception.what())});
    } catch (...) {
        code =
            context.fail({sim::ErrorCode::internal, "", unexpected_text("an unknown exception")});
    }
    // A verb that ended because of that has said so; and what interrupts this program often
    // interrupts whoever reads it.
    const bool is_said = code == static_cast<int>(ExitCode::io) || code > exit_code_of_signal(0);
    if (!console.flush() && !is_said) {
        code = context.fail(output_lost());
    }
    return code;
}

}  // namespace tandem::tools
