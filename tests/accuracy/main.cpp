// SPDX-License-Identifier: MIT
// tandem_accuracy: measures how far the fixed-point core is from the truth, in units of the last
// place, and fails where a function is further off than promised.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <mpfr.h>

#include <tests/accuracy/subjects.hpp>

namespace tandem::accuracy {
namespace {

struct Options {
    bool full = false;
    bool plant = false;
    std::uint64_t threads = 2;
    std::uint64_t seed = 1;
    std::string function;  // all where empty
};

constexpr const char* k_usage =
    "usage: tandem_accuracy [--quick | --full] [--function NAME] [--threads N] [--seed S] "
    "[--plant]\n"
    "  --quick     strides and samples, some seconds (the default)\n"
    "  --full      every input where there are 2^32, and dense sweeps: many minutes\n"
    "  --function  only those whose name contains NAME\n"
    "  --plant     one bit of one result of each function is wrong, to see that it is found\n"
    "Exit code 1 where a function is further off than its bound, 2 for a wrong command line.\n";

std::optional<Options> parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view name = arguments[i];
        const auto number = [&](std::uint64_t& value, std::uint64_t lowest) {
            if (++i >= count) {
                return false;
            }
            const char* end = arguments[i] + std::strlen(arguments[i]);
            const auto [stop, error] = std::from_chars(arguments[i], end, value);
            return error == std::errc{} && stop == end && value >= lowest;
        };
        if (name == "--quick" || name == "--full") {
            options.full = name == "--full";
        } else if (name == "--plant") {
            options.plant = true;
        } else if (name == "--function" && i + 1 < count) {
            options.function = arguments[++i];
        } else if (name == "--threads" ? !number(options.threads, 1)
                                       : name != "--seed" || !number(options.seed, 0)) {
            return std::nullopt;
        }
    }
    return options;
}

// Threads take equal shares; what they find does not depend on how many there are.
Job measure(const Subject& subject, const Options& options) {
    std::vector<Job> jobs(options.threads);
    std::vector<std::thread> threads;
    const std::uint64_t inputs = options.full ? subject.inputs_full : subject.inputs_quick;
    const std::uint64_t share = inputs / options.threads + 1;
    for (std::uint64_t i = 0; i < options.threads; ++i) {
        Job& job = jobs[i];
        job.first = std::min(inputs, i * share);
        job.last = std::min(inputs, job.first + share);
        job.inputs = inputs;
        job.seed = options.seed;
        job.plant = options.plant && i + 1 == options.threads;
        threads.emplace_back([&job, &subject] {
            subject.run(job);
            mpfr_free_cache();
        });
    }
    Job all;
    for (std::uint64_t i = 0; i < options.threads; ++i) {
        threads[i].join();
        all.tried += jobs[i].tried;
        all.asked += jobs[i].asked;
        if (jobs[i].worst_ulp > all.worst_ulp) {
            all.worst_ulp = jobs[i].worst_ulp;
            all.worst_at = jobs[i].worst_at;
        }
    }
    return all;
}

int run(const Options& options) {
    std::vector<Subject> subjects;
    for (const auto& group : {sine_subjects(), arithmetic_subjects(), plane_subjects()}) {
        for (const Subject& subject : group) {
            if (std::string_view(subject.name).find(options.function) != std::string_view::npos) {
                subjects.push_back(subject);
            }
        }
    }
    if (subjects.empty()) {
        std::fprintf(stderr, "tandem_accuracy: no function is called %s\n",
                     options.function.c_str());
        return 2;
    }
    std::printf(
        "| function | domain | inputs | max ulp | at | bound | |\n"
        "|---|---|---|---|---|---|---|\n");
    bool all_within = true;
    for (const Subject& subject : subjects) {
        const auto start = std::chrono::steady_clock::now();
        const Job found = measure(subject, options);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        // A sweep that tried nothing proves nothing.
        const bool within = found.tried > 0 && found.worst_ulp <= subject.bound_ulp;
        all_within = all_within && within;
        std::printf("| %s | %s | %llu | %.9f | %s | %.2f | %s |\n", subject.name, subject.domain,
                    static_cast<unsigned long long>(found.tried), found.worst_ulp,
                    subject.describe(found.worst_at).c_str(), subject.bound_ulp,
                    within ? "ok" : "over");
        std::fflush(stdout);
        std::fprintf(stderr, "%s: %.1f s, MPFR asked %llu times\n", subject.name, taken.count(),
                     static_cast<unsigned long long>(found.asked));
    }
    return all_within ? 0 : 1;
}

}  // namespace
}  // namespace tandem::accuracy

int main(int count, char** arguments) {
    const auto options = tandem::accuracy::parse(count, arguments);
    if (!options) {
        std::fputs(tandem::accuracy::k_usage, stderr);
        return 2;
    }
    return tandem::accuracy::run(*options);
}
