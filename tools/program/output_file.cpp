// SPDX-License-Identifier: MIT
// A name is chosen and checked before the file is made.
#include <tandem/tools/program/output_file.hpp>

#include <filesystem>

#include <tandem/tools/inputs/source.hpp>
#include <tandem/tools/program/seats.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/file.hpp>

namespace tandem::tools {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

Result<std::string> choose_output(const SessionArguments& options, const std::string& game,
                                  const std::string& role,
                                  const std::vector<std::string>& files_read) {
    if (!options.output.empty()) {
        auto checked = check_output("--output", options.output, options, files_read);
        return checked ? Result<std::string>(options.output) : checked.error();
    }
    const std::string base = game + "-" + dated_name() + (role.empty() ? "" : "-" + role);
    std::string name = base + ".tandem";
    for (int more = 2; std::filesystem::exists(name); ++more) {
        name = base + "-" + std::to_string(more) + ".tandem";
    }
    return name;
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

Result<std::unique_ptr<replay::FileOutput>> open_output(const std::string& path,
                                                        const SessionArguments& options) {
    return replay::FileOutput::create(path, {.force = options.force, .force_name = "--force"});
}

}  // namespace tandem::tools
