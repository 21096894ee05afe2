// SPDX-License-Identifier: MIT
// How little is left of a session that fails, how long that takes, and how often the one input that
// decides is named.
#include <algorithm>
#include <bit>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include <tandem/replay/explain/blame.hpp>
#include <tandem/replay/explain/input_sheet.hpp>
#include <tandem/replay/explain/minimise.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/tools/program/trial/played_trial.hpp>
#include <tests/bench/replay/cause_sessions.hpp>
#include <tests/bench/replay/hours.hpp>
#include <tests/bench/replay/measures.hpp>
#include <tests/bench/replay/page.hpp>
#include <tests/bench/text_of.hpp>
#include <tests/support/counter.hpp>

namespace tandem::bench {
namespace {

using replay::InputPlace;
using replay::InputSheet;

constexpr std::int16_t k_password = 777;
constexpr std::uint32_t k_needed = 3;

// A counter whose process dies when somebody says the password for the third time.
struct Dying : test::Counter {
    static constexpr std::string_view name = "dying";

    void step(Inputs<Input> inputs) {
        for (const Input& input : inputs) {
            said += input.amount == k_password ? 1 : 0;
        }
        if (said >= k_needed) {
            std::raise(SIGKILL);
        }
        Counter::step(inputs);
    }
    template <class Archive>
    void serialize(Archive& ar) {
        Counter::serialize(ar);
        ar(CEREAL_NVP(said));
    }

    std::uint32_t said = 0;
};

// A session whose end is bad if one player says one thing in one tick.
InputSheet sheet_of(const sim::AnySimulation& game, const Setup& setup,
                    const std::vector<sim::Bytes>& records) {
    replay::BufferOutput file;
    replay::Recorder recorder(file, {});
    sim::Timeline timeline(game.clone(), &recorder);
    sound(timeline.start(setup));
    for (const sim::Bytes& record : records) {
        sound(timeline.advance(record));
    }
    sound(timeline.end(sim::EndReason::tick_limit));
    return sound(InputSheet::read(parse(file.bytes()), game.info().idle_input));
}

std::vector<sim::Bytes> random_amounts(std::uint32_t ticks, Random& random) {
    std::vector<sim::Bytes> records;
    for (std::uint32_t tick = 0; tick < ticks; ++tick) {
        std::vector<sim::Bytes> inputs;
        for (int slot = 0; slot < 2; ++slot) {
            inputs.push_back(
                sim::canonical_bytes(test::Counter::Input{random.between<std::int16_t>(-99, 99)}));
        }
        records.push_back(sim::make_record(3, inputs));
    }
    return records;
}

}  // namespace

void measure_minimise(const Page& page) {
    const tools::RegisteredGame game{&sim::GameModel<Dying>::game_info(),
                                     [] { return sim::erase<Dying>(); }};
    const Setup setup = bots_of(*game.info);
    const auto ticks = static_cast<std::uint32_t>(page.ticks(50'000));
    std::vector<double> seconds;
    std::size_t inputs_left = 0;
    std::uint64_t ticks_left = 0;
    std::uint64_t trials = 0;
    for (std::uint64_t seed = 1; seed <= page.times(5); ++seed) {
        Random random(seed);
        // The counter takes any inputs; only the dying one minds these.
        InputSheet sheet =
            sheet_of(sim::erase<test::Counter>(), setup, random_amounts(ticks, random));
        for (std::uint32_t i = 0; i < k_needed; ++i) {
            sheet.set_input({random.below(ticks), random.below(2U)},
                            sim::canonical_bytes(test::Counter::Input{k_password}));
        }
        const Stopwatch watch;
        const auto found =
            sound(replay::minimise(sheet, *game.info, tools::played_trial(game, setup, {})));
        seconds.push_back(watch.ms() / 1'000);
        inputs_left = std::max(inputs_left, found.sheet.places().size());
        ticks_left = std::max<std::uint64_t>(ticks_left, found.sheet.ticks());
        trials = std::max(trials, found.trials);
    }
    page.add("minimise: a process that dies of 3 inputs of 100,000", "-",
             "3 inputs, 120 ticks, 60 s",
             text_of("%zu inputs, %llu ticks, %.1f s (most %.1f; %llu processes)", inputs_left,
                     static_cast<unsigned long long>(ticks_left), median(seconds),
                     quantile(seconds, 1), static_cast<unsigned long long>(trials)),
             inputs_left <= k_needed && ticks_left <= 120 && quantile(seconds, 1) < 60);
}

void measure_blame(const Page& page) {
    const sim::AnySimulation game = sim::erase<test::Counter>();
    const Setup setup = bots_of(game.info());
    std::uint64_t right = 0;
    std::uint64_t within = 0;
    std::uint64_t asked = 0;
    std::uint64_t most_trials = 0;
    Random random(1);
    while (asked < page.times(1'000)) {
        const std::uint32_t ticks = 2 + random.below(2'000U);
        const InputSheet good = sheet_of(game, setup, random_amounts(ticks, random));
        const InputSheet bad = sheet_of(game, setup, random_amounts(ticks, random));
        const InputPlace planted{random.below(ticks), random.below(2U)};
        if (good.input(planted) == bad.input(planted)) {
            continue;
        }
        const auto play =
            [&](std::span<const sim::Bytes> records) -> sim::Result<replay::TrialOutcome> {
            const auto view = sim::parse_record(game.info().input_schema, 2, records[planted.tick]);
            const sim::ByteView input = view->inputs[planted.slot];
            return replay::TrialOutcome{
                sim::Bytes(input.begin(), input.end()) == bad.input(planted), records.size(), ""};
        };
        const auto found = sound(replay::blame(good, bad, play));
        ++asked;
        right += found.place == planted ? 1U : 0U;
        within += found.trials <= 2U * std::bit_width(found.differing) + 8U ? 1U : 0U;
        most_trials = std::max(most_trials, found.trials);
    }
    page.add(
        "blame: the planted input named; within 2 log2 n + 8 runs", "-", "1,000 of 1,000",
        text_of("%llu; %llu of %llu (at most %llu runs)", static_cast<unsigned long long>(right),
                static_cast<unsigned long long>(within), static_cast<unsigned long long>(asked),
                static_cast<unsigned long long>(most_trials)),
        right == asked && within == asked);
}

}  // namespace tandem::bench
