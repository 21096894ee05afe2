// SPDX-License-Identifier: MIT
// Another program as a child that reads the bytes that we write, and nothing else of us.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/process/child.hpp>

namespace tandem::tools {

class FedProgram {
public:
    // Starts a program with its arguments. A name without a slash is looked for in the folders of
    // PATH, as the shell does. Its output is kept for an error. `variables` ("TMPDIR=/here")
    // replace those of this process's environment. The error is io, or `missing` if there is no
    // such program.
    static sim::Result<std::unique_ptr<FedProgram>> start(
        const std::vector<std::string>& command, const sim::Error& missing,
        const std::vector<std::string>& variables = {});
    // Waits until the program has taken all bytes, or has ended; the latter is the error that
    // finish gives. Ends early, without an error, if a signal is pending.
    sim::Result<void> write(std::string_view bytes);
    // True once it has ended by itself; finish says how.
    bool has_ended() const { return child_.has_ended(); }
    // Tells it that there is no more and waits for its end. An exit code other than 0 is an error
    // (io) with the last line that it printed. A pending signal kills it.
    sim::Result<void> finish();

private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using File = std::unique_ptr<std::FILE, CloseFile>;

    FedProgram(std::string name, Child child, File printed)
        : name_(std::move(name)), child_(std::move(child)), printed_(std::move(printed)) {}
    std::string last_line() const;

    std::string name_;
    Child child_;
    File printed_;
};

}  // namespace tandem::tools
