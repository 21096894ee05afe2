// SPDX-License-Identifier: MIT
// One sweep over the inputs of a function: every error is first estimated by something cheap whose
// own error is known, and MPFR decides wherever that could matter. So an exhaustive sweep takes
// minutes, and every figure in the table is still MPFR's.
#pragma once

#include <cstdint>
#include <string>

namespace tandem::accuracy {

// Operands as raw values, as many as the function has.
struct Point {
    std::int64_t a = 0;
    std::int64_t b = 0;
    std::int64_t c = 0;
};

// A share of a sweep, and what was found in it.
struct Job {
    std::uint64_t first = 0;  // indices [first, last) of `inputs`
    std::uint64_t last = 0;
    std::uint64_t inputs = 0;
    std::uint64_t seed = 1;
    bool plant = false;  // one bit of a result half way is to be wrong, and is not yet

    std::uint64_t tried = 0;
    double worst_ulp = 0;
    Point worst_at;
    std::uint64_t asked = 0;  // how often MPFR decided
};

// The k-th random word of an input: a function of seed, index and k alone, so that the inputs do
// not depend on the number of threads. The mixer is SplitMix64's (Steele, Lea and Flood, 2014).
inline std::uint64_t random_word(const Job& job, std::uint64_t index, std::uint64_t k) {
    std::uint64_t word = (job.seed * 0x2545f4914f6cdd1d) ^ (index * 4 + k);
    word = (word + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
}

// A signed number of every width and both signs.
inline std::int64_t random_number(const Job& job, std::uint64_t index, std::uint64_t k) {
    const std::uint64_t word = random_word(job, index, k);
    return static_cast<std::int64_t>(word) >> (random_word(job, index / 2, k + 2) % 64);
}

// Weighs one result. Function has estimate(point, ours), the error in units of the last place and
// right within k_margin, and exact(point, ours), the same from MPFR and rounded up.
template <class Function>
void weigh(Job& job, std::uint64_t index, Point point, std::int64_t ours) {
    constexpr std::int64_t k_planted_bit = 2;
    if (job.plant && index >= job.first + (job.last - job.first) / 2) {
        ours ^= k_planted_bit;
        job.plant = false;
    }
    ++job.tried;
    if (Function::estimate(point, ours) + Function::k_margin <= job.worst_ulp) {
        return;
    }
    ++job.asked;
    const double error = Function::exact(point, ours);
    if (error > job.worst_ulp) {
        job.worst_ulp = error;
        job.worst_at = point;
    }
}

// Function also has make(job, index, point), false where the result is not defined, and
// ours(point), the raw result.
template <class Function>
void sweep(Job& job) {
    for (std::uint64_t index = job.first; index < job.last; ++index) {
        Point point;
        if (Function::make(job, index, point)) {
            weigh<Function>(job, index, point, Function::ours(point));
        }
    }
}

// A row of the table.
struct Subject {
    const char* name;
    const char* domain;
    double bound_ulp;
    std::uint64_t inputs_quick;
    std::uint64_t inputs_full;
    void (*run)(Job&);
    std::string (*describe)(Point);
};

}  // namespace tandem::accuracy
