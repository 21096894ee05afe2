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

#include <tandem/replay/verify/verify.hpp>
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
bool g_has_long_steps = false;

// What no session can expect from the steps before.
constexpr std::uint64_t k_long_step_every = 30;
constexpr std::chrono::seconds k_long_step{3};

// The game, with steps as long as they are asked for.
struct Timed : games::Duel {
    static constexpr std::string_view name = "timed";
    void step(Inputs<Input> inputs, Phases& phase_ended) {
        games::Duel::step(inputs, phase_ended);
        if (g_log == nullptr) {
            return;
        }
        if (g_has_long_steps && (g_log->ticks + 1) % k_long_step_every == 0) {
            std::this_thread::sleep_for(k_long_step);
        } else if (g_step.count() > 0) {
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
    bool has_long_steps = false;
};
// A fast one makes more ticks than anybody wants to verify.
constexpr Kind k_kinds[] = {
    {"as fast as it goes", std::chrono::milliseconds(0), false, 300},
    {"in real time, 60 ticks a second", std::chrono::milliseconds(0), true, 5'000},
    {"steps of 20 ms", std::chrono::milliseconds(20), false, 5'000},
    {"steps of 300 ms", std::chrono::milliseconds(300), false, 5'000},
    {"steps of 20 ms, each 30th of 3 s", std::chrono::milliseconds(20), false, 8'000, true},
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
    g_has_long_steps = kind.has_long_steps;
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
    std::uint64_t early = 0;      // killed before the first byte of its file
    std::vector<double> lost_ms;  // how old the oldest lost tick was
};

class Session {
public:
    Session(const Kind& kind, std::string path, std::uint32_t life_ms)
        : kind_(&kind), path_(std::move(path)), log_(shared_log()) {
        std::fflush(nullptr);
        process_ = ::fork();
        if (process_ == 0) {
            ::alarm(
                k_life_seconds_most);  // where this program dies, its sessions do not outlive it
            record(path_, kind, log_);
        }
        kill_at_ns_ = now_ns() + std::int64_t{life_ms} * 1'000'000;
    }

    const Kind& kind() const { return *kind_; }
    std::int64_t kill_at_ns() const { return kill_at_ns_; }

    void kill() {
        killed_ns_ = now_ns();
        ::kill(process_, SIGKILL);
        ::waitpid(process_, &status_, 0);
    }

    void judge(Tally& tally) const {
        ++tally.kills;
        if (WIFSIGNALED(status_)) {
            judge_file(tally);
        } else {
            std::fprintf(stderr, "%s ended by itself, with %d\n", path_.c_str(),
                         WEXITSTATUS(status_));
        }
        std::filesystem::remove(path_);
        ::munmap(log_, sizeof(StepLog));
    }

private:
    static constexpr unsigned k_life_seconds_most = 60;

    void judge_file(Tally& tally) const {
        std::error_code absent;
        const std::uintmax_t bytes = std::filesystem::file_size(path_, absent);
        const bool is_early = absent || bytes == 0;
        std::uint64_t kept = 0;
        bool is_whole = true;
        if (!is_early) {
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
            kept < log_->ticks ? static_cast<double>(killed_ns_ - log_->done_ns[kept]) / 1e6 : 0;
        tally.early += is_early ? 1U : 0U;
        tally.lost_ms.push_back(std::max(lost_ms, 0.0));
        tally.sound += is_whole && lost_ms <= 1'000 ? 1U : 0U;
    }

    const Kind* kind_;
    std::string path_;
    StepLog* log_;
    std::int64_t kill_at_ns_ = 0;
    std::int64_t killed_ns_ = 0;
    int status_ = 0;
    pid_t process_ = -1;
};

struct Plan {
    std::uint64_t kills = 40;
    std::uint64_t at_once = 4;
    std::uint64_t seed = 1;
    std::uint32_t shorter = 1;  // lives are so many times shorter
};

// All are killed before any is judged: judging takes the processor from those that still record.
void kill_batch(std::vector<Session>& batch) {
    std::sort(batch.begin(), batch.end(), [](const Session& left, const Session& right) {
        return left.kill_at_ns() < right.kill_at_ns();
    });
    for (Session& session : batch) {
        const std::int64_t left_ns = session.kill_at_ns() - now_ns();
        std::this_thread::sleep_for(std::chrono::nanoseconds(std::max<std::int64_t>(left_ns, 0)));
        session.kill();
    }
}

bool print(const Tally* tallies, std::uint64_t seed) {
    std::printf(
        "seed %llu\n| session | kills | whole, at most a second lost | lost, ms: p50, "
        "p99, most | before the first byte |\n|---|---|---|---|---|\n",
        static_cast<unsigned long long>(seed));
    bool is_sound = true;
    for (std::size_t i = 0; i < std::size(k_kinds); ++i) {
        const Tally& tally = tallies[i];
        is_sound = is_sound && tally.sound == tally.kills;
        if (!tally.lost_ms.empty()) {
            std::printf("| %s | %llu | %llu | %.0f, %.0f, %.0f | %llu |\n", k_kinds[i].what,
                        static_cast<unsigned long long>(tally.kills),
                        static_cast<unsigned long long>(tally.sound), median(tally.lost_ms),
                        quantile(tally.lost_ms, 0.99), quantile(tally.lost_ms, 1),
                        static_cast<unsigned long long>(tally.early));
        }
    }
    return is_sound;
}

int run(const Plan& plan) {
    const Folder folder;
    Random random(plan.seed);
    Tally tallies[std::size(k_kinds)];
    std::uint64_t begun = 0;
    while (begun < plan.kills) {
        std::vector<Session> batch;
        while (begun < plan.kills && batch.size() < plan.at_once) {
            const Kind& kind = k_kinds[begun % std::size(k_kinds)];
            batch.emplace_back(kind, folder.path("killed_" + std::to_string(begun)),
                               random.below(kind.life_ms_max / plan.shorter));
            ++begun;
        }
        kill_batch(batch);
        for (const Session& session : batch) {
            session.judge(tallies[&session.kind() - k_kinds]);
        }
    }
    return print(tallies, plan.seed) ? 0 : 1;
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
            plan.kills = std::size(tandem::bench::k_kinds);
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
