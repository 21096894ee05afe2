// SPDX-License-Identifier: MIT
// Faults of many kinds, planted without a mark: whether a cause is told that it was not, or
// excluded that it was, and how often it is named.
#include <algorithm>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <tandem/replay/explain/explain.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/bench/replay/cause_sessions.hpp>
#include <tests/bench/replay/hours.hpp>
#include <tests/bench/replay/measures.hpp>
#include <tests/bench/replay/page.hpp>
#include <tests/bench/text_of.hpp>
#include <tests/replay/planted_fault.hpp>

namespace tandem::bench {
namespace {

using replay::CauseClass;
using replay::Explanation;
using replay::Replay;

// Asked for; some games have nothing that some kinds could change, so that 2,000 are planted.
constexpr std::uint64_t k_kind_faults = 2'400;
constexpr double k_unknown_most = 0.05;
constexpr double k_named_least = 0.95;

struct KindTally {
    std::uint64_t all = 0;
    std::uint64_t alone = 0;    // the class is told
    std::uint64_t among = 0;    // it is one of the readings that remain
    std::uint64_t unknown = 0;  // it is not, and no other is told
    std::uint64_t wrong = 0;
    std::uint64_t excluded = 0;  // a step says that it was not so
    std::uint64_t ticks = 0;     // the tick is right
    std::uint64_t named = 0;     // and the field, of faults that have one
    std::uint64_t fields = 0;    // so many have
    std::vector<double> seconds;

    void add(const KindTally& other) {
        all += other.all;
        alone += other.alone;
        among += other.among;
        unknown += other.unknown;
        wrong += other.wrong;
        excluded += other.excluded;
        ticks += other.ticks;
        named += other.named;
        fields += other.fields;
        seconds.insert(seconds.end(), other.seconds.begin(), other.seconds.end());
    }
};

// The question whose "no" excludes the class.
std::string question_of(CauseClass cause) {
    if (cause == CauseClass::inputs) {
        return "did it simulate another input than it recorded";
    }
    return cause == CauseClass::memory ? "was one bit flipped" : "was something else changed once";
}

bool is_excluded(const Explanation& found, CauseClass cause) {
    return std::any_of(found.steps.begin(), found.steps.end(), [&](const auto& step) {
        return step.question == question_of(cause) && step.answer.starts_with("no: none of") &&
               step.answer.find("not tried") == std::string::npos &&
               step.answer.find(" only") == std::string::npos;
    });
}

bool names(const std::string& path, const std::string& field) {
    return path == field || path.starts_with(field + ".") || path.starts_with(field + "[") ||
           field.starts_with(path + ".") || field.starts_with(path + "[");
}

bool is_named(const Explanation& found, const test::PlantedFault& fault) {
    const auto names_it = [&](const auto& told) {
        return !told.path.empty() && names(told.path, fault.path);
    };
    const bool is_there = found.fields_ticks_done == fault.tick.number ||
                          found.fields_ticks_done == fault.tick.number + 1;
    return std::any_of(found.readings.begin(), found.readings.end(), names_it) ||
           (is_there && std::any_of(found.fields.begin(), found.fields.end(), names_it));
}

void judge(const test::FaultWords& kind, const test::PlantedFault& fault, const Explanation& found,
           const std::string& what, KindTally& tally) {
    ++tally.all;
    tally.ticks += found.tick == fault.tick ? 1U : 0U;
    if (!fault.path.empty()) {
        ++tally.fields;
        tally.named += is_named(found, fault) ? 1U : 0U;
    }
    const bool is_tried = kind.cause != CauseClass::unknown;
    const bool is_among =
        std::any_of(found.readings.begin(), found.readings.end(), [&](const auto& reading) {
            return reading.cause == kind.cause && reading.tick == fault.tick;
        });
    if (is_tried && found.cause == kind.cause) {
        ++tally.alone;
    } else if (found.cause == CauseClass::unknown && is_among) {
        ++tally.among;
    } else if (found.cause == CauseClass::unknown ||
               (kind.is_repeated && found.cause == CauseClass::local)) {
        ++tally.unknown;
        if (is_tried) {
            std::fprintf(stderr, "unknown, %s: %s\n", what.c_str(), fault.text.c_str());
        }
    } else {
        ++tally.wrong;
        std::fprintf(stderr, "WRONG, %s: %s: %s: %s\n", what.c_str(), fault.text.c_str(),
                     replay::cause_class_text(found.cause).c_str(), found.proof.c_str());
    }
    if (is_tried && !is_among && is_excluded(found, kind.cause)) {
        ++tally.excluded;
        std::fprintf(stderr, "EXCLUDED, %s: %s\n", what.c_str(), fault.text.c_str());
    }
}

// One fault in a session, explained beside the honest one.
bool try_fault(const FaultyGame& game, const Replay& honest, const test::FaultWords& kind,
               std::uint64_t seed, KindTally& tally) {
    Random random(seed);
    const sim::Tick from{10 + random.below(static_cast<std::uint32_t>(game.ticks * 6 / 10))};
    replay::BufferOutput file;
    replay::Recorder recorder(file, recorder_options(game, "here"));
    const sim::AnySimulation spare = game.make();
    const auto fault = test::plant_fault(honest, spare, kind.kind, from, seed, recorder);
    if (!fault) {
        return false;
    }
    const Replay other = parse(file.bytes());
    const Stopwatch watch;
    // Of a program that nobody knows: with this very one, what repeats would be `local`.
    const auto found = sound(replay::explain(
        honest, other, spare, {.threads = std::max(std::thread::hardware_concurrency(), 1U)}));
    tally.seconds.push_back(watch.ms() / 1'000);
    judge(kind, *fault, found,
          game.name + ", " + kind.name + ", seed " + std::to_string(seed) + ", tick " +
              std::to_string(fault->tick.number),
          tally);
    return true;
}

std::string text_of_tally(const KindTally& tally) {
    const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    return text_of(
        "%llu: alone %llu, among readings %llu, unknown %llu, wrong %llu, excluded %llu; tick "
        "%llu; field %llu of %llu; %.2f s",
        number(tally.all), number(tally.alone), number(tally.among), number(tally.unknown),
        number(tally.wrong), number(tally.excluded), number(tally.ticks), number(tally.named),
        number(tally.fields), tally.seconds.empty() ? 0 : median(tally.seconds));
}

}  // namespace

void measure_kinds(const Page& page) {
    auto games = faulty_games();
    if (page.is_smoke()) {
        games.resize(1);
    }
    const auto& kinds = test::fault_kinds();
    const std::uint64_t wanted = page.times(k_kind_faults / games.size() / kinds.size() + 1);
    std::map<std::string, KindTally> by_kind;
    KindTally tried;
    KindTally never;
    for (const FaultyGame& game : games) {
        const Replay honest = play_bots(game, game.ticks);
        for (const test::FaultWords& kind : kinds) {
            KindTally tally;
            // Some games have nothing that such a fault could change.
            for (std::uint64_t seed = 1; seed <= 2 * wanted && tally.all < wanted; ++seed) {
                try_fault(game, honest, kind, seed, tally);
            }
            by_kind[kind.name].add(tally);
            (kind.cause == CauseClass::unknown ? never : tried).add(tally);
        }
    }
    for (const auto& [name, tally] : by_kind) {
        page.add("fault without a mark: " + name, text_of_tally(tally));
    }
    page.add("faults of kinds that are never tried", text_of_tally(never));
    const auto all = static_cast<double>(tried.all);
    page.add(
        "faults of kinds that are tried", "-", "none wrong, none excluded, unknown 5 %, field 95 %",
        text_of_tally(tried),
        tried.wrong + never.wrong + tried.excluded == 0 &&
            static_cast<double>(tried.unknown) <= k_unknown_most * all &&
            static_cast<double>(tried.named) >= k_named_least * static_cast<double>(tried.fields));
}

}  // namespace tandem::bench
