// SPDX-License-Identifier: MIT
// How often the cause of a planted fault is found, and whether any is found where there is none.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <tandem/replay/explain/explain.hpp>
#include <tandem/replay/explain/faked_session.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/replay/play/rerun.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tests/bench/replay/cause_sessions.hpp>
#include <tests/bench/replay/hours.hpp>
#include <tests/bench/replay/measures.hpp>
#include <tests/bench/replay/page.hpp>
#include <tests/bench/text_of.hpp>
#include <tests/replay/faked_program.hpp>
#include <tests/support/record_source.hpp>

namespace tandem::bench {
namespace {

using replay::CauseClass;
using replay::Explanation;
using replay::FakeKind;
using replay::Replay;

constexpr std::uint64_t k_bits = 500;
constexpr std::uint64_t k_bits_goal = 495;
constexpr std::uint64_t k_faults = 1'000;
constexpr std::uint64_t k_faults_goal = 990;
constexpr std::uint64_t k_sound_ticks = 1'000'000;
constexpr std::uint32_t k_bits_of_byte = 8;

replay::ExplainOptions explain_options() {
    return {.threads = std::max(std::thread::hardware_concurrency(), 1U),
            .own_game_build = build_named("here")};
}

// In a smoke run one is enough to show that it runs.
std::vector<FaultyGame> games_of(const Page& page) {
    auto games = faulty_games();
    if (page.is_smoke()) {
        games.resize(1);
    }
    return games;
}

// A bit of a number or a flag of the state after `tick`, whose game still accepts the state.
std::optional<sim::Plant> random_plant(const FaultyGame& game, const Replay& honest,
                                       std::uint64_t tick, Random& random) {
    auto there = sound(replay::retrace(honest, game.make(), tick + 1));
    const sim::Bytes state = there.simulation().save();
    const auto leaves = sim::list_leaves(honest.header().state_schema.root(), state);
    const sim::Leaf& leaf = leaves[random.below(static_cast<std::uint32_t>(leaves.size()))];
    if (!sim::is_value(leaf.kind) || leaf.bytes == 0) {
        return std::nullopt;
    }
    const auto bit = random.below(static_cast<std::uint32_t>(leaf.bytes) * k_bits_of_byte);
    sim::Bytes struck = state;
    struck[leaf.offset + bit / k_bits_of_byte] ^=
        static_cast<std::byte>(1U << bit % k_bits_of_byte);
    auto trial = game.make();
    if (!trial.reset(game.setup) || !trial.restore(struck) || trial.save() != struck) {
        return std::nullopt;
    }
    return sim::Plant{sim::Tick{tick}, leaf.path, bit, false};
}

// How the autopsies of one kind of fault came out.
struct Tally {
    std::uint64_t all = 0;
    std::uint64_t right = 0;
    std::uint64_t ticks = 0;  // the tick is right
    // Told among several: of flipped bits among several bits, else among several classes.
    std::uint64_t ambiguous = 0;
    std::uint64_t unknown = 0;
    std::uint64_t wrong = 0;

    void add(const Tally& other) {
        all += other.all;
        right += other.right;
        ticks += other.ticks;
        ambiguous += other.ambiguous;
        unknown += other.unknown;
        wrong += other.wrong;
    }
};

// Whether a class is told, alone or as one of the readings that remain.
bool is_told(const Explanation& found, CauseClass cause) {
    return found.cause == cause ||
           (found.cause == CauseClass::unknown &&
            std::any_of(found.readings.begin(), found.readings.end(),
                        [&](const auto& reading) { return reading.cause == cause; }));
}

// What a person would want to look at.
void tell(const std::string& what, const Explanation& found) {
    std::fprintf(stderr, "%s: %s: %s\n", what.c_str(),
                 replay::cause_class_text(found.cause).c_str(), found.proof.c_str());
}

void judge_bit(const sim::Plant& plant, const Explanation& found, const std::string& what,
               Tally& tally) {
    ++tally.all;
    tally.ticks += found.tick == plant.tick ? 1U : 0U;
    const bool is_named =
        std::any_of(found.bits.begin(), found.bits.end(), [&](const replay::FlippedBit& bit) {
            return bit.path == plant.field && bit.bit == plant.bit;
        });
    if (is_told(found, CauseClass::memory) && is_named && found.bits.size() == 1) {
        ++tally.right;
        return;
    }
    tell(what, found);
    // The bit is among those that it names, but others fit too, or the file ends too soon behind
    // it.
    if (is_named) {
        ++tally.ambiguous;
    } else {
        ++(found.cause == CauseClass::unknown ? tally.unknown : tally.wrong);
    }
}

// One fault in a session, explained beside the honest one. Nothing where it changes nothing.
bool judge_fake(const FaultyGame& game, const Replay& honest, FakeKind kind, std::uint64_t seed,
                Tally& tally) {
    Random random(seed);
    const replay::FakePlan plan{
        kind, sim::Tick{10 + random.below(static_cast<std::uint32_t>(game.ticks * 6 / 10))}, seed};
    replay::BufferOutput file;
    replay::Recorder recorder(
        file, recorder_options(game, kind == FakeKind::other_build ? "there" : "here"));
    const sim::AnySimulation spare = game.make();
    const auto faked = replay::fake_session(honest, spare, plan, recorder);
    if (!faked) {
        return false;
    }
    const Replay other = parse(file.bytes());
    test::FakedProgram program(spare, plan);
    replay::ExplainOptions options = explain_options();
    if (kind == FakeKind::other_build) {
        options.other = &program;
    }
    const auto found = sound(replay::explain(honest, other, spare, options));
    ++tally.all;
    tally.ticks += found.tick == faked->tick ? 1U : 0U;
    if (is_told(found, test::cause_of(kind))) {
        ++tally.right;
        tally.ambiguous += found.cause == CauseClass::unknown ? 1U : 0U;
        return true;
    }
    tell(game.name + ", " + replay::fake_kind_text(kind) + " of seed " + std::to_string(seed) +
             " at tick " + std::to_string(faked->tick.number) + ", " + faked->text,
         found);
    ++(found.cause == CauseClass::unknown ? tally.unknown : tally.wrong);
    return true;
}

std::string text_of_tally(const Tally& tally) {
    return text_of("%llu of %llu; tick %llu; ambiguous %llu, unknown %llu, wrong %llu",
                   static_cast<unsigned long long>(tally.right),
                   static_cast<unsigned long long>(tally.all),
                   static_cast<unsigned long long>(tally.ticks),
                   static_cast<unsigned long long>(tally.ambiguous),
                   static_cast<unsigned long long>(tally.unknown),
                   static_cast<unsigned long long>(tally.wrong));
}

}  // namespace

void measure_bits(const Page& page) {
    const auto games = games_of(page);
    Tally all;
    for (const FaultyGame& game : games) {
        const Replay honest = play_bots(game, game.ticks);
        Random random(1);
        Tally tally;
        const std::uint64_t wanted = page.times(k_bits / games.size());
        while (tally.all < wanted) {
            const std::uint64_t tick = random.below(static_cast<std::uint32_t>(game.ticks - 1));
            const auto plant = random_plant(game, honest, tick, random);
            if (!plant) {
                continue;
            }
            const Replay struck = play_bots(game, game.ticks, plant);
            const auto found = sound(replay::explain(struck, game.make(), explain_options()));
            judge_bit(*plant, found,
                      game.name + ", bit " + std::to_string(plant->bit) + " of " + plant->field +
                          " after tick " + std::to_string(tick),
                      tally);
        }
        page.add("one flipped bit without a mark, one file: " + game.name, text_of_tally(tally));
        all.add(tally);
    }
    page.add("one flipped bit without a mark, field and bit exact",
             "tick 40 of 40, field and bit 1 of 40", "500, 495", text_of_tally(all),
             all.ticks == all.all && all.right * k_bits >= k_bits_goal * all.all);
}

void measure_classes(const Page& page) {
    const auto games = games_of(page);
    const auto kinds = replay::fake_kinds();
    const std::uint64_t wanted = page.times(k_faults / games.size() / kinds.size());
    std::map<std::string, Tally> by_kind;
    Tally all;
    for (const FaultyGame& game : games) {
        const Replay honest = play_bots(game, game.ticks);
        for (const FakeKind kind : kinds) {
            Tally tally;
            // Where a game has nothing that such a fault could change, so many tries show it.
            const std::uint64_t tries = 3 * wanted;
            for (std::uint64_t seed = 1; seed <= tries && tally.all < wanted; ++seed) {
                judge_fake(game, honest, kind, seed, tally);
            }
            if (tally.all < wanted) {
                std::fprintf(stderr, "%s, %s: %llu of %llu seeds change something\n",
                             game.name.c_str(), replay::fake_kind_text(kind).c_str(),
                             static_cast<unsigned long long>(tally.all),
                             static_cast<unsigned long long>(tries));
            }
            by_kind[replay::fake_kind_text(kind)].add(tally);
            all.add(tally);
        }
    }
    for (const auto& [kind, tally] : by_kind) {
        page.add("class of a planted fault: " + kind, text_of_tally(tally));
    }
    page.add("class of a planted fault, all kinds and games", "-", "990 of 1,000, none wrong",
             text_of_tally(all), all.wrong == 0 && all.right * k_faults >= k_faults_goal * all.all);
}

void measure_alarms(const Page& page) {
    const auto games = games_of(page);
    std::uint64_t ticks = 0;
    std::uint64_t alarms = 0;
    for (const FaultyGame& game : games) {
        const std::uint64_t wanted = page.ticks(k_sound_ticks / games.size());
        const Replay one = play_bots(game, wanted);
        const Replay other = play_bots(game, wanted);
        for (const auto& found :
             {sound(replay::explain(one, game.make(), explain_options())),
              sound(replay::explain(one, other, game.make(), explain_options()))}) {
            if (found.cause != CauseClass::none) {
                ++alarms;
                tell(game.name, found);
            }
        }
        ticks += one.end_tick();
    }
    page.add("explain of sound sessions, one file and two: false alarms", "0", "0",
             text_of("%llu in %llu ticks", static_cast<unsigned long long>(alarms),
                     static_cast<unsigned long long>(ticks)),
             alarms == 0);
}

namespace {

// Explains a session with one flipped bit at three quarters of it, beside the honest one.
void measure_one(const Page& page, const FaultyGame& game, double goal_s) {
    const std::string honest = page.folder().path(game.name + "_honest");
    const std::string struck = page.folder().path(game.name + "_struck");
    record_bots(honest, game.make(), game.setup, game.ticks);
    {
        const Replay replay = sound(Replay::open(honest));
        replay::BufferOutput file;
        replay::Recorder recorder(file, {});
        Random random(1);
        std::optional<sim::Plant> plant;
        while (!plant) {
            plant = random_plant(game, replay, game.ticks * 3 / 4, random);
        }
        const auto output = sound(replay::FileOutput::create(struck, {}));
        replay::Recorder writer(*output, {});
        sim::Timeline timeline(game.make(), &writer);
        timeline.set_plant(*plant);
        sound(timeline.start(game.setup));
        while (timeline.ticks_done() < game.ticks) {
            sound(timeline.advance(test::bot_record(timeline.simulation(), timeline.ticks_done())));
        }
        sound(timeline.end(sim::EndReason::tick_limit));
        sound(output->close());
    }
    std::vector<double> two_s;
    std::vector<double> one_s;
    for (std::uint64_t i = 0; i < page.times(5); ++i) {
        const Stopwatch two;
        const Replay first = sound(Replay::open(honest));
        const Replay second = sound(Replay::open(struck));
        if (sound(replay::explain(first, second, game.make(), explain_options())).cause !=
            CauseClass::memory) {
            std::fputs("NOT EXPLAINED\n", stderr);
        }
        two_s.push_back(two.ms() / 1'000);
        const Stopwatch one;
        sound(replay::explain(second, game.make(), explain_options()));
        one_s.push_back(one.ms() / 1'000);
    }
    page.add("explain of two files, one flipped bit: " + game.name, "-", text_of("%.0f s", goal_s),
             text_of("%.2f s (most %.2f; the struck one alone %.2f)", median(two_s),
                     quantile(two_s, 1), median(one_s)),
             median(two_s) <= goal_s);
}

}  // namespace

void measure_explain(const Page& page) {
    auto games = faulty_games();
    games[0].ticks = page.ticks(k_duel_hour_ticks);
    measure_one(page, games[0], 2);
    games::Swarm::Options options;
    options.units = page.is_smoke() ? 100 : 4'000;
    games[1].setup.set_options(options);
    games[1].ticks = page.ticks(18'000);
    measure_one(page, games[1], 20);
}

}  // namespace tandem::bench
