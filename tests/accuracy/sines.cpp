// SPDX-License-Identifier: MIT
// Sines of angles and of radians, and the conversions between the two. The cheap reference adds
// two arcs: sin(A + B) = sin A cos B + cos A sin B, where A is the upper and B the lower half of
// the argument, and both come from tables that MPFR filled.
#include <tests/accuracy/subjects.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <tandem/sim/math/angle.hpp>
#include <tandem/sim/math/angle_batch.hpp>

#include <tests/accuracy/real.hpp>

namespace tandem::accuracy {
namespace {

constexpr std::uint64_t k_all = std::uint64_t{1} << 32;
// Prime, so that all low bits and every quarter turn are met.
constexpr std::uint64_t k_angle_stride = 4'093;
constexpr std::uint64_t k_strided = k_all / k_angle_stride;

Real two_pi() { return Real::pi().scaled(1); }

// An arc of every upper and every lower half. Seven roundings of numbers up to 1, or of sums of
// two, by at most 2^-53 each: the reference is right within 2^-50.
struct Arc {
    double sine = 0;
    double cosine = 0;
};
constexpr double k_reference_error = 0x1p-50;

class ArcTables {
public:
    // One step of the argument is `unit` radians; the upper half is signed where the argument is.
    ArcTables(const Real& unit, bool is_signed) : upper_(k_half), lower_(k_half) {
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(k_half); ++i) {
            const auto place = static_cast<std::size_t>(i);
            const std::int64_t high = is_signed ? static_cast<std::int16_t>(i) : i;
            upper_[place] = arc(Real(high * static_cast<std::int64_t>(k_half)) * unit);
            lower_[place] = arc(Real(i) * unit);
        }
    }

    double sine(std::uint32_t argument) const {
        const Arc& a = upper_[argument >> 16];
        const Arc& b = lower_[argument & 0xffff];
        return a.sine * b.cosine + a.cosine * b.sine;
    }
    double cosine(std::uint32_t argument) const {
        const Arc& a = upper_[argument >> 16];
        const Arc& b = lower_[argument & 0xffff];
        return a.cosine * b.cosine - a.sine * b.sine;
    }

private:
    static constexpr std::size_t k_half = 65'536;

    static Arc arc(const Real& radians) {
        return {sin(radians).nearest_double(), cos(radians).nearest_double()};
    }

    std::vector<Arc> upper_;
    std::vector<Arc> lower_;
};

const ArcTables& arcs_of_angles() {
    static const ArcTables tables(two_pi().scaled(-32), false);
    return tables;
}
const ArcTables& arcs_of_radians16() {
    static const ArcTables tables(Real(1).scaled(-16), true);
    return tables;
}

// |ours - reference| in units of the last place of a number with `places` binary places.
double distance(std::int64_t ours, int places, double reference) {
    return std::abs(static_cast<double>(ours) -
                    reference * static_cast<double>(std::int64_t{1} << places));
}

// Every 32-bit word, or every k_angle_stride-th.
bool make_word(const Job& job, std::uint64_t index, Point& point) {
    const std::uint64_t stride = job.inputs == k_all ? 1 : k_angle_stride;
    point.a = static_cast<std::int32_t>(index * stride);
    return true;
}

std::string word_text(Point point) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "0x%08x", static_cast<unsigned>(point.a));
    return text.data();
}

Angle angle_at(Point point) { return Angle::from_raw(static_cast<std::uint32_t>(point.a)); }

enum class Wave { sine, cosine };

template <Wave wave>
Real wave_of(const Real& radians) {
    return wave == Wave::sine ? sin(radians) : cos(radians);
}

// sin and cos of an angle.
template <Wave wave, int places>
struct OfAngle {
    static constexpr double k_margin = k_reference_error * static_cast<double>(1LL << places);

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        return make_word(job, index, point);
    }
    static std::int64_t ours(Point point) {
        const Angle angle = angle_at(point);
        if constexpr (places == 32) {
            return (wave == Wave::sine ? sin(angle) : cos(angle)).raw();
        } else {
            return (wave == Wave::sine ? sin16(angle) : cos16(angle)).raw();
        }
    }
    static double estimate(Point point, std::int64_t ours) {
        const auto word = static_cast<std::uint32_t>(point.a);
        static const ArcTables& tables = arcs_of_angles();
        return distance(ours, places, wave == Wave::sine ? tables.sine(word) : tables.cosine(word));
    }
    static double exact(Point point, std::int64_t ours) {
        const Real radians = Real(point.a) * two_pi().scaled(-32);
        return (wave_of<wave>(radians).scaled(places) - Real(ours)).magnitude();
    }
};

// The batch of compact sines, in blocks that are not a multiple of any register.
template <Wave wave>
void sweep_batch(Job& job) {
    using Function = OfAngle<wave, 16>;
    constexpr std::size_t k_block = 4'099;
    std::vector<Angle> angles;
    std::vector<Fixed16> results;
    for (std::uint64_t first = job.first; first < job.last; first += k_block) {
        angles.clear();
        Point point;
        for (std::uint64_t index = first; index < job.last && index < first + k_block; ++index) {
            Function::make(job, index, point);
            angles.push_back(angle_at(point));
        }
        results.resize(angles.size());
        if (wave == Wave::sine) {
            sin(angles, std::span(results));
        } else {
            cos(angles, std::span(results));
        }
        for (std::size_t i = 0; i < angles.size(); ++i) {
            point.a = static_cast<std::int32_t>(angles[i].raw());
            weigh<Function>(job, first + i, point, results[i].raw());
        }
    }
}

template <Wave wave>
struct OfRadians16 {
    static constexpr double k_margin = k_reference_error * 0x1p16;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        return make_word(job, index, point);
    }
    static std::int64_t ours(Point point) {
        const auto radians = Fixed16::from_raw(static_cast<std::int32_t>(point.a));
        return (wave == Wave::sine ? sin(radians) : cos(radians)).raw();
    }
    static double estimate(Point point, std::int64_t ours) {
        const auto word = static_cast<std::uint32_t>(point.a);
        static const ArcTables& tables = arcs_of_radians16();
        return distance(ours, 16, wave == Wave::sine ? tables.sine(word) : tables.cosine(word));
    }
    static double exact(Point point, std::int64_t ours) {
        return (wave_of<wave>(Real(point.a).scaled(-16)).scaled(16) - Real(ours)).magnitude();
    }
};

// Radians of every size; each second one is a multiple of a quarter turn to the last bit, where the
// reduction loses most.
bool make_radians(const Job& job, std::uint64_t index, Point& point) {
    point.a = random_number(job, index, 0);
    if (index % 2 == 0) {
        const auto quarters =
            static_cast<std::int64_t>(random_word(job, index, 1) >> 33) >> (index / 2 % 32);
        const Real nearest = Real(quarters) * Real::pi().scaled(31);
        point.a = nearest.magnitude() < 0x1p62 ? nearest.nearest() : point.a;
    }
    return true;
}

std::string radians_text(Point point) { return "raw " + std::to_string(point.a); }

// The whole reference is MPFR: no table reduces 64 bits of radians.
template <Wave wave>
struct OfRadians {
    static constexpr double k_margin = 0;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        return make_radians(job, index, point);
    }
    static std::int64_t ours(Point point) {
        const Fixed radians = Fixed::from_raw(point.a);
        return (wave == Wave::sine ? sin(radians) : cos(radians)).raw();
    }
    static double estimate(Point point, std::int64_t ours) { return exact(point, ours); }
    static double exact(Point point, std::int64_t ours) {
        return (wave_of<wave>(Real(point.a).scaled(-32)).scaled(32) - Real(ours)).magnitude();
    }
};

struct FromRadians {
    static constexpr double k_margin = 0;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        return make_radians(job, index, point);
    }
    static std::int64_t ours(Point point) {
        return Angle::from_radians(Fixed::from_raw(point.a)).raw();
    }
    static double estimate(Point point, std::int64_t ours) { return exact(point, ours); }
    static double exact(Point point, std::int64_t ours) {
        static const Real k_two_pi = two_pi();
        static const Real k_circle = Real(1).scaled(32);
        return difference_round(Real(point.a) / k_two_pi, Real(ours), k_circle).magnitude();
    }
};

// The estimate rounds products below 2^35 to 53 bits.
template <bool is_signed>
struct ToRadians {
    static constexpr double k_margin = 0x1p-17;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        make_word(job, index, point);
        point.a = is_signed ? point.a : static_cast<std::uint32_t>(point.a);
        return true;
    }
    static std::int64_t ours(Point point) {
        const Angle angle = angle_at(point);
        return (is_signed ? angle.signed_radians() : angle.radians()).raw();
    }
    static double estimate(Point point, std::int64_t ours) {
        constexpr double k_two_pi = 0x1.921fb54442d18p+2;
        return std::abs(static_cast<double>(point.a) * k_two_pi - static_cast<double>(ours));
    }
    static double exact(Point point, std::int64_t ours) {
        return (Real(point.a) * two_pi() - Real(ours)).magnitude();
    }
};

}  // namespace

std::vector<Subject> sine_subjects() {
    constexpr std::uint64_t k_some = 40'000;
    constexpr std::uint64_t k_many = 5'000'000;
    constexpr const char* k_angles = "all 2^32 angles";
    constexpr const char* k_words = "all 2^32 raw values";
    constexpr const char* k_sampled = "every size, and at quarter turns";
    return {
        {"sin(Angle)", k_angles, 0.56, k_strided, k_all, sweep<OfAngle<Wave::sine, 32>>, word_text},
        {"cos(Angle)", k_angles, 0.56, k_strided, k_all, sweep<OfAngle<Wave::cosine, 32>>,
         word_text},
        {"sin16(Angle)", k_angles, 0.51, k_strided, k_all, sweep<OfAngle<Wave::sine, 16>>,
         word_text},
        {"cos16(Angle)", k_angles, 0.51, k_strided, k_all, sweep<OfAngle<Wave::cosine, 16>>,
         word_text},
        {"sin(span, 16)", k_angles, 0.51, k_strided, k_all, sweep_batch<Wave::sine>, word_text},
        {"cos(span, 16)", k_angles, 0.51, k_strided, k_all, sweep_batch<Wave::cosine>, word_text},
        {"sin(Fixed16)", k_words, 0.51, k_strided, k_all, sweep<OfRadians16<Wave::sine>>,
         word_text},
        {"cos(Fixed16)", k_words, 0.51, k_strided, k_all, sweep<OfRadians16<Wave::cosine>>,
         word_text},
        {"sin(Fixed)", k_sampled, 0.56, k_some, k_many, sweep<OfRadians<Wave::sine>>, radians_text},
        {"cos(Fixed)", k_sampled, 0.56, k_some, k_many, sweep<OfRadians<Wave::cosine>>,
         radians_text},
        {"from_radians", k_sampled, 0.51, k_some, k_many, sweep<FromRadians>, radians_text},
        {"radians", k_angles, 0.5, k_strided, k_all, sweep<ToRadians<false>>, word_text},
        {"signed_radians", k_angles, 0.5, k_strided, k_all, sweep<ToRadians<true>>, word_text},
    };
}

}  // namespace tandem::accuracy
