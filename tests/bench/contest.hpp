// SPDX-License-Identifier: MIT
// Competitors measured by Google Benchmark in one run, their repetitions mixed at random, so that
// what else the machine does meets all of them alike.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tandem::bench {

class Contest {
public:
    // A smoke run only shows that everything runs: one repetition, as short as can be.
    explicit Contest(bool is_smoke) : is_smoke_(is_smoke) {}

    bool is_smoke() const { return is_smoke_; }

    // One call of `run` is so many operations; it is called over and over.
    void add(const std::string& name, double operations, std::function<void()> run);
    // The same with `prepare`, which is not measured, before every call.
    void add(const std::string& name, double operations, std::function<void()> prepare,
             std::function<void()> run);
    void measure();

    // After measure(): of one operation, the median of all repetitions.
    double nanoseconds(const std::string& name) const;
    // The two medians' quotient.
    double ratio(const std::string& name, const std::string& other) const {
        return nanoseconds(name) / nanoseconds(other);
    }
    // How far the middle half of the repetitions spreads, in parts of the median.
    double spread(const std::string& name) const;

private:
    bool is_smoke_;
    std::map<std::string, double> operations_;
    std::map<std::string, std::vector<double>> times_;  // of one call, sorted
};

}  // namespace tandem::bench
