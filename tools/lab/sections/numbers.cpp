// SPDX-License-Identifier: MIT
// numbers: what sums of rounded numbers do, from a tenth to two machines that disagree, and what a
// clock does that runs out of them.
#include <iterator>
#include <utility>

#include <tandem/tools/lab/exact_decimal.hpp>
#include <tandem/tools/lab/experiments/clock_wrap.hpp>
#include <tandem/tools/lab/experiments/get_distance.hpp>
#include <tandem/tools/lab/experiments/partition.hpp>
#include <tandem/tools/lab/loops/repaired_loops.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

Cell small_error(double value, std::int64_t whole, int decimals);
Table decimals_table();
Table distances_table();
Table divisions_table();
template <class Number>
std::vector<std::vector<Cell>> threshold_rows(const std::string& arithmetic);
Table threshold_table();
template <class Number>
std::vector<Cell> common_row(const std::string& arithmetic);
Table common_table();
template <class Number>
std::vector<std::vector<Cell>> bullet_rows(const std::string& arithmetic, int speed);
Table bullets_table();
Table partitions_table();
Table builds_table();
Table fixed_point_table();
Table late_updates_table();
Table slots_table();
Table wrap_table();

}  // namespace

sim::Result<std::vector<Table>> numbers_section(const Request&) {
    return std::vector<Table>{decimals_table(),     distances_table(), divisions_table(),
                              threshold_table(),    common_table(),    bullets_table(),
                              partitions_table(),   builds_table(),    fixed_point_table(),
                              late_updates_table(), slots_table(),     wrap_table()};
}

namespace {

Cell small_error(double value, std::int64_t whole, int decimals) {
    return SmallDifference{error_against(value, whole, decimals).nearest()};
}

// C10.
Table decimals_table() {
    Table table{.name = "decimals",
                .title = "Decimals as doubles (C10)",
                .columns = {{"decimal", "decimal"},
                            {"double", "17 digits"},
                            {"bits", "bits"},
                            {"error", "error"},
                            {"exact", "what the bits stand for"}},
                .notes = {"A double is a whole number over a power of two: a half and an eighth "
                          "are such numbers, a tenth is not."}};
    struct Decimal {
        const char* text;
        double value;
        Integer whole;
        int decimals;
    };
    for (const auto& [text, value, whole, decimals] :
         {Decimal{"0.1", 0.1, 1, 1}, Decimal{"0.001", 0.001, 1, 3}, Decimal{"0.025", 0.025, 25, 3},
          Decimal{"0.5", 0.5, 5, 1}, Decimal{"0.125", 0.125, 125, 3}}) {
        table.rows.push_back({text, ExactDouble{value}, bits_text(value),
                              small_error(value, whole, decimals), ExactDecimal::of(value).text()});
    }
    return table;
}

// C11, C12, C14.
Table distances_table() {
    Table table{.name = "get_distance",
                .title = "get_distance(fps): 0.001 units a millisecond, 10 s (C11, C12, C14)",
                .columns = {{"fps", "fps"},
                            {"frame_ms", "frame ms"},
                            {"frames", "frames"},
                            {"driven_ms", "driven ms"},
                            {"distance", "double"},
                            {"bits", "bits"},
                            {"error", "exact error"},
                            {"integer", "integer, 1/1000"}}};
    for (const int fps : {1, 2, 4, 8, 10, 25, 30, 40, 50, 60, 100, 200, 250, 500, 1'000}) {
        const auto drive = get_distance<double>(fps);
        table.rows.push_back({Integer{fps}, frame_ms(fps), Integer{drive.frames},
                              drive.milliseconds, ExactDouble{drive.distance},
                              bits_text(drive.distance),
                              small_error(drive.distance, drive.milliseconds, 3),
                              get_distance<Integer>(fps).distance});
    }
    table.notes = {"1/1000: thousandths of a unit; the error is against the driven time.",
                   "The error is zero where a frame's distance is a whole number of eighths,",
                   "from 1 to 8 fps; otherwise it follows no rule: at 500 it is a fourteenth of",
                   "what it is at 50. 1000 / fps is the article's division of integers in",
                   "Python 2, which rounds down: 30 fps have frames of 33 ms and drive on to",
                   "10032 ms, 60 fps have frames of 16 ms."};
    return table;
}

// A07.
Table divisions_table() {
    Table table{.name = "division",
                .title = "The same text under Python 2 and Python 3, whose / differ (A07)",
                .columns = {{"fps", "fps"},
                            {"python", "Python"},
                            {"frame_ms", "frame ms"},
                            {"frames", "frames"},
                            {"distance", "double"},
                            {"bits", "bits"}},
                .notes = {"The lab follows Python 2, as the article's own figures do; both agree "
                          "where fps divides 1000."}};
    for (const int fps : {40, 60, 100}) {
        const auto two = get_distance<double>(fps);
        const auto three = get_distance_by_true_division(fps);
        table.rows.push_back({Integer{fps}, Integer{2},
                              ExactDouble{static_cast<double>(frame_ms(fps))}, Integer{two.frames},
                              ExactDouble{two.distance}, bits_text(two.distance)});
        table.rows.push_back({Integer{fps}, Integer{3}, ExactDouble{three.frame_ms},
                              Integer{three.frames}, ExactDouble{three.distance},
                              bits_text(three.distance)});
    }
    return table;
}

template <class Number>
std::vector<std::vector<Cell>> threshold_rows(const std::string& arithmetic) {
    std::vector<std::vector<Cell>> rows;
    for (const int fps : {40, 100}) {
        const auto drive = drive_until_ten<Number>(fps);
        const double units = Car<Number>{drive.distance}.units();
        rows.push_back({arithmetic, Integer{fps}, drive.milliseconds, ExactDouble{units},
                        bits_text(units), small_error(units, drive.milliseconds, 3)});
    }
    return rows;
}

// C13, C15.
Table threshold_table() {
    Table table{.name = "threshold",
                .title = "An object vanishes when its distance is at least 10 (C13, C15)",
                .columns = {{"arithmetic", "arithmetic"},
                            {"fps", "fps"},
                            {"vanishes_ms", "vanishes at ms"},
                            {"distance", "distance"},
                            {"bits", "bits"},
                            {"error", "exact error"}},
                .rows = threshold_rows<double>("double")};
    for (auto& row : threshold_rows<Integer>("integer")) {
        table.rows.push_back(std::move(row));
    }
    const double difference =
        get_distance<double>(40).distance - get_distance<double>(100).distance;
    table.notes = {"After 10 s the two differ by " + cell_text(ExactDouble{difference}) +
                   " (bits " + bits_text(difference) + "); one frame later by 0.01."};
    return table;
}

template <class Number>
std::vector<Cell> common_row(const std::string& arithmetic) {
    const auto compared = compare_at_common_instants<Number>(40, 100);
    return {arithmetic, Integer{compared.count}, Integer{compared.differing},
            compared.differing == 0 ? Cell() : Cell(compared.first_differing_ms)};
}

// C15.
Table common_table() {
    return {.name = "common",
            .title = "40 and 100 fps compared at every instant that both have, 0 to 10 s (C15)",
            .columns = {{"arithmetic", "arithmetic"},
                        {"instants", "instants"},
                        {"differing", "differing"},
                        {"first_ms", "first at ms"}},
            .rows = {common_row<double>("double"), common_row<float>("float"),
                     common_row<Integer>("integer")}};
}

template <class Number>
std::vector<std::vector<Cell>> bullet_rows(const std::string& arithmetic, int speed) {
    std::vector<std::vector<Cell>> rows;
    for (const milliseconds step : {k_fred_step, k_george_step}) {
        const double pixels = bullet_after<Number>(speed, step).pixels();
        const Integer expected = speed * k_flight.count();
        rows.push_back({arithmetic, Integer{speed}, Integer{step.count()}, Integer{k_flight / step},
                        ExactDouble{pixels}, bits_text(pixels), small_error(pixels, expected, 3)});
    }
    return rows;
}

// C16, C17.
Table bullets_table() {
    Table table{.name = "bullets",
                .title =
                    "A bullet flies 0.5 s on Fred's machine (10 ms) and George's (100 ms) "
                    "(C16, C17)",
                .columns = {{"arithmetic", "arithmetic"},
                            {"speed", "px/s"},
                            {"step_ms", "step ms"},
                            {"steps", "steps"},
                            {"position", "position px"},
                            {"bits", "bits"},
                            {"error", "exact error"}}};
    for (auto rows : {bullet_rows<double>("double", k_bullet_speed),
                      bullet_rows<float>("float", k_bullet_speed),
                      bullet_rows<Integer>("integer", k_bullet_speed),
                      bullet_rows<double>("double", k_exact_bullet_speed)}) {
        std::move(rows.begin(), rows.end(), std::back_inserter(table.rows));
    }
    const auto first = first_bullet_difference(k_bullet_speed);
    table.notes = {"At " + std::to_string(k_bullet_speed) +
                       " px/s the first differing common instant is " +
                       std::to_string(first ? first->count() : 0) + " ms.",
                   "At " + std::to_string(k_exact_bullet_speed) +
                       " px/s a step of either machine is a whole number of pixels and nothing "
                       "is rounded."};
    return table;
}

// C18.
Table partitions_table() {
    Table table{.name = "partitions",
                .title = "0.5 s in 20 small steps and in 4 big ones (C18)",
                .columns = {{"motion", "motion"},
                            {"small", "20 of 25 ms"},
                            {"big", "4 of 125 ms"},
                            {"difference", "difference"}},
                .notes = {"Constant speed differs by rounding at most; accelerated motion by the "
                          "integrator's error."}};
    for (const bool is_accelerated : {false, true}) {
        const auto run = is_accelerated ? jump_apex_after : bullet_pixels_after;
        const double small = run(k_small_step);
        const double big = run(k_big_step);
        table.rows.push_back({is_accelerated ? "jump, apex (units)" : "bullet (px)",
                              ExactDouble{small}, ExactDouble{big}, ExactDouble{small - big}});
    }
    return table;
}

// C19.
Table builds_table() {
    Table table{.name = "builds",
                .title = "get_distance as different builds of one program compute it (C19)",
                .columns = {{"arithmetic", "arithmetic"},
                            {"build", "for example"},
                            {"fps_40", "40 fps"},
                            {"bits_40", "40 fps, bits"},
                            {"fps_100", "100 fps", 1},
                            {"bits_100", "100 fps, bits", 1},
                            {"integer_40", "40 fps, 1/1000"},
                            {"integer_100", "100 fps, 1/1000", 1}},
                .notes = {"Every row is computed here, the x87 and fused ones in integers alone, "
                          "the lanes in that order of additions;",
                          "the builds named have been seen to give these bits (x86-64, g++ 12 and "
                          "clang 14), but none of them promises to."},
                .row_names = 1};
    struct Row {
        Build build;
        const char* arithmetic;
        const char* example;
    };
    for (const auto& [build, arithmetic, example] :
         {Row{Build::in_order, "double, in the program's order",
              "g++, clang++ with SSE2, -O0 to "
              "-O3"},
          Row{Build::x87, "x87, 64 bits until the end", "g++ -mfpmath=387 -O2"},
          Row{Build::x87_stored, "x87, stored after each frame", "g++ -mfpmath=387 -O0"},
          Row{Build::fused, "fused multiply and add", "std::fma in each frame"},
          Row{Build::four_lanes, "double, 4 partial sums", "clang++ -O2 -ffast-math"},
          Row{Build::sixteen_lanes, "double, 16 partial sums", "clang++ -O3 -ffast-math -mavx"}}) {
        const double at_40 = get_distance_of(build, 40);
        const double at_100 = get_distance_of(build, 100);
        table.rows.push_back({arithmetic, example, ExactDouble{at_40}, bits_text(at_40),
                              ExactDouble{at_100}, bits_text(at_100),
                              get_distance_in_integers(build, 40),
                              get_distance_in_integers(build, 100)});
    }
    return table;
}

// C20.
Table fixed_point_table() {
    Table table{.name = "fixed_point",
                .title = "get_distance in fixed point: inexact, and the same everywhere (C20)",
                .columns = {{"format", "format"},
                            {"speed", "speed raw"},
                            {"fps_40", "40 fps raw"},
                            {"fps_100", "100 fps raw"},
                            {"units", "units"},
                            {"off_percent", "off %"}},
                .notes = {"Choose units in which the constants are whole: in thousandths nothing "
                          "is off."}};
    struct Row {
        const char* format;
        Integer speed;
        Integer one;
    };
    constexpr Integer k_thousandths = 1'000;
    for (const auto& [format, speed, one] :
         {Row{"16.16, cut off", k_speed_16_cut, Integer{1} << 16},
          Row{"16.16, to nearest", k_speed_16, Integer{1} << 16},
          Row{"32.32, to nearest", k_speed_32, Integer{1} << 32},
          Row{"thousandths", 1, k_thousandths}}) {
        const Integer raw = get_distance_in_fixed_point(speed, 40);
        const double units = static_cast<double>(raw) / static_cast<double>(one);
        constexpr double k_exact = 10;
        const double off_percent = 100 * (units - k_exact) / k_exact;
        constexpr int k_percent_decimals = 6;
        table.rows.push_back({format, speed, raw, get_distance_in_fixed_point(speed, 100),
                              ExactDouble{units}, Amount{off_percent, k_percent_decimals}});
    }
    return table;
}

// A12.
Table late_updates_table() {
    Table table{
        .name = "late_updates",
        .title = "LWJGL's sums of seconds in doubles: updates that move to a later picture (W2)",
        .columns = {{"seconds", "seconds"},
                    {"pictures", "pictures"},
                    {"late", "an update behind"},
                    {"early", "ahead"},
                    {"updates", "updates"},
                    {"updates_by_doubles", "by doubles"}}};
    for (const std::chrono::seconds window : {std::chrono::seconds(10), std::chrono::seconds(60)}) {
        const LateUpdates run = count_late_updates(window);
        table.rows.push_back({Integer{window.count()}, counted(run.frames), counted(run.late),
                              counted(run.early), counted(run.updates),
                              counted(run.updates_by_doubles)});
    }
    table.notes = {
        "Frames of 20 ms, updates of 1/30 s. behind, ahead: pictures until which the doubles have",
        "run an update less, or more, than exact time. As many in the end, but a replay that goes",
        "by pictures is another: ticks must be recorded, not times."};
    return table;
}

// A06, A11.
Table slots_table() {
    Table table{.name = "slots",
                .title =
                    "How long a frame is written to be, and how many then make a second (A06, "
                    "A11)",
                .columns = {{"written", "written"},
                            {"where", "where"},
                            {"meant_hz", "meant Hz"},
                            {"slot_ms", "frame ms"},
                            {"hz", "Hz"},
                            {"off_percent", "off %"},
                            {"short_ns", "short by ns"}},
                .notes = {"1000 / 60 and 1000 / 30 divide integers. The float is too short by less "
                          "than a nanosecond,",
                          "which harms nobody; naps drift because each lasts longer than asked "
                          "(C41 with",
                          "--real). Below zero are frames that are too long. A ratio is exact."}};
    struct Slot {
        const char* written;
        const char* where;
        int meant_hz;
        double milliseconds;
    };
    for (const auto& [written, where, meant_hz, slot_ms] :
         {Slot{"1000 / 60", "G1", 60, 1'000 / 60}, Slot{"1000 / 30", "Witters", 30, 1'000 / 30},
          Slot{"16.5", "M5", 60, 16.5}, Slot{"16.67", "MDN", 60, 16.67},
          Slot{"1f / 50", "W2", 50, 1e3 * static_cast<double>(1.0F / 50)},
          Slot{"TickRate(60)", "sim", 60, in_milliseconds(tick_of(TickRate(60)))}}) {
        const double hz = 1e3 / slot_ms;
        const double off_percent = 100 * (hz / meant_hz - 1);
        const double short_ns = 1e6 * (1e3 / meant_hz - slot_ms);
        table.rows.push_back({written, where, Integer{meant_hz}, Amount{slot_ms, 8}, Amount{hz, 6},
                              Amount{off_percent, 2}, Amount{short_ns, 3}});
    }
    return table;
}

// A25.
Table wrap_table() {
    constexpr double k_seconds_a_day = 86'400;
    const std::string days = decimal(in_seconds(k_clock_wrap) / k_seconds_a_day, 2);
    Table table{
        .name = "wrap",
        .title = "A clock of milliseconds in 32 bits wraps while a loop runs (A25)",
        .columns = {{"loop", "loop"},
                    {"form", "form"},
                    {"machine", "machine"},
                    {"runs", "runs"},
                    {"runs_ahead", "ahead"},
                    {"runs_frozen", "frozen"},
                    {"updates_at_once", "at once"},
                    {"ahead_max_ms", "ahead ms"},
                    {"wait_max_ms", "wait ms"},
                    {"alpha_max", "alpha"}},
        .notes = {
            "runs: of 10 s, one for each millisecond of a tick at which the wrap may come.",
            "ahead: in so many the game gets more than a tick ahead of time; ms: at most in any:",
            "its deadline wraps first, > calls it past until the clock wraps too, and the",
            "game then waits. frozen: in so many no update follows the wrap: the clock",
            "wraps first, while a tick is due, and > has it due when the clock shows that",
            "time again, " + days + " days later. at once: most updates in a frame. wait: longest",
            "between two updates. alpha: the largest; of a game that is ahead of its clock",
            "it is negative, which unsigned numbers cannot show. L1 subtracts as published; "
            "repaired",
            "loops have 64 bits."}};
    for (const WrapArm& arm : wrap_arms()) {
        for (const std::string_view name : {"normal", "slow"}) {
            const ClockWrap wrap = run_across_wrap(arm, machine_of(name));
            table.rows.push_back({std::string(arm.loop.id), std::string(arm.form),
                                  std::string(name), counted(wrap.runs), counted(wrap.runs_ahead),
                                  counted(wrap.runs_frozen), counted(wrap.updates_at_once),
                                  Amount{in_milliseconds(wrap.ahead_max), 0},
                                  Amount{in_milliseconds(wrap.wait_max), 0},
                                  wrap.blend_max ? Cell(Amount{*wrap.blend_max, 2}) : Cell()});
        }
    }
    return table;
}

}  // namespace
}  // namespace tandem::tools::lab
