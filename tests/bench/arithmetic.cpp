// SPDX-License-Identifier: MIT
// Every operation over 4,096 operands: in double as the compiler makes of the plain loop, in Fixed
// one by one with its overflow checks, in batches, written plainly, and by libfixmath.
#include <tests/bench/figures.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include <tandem/sim/game/display.hpp>
#include <tandem/sim/math/angle.hpp>
#include <tandem/sim/math/angle_batch.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/fixed_batch.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/math/vec2.hpp>
#include <tests/bench/plain_fixed.hpp>

#if TANDEM_BENCH_LIBFIXMATH
extern "C" {
#include <libfixmath/fixmath.h>
}
#endif

namespace tandem::bench {

namespace {

constexpr std::size_t k_count = 4096;

// The same numbers in every form.
struct Numbers {
    Numbers(std::uint64_t seed, Fixed low, Fixed high) {
        Random random(seed);
        for (std::size_t i = 0; i < k_count; ++i) {
            const Fixed value = random.between(low, high);
            fixed.push_back(value);
            compact.push_back(Fixed16(value));
            raw.push_back(value.raw());
            floating.push_back(static_cast<double>(value.raw()) / 4294967296.0);
        }
    }

    std::vector<Fixed> fixed;
    std::vector<Fixed16> compact;
    std::vector<std::int64_t> raw;
    std::vector<double> floating;
};

struct Operands {
    Numbers a{1, -100, 100};
    Numbers b{2, 0.5_fx, 100};
    Numbers square{3, 0, 30'000};
    Numbers radians{4, -6, 6};
    Numbers results{5, 0, 0};
    Numbers results_y{6, 0, 0};
    Numbers x{7, -100, 100};
    Numbers y{8, -100, 100};
    std::vector<Angle> angles;
    std::vector<Angle> directions = std::vector<Angle>(k_count);

    Operands() {
        Random random(9);
        for (std::size_t i = 0; i < k_count; ++i) {
            angles.push_back(random.angle());
        }
    }
};

using Shared = std::shared_ptr<Operands>;

// results[i] = operation(i) for all operands.
template <class Column, class Operation>
void add_loop(Contest& contest, const std::string& name, const Shared& all, Column column,
              Operation operation) {
    contest.add(name, k_count, [=] {
        auto* const results = ((*all).results.*column).data();
        const Operands& operands = *all;
        for (std::size_t i = 0; i < k_count; ++i) {
            results[i] = operation(operands, i);
        }
    });
}

template <class Call>
void add_batch(Contest& contest, const std::string& name, const Shared& all, Call call) {
    contest.add(name, k_count, [=] { call(*all); });
}

// x = x * a + b over and over: each step waits for the one before it, as in a game's step.
template <class Number>
void add_chain(Contest& contest, const std::string& name, Number factor, Number summand) {
    contest.add(name, k_count, [=] {
        Number x = 1;
        for (std::size_t i = 0; i < k_count; ++i) {
            benchmark::DoNotOptimize(factor);
            x = x * factor + summand;
        }
        benchmark::DoNotOptimize(x);
    });
}

void add_multiply(Contest& contest, const Shared& all) {
    add_chain<double>(contest, "chain/double", 0.75, 0.5);
    add_chain<Fixed>(contest, "chain/fixed", 0.75_fx, 0.5_fx);
    add_loop(contest, "multiply/double", all, &Numbers::floating,
             [](const Operands& o, std::size_t i) { return o.a.floating[i] * o.b.floating[i]; });
    add_loop(contest, "multiply/fixed", all, &Numbers::fixed,
             [](const Operands& o, std::size_t i) { return o.a.fixed[i] * o.b.fixed[i]; });
    add_batch(contest, "multiply/batch", all,
              [](Operands& o) { multiply(o.a.fixed, o.b.fixed, o.results.fixed); });
    add_loop(contest, "multiply/compact", all, &Numbers::compact,
             [](const Operands& o, std::size_t i) { return o.a.compact[i] * o.b.compact[i]; });
    add_loop(contest, "multiply/plain", all, &Numbers::raw, [](const Operands& o, std::size_t i) {
        return plain::multiply(o.a.raw[i], o.b.raw[i]);
    });
}

void add_divide(Contest& contest, const Shared& all) {
    add_loop(contest, "divide/double", all, &Numbers::floating,
             [](const Operands& o, std::size_t i) { return o.a.floating[i] / o.b.floating[i]; });
    add_loop(contest, "divide/fixed", all, &Numbers::fixed,
             [](const Operands& o, std::size_t i) { return o.a.fixed[i] / o.b.fixed[i]; });
    add_batch(contest, "divide/batch", all,
              [](Operands& o) { divide(o.a.fixed, o.b.fixed, o.results.fixed); });
    add_loop(contest, "divide/compact", all, &Numbers::compact,
             [](const Operands& o, std::size_t i) { return o.a.compact[i] / o.b.compact[i]; });
    add_loop(contest, "divide/plain", all, &Numbers::raw, [](const Operands& o, std::size_t i) {
        return plain::divide(o.a.raw[i], o.b.raw[i]);
    });
}

void add_root(Contest& contest, const Shared& all) {
    add_loop(contest, "root/double", all, &Numbers::floating,
             [](const Operands& o, std::size_t i) { return std::sqrt(o.square.floating[i]); });
    add_loop(contest, "root/fixed", all, &Numbers::fixed,
             [](const Operands& o, std::size_t i) { return sqrt(o.square.fixed[i]); });
    add_batch(contest, "root/batch", all,
              [](Operands& o) { sqrt(o.square.fixed, o.results.fixed); });
    add_loop(contest, "root/compact", all, &Numbers::compact,
             [](const Operands& o, std::size_t i) { return sqrt(o.square.compact[i]); });
    add_loop(contest, "root/plain", all, &Numbers::raw,
             [](const Operands& o, std::size_t i) { return plain::root(o.square.raw[i]); });
}

void add_sine(Contest& contest, const Shared& all) {
    add_loop(contest, "sine/double", all, &Numbers::floating,
             [](const Operands& o, std::size_t i) { return std::sin(o.radians.floating[i]); });
    add_loop(contest, "sine/fixed", all, &Numbers::fixed,
             [](const Operands& o, std::size_t i) { return sin(o.radians.fixed[i]); });
    add_loop(contest, "sine/angle", all, &Numbers::fixed,
             [](const Operands& o, std::size_t i) { return sin(o.angles[i]); });
    add_batch(contest, "sine/batch", all,
              [](Operands& o) { sin(o.angles, std::span(o.results.fixed)); });
    add_loop(contest, "sine/compact", all, &Numbers::compact,
             [](const Operands& o, std::size_t i) { return sin(o.radians.compact[i]); });
    add_batch(contest, "sine/compact batch", all,
              [](Operands& o) { sin(o.angles, std::span(o.results.compact)); });
    add_loop(contest, "sine/plain", all, &Numbers::raw,
             [](const Operands& o, std::size_t i) { return plain::sine(o.radians.raw[i]); });
    add_loop(contest, "cosine/double", all, &Numbers::floating,
             [](const Operands& o, std::size_t i) { return std::cos(o.radians.floating[i]); });
    add_loop(contest, "cosine/fixed", all, &Numbers::fixed,
             [](const Operands& o, std::size_t i) { return cos(o.radians.fixed[i]); });
}

void add_arctangent(Contest& contest, const Shared& all) {
    add_loop(contest, "atan2/double", all, &Numbers::floating,
             [](const Operands& o, std::size_t i) {
                 return std::atan2(o.y.floating[i], o.x.floating[i]);
             });
    contest.add("atan2/fixed", k_count, [all] {
        for (std::size_t i = 0; i < k_count; ++i) {
            all->directions[i] = atan2(all->y.fixed[i], all->x.fixed[i]);
        }
    });
    add_batch(contest, "atan2/batch", all,
              [](Operands& o) { atan2(o.y.fixed, o.x.fixed, std::span(o.directions)); });
    add_loop(contest, "atan2/plain", all, &Numbers::raw, [](const Operands& o, std::size_t i) {
        return plain::arctangent(o.y.raw[i], o.x.raw[i]);
    });
}

// Everybody one step of 1/64 in the direction of (x, y), which starts a little elsewhere each time.
void add_integrate(Contest& contest, const Shared& all) {
    contest.add("integrate/double", k_count, [all] {
        const double* const x = all->x.floating.data();
        const double* const y = all->y.floating.data();
        double* const at_x = all->results.floating.data();
        double* const at_y = all->results_y.floating.data();
        for (std::size_t i = 0; i < k_count; ++i) {
            const double length = std::sqrt(x[i] * x[i] + y[i] * y[i]);
            at_x[i] += x[i] / length * (1.0 / 64);
            at_y[i] += y[i] / length * (1.0 / 64);
        }
    });
    contest.add("integrate/batch", k_count,
                [all, unit_x = std::vector<Fixed>(k_count),
                 unit_y = std::vector<Fixed>(k_count)]() mutable {
                    const Fixed step = Fixed::ratio(1, 64);
                    normalise(all->x.fixed, all->y.fixed, unit_x, unit_y);
                    add_product(unit_x, step, all->results.fixed);
                    add_product(unit_y, step, all->results_y.fixed);
                });
    contest.add("integrate/fixed", k_count, [all] {
        const Fixed step = Fixed::ratio(1, 64);
        for (std::size_t i = 0; i < k_count; ++i) {
            const Vec2 unit = normalised({all->x.fixed[i], all->y.fixed[i]});
            all->results.fixed[i] += unit.x * step;
            all->results_y.fixed[i] += unit.y * step;
        }
    });
}

#if TANDEM_BENCH_LIBFIXMATH
void add_libfixmath(Contest& contest, const Shared& all) {
    const auto add = [&](const std::string& name, auto operation) {
        add_loop(
            contest, name + "/libfixmath", all, &Numbers::compact,
            [=](const Operands& o, std::size_t i) { return Fixed16::from_raw(operation(o, i)); });
    };
    add("multiply", [](const Operands& o, std::size_t i) {
        return fix16_mul(o.a.compact[i].raw(), o.b.compact[i].raw());
    });
    add("divide", [](const Operands& o, std::size_t i) {
        return fix16_div(o.a.compact[i].raw(), o.b.compact[i].raw());
    });
    add("root",
        [](const Operands& o, std::size_t i) { return fix16_sqrt(o.square.compact[i].raw()); });
    add("sine",
        [](const Operands& o, std::size_t i) { return fix16_sin(o.radians.compact[i].raw()); });
    add("atan2", [](const Operands& o, std::size_t i) {
        return fix16_atan2(o.y.compact[i].raw(), o.x.compact[i].raw());
    });
}
constexpr bool k_has_libfixmath = true;
#else
void add_libfixmath(Contest&, const Shared&) {}
constexpr bool k_has_libfixmath = false;
#endif

}  // namespace

void add_arithmetic(Contest& contest) {
    const auto all = std::make_shared<Operands>();
    add_multiply(contest, all);
    add_divide(contest, all);
    add_root(contest, all);
    add_sine(contest, all);
    add_arctangent(contest, all);
    add_integrate(contest, all);
    add_libfixmath(contest, all);
}

void report_arithmetic(const Contest& contest) {
    const auto figure = [&](const char* name, const std::string& ours, const std::string& theirs,
                            double target) {
        print_figure(name, contest.ratio(ours, theirs), target);
    };
    figure("32.32 multiply-add chain / double", "chain/fixed", "chain/double", 1.15);
    figure("32.32 divide / double", "divide/fixed", "divide/double", 10);
    figure("32.32 divide, batch / double", "divide/batch", "divide/double", 3.5);
    figure("32.32 square root / double", "root/fixed", "root/double", 3);
    figure("32.32 square root, batch / double", "root/batch", "root/double", 1.8);
    figure("32.32 sin of radians / double", "sine/fixed", "sine/double", 0.45);
    figure("32.32 cos of radians / double", "cosine/fixed", "cosine/double", 0.45);
    figure("32.32 sin of an Angle / double", "sine/angle", "sine/double", 0.45);
    figure("32.32 atan2 / double", "atan2/fixed", "atan2/double", 0.5);
    figure("32.32 normalise and integrate, batch / double", "integrate/batch", "integrate/double",
           5);
    figure("16.16 sin, batch / double", "sine/compact batch", "sine/double", 0.1);
}

void report_arithmetic_table(const Contest& contest) {
    std::puts("\nns for each                 multiply    divide      root      sine     atan2");
    const auto row = [&](const char* title, const std::string& kind,
                         std::initializer_list<const char*> operations) {
        std::printf("%-24s", title);
        for (const char* operation : {"multiply", "divide", "root", "sine", "atan2"}) {
            const bool is_there =
                std::any_of(operations.begin(), operations.end(),
                            [&](const char* each) { return std::string(each) == operation; });
            if (is_there) {
                std::printf(" %9.2f", contest.nanoseconds(std::string(operation) + "/" + kind));
            } else {
                std::printf(" %9s", "-");
            }
        }
        std::puts("");
    };
    const auto all = {"multiply", "divide", "root", "sine", "atan2"};
    row("double", "double", all);
    row("32.32", "fixed", all);
    row("32.32 batch", "batch", all);
    row("16.16", "compact", {"multiply", "divide", "root", "sine"});
    row("32.32 written plainly", "plain", all);
    if (k_has_libfixmath) {
        row("16.16 of libfixmath", "libfixmath", all);
    }
}

}  // namespace tandem::bench
