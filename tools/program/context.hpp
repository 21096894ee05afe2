// SPDX-License-Identifier: MIT
// What every verb is given, and the verbs themselves: one file each, cmd_NAME.cpp. They return the
// exit code.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/exit_code.hpp>
#include <tandem/tools/program/command_line.hpp>
#include <tandem/tools/registry.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

struct Context {
    const Registry& registry;
    Console& console;
    std::string game;  // --game, or empty
    ProgramName program;
    // How this process can be started again with other arguments; empty where it cannot.
    std::vector<std::string> own_program = {};

    // Tells the error, in JSON together with the facts that were found all the same, and gives its
    // exit code.
    int fail(const sim::Error& error, const JsonObject& facts = {}) const {
        console.error(error, facts);
        return static_cast<int>(exit_code_of(error.code));
    }
};

int cmd_record(const RecordCommand& command, Context& context);
int cmd_play(const PlayCommand& command, Context& context);
int cmd_host(const HostCommand& command, Context& context);
int cmd_join(const JoinCommand& command, Context& context);
int cmd_diff(const DiffCommand& command, Context& context);
int cmd_verify(const VerifyCommand& command, Context& context);
int cmd_info(const InfoCommand& command, Context& context);
int cmd_check(const CheckCommand& command, Context& context);
int cmd_lab(const LabCommand& command, Context& context);
// Asked for like a section of the lab; cmd_lab has refused what it does not take.
int cmd_lab_report(const LabCommand& command, Context& context);
int cmd_games(Context& context);
int cmd_version(Context& context);

}  // namespace tandem::tools
