// SPDX-License-Identifier: MIT
// The claims about what is drawn between two ticks: C49 to C52, C57, C58 and C62.
#include <algorithm>
#include <optional>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/games/recording_game.hpp>
#include <tandem/tools/lab/loops/repaired_loops.hpp>

namespace tandem::tools::lab {
namespace {

// Something that moves by so much in each tick until it meets a wall, and where pictures show it:
// at the last state, ahead of it by its speed (the articles' interpolation), or between the last
// two states.
struct Mover : Game {
    std::int64_t speed = 0;
    std::int64_t position = 0;
    std::optional<std::int64_t> wall;
    std::int64_t previous = 0;

    void update(const Update&) override {
        previous = position;
        position += speed;
        if (wall && position >= *wall) {
            position = *wall;
            speed = 0;
        }
    }
    double extrapolated(Blend blend) const {
        return static_cast<double>(position) + static_cast<double>(speed) * blend.value();
    }
    double blended(Blend blend) const {
        return static_cast<double>(previous) +
               static_cast<double>(position - previous) * blend.value();
    }
};

// Where the picture after `updates` at `blend` shows a mover that is at `position` then.
struct MoverSnapshot : Mover {
    std::uint64_t updates = 0;
    Blend blend;
    double state = 0, ahead = 0, between = 0;
    bool is_taken = false;

    MoverSnapshot(std::int64_t at, std::int64_t speed_per_tick, std::uint64_t after, Blend where)
        : updates(after), blend(where) {
        speed = speed_per_tick;
        position = at - static_cast<std::int64_t>(after) * speed_per_tick;
    }
    void render(const Frame& frame) override {
        if (frame.updates == updates && frame.blend->value() == blend.value()) {
            is_taken = true;
            state = static_cast<double>(position);
            ahead = extrapolated(blend);
            between = blended(blend);
        }
    }
};
MoverSnapshot car_at_ten_point_three();
MoverSnapshot bullet_half_way();
Finding state_of(const MoverSnapshot& snapshot);
Finding ahead_of(const MoverSnapshot& snapshot);
template <int at_state, int a_tick_late, int true_position>
Verdict only_holds_is_there(const Finding& fails, const Finding& holds);
template <bool interpolates>
void run_at_25_on_refresh(Platform& game);
Finding identical_at_144_hz(LoopFunction function);
Verdict only_fails_repeats_some_pictures(const Finding& fails, const Finding& holds);

// How far pictures are beyond a wall, how far ahead of the state, and how long they were wrong.
struct Mispredicted : Mover {
    double beyond = 0, ahead = 0, between_beyond = 0;
    Flicks wrong{};
    std::optional<Flicks> wrong_since;

    void render(const Frame& frame) override {
        const double shown = extrapolated(*frame.blend);
        ahead = std::max(ahead, shown - static_cast<double>(position));
        if (wrong_since) {
            wrong += frame.end - *wrong_since;
            wrong_since.reset();
        }
        if (wall && shown > static_cast<double>(*wall)) {
            beyond = std::max(beyond, shown - static_cast<double>(*wall));
            wrong_since = frame.end;
        }
        if (wall) {
            between_beyond =
                std::max(between_beyond, blended(*frame.blend) - static_cast<double>(*wall));
        }
    }
};
Mispredicted car_before_a_wall();
Finding shown_after_a_stall(bool is_repaired);
Finding shown_with_alpha_in_range();
Verdict only_holds_is_a_tick_wrong_at_most(const Finding& fails, const Finding& holds);
std::vector<Spring<double>> springs_with_rendering(std::string_view id, std::string_view machine);
Finding states_by_rendering(std::string_view id);
Verdict only_fails_differs(const Finding& fails, const Finding& holds);
Finding blends_of(std::string_view id);
Verdict only_holds_is_below_one(const Finding& fails, const Finding& holds);

}  // namespace

ClaimList interpolation_claims() {
    return {
        {.id = "C49",
         .articles = Article::witters,
         .sentence = "position + speed * interpolation puts the car at 530 at tick 10.3",
         .fails = "L4's picture at tick 10.3 without it",
         .holds = "L4's picture with it",
         .expected = "500; blended 430 | 530",
         .run_fails = [] { return state_of(car_at_ten_point_three()); },
         .run_holds = [] { return ahead_of(car_at_ten_point_three()); },
         .judge = only_holds_is_there<500, 430, 530>},
        {.id = "C50",
         .articles = Article::patterns,
         .sentence = "a bullet at 20 px, 400 px a frame, belongs at 220 half way between two ticks",
         .fails = "G2's picture half way, at the state",
         .holds = "G2's picture, ahead by lag / tick",
         .expected = "20 | 220",
         .run_fails = [] { return state_of(bullet_half_way()); },
         .run_holds = [] { return ahead_of(bullet_half_way()); },
         .judge = only_holds_is_there<20, -180, 220>},
        {.id = "C51",
         .articles = Article::witters | Article::patterns,
         .sentence = "without interpolation what is seen is tied to the tick rate",
         .fails = "25 ticks a second drawn at 144 Hz, without alpha",
         .holds = "the same with alpha",
         .expected = "82.6 % of the frames identical | 0",
         .run_fails = [] { return identical_at_144_hz(run_at_25_on_refresh<false>); },
         .run_holds = [] { return identical_at_144_hz(run_at_25_on_refresh<true>); },
         .judge = only_fails_repeats_some_pictures},
        {.id = "C52",
         .articles = Article::witters | Article::patterns,
         .sentence =
             "a misprediction is seen for a tick at most, while the interpolation is at most 1",
         .fails = "L4 before a wall after a stall of 2 s: the interpolation is not clamped",
         .holds = "the same repaired (sim::GameLoop); L4 at a wall, undisturbed",
         .expected = "46.12, 4612 px ahead, beyond the wall for 126 ms | at most 1, for a frame; "
                     "50 px for 20 ms, blended 0",
         .run_fails = [] { return shown_after_a_stall(false); },
         .run_holds = shown_with_alpha_in_range,
         .judge = only_holds_is_a_tick_wrong_at_most},
        {.id = "C57",
         .articles = Article::patterns,
         .sentence = "how long rendering takes makes no difference to the state",
         .fails = "L2 with pictures of 1 ms against 3, 9, 40 and 96",
         .holds = "G2, the same",
         .expected = "all states differ | none",
         .run_fails = [] { return states_by_rendering("L2"); },
         .run_holds = [] { return states_by_rendering("G2"); },
         .judge = only_fails_differs},
        {.id = "C58",
         .articles = Article::patterns,
         .sentence = "the lag left over, divided by a tick, is from 0 to below 1",
         .fails = "L4's interpolation, and M2's as published",
         .holds = "G2's lag / tick",
         .expected = "(0, 1], here from 2/40, and [0, 1] | [0, 1), here up to 15/16",
         .run_fails = [] { return joined(blends_of("L4"), blends_of("M2")); },
         .run_holds = [] { return blends_of("G2"); },
         .judge = only_holds_is_below_one},
        {.id = "C62",
         .articles = Article::witters,
         .sentence = "24 or 25 frames a second look acceptable",
         .why_not_testable = "what looks acceptable takes eyes, and they differ"},
    };
}

namespace {

// ---- C49, C50

// The car at 500 after ten ticks, 100 a tick, at tick 10.3 of L4.
MoverSnapshot car_at_ten_point_three() {
    MoverSnapshot car(500, 100, 10, Blend{Flicks(3), Flicks(10)});
    run_published("L4", "fast", {}, &car);
    return car;
}

// The bullet at 20 px, 400 px a frame, half way to the next tick of G2.
MoverSnapshot bullet_half_way() {
    MoverSnapshot bullet(20, 400, 10, Blend{Flicks(1), Flicks(2)});
    run_published("G2", "fast", {}, &bullet);
    return bullet;
}

Finding state_of(const MoverSnapshot& snapshot) {
    return {decimal(snapshot.state, 2) + "; between the last two states " +
                decimal(snapshot.between, 2) + ", a tick late",
            {snapshot.is_taken ? snapshot.state : 0, snapshot.is_taken ? snapshot.between : 0}};
}

Finding ahead_of(const MoverSnapshot& snapshot) {
    return {decimal(snapshot.ahead, 2), {snapshot.is_taken ? snapshot.ahead : 0}};
}

template <int at_state, int a_tick_late, int true_position>
Verdict only_holds_is_there(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(holds.values, {true_position}, 0) &&
                    are_near(fails.values, {at_state, a_tick_late}, 0));
}

// ---- C51
template <bool interpolates>
void run_at_25_on_refresh(Platform& game) {
    run_on_refresh(game, {.tick_rate = TickRate(25), .interpolates = interpolates});
}

Finding identical_at_144_hz(LoopFunction function) {
    Machine machine = machine_of("fast");
    machine.refresh_hz = 144;
    const Loop loop{.id = "sim::GameLoop",
                    .name = "25 ticks a second",
                    .constants = {},
                    .counts_updates = true,
                    .published = function};
    const LoopReport report = run_loop(loop, machine);
    const double share = 100 * count(report.frames - report.distinct) / count(report.frames);
    return {std::to_string(report.frames - report.distinct) + " of " +
                std::to_string(report.frames) + " frames identical, " + decimal(share, 1) + " %",
            {share}};
}

Verdict only_fails_repeats_some_pictures(const Finding& fails, const Finding& holds) {
    constexpr double k_percent = 100;
    // There are 144 pictures, of which 25 are of a tick of their own.
    return shown_if(are_near(fails.values, {k_percent * 119 / 144}, 1e-9) &&
                    are_near(holds.values, {0}, 0));
}

// ---- C52

// The car at 500 after ten ticks, 100 a tick, a wall at 550, a picture every millisecond.
Mispredicted car_before_a_wall() {
    Mispredicted car;
    car.speed = 100;
    car.position = -500;
    car.wall = 550;
    run_published("L4", "0:1", {}, &car);
    return car;
}

// A wall that the car of 100 px a tick, from 0, has about 51 ticks ahead of it when the stall
// comes. Values: the greatest interpolation, how far ahead of its state the car was drawn, how far
// beyond the wall, and for how long.
Finding shown_after_a_stall(bool is_repaired) {
    Mispredicted car;
    car.speed = 100;
    car.wall = 12'450;
    const LoopReport report = is_repaired ? run_repaired("L4", "normal", with_stall(), &car)
                                          : run_published("L4", "normal", with_stall(), &car);
    return {"after the stall, interpolation " + decimal(report.blend_max.value(), 2) + ", drawn " +
                decimal(car.ahead, 1) + " px ahead of its state and " + decimal(car.beyond, 1) +
                " px beyond a wall for " + decimal(in_milliseconds(car.wrong), 0) + " ms",
            {report.blend_max.value(), car.ahead, car.beyond, in_milliseconds(car.wrong)}};
}

// Values besides: undisturbed, how far beyond a wall and for how long; and how far by blending the
// last two states.
Finding shown_with_alpha_in_range() {
    const Mispredicted car = car_before_a_wall();
    const Finding undisturbed{"undisturbed " + decimal(car.beyond, 1) + " px beyond a wall for " +
                                  decimal(in_milliseconds(car.wrong), 0) + " ms, blended " +
                                  decimal(car.between_beyond, 1),
                              {car.beyond, in_milliseconds(car.wrong), car.between_beyond}};
    return joined(shown_after_a_stall(true), undisturbed);
}

// A tick's way at most, and for a tick at most.
Verdict only_holds_is_a_tick_wrong_at_most(const Finding& fails, const Finding& holds) {
    constexpr double k_tick_ms = 40;
    constexpr double k_tick_px = 100;
    const auto is_wrong = [](const Finding& finding) {
        return finding.values[2] > 0 && finding.values[3] > 0;
    };
    const auto is_tick_at_most = [](const Finding& finding) {
        return finding.values[2] <= k_tick_px && finding.values[3] <= k_tick_ms;
    };
    if (fails.values.size() != 4 || holds.values.size() != 7) {
        return Verdict::refuted;
    }
    return shown_if(are_near({fails.values[0], fails.values[1]}, {46.125, 4'612.5}, 0) &&
                    fails.values[2] > k_tick_px && fails.values[3] > k_tick_ms &&
                    are_near({holds.values[0], holds.values[1]}, {1, k_tick_px}, 0) &&
                    is_wrong(holds) && is_tick_at_most(holds) &&
                    are_near({holds.values[4], holds.values[5], holds.values[6]}, {50, 20, 0}, 0));
}

// ---- C57
std::vector<Spring<double>> springs_with_rendering(std::string_view id, std::string_view machine) {
    RecordingGame history;
    run_published(id, machine, {}, &history);
    std::vector<Spring<double>> states;
    Spring<double> spring;
    for (const Update& update : history.updates) {
        spring.step(step_of<double>(update.step));
        states.push_back(spring);
    }
    return states;
}

// Values: how many states of the shorter run are not those of a picture that costs 1 ms, and how
// many it has; for each of the other pictures.
Finding states_by_rendering(std::string_view id) {
    const auto reference = springs_with_rendering(id, "1:1");
    Finding finding;
    for (const std::string_view machine : {"1:3", "1:9", "1:40", "1:96"}) {
        const auto states = springs_with_rendering(id, machine);
        const std::size_t common = std::min(states.size(), reference.size());
        std::size_t differing = 0;
        for (std::size_t i = 0; i < common; ++i) {
            differing += states[i] == reference[i] ? 0U : 1U;
        }
        finding.values.insert(finding.values.end(), {count(differing), count(common)});
        finding.text += (finding.text.empty() ? "" : ", ") + std::to_string(differing) + " of " +
                        std::to_string(common);
    }
    finding.text += " states differ";
    return finding;
}

Verdict only_fails_differs(const Finding& fails, const Finding& holds) {
    // The first step takes no time on any machine.
    return shown_if(are_near(fails.values, {2'499, 2'500, 999, 1'000, 243, 244, 103, 104}, 0) &&
                    are_near(holds.values, {0, 624, 0, 624, 0, 623, 0, 620}, 0));
}

// ---- C58
Finding blends_of(std::string_view id) {
    Finding finding{std::string(id) + ": ", {1, 0}};
    for (const std::string_view machine : {"fast", "normal", "slow"}) {
        RecordingGame history;
        run_published(id, machine, {}, &history);
        for (const Frame& frame : history.frames) {
            finding.values[0] = std::min(finding.values[0], frame.blend->value());
            finding.values[1] = std::max(finding.values[1], frame.blend->value());
        }
    }
    finding.text += decimal(finding.values[0], 4) + " to " + decimal(finding.values[1], 4);
    return finding;
}

Verdict only_holds_is_below_one(const Finding& fails, const Finding& holds) {
    // Frames of whole milliseconds, of which the least that L4 sees in its 40 is 2 and the most
    // that G2 sees in its 16 is 15.
    constexpr double k_rounding = 1e-9;
    return shown_if(are_near(fails.values, {2.0 / 40, 1, 0, 1}, k_rounding) &&
                    are_near(holds.values, {0, 15.0 / 16}, k_rounding));
}

}  // namespace
}  // namespace tandem::tools::lab
