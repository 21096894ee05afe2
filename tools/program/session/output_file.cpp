// SPDX-License-Identifier: MIT
// Chooses and checks a name before the file is made.
#include <tandem/tools/program/session/output_file.hpp>

#include <filesystem>

#include <unistd.h>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/inputs/source.hpp>
#include <tandem/tools/program/session/seats.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/own_output.hpp>
#include <tandem/tools/system/program_identity.hpp>

namespace tandem::tools {
namespace {

// Others may make files of these names at the same time, and each of them costs a try.
constexpr int k_next_tries_max = 100;

bool is_there(const std::string& path);
replay::FileSync sync_of(const SessionArguments& options);

}  // namespace

std::string new_name(const std::string& folder, const std::string& game, const std::string& role) {
    const std::string base = game + "-" + dated_name() + (role.empty() ? "" : "-" + role);
    for (int number = 1;; ++number) {
        const std::string more = number == 1 ? "" : "-" + std::to_string(number);
        const auto path = std::filesystem::path(folder) / (base + more + ".tandem");
        if (!is_there(path.string())) {
            return path.string();
        }
    }
}

Result<std::string> choose_output(const SessionArguments& options, const std::string& game,
                                  const std::string& role,
                                  const std::vector<std::string>& files_read) {
    if (!options.output.empty()) {
        auto checked = check_output("--output", options.output, options, files_read);
        return checked ? Result<std::string>(options.output) : checked.error();
    }
    return new_name("", game, role);
}

Result<void> check_output(const std::string& option, const std::string& path,
                          const SessionArguments& options,
                          const std::vector<std::string>& files_read) {
    std::vector<std::string> inputs = files_read;
    for (const std::string& input : options.inputs) {
        inputs.push_back(source_file(split_input(input).source));
    }
    for (const std::string& input : inputs) {
        if (!input.empty() && is_same_file(input, path)) {
            return Error{ErrorCode::usage, option + " " + path,
                         "this file is one of the inputs; choose another name"};
        }
    }
    return {};
}

replay::RecorderOptions recorder_options(const SessionArguments& options, Console& console) {
    replay::RecorderOptions recorder;
    recorder.block_ticks = options.sync == "tick" ? 1 : 0;
    recorder.keyframe_ticks = options.keyframe_ticks.value_or(recorder.keyframe_ticks);
    recorder.keyframe_bytes_per_second =
        options.keyframe_bytes_per_second.value_or(recorder.keyframe_bytes_per_second);
    recorder.track_bits = options.track_bits;
    recorder.clock = steady_now;
    recorder.has_flush_thread = true;
    recorder.goes_on_without_output = options.keep_going;
    if (options.keep_going) {
        recorder.on_failure = [&console](const Error& error) {
            console.complain(error);
            console.print_note("the session goes on, and from here on nothing is recorded");
        };
    }
    recorder.build = build_text();
    recorder.game_build = own_game_build();
    return recorder;
}

void add_lost_line(const std::optional<Error>& failure, std::vector<std::string>& lines) {
    if (failure) {
        lines.push_back("NOT RECORDED any more: " + failure->message);
    }
}

Result<std::unique_ptr<replay::FileOutput>> open_output(const std::string& path,
                                                        const SessionArguments& options) {
    // The file's header names this program, whose digest takes a moment: a process that is killed
    // in it must not leave an empty file.
    static_cast<void>(own_game_build());
    if (path == k_standard_output && ::isatty(own_output()) == 1) {
        return Error{
            ErrorCode::usage, "--output -",
            "standard output is a terminal, on which a recording is no sight; redirect it, "
            "or name a file"};
    }
    return create_output(path, {.force = options.force, .sync = sync_of(options)});
}

std::string next_name(const std::string& first) {
    const std::filesystem::path path(first);
    for (int number = 2;; ++number) {
        std::filesystem::path next = path;
        next.replace_filename(path.stem().string() + "-" + std::to_string(number) +
                              path.extension().string());
        if (!is_there(next.string())) {
            return next.string();
        }
    }
}

Result<std::unique_ptr<replay::FileOutput>> open_next_output(const std::vector<std::string>& paths,
                                                             bool is_replaced,
                                                             const SessionArguments& options) {
    TANDEM_ASSERT(!paths.empty());
    if (paths.front() == k_standard_output) {
        return Error{ErrorCode::usage, "--output -",
                     "the session goes on from a given state, where another recording begins, and "
                     "standard output holds one; name a file"};
    }
    if (is_replaced) {
        return create_output(paths.back(), {.force = true, .sync = sync_of(options)});
    }
    for (int tries = 1;; ++tries) {
        const std::string path = next_name(paths.front());
        auto output = create_output(path, {.sync = sync_of(options)});
        if (output || tries == k_next_tries_max || !is_there(path)) {
            return output;
        }
    }
}

namespace {

bool is_there(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
}

replay::FileSync sync_of(const SessionArguments& options) {
    return options.sync == "none"   ? replay::FileSync::none
           : options.sync == "tick" ? replay::FileSync::tick
                                    : replay::FileSync::second;
}

}  // namespace

}  // namespace tandem::tools
