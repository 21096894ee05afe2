// SPDX-License-Identifier: MIT
// Another program as a child that reads what we write, and nothing else of us.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// It is a process group of its own, so that Ctrl-C is for us to answer. It does not outlive this,
// and on Linux not even a process that is killed: there it ends with the thread that started it.
class FedProgram {
public:
    // Program and arguments; a name without a slash is looked for where the shell looks. What it
    // prints is kept for an error. `variables` ("TMPDIR=/here") replace those of this
    // process's environment. The error is io, `missing` where there is no such program.
    static sim::Result<std::unique_ptr<FedProgram>> start(
        const std::vector<std::string>& command, const sim::Error& missing,
        const std::vector<std::string>& variables = {});
    // Kills it, unless it was finished.
    ~FedProgram();
    FedProgram(const FedProgram&) = delete;
    FedProgram& operator=(const FedProgram&) = delete;

    // Waits until it has taken all, or has ended; the latter is the error that finish gives. Ends
    // early, without an error, where a signal is pending.
    sim::Result<void> write(std::string_view bytes);
    // Whether it has ended by itself; finish says how.
    bool has_ended() const;
    // Tells it that there is no more and waits for its end. An exit code other than 0 is an error
    // (io) with the last line that it printed. A pending signal kills it.
    sim::Result<void> finish();

private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using File = std::unique_ptr<std::FILE, CloseFile>;

    FedProgram(std::string name, int process, int pipe, File printed)
        : name_(std::move(name)), process_(process), pipe_(pipe), printed_(std::move(printed)) {}
    void close_pipe();
    std::string last_line() const;

    std::string name_;
    int process_;
    int pipe_;
    File printed_;
};

}  // namespace tandem::tools
