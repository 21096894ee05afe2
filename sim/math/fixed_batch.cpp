// SPDX-License-Identifier: MIT
// Blocks of values are copied to words, computed there and copied back. A value that an estimate
// does not settle, or that does not fit, is computed by the function of one value, which also
// reports faults.
#include <tandem/sim/math/fixed_batch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/math/estimate.hpp>
#include <tandem/sim/math/vec2.hpp>
#include <tandem/sim/math/wide.hpp>

namespace tandem {

namespace {

namespace hardware = sim::exact::hardware;

// A block of operands and results stays within the first cache.
constexpr std::size_t k_block = 128;
using BlockWords = std::array<std::int64_t, k_block>;

// The raw values of a block: in place if they are words already, else copied to `buffer`.
template <class Number>
const std::int64_t* words_of(std::span<const Number> from, std::size_t start, std::size_t count,
                             BlockWords& buffer) {
    if constexpr (sizeof(Number) == sizeof(std::int64_t)) {
        // A Fixed is its raw value and nothing else.
        static_assert(std::is_standard_layout_v<Number>);
        return reinterpret_cast<const std::int64_t*>(from.data() + start);
    } else {
        for (std::size_t i = 0; i < count; ++i) {
            buffer[i] = from[start + i].raw();
        }
        return buffer.data();
    }
}

template <class Number>
void store(const BlockWords& from, std::size_t start, std::size_t count, std::span<Number> to) {
    for (std::size_t i = 0; i < count; ++i) {
        to[start + i] = Number::from_raw(static_cast<typename Number::raw_type>(from[i]));
    }
}

// Marks the words that do not fit a Number as doubts. Returns false if there is one.
template <class Number>
bool mark_misfits(const BlockWords& words, std::size_t count, BlockWords& doubts) {
    if constexpr (sizeof(typename Number::raw_type) == sizeof(std::int64_t)) {
        return true;
    }
    std::int64_t misfits = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t raised =
            static_cast<std::uint64_t>(words[i]) + (std::uint64_t{1} << 31);
        const std::int64_t misfit = -static_cast<std::int64_t>(raised >> 32 != 0);
        doubts[i] |= misfit;
        misfits |= misfit;
    }
    return misfits == 0;
}

// `block` computes words and says whether all are settled. `one` computes the element of that index
// by the function of one value; without estimates it computes every element. `block` takes its room
// by auto&, so that the functions it calls are needed only where it is called.
template <class Number, class Block, class One>
void over_blocks(std::span<Number> results, Block block, One one) {
    for (std::size_t start = 0; start < results.size(); start += k_block) {
        const std::size_t count = std::min(k_block, results.size() - start);
        BlockWords words;
        BlockWords doubts;
        bool is_exact = false;
        if constexpr (TANDEM_ESTIMATES) {
            is_exact = block(start, count, words, doubts);
            is_exact = mark_misfits<Number>(words, count, doubts) && is_exact;
        }
        if (!is_exact) {
            for (std::size_t i = 0; i < count; ++i) {
                if (!TANDEM_ESTIMATES || doubts[i] < 0) {
                    words[i] = one(start + i).raw();
                }
            }
        }
        store(words, start, count, results);
    }
}

template <class Number>
constexpr int k_places = Number::fraction_bits;

// Products of 64 bits have no vector form that is worth its shuffles; those of 32 bits become one
// by themselves.
template <class Number>
void multiply_all(std::span<const Number> a, std::span<const Number> b, std::span<Number> results,
                  sim::Site site) {
    TANDEM_ASSERT(a.size() == results.size() && b.size() == results.size());
    using Located = sim::LocatedFraction<Number>;
    for (std::size_t i = 0; i < results.size(); ++i) {
        results[i] = a[i] * Located(b[i], site.file, site.line);
    }
}

template <class Number>
void multiply_all(std::span<const Number> a, Number factor, std::span<Number> results,
                  sim::Site site) {
    TANDEM_ASSERT(a.size() == results.size());
    const sim::LocatedFraction<Number> located(factor, site.file, site.line);
    for (std::size_t i = 0; i < results.size(); ++i) {
        results[i] = a[i] * located;
    }
}

template <class Number>
void add_product_all(std::span<const Number> a, Number factor, std::span<Number> sums,
                     sim::Site site) {
    TANDEM_ASSERT(a.size() == sums.size());
    const sim::LocatedFraction<Number> located(factor, site.file, site.line);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] += sim::Located<Number>(a[i] * located, site.file, site.line);
    }
}

template <class Number>
void divide_all(std::span<const Number> a, std::span<const Number> b, std::span<Number> results,
                sim::Site site) {
    TANDEM_ASSERT(a.size() == results.size() && b.size() == results.size());
    over_blocks(
        results,
        [&](std::size_t start, std::size_t count, auto& words, auto& doubts) {
            BlockWords dividends;
            BlockWords divisors;
            return hardware::quotients(words_of(a, start, count, dividends),
                                       words_of(b, start, count, divisors), words.data(),
                                       doubts.data(), count, k_places<Number>);
        },
        [&](std::size_t i) {
            return a[i] / sim::LocatedFraction<Number>(b[i], site.file, site.line);
        });
}

template <class Number>
void reciprocal_all(std::span<const Number> x, std::span<Number> results, sim::Site site) {
    TANDEM_ASSERT(x.size() == results.size());
    BlockWords ones;
    ones.fill(Number(1).raw());
    over_blocks(
        results,
        [&](std::size_t start, std::size_t count, auto& words, auto& doubts) {
            BlockWords divisors;
            return hardware::quotients(ones.data(), words_of(x, start, count, divisors),
                                       words.data(), doubts.data(), count, k_places<Number>);
        },
        [&](std::size_t i) { return reciprocal(x[i], site); });
}

template <class Number>
void sqrt_all(std::span<const Number> x, std::span<Number> results, sim::Site site) {
    TANDEM_ASSERT(x.size() == results.size());
    over_blocks(
        results,
        [&](std::size_t start, std::size_t count, auto& words, auto& doubts) {
            BlockWords squares;
            return hardware::roots(words_of(x, start, count, squares), words.data(), doubts.data(),
                                   count, k_places<Number>);
        },
        [&](std::size_t i) { return sqrt(x[i], site); });
}

template <class Number>
void hypot_all(std::span<const Number> x, std::span<const Number> y, std::span<Number> results,
               sim::Site site) {
    TANDEM_ASSERT(x.size() == results.size() && y.size() == results.size());
    over_blocks(
        results,
        [&](std::size_t start, std::size_t count, auto& words, auto& doubts) {
            BlockWords widths;
            BlockWords heights;
            return hardware::hypotenuses(words_of(x, start, count, widths),
                                         words_of(y, start, count, heights), words.data(),
                                         doubts.data(), count);
        },
        [&](std::size_t i) { return hypot(x[i], y[i], site); });
}

template <class Number>
void lerp_all(std::span<const Number> a, std::span<const Number> b, Number t,
              std::span<Number> results, sim::Site site) {
    TANDEM_ASSERT(a.size() == results.size() && b.size() == results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        results[i] = lerp(a[i], b[i], t, site);
    }
}

template <class Number>
void normalise_all(std::span<const Number> x, std::span<const Number> y, std::span<Number> unit_x,
                   std::span<Number> unit_y) {
    TANDEM_ASSERT(x.size() == unit_x.size() && y.size() == unit_x.size() &&
                  unit_y.size() == unit_x.size());
    for (std::size_t start = 0; start < x.size(); start += k_block) {
        const std::size_t count = std::min(k_block, x.size() - start);
        BlockWords widths;
        BlockWords heights;
        BlockWords units_x;
        BlockWords units_y;
        BlockWords doubts;
        bool is_exact = false;
        if constexpr (TANDEM_ESTIMATES) {
            is_exact = hardware::units(words_of(x, start, count, widths),
                                       words_of(y, start, count, heights), units_x.data(),
                                       units_y.data(), doubts.data(), count, k_places<Number>);
        }
        if (!is_exact) {
            for (std::size_t i = 0; i < count; ++i) {
                if (!TANDEM_ESTIMATES || doubts[i] < 0) {
                    const auto unit = normalised(BasicVec2<Number>{x[start + i], y[start + i]});
                    units_x[i] = unit.x.raw();
                    units_y[i] = unit.y.raw();
                }
            }
        }
        store(units_x, start, count, unit_x);
        store(units_y, start, count, unit_y);
    }
}

}  // namespace

#define TANDEM_BATCHES(Number)                                                                     \
    void multiply(std::span<const Number> a, std::span<const Number> b, std::span<Number> results, \
                  sim::Site site) {                                                                \
        multiply_all(a, b, results, site);                                                         \
    }                                                                                              \
    void multiply(std::span<const Number> a, Number factor, std::span<Number> results,             \
                  sim::Site site) {                                                                \
        multiply_all(a, factor, results, site);                                                    \
    }                                                                                              \
    void add_product(std::span<const Number> a, Number factor, std::span<Number> sums,             \
                     sim::Site site) {                                                             \
        add_product_all(a, factor, sums, site);                                                    \
    }                                                                                              \
    void divide(std::span<const Number> a, std::span<const Number> b, std::span<Number> results,   \
                sim::Site site) {                                                                  \
        divide_all(a, b, results, site);                                                           \
    }                                                                                              \
    void reciprocal(std::span<const Number> x, std::span<Number> results, sim::Site site) {        \
        reciprocal_all(x, results, site);                                                          \
    }                                                                                              \
    void sqrt(std::span<const Number> x, std::span<Number> results, sim::Site site) {              \
        sqrt_all(x, results, site);                                                                \
    }                                                                                              \
    void hypot(std::span<const Number> x, std::span<const Number> y, std::span<Number> results,    \
               sim::Site site) {                                                                   \
        hypot_all(x, y, results, site);                                                            \
    }                                                                                              \
    void lerp(std::span<const Number> a, std::span<const Number> b, Number t,                      \
              std::span<Number> results, sim::Site site) {                                         \
        lerp_all(a, b, t, results, site);                                                          \
    }                                                                                              \
    void normalise(std::span<const Number> x, std::span<const Number> y, std::span<Number> unit_x, \
                   std::span<Number> unit_y) {                                                     \
        normalise_all(x, y, unit_x, unit_y);                                                       \
    }

// These are no templates: a vector converts to a span, but no template deduces from one.
TANDEM_BATCHES(Fixed)
TANDEM_BATCHES(Fixed16)

#undef TANDEM_BATCHES

}  // namespace tandem
