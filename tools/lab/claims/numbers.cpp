// SPDX-License-Identifier: MIT
// The claims about rounded numbers: C10 to C20.
#include <algorithm>
#include <array>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/exact_decimal.hpp>
#include <tandem/tools/lab/experiments/get_distance.hpp>
#include <tandem/tools/lab/experiments/partition.hpp>

namespace tandem::tools::lab {
namespace {

std::string text_of(double value);
std::string joined(const std::vector<double>& values, const std::string& separator);
Finding values_finding(std::vector<double> values, const std::string& separator = " and ");
double units(Integer thousandths);
double error_at(int fps);
Finding tenth_as_double();
Finding tenth_in_thousandths();
Verdict only_holds_is_exact(const Finding& fails, const Finding& holds);
template <int fps>
Finding distance_in_doubles();
template <int fps>
Finding distance_in_thousandths();

constexpr double k_article_40 = 0x1.400000000002ap+3;
constexpr double k_article_100 = 0x1.3ffffffffffa1p+3;
template <int fps>
Verdict is_the_articles(const Finding& fails, const Finding& holds);
Finding difference_in_doubles();
Finding difference_in_thousandths();
Verdict is_the_articles_difference(const Finding& fails, const Finding& holds);
Finding errors_of(const std::vector<int>& rates);
Finding errors_of_all_rates();
Finding errors_of_the_articles_rates();
Verdict more_frames_more_error(const Finding& fails, const Finding& holds);
template <class Number>
Finding vanishing_times();
Verdict only_fails_grows_fatal(const Finding& fails, const Finding& holds);
Finding bullets_in_doubles();
Finding bullets_in_thousandths();
Verdict only_fails_puts_bullets_apart(const Finding& fails, const Finding& holds);
Finding error_pairs(const std::vector<int>& rates);
Finding pairs_that_break_the_rule();
Finding pairs_that_keep_it();
Verdict ten_times_the_additions_more_error(const Finding& fails, const Finding& holds);
Finding jumps_small_and_big();
Finding bullets_small_and_big();
Verdict only_constant_speed_survives(const Finding& fails, const Finding& holds);

constexpr std::array<Build, 4> k_builds{Build::in_order, Build::x87, Build::four_lanes,
                                        Build::sixteen_lanes};
template <class Distance>
Finding builds_finding(const Distance& distance);
Verdict only_fails_depends_on_the_build(const Finding& fails, const Finding& holds);

constexpr double k_one_16 = 65'536;
Finding rates_in_doubles();
Finding rates_in_fixed_point();
Verdict only_holds_agrees_though_off(const Finding& fails, const Finding& holds);

}  // namespace

ClaimList number_claims() {
    return {
        {.id = "C10",
         .articles = Article::witters,
         .sentence = "a double cannot represent 0.1",
         .fails = "0.1 as a double",
         .holds = "0.1 as 100 thousandths",
         .expected = "0.10000000000000001 (bits 3fb999999999999a) | exact",
         .run_fails = tenth_as_double,
         .run_holds = tenth_in_thousandths,
         .judge = only_holds_is_exact},
        {.id = "C11",
         .articles = Article::witters,
         .sentence = "get_distance(40) is 10.000000000000075",
         .fails = "400 additions of 0.001 * 25 in doubles",
         .holds = "the same in thousandths",
         .expected =
             "10.000000000000075 (bits 402400000000002a), off by +7.461e-14 | 10000 thousandths",
         .run_fails = distance_in_doubles<40>,
         .run_holds = distance_in_thousandths<40>,
         .judge = is_the_articles<40>},
        {.id = "C12",
         .articles = Article::witters,
         .sentence = "get_distance(100) is 9.9999999999998312",
         .fails = "1000 additions of 0.001 * 10 in doubles",
         .holds = "the same in thousandths",
         .expected =
             "9.9999999999998312 (bits 4023ffffffffffa1), off by -1.688e-13 | 10000 thousandths",
         .run_fails = distance_in_doubles<100>,
         .run_holds = distance_in_thousandths<100>,
         .judge = is_the_articles<100>},
        {.id = "C13",
         .articles = Article::witters,
         .sentence = "so the distance depends on the frame rate",
         .fails = "get_distance(40) less get_distance(100), in doubles",
         .holds = "the same in thousandths",
         .expected = "2.4336088699783431e-13 | 0",
         .run_fails = difference_in_doubles,
         .run_holds = difference_in_thousandths,
         .judge = is_the_articles_difference},
        {.id = "C14",
         .articles = Article::witters,
         .sentence = "the more frames a second, the greater the error",
         .fails = "nine frame rates from 1 to 1000",
         .holds = "the article's two, 40 and 100",
         .expected = "not monotonic: 50 fps -1.24e-13, 500 fps +8.88e-15 | grows",
         .run_fails = errors_of_all_rates,
         .run_holds = errors_of_the_articles_rates,
         .judge = more_frames_more_error},
        {.id = "C15",
         .articles = Article::witters,
         .sentence = "small errors grow into fatal ones",
         .fails = "an object vanishes at distance 10, at 40 and at 100 fps, in doubles",
         .holds = "the same in thousandths",
         .expected = "10000 and 10010 ms; 197 of 201 common instants differ, the first at 100 ms | "
                     "10000 and 10000 ms",
         .run_fails = vanishing_times<double>,
         .run_holds = vanishing_times<Integer>,
         .judge = only_fails_grows_fatal},
        {.id = "C16",
         .articles = Article::patterns,
         .sentence = "Fred's 50 frames and George's 5 put a bullet in different places",
         .fails = "1920 px/s for 0.5 s in steps of 10 and of 100 ms, in doubles",
         .holds = "the same in thousandths",
         .expected = "960.00000000000091 and 960 px, first apart at 100 ms; in float 960.00042725 "
                     "| 960 and 960",
         .run_fails = bullets_in_doubles,
         .run_holds = bullets_in_thousandths,
         .judge = only_fails_puts_bullets_apart},
        {.id = "C17",
         .articles = Article::patterns,
         .sentence = "ten times the additions accumulate more error",
         .fails = "50 against 500 and 100 against 1000 fps",
         .holds = "10 against 100 fps, and George against Fred",
         .expected = "no law: 1.24e-13 to 8.88e-15, 1.69e-13 to 1.03e-13 | 1.95e-14 to 1.69e-13, 0 "
                     "to 9.09e-13",
         .run_fails = pairs_that_break_the_rule,
         .run_holds = pairs_that_keep_it,
         .judge = ten_times_the_additions_more_error},
        {.id = "C18",
         .articles = Article::patterns,
         .sentence = "a bullet flies as far in 20 small steps as in 4 big ones",
         .fails = "accelerated: the apex of a jump, 20 and 4 steps",
         .holds = "constant speed: the bullet, 20 and 4 steps",
         .expected = "differ by the integrator's error | equal to rounding",
         .run_fails = jumps_small_and_big,
         .run_holds = bullets_small_and_big,
         .judge = only_constant_speed_survives},
        {.id = "C19",
         .articles = Article::implied,
         .sentence = "a fixed tick with floating point is safe within one build only",
         .fails = "get_distance(40) in order, in x87 registers, in 4 and in 16 partial sums",
         .holds = "the same sums in thousandths",
         .expected =
             "10.000000000000075, 10, 9.9999999999999805 and others | 10000 thousandths in all",
         .run_fails = [] { return builds_finding(get_distance_of); },
         .run_holds = [] { return builds_finding(get_distance_in_integers); },
         .judge = only_fails_depends_on_the_build},
        {.id = "C20",
         .articles = Article::implied,
         .sentence = "fixed point agrees even where it is inexact",
         .fails = "40 and 100 fps in doubles",
         .holds = "40 and 100 fps at 65/65536 units a millisecond",
         .expected = "differ | 650000 raw = 9.918 units at both, 0.8 % off",
         .run_fails = rates_in_doubles,
         .run_holds = rates_in_fixed_point,
         .judge = only_holds_agrees_though_off},
    };
}

namespace {

// ---- C20

std::string text_of(double value) { return cell_text(ExactDouble{value}); }

// Values with what stands between them.
std::string joined(const std::vector<double>& values, const std::string& separator) {
    std::string text;
    for (const double value : values) {
        text += (text.empty() ? "" : separator) + text_of(value);
    }
    return text;
}

Finding values_finding(std::vector<double> values, const std::string& separator) {
    std::string text = joined(values, separator);
    return {std::move(text), std::move(values)};
}

double units(Integer thousandths) { return Car<Integer>{thousandths}.units(); }

double error_at(int fps) {
    const double error = get_distance<double>(fps).distance - units(k_drive_ms);
    return error < 0 ? -error : error;  // exact: the two are within a factor of two
}

// ---- C10
Finding tenth_as_double() {
    constexpr double k_tenth = 0.1;
    const bool is_exact = ExactDecimal::of(k_tenth) == ExactDecimal::of(1, 1);
    return {text_of(k_tenth) + " (bits " + bits_text(k_tenth) + "), off by " +
                exact_error(k_tenth, 1, 1),
            {is_exact ? 1.0 : 0.0}};
}

Finding tenth_in_thousandths() {
    constexpr Integer k_tenth = 100;
    const bool is_exact = ExactDecimal::of(k_tenth, 3) == ExactDecimal::of(1, 1);
    return {std::to_string(k_tenth) + " thousandths", {is_exact ? 1.0 : 0.0}};
}

Verdict only_holds_is_exact(const Finding& fails, const Finding& holds) {
    return shown_if(fails.values[0] == 0 && holds.values[0] == 1);
}

// ---- C11, C12
template <int fps>
Finding distance_in_doubles() {
    const double distance = get_distance<double>(fps).distance;
    return {text_of(distance) + " (bits " + bits_text(distance) + "), off by " +
                exact_error(distance, k_drive_ms, 3),
            {distance}};
}

template <int fps>
Finding distance_in_thousandths() {
    const Integer distance = get_distance<Integer>(fps).distance;
    return {std::to_string(distance) + " thousandths", {units(distance)}};
}

// The article's figure in doubles, and the true one in integers.
template <int fps>
Verdict is_the_articles(const Finding& fails, const Finding& holds) {
    constexpr double k_article = fps == 40 ? k_article_40 : k_article_100;
    return shown_if(fails.values[0] == k_article && holds.values[0] == units(k_drive_ms));
}

// ---- C13
Finding difference_in_doubles() {
    return values_finding({get_distance<double>(40).distance - get_distance<double>(100).distance});
}

Finding difference_in_thousandths() {
    return values_finding(
        {units(get_distance<Integer>(40).distance - get_distance<Integer>(100).distance)});
}

Verdict is_the_articles_difference(const Finding& fails, const Finding& holds) {
    constexpr double k_article = 0x1.12p-42;
    return shown_if(fails.values[0] == k_article && holds.values[0] == 0);
}

// ---- C14
Finding errors_of(const std::vector<int>& rates) {
    Finding finding;
    for (const int fps : rates) {
        finding.values.push_back(error_at(fps));
        finding.text += (finding.text.empty() ? "" : ", ") + std::to_string(fps) + " fps " +
                        exact_error(get_distance<double>(fps).distance, k_drive_ms, 3);
    }
    return finding;
}

Finding errors_of_all_rates() { return errors_of({1, 10, 25, 50, 100, 200, 250, 500, 1'000}); }

Finding errors_of_the_articles_rates() { return errors_of({40, 100}); }

// The rule must at least hold where the article looked, or nothing was measured.
Verdict more_frames_more_error(const Finding& fails, const Finding& holds) {
    const auto grows = [](const std::vector<double>& errors) {
        return std::is_sorted(errors.begin(), errors.end());
    };
    return grows(holds.values) ? shown_if(grows(fails.values)) : Verdict::not_testable;
}

// ---- C15
// Values: both times, common instants that differ, how many there are, the first that differs.
template <class Number>
Finding vanishing_times() {
    const auto slow = drive_until_ten<Number>(40);
    const auto fast = drive_until_ten<Number>(100);
    const auto compared = compare_at_common_instants<Number>(40, 100);
    return {std::to_string(slow.milliseconds) + " and " + std::to_string(fast.milliseconds) +
                " ms; " + std::to_string(compared.differing) + " of " +
                std::to_string(compared.count) + " common instants differ" +
                (compared.differing == 0
                     ? ""
                     : ", the first at " + std::to_string(compared.first_differing_ms) + " ms"),
            {static_cast<double>(slow.milliseconds), static_cast<double>(fast.milliseconds),
             static_cast<double>(compared.differing), static_cast<double>(compared.count),
             compared.differing == 0 ? 0 : static_cast<double>(compared.first_differing_ms)}};
}

Verdict only_fails_grows_fatal(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {10'000, 10'010, 197, 201, 100}, 0) &&
                    are_near(holds.values, {10'000, 10'000, 0, 201, 0}, 0));
}

// ---- C16
// Values: where both bullets are; in doubles also when they first were apart, and Fred's in float.
Finding bullets_in_doubles() {
    const auto first = first_bullet_difference(k_bullet_speed);
    Finding finding =
        values_finding({bullet_pixels_after(k_fred_step), bullet_pixels_after(k_george_step)});
    const auto first_ms = static_cast<double>(first ? first->count() : 0);
    const double in_float = bullet_after<float>(k_bullet_speed, k_fred_step).pixels();
    finding.text +=
        " px, first apart at " + text_of(first_ms) + " ms; in float " + text_of(in_float);
    finding.values.insert(finding.values.end(), {first_ms, in_float});
    return finding;
}

Finding bullets_in_thousandths() {
    return values_finding({bullet_after<Integer>(k_bullet_speed, k_fred_step).pixels(),
                           bullet_after<Integer>(k_bullet_speed, k_george_step).pixels()});
}

Verdict only_fails_puts_bullets_apart(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {960.00000000000091, 960, 100, 960.00042724609375}, 0) &&
                    are_near(holds.values, {960, 960}, 0));
}

// ---- C17: pairs of errors, of few additions and of ten times as many.
Finding error_pairs(const std::vector<int>& rates) {
    Finding finding;
    for (const int fps : rates) {
        const Finding pair = errors_of({fps, 10 * fps});
        finding.text += (finding.text.empty() ? "" : "; ") + pair.text;
        finding.values.insert(finding.values.end(), pair.values.begin(), pair.values.end());
    }
    return finding;
}

Finding pairs_that_break_the_rule() { return error_pairs({50, 100}); }

Finding pairs_that_keep_it() {
    Finding finding = error_pairs({10});
    const double few = bullet_pixels_after(k_george_step) - units(k_bullet_speed * 500);
    const double many = bullet_pixels_after(k_fred_step) - units(k_bullet_speed * 500);
    finding.text += "; George " + text_of(few) + ", Fred " + text_of(many);
    finding.values.push_back(few);
    finding.values.push_back(many);
    return finding;
}

// As C14: the pairs that are said to keep the rule must do so.
Verdict ten_times_the_additions_more_error(const Finding& fails, const Finding& holds) {
    const auto is_law = [](const std::vector<double>& errors) {
        bool all = true;
        for (std::size_t i = 0; i + 1 < errors.size(); i += 2) {
            all = all && errors[i] < errors[i + 1];
        }
        return all;
    };
    return is_law(holds.values) ? shown_if(is_law(fails.values)) : Verdict::not_testable;
}

// ---- C18
Finding jumps_small_and_big() {
    return values_finding({jump_apex_after(k_small_step), jump_apex_after(k_big_step)});
}

Finding bullets_small_and_big() {
    return values_finding({bullet_pixels_after(k_small_step), bullet_pixels_after(k_big_step)});
}

Verdict only_constant_speed_survives(const Finding& fails, const Finding& holds) {
    // Half a unit in the last place of a result, for each of the 24 additions, is less.
    constexpr double k_rounding = 24 * 0x1p-43;
    const auto apart = [](const Finding& finding) {
        const double difference = finding.values[0] - finding.values[1];
        return difference < 0 ? -difference : difference;
    };
    // Semi-implicit Euler is short of an apex of 2.5 by what 10 units/s make of half a step.
    return shown_if(are_near(fails.values, {2.375, 1.875}, k_rounding) &&
                    apart(holds) <= k_rounding);
}

// ---- C19

template <class Distance>
Finding builds_finding(const Distance& distance) {
    std::vector<double> distances(k_builds.size());
    std::transform(k_builds.begin(), k_builds.end(), distances.begin(),
                   [&](Build build) { return static_cast<double>(distance(build, 40)); });
    return values_finding(std::move(distances), ", ");
}

Verdict only_fails_depends_on_the_build(const Finding& fails, const Finding& holds) {
    return shown_if(
        are_near(fails.values, {k_article_40, 10, 9.9999999999999805, 10.000000000000004}, 0) &&
        are_near(holds.values, std::vector<double>(k_builds.size(), units(k_drive_ms) * 1e3), 0));
}

Finding rates_in_doubles() {
    return values_finding({get_distance<double>(40).distance, get_distance<double>(100).distance});
}

Finding rates_in_fixed_point() {
    Finding finding =
        values_finding({static_cast<double>(get_distance_in_fixed_point(k_speed_16_cut, 40)),
                        static_cast<double>(get_distance_in_fixed_point(k_speed_16_cut, 100))});
    finding.text += " raw = " + text_of(finding.values[0] / k_one_16) + " units";
    return finding;
}

Verdict only_holds_agrees_though_off(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {k_article_40, k_article_100}, 0) &&
                    all_equal(holds.values) && holds.values[0] != units(k_drive_ms) * k_one_16);
}

}  // namespace
}  // namespace tandem::tools::lab
