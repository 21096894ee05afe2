// SPDX-License-Identifier: MIT
// Google Benchmark behind the contest: it repeats and mixes, the contest keeps the medians.
#include <tests/bench/contest.hpp>

#include <algorithm>
#include <utility>

#include <benchmark/benchmark.h>

namespace tandem::bench {

namespace {

constexpr int k_repetitions = 31;
constexpr double k_seconds_each = 0.004;  // of one repetition

// Processor time, which does not run while others have the processor.
class Collector : public benchmark::BenchmarkReporter {
public:
    explicit Collector(std::map<std::string, std::vector<double>>& times) : times_(times) {}

    bool ReportContext(const benchmark::BenchmarkReporter::Context&) override { return true; }
    void ReportRuns(const std::vector<benchmark::BenchmarkReporter::Run>& runs) override {
        for (const auto& run : runs) {
            if (run.run_type == benchmark::BenchmarkReporter::Run::RT_Iteration) {
                times_[run.run_name.function_name].push_back(run.real_accumulated_time /
                                                             static_cast<double>(run.iterations));
            }
        }
    }

private:
    std::map<std::string, std::vector<double>>& times_;
};

double part_of(const std::vector<double>& sorted, double part) {
    return sorted.at(static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1)));
}

}  // namespace

void Contest::add(const std::string& name, double operations, std::function<void()> run) {
    operations_[name] = operations;
    auto* const entry =
        benchmark::RegisterBenchmark(name.c_str(), [run = std::move(run)](benchmark::State& state) {
            for ([[maybe_unused]] auto each : state) {
                run();
                benchmark::ClobberMemory();
            }
        });
    entry->Repetitions(is_smoke_ ? 1 : k_repetitions)->MinTime(is_smoke_ ? 1e-6 : k_seconds_each);
}

void Contest::add(const std::string& name, double operations, std::function<void()> prepare,
                  std::function<void()> run) {
    operations_[name] = operations;
    auto* const entry = benchmark::RegisterBenchmark(
        name.c_str(),
        [prepare = std::move(prepare), run = std::move(run)](benchmark::State& state) {
            for ([[maybe_unused]] auto each : state) {
                state.PauseTiming();
                prepare();
                state.ResumeTiming();
                run();
                benchmark::ClobberMemory();
            }
        });
    entry->Iterations(1)->Repetitions(is_smoke_ ? 1 : k_repetitions);
}

void Contest::measure() {
    std::string program = "ratios";
    std::string mixed = "--benchmark_enable_random_interleaving=true";
    std::vector<char*> arguments{program.data(), mixed.data()};
    auto count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    Collector collector(times_);
    benchmark::RunSpecifiedBenchmarks(&collector);
    for (auto& [name, times] : times_) {
        std::sort(times.begin(), times.end());
    }
}

double Contest::nanoseconds(const std::string& name) const {
    return part_of(times_.at(name), 0.5) * 1e9 / operations_.at(name);
}

double Contest::spread(const std::string& name) const {
    const std::vector<double>& times = times_.at(name);
    return (part_of(times, 0.75) - part_of(times, 0.25)) / part_of(times, 0.5);
}

}  // namespace tandem::bench
