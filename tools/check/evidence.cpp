// SPDX-License-Identifier: MIT
// Asks for chance first, and again with every other question: a result that does not repeat proves
// nothing else.
#include <tandem/tools/check/evidence.hpp>

#include <algorithm>
#include <optional>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::check {
namespace {

using Disturbances = std::vector<Disturbance>;

constexpr const char* k_clock_proof =
    "runs at the same time agree, and those at another time differ from them";
constexpr const char* k_chance_proof =
    "runs that began in the same memory, with the same inputs and nothing changed, differ";

class Questions {
public:
    Questions(Origin& origin, const EvidencePlan& plan, const OriginHooks& hooks)
        : origin_(origin), plan_(plan), hooks_(hooks) {}

    Evidence ask();

private:
    // Plays as many runs of each kind as are wanted, by turns. Nothing if one could not be had.
    std::optional<std::vector<RunGroup>> play(const std::vector<Disturbances>& kinds);

    // Judges further runs with nothing changed. If they agree with each other and not with those
    // before, time has passed.
    std::optional<Evidence> judge_plain(const RunGroup& plain) const;

    // Compares two variants of one disturbance. It is chance if a kind does not agree with itself.
    std::optional<Evidence> compare(const Disturbance& one, const Disturbance& other,
                                    const Evidence& if_different);
    std::optional<Evidence> ask_memory();
    std::optional<Evidence> ask_addresses();
    std::optional<Evidence> ask_clock();
    std::optional<Evidence> ask_neighbour();

    Origin& origin_;
    const EvidencePlan& plan_;
    const OriginHooks& hooks_;
    RunGroup plain_;
};

}  // namespace

bool are_equal(const RunOutcome& a, const RunOutcome& b) {
    return a.hashes == b.hashes && a.failure == b.failure;
}

bool RunGroup::agrees() const {
    TANDEM_ASSERT(!runs.empty());
    return std::all_of(runs.begin(), runs.end(),
                       [&](const RunOutcome& run) { return are_equal(run, runs.front()); });
}

Evidence gather_evidence(Origin& origin, const EvidencePlan& plan, const OriginHooks& hooks) {
    return Questions(origin, plan, hooks).ask();
}

namespace {

Evidence Questions::ask() {
    const auto plain = play({{}, {}});
    if (!plain) {
        return {};
    }
    plain_ = plain->front();
    // Both are of the same kind, and both took their turns.
    plain_.runs.insert(plain_.runs.end(), plain->back().runs.begin(), plain->back().runs.end());
    if (!plain_.agrees()) {
        return {Decider::chance, k_chance_proof};
    }
    if (!plan_.asks_for_machine) {
        return {Decider::nothing, ""};
    }
    for (const auto question : {&Questions::ask_memory, &Questions::ask_addresses,
                                &Questions::ask_clock, &Questions::ask_neighbour}) {
        if (auto answer = (this->*question)()) {
            return *answer;
        }
    }
    return {Decider::nothing, ""};
}

std::optional<std::vector<RunGroup>> Questions::play(const std::vector<Disturbances>& kinds) {
    std::vector<RunGroup> groups(kinds.size());
    const auto begin = steady_now();
    for (int round = 0; round < plan_.rounds; ++round) {
        constexpr int k_least = 2;
        if (round >= k_least && steady_now() > begin + plan_.enough) {
            break;
        }
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            auto run = origin_.play({kinds[kind], plan_.times, {}}, hooks_);
            if (!run) {
                return std::nullopt;
            }
            groups[kind].runs.push_back(std::move(run).value());
        }
    }
    return groups;
}

std::optional<Evidence> Questions::judge_plain(const RunGroup& plain) const {
    if (!plain.agrees()) {
        return Evidence{Decider::chance, k_chance_proof};
    }
    return are_equal(plain.runs.front(), plain_.runs.front())
               ? std::nullopt
               : std::optional(Evidence{Decider::clock, k_clock_proof});
}

std::optional<Evidence> Questions::compare(const Disturbance& one, const Disturbance& other,
                                           const Evidence& if_different) {
    const auto groups = play({{one}, {other}, {}});
    if (!groups) {
        return Evidence{};
    }
    const RunGroup& first = (*groups)[0];
    const RunGroup& second = (*groups)[1];
    if (auto answer = judge_plain((*groups)[2])) {
        return answer;
    }
    if (!first.agrees() || !second.agrees()) {
        return Evidence{Decider::chance, k_chance_proof};
    }
    if (!are_equal(first.runs.front(), second.runs.front())) {
        Evidence answer = if_different;
        answer.shown_by = {one, other};
        return answer;
    }
    return std::nullopt;
}

std::optional<Evidence> Questions::ask_memory() {
    return compare({DisturbanceKind::pattern, 0x5A, {}}, {DisturbanceKind::pattern, 0xA5, {}},
                   {Decider::unwritten,
                    "runs in memory filled with the byte 5a agree with each other, and so do "
                    "runs with a5, but these two kinds differ"});
}

std::optional<Evidence> Questions::ask_addresses() {
    const Evidence address{Decider::address,
                           "runs whose blocks of memory lie in the same places agree with "
                           "each other, and in other places they differ, whatever byte fills "
                           "that memory"};
    for (const std::uint32_t layout : {2U, 3U}) {
        if (auto answer = compare({DisturbanceKind::heap, layout, {}},
                                  {DisturbanceKind::heap, layout + 2, {}}, address)) {
            return answer;
        }
    }
    return std::nullopt;
}

std::optional<Evidence> Questions::ask_clock() {
    // It does not matter that several later runs do not agree with each other.
    const ChosenTicks never{ChosenTicks::Way::listed, 0, {}};
    const auto later =
        origin_.play({{{DisturbanceKind::later, 0, never}}, plan_.times, {}}, hooks_);
    if (!later) {
        return Evidence{};
    }
    if (are_equal(*later, plain_.runs.front())) {
        return std::nullopt;
    }
    return Evidence{Decider::clock, k_clock_proof};
}

std::optional<Evidence> Questions::ask_neighbour() {
    // The ticks are drawn: if all games came equally often, a count that they share would come
    // out the same.
    const ChosenTicks now_and_then{ChosenTicks::Way::seeded, 1, {}};
    const auto groups = play({{{DisturbanceKind::neighbour, 0, now_and_then}}, {}});
    if (!groups) {
        return Evidence{};
    }
    const RunGroup& beside = groups->front();
    if (auto answer = judge_plain(groups->back())) {
        return answer;
    }
    if (!beside.agrees()) {
        return Evidence{Decider::chance, k_chance_proof};
    }
    if (are_equal(beside.runs.front(), plain_.runs.front())) {
        return std::nullopt;
    }
    return Evidence{Decider::neighbour,
                    "runs by themselves agree, and they go on otherwise once another game "
                    "steps in the same process"};
}

}  // namespace
}  // namespace tandem::tools::check
