// SPDX-License-Identifier: MIT
// The program `kill_figures`: kills the verb `record` at random moments with a signal that no
// process can catch, and looks at what its file has kept.
//
//   kill_figures [--kills N] [--at-once N] [--seed S] [--smoke]
#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tandem/replay/verify.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/run.hpp>
#include <tests/bench/replay/hours.hpp>
#include <tests/bench/replay/measures.hpp>

namespace tandem::bench {
namespace {

std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// When each step of a session was done: memory that outlives its process.
struct StepLog {
    static constexpr std::uint64_t k_ticks_max = 1U << 23;
    std::uint64_t ticks = 0;
    std::int64_t done_ns[k_ticks_max] = {};
};

// Of a process that records; null in the one that looks at its file.
StepLog* g_log = nullptr;
std::chrono::microseconds g_step{0};

// The game, with steps as long as they are asked for.
struct Timed : games::Duel {
    static constexpr std::string_view name = "timed";
    void step(Inputs<Input> inputs, Phases& phase_ended) {
        games::Duel::step(inputs, phase_ended);
        if (g_log == nullptr) {
            return;
        }
        if (g_step.count() > 0) {
            std::this_thread::sleep_for(g_step);
        }
        if (g_log->ticks == StepLog::k_ticks_max) {
            std::this_thread::sleep_for(std::chrono::hours(1));  // until it is killed
        }
        g_log->done_ns[g_log->ticks] = now_ns();
        ++g_log->ticks;
    }
};

struct Kind {
    const char* what;
    std::chrono::microseconds step;
    bool is_realtime;
    std::uint32_t life_ms_max;  // until the kill
};
// A fast one makes more ticks than anybody wants to verify.
constexpr Kind k_kinds[] = {
    {"as fast as it goes", std::chrono::milliseconds(0), false, 1'500},
    {"in real time, 60 ticks a second", std::chrono::milliseconds(0), true, 5'000},
    {"steps of 20 ms", std::chrono::milliseconds(20), false, 5'000},
    {"steps of 300 ms", std::chrono::milliseconds(300), false, 5'000},
};

StepLog* shared_log() {
    void* memory = ::mmap(nullptr, sizeof(StepLog), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        std::perror("mmap");
        std::exit(1);
    }
    return static_cast<StepLog*>(memory);
}

[[noreturn]] void record(const std::string& path, const Kind& kind, StepLog* log) {
    g_log = log;
    g_step = kind.step;
    const int nowhere = ::open("/dev/null", O_RDWR);
    ::dup2(nowhere, STDOUT_FILENO);
    std::vector<std::string> words{"kill_figures", "record",    "-o", path,
                                   "--quiet",      "--players", "2"};
    if (kind.is_realtime) {
        words.emplace_back("--realtime");
    } else {
        words.insert(words.end(), {"--ticks", "1000000000"});
    }
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    std::_Exit(tools::run<Timed>(static_cast<int>(arguments.size()), arguments.data()));
}

// What many sessions of one kind came to.
struct Tally {
    std::uint64_t kills = 0;
    std::uint64_t sound = 0;      // opened, verified to its end, lost at most a second
    std::uint64_t fileless = 0;   // killed before there was a file or a tick of a second ago
    std::vector<double> lost_ms;  // how old the oldest lost tick was
};

class Session {
public:
    Session(const Kind& kind, std::string path, std::uint32_t life_ms)
        : kind_(&kind),
          path_(std::move(path)),
          log_(shared_log()),
          kill_at_ns_(now_ns() + std::int64_t{life_ms} * 1'000'000) {
        std::fflush(nullptr);
        process_ = ::fork();
        if (process_ == 0) {
            record(path_, kind, log_);
        }
    }

    const Kind& kind() const { return *kind_; }
    bool is_due() const { return now_ns() >= kill_at_ns_; }

    void kill(Tally& tally) {
        const std::int64_t killed_ns = now_ns();
        ::kill(process_, SIGKILL);
        int status = 0;
        ::waitpid(process_, &status, 0);
        ++tally.kills;
        if (WIFSIGNALED(status)) {
            judge(killed_ns, tally);
        } else {
            std::fprintf(stderr, "%s ended by itself, with %d\n", path_.c_str(),
                         WEXITSTATUS(status));
        }
        std::filesystem::remove(path_);
        ::munmap(log_, sizeof(StepLog));
    }

private:
    void judge(std::int64_t killed_ns, Tally& tally) const {
        const bool has_file = std::filesystem::exists(path_);
        std::uint64_t kept = 0;
        bool is_whole = true;
        if (has_file) {
            const auto replay = replay::Replay::open(path_, {.depth = replay::OpenDepth::records});
            const auto report = replay ? replay::verify(*replay, sim::erase<Timed>())
                                       : sim::Result<replay::VerifyReport>(replay.error());
            is_whole = report && replay->completeness() == replay::Completeness::cut &&
                       report->ticks_checked == replay->ticks() && !report->divergence;
            kept = replay ? replay->end_tick() : 0;
            if (!is_whole) {
                std::fprintf(stderr, "%s: %s\n", path_.c_str(),
                             report ? report->message.c_str() : report.error().text().c_str());
            }
        }
        const double lost_ms =
            kept < log_->ticks ? static_cast<double>(killed_ns - log_->done_ns[kept]) / 1e6 : 0;
        tally.fileless += has_file ? 0U : 1U;
        tally.lost_ms.push_back(std::max(lost_ms, 0.0));
        tally.sound += is_whole && lost_ms <= 1'000 ? 1U : 0U;
    }

    const Kind* kind_;
    std::string path_;
    StepLog* log_;
    std::int64_t kill_at_ns_;
    pid_t process_ = -1;
};

struct Plan {
    std::uint64_t kills = 40;
    std::uint64_t at_once = 4;
    std::uint64_t seed = 1;
    std::uint32_t shorter = 1;  // lives are so many times shorter
};

int run(const Plan& plan) {
    const Folder folder;
    Random random(plan.seed);
    Tally tallies[std::size(k_kinds)];
    std::vector<Session> running;
    std::uint64_t begun = 0;
    while (begun < plan.kills || !running.empty()) {
        while (begun < plan.kills && running.size() < plan.at_once) {
            const Kind& kind = k_kinds[begun % std::size(k_kinds)];
            running.emplace_back(kind, folder.path("killed_" + std::to_string(begun)),
                                 random.below(kind.life_ms_max / plan.shorter));
            ++begun;
        }
        const auto due = std::find_if(running.begin(), running.end(),
                                      [](const Session& session) { return session.is_due(); });
        if (due == running.end()) {
            std::this_thread::sleep_for(std::chrono::microseconds(500));
            continue;
        }
        due->kill(tallies[&due->kind() - k_kinds]);
        running.erase(due);
    }
    std::printf(
        "seed %llu\n| session | kills | whole, at most a second lost | lost, ms: p50, "
        "p99, most | before there was a file |\n|---|---|---|---|---|\n",
        static_cast<unsigned long long>(plan.seed));
    bool is_sound = true;
    for (std::size_t i = 0; i < std::size(k_kinds); ++i) {
        const Tally& tally = tallies[i];
        is_sound = is_sound && tally.sound == tally.kills;
        if (!tally.lost_ms.empty()) {
            std::printf("| %s | %llu | %llu | %.0f, %.0f, %.0f | %llu |\n", k_kinds[i].what,
                        static_cast<unsigned long long>(tally.kills),
                        static_cast<unsigned long long>(tally.sound), median(tally.lost_ms),
                        quantile(tally.lost_ms, 0.99), quantile(tally.lost_ms, 1),
                        static_cast<unsigned long long>(tally.fileless));
        }
    }
    return is_sound ? 0 : 1;
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
    tandem::bench::Plan plan;
    for (int index = 1; index < argc; ++index) {
        const std::string_view word = argv[index];
        const std::string_view next = index + 1 < argc ? argv[index + 1] : "";
        std::uint64_t* number = word == "--kills"     ? &plan.kills
                                : word == "--at-once" ? &plan.at_once
                                : word == "--seed"    ? &plan.seed
                                                      : nullptr;
        if (word == "--smoke") {
            plan.kills = 4;
            plan.shorter = 5;
        } else if (number != nullptr && !next.empty()) {
            std::from_chars(next.data(), next.data() + next.size(), *number);
            ++index;
        } else {
            std::fputs("kill_figures [--kills N] [--at-once N] [--seed S] [--smoke]\n", stderr);
            return 2;
        }
    }
    return tandem::bench::run(plan);
}
