// SPDX-License-Identifier: MIT
// Runs the verb verify, from the names of files to the exit code.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/verb.hpp>
#include <tandem/tools/verify/pool.hpp>

namespace tandem::tools {

// The arguments of the command line; an empty text was not given.
struct VerifyArguments {
    std::vector<std::string> paths;  // files and folders
    PoolOptions pool;                // jobs and checks
    std::uint32_t split = 0;         // print a plan for so many shards instead
    std::string plan;                // a plan that was printed before
    std::string shard;               // "3/8", "auto", "auto/8"
    std::string report;              // a line for each file
    std::string cache;               // a file or a folder
    std::string junit;
    bool force = false;   // replace the file of --junit
    bool bisect = false;  // exit codes for git bisect run
    bool follow = false;  // wait for more of a file that is still written
};

int run_verify(const VerifyArguments& arguments, const Context& context);

}  // namespace tandem::tools
