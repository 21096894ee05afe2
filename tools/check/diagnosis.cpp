// SPDX-License-Identifier: MIT
// Holds the rules, the surest first.
#include <tandem/tools/check/diagnosis.hpp>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <tuple>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::check {
namespace {

constexpr const char* k_moment_cause =
    "the result depends on when or where a tick is computed: a clock, a thread's id, an address (a "
    "pointer as a key), random_device, the environment or a file; take it from setup and inputs, "
    "and use an index as the key";

constexpr const char* k_static_cause =
    "something outside of the game takes part, and by itself the game is the same in every "
    "process: a static or global that changes, or rand(), or a member that was never given a "
    "value; make it a member that serialize names, and give every member a value in reset";

constexpr const char* k_chance_cause =
    "the same run, begun in the same memory, comes out differently each time: random_device, a "
    "clock, the number of a process, or a file that changes; take it from setup and inputs, and "
    "draw from a Random in the state";

constexpr const char* k_clock_cause =
    "a run that begins a second later comes out differently: a clock, or something else that "
    "changes with time; count ticks instead";

constexpr const char* k_unwritten_cause =
    "a byte that was never written takes part: the result changes with the pattern that memory is "
    "filled with, and stays with it; give every member and every element a value";

constexpr const char* k_address_cause =
    "an address takes part, and with it the place where memory happens to lie: a pointer as a key, "
    "a hash of one, an address taken as a number, or one that lay in a local that nobody wrote; "
    "use an index as the key, and give every local a value";

constexpr const char* k_not_repeated_cause =
    "the same ticks, played once more, did not differ: something outside of the game takes part, "
    "random_device, a clock, an address, or a static or global that changes; take it from setup "
    "and inputs, or make it a member that serialize names";

constexpr const char* k_copied_cause =
    "the copy, like a restore, loses what serialize does not name: both differ at the same moment; "
    "name it in serialize, or rebuild it from what is named in restored() and in the copy "
    "constructor";

bool is_of_this_process(DisturbanceKind probe);

class ProbeDifferences {
public:
    explicit ProbeDifferences(const std::vector<ProbeDifference>& all) : all_(all) {
        TANDEM_ASSERT(!all.empty());
    }

    bool differs(DisturbanceKind probe) const;
    bool any_differs(std::initializer_list<DisturbanceKind> probes) const;
    bool any_here_differs() const;
    // The first of these that differs; if none does, the one that differed first.
    DisturbanceKind first_of(std::initializer_list<DisturbanceKind> preferred) const;
    // True if both differed, at the same moment, and none before.
    bool differ_first_together(DisturbanceKind one, DisturbanceKind other) const;
    // True if it differed in an earlier tick than every other.
    bool differs_before_all_others(DisturbanceKind probe) const;
    DisturbanceKind earliest() const;

private:
    static std::tuple<std::uint64_t, std::uint64_t> place(const ProbeDifference& each) {
        return {each.seed, each.ticks_done};
    }
    const ProbeDifference* find(DisturbanceKind probe) const;

    const std::vector<ProbeDifference>& all_;
};

Diagnosis cause_of(DisturbanceKind probe);
Diagnosis local_cause(DisturbanceKind probe, const char* cause, const char* reason);
std::optional<Diagnosis> proven_of_machine(const ProbeDifferences& differences, Decider decider);
bool is_disturbed_here(const ProbeDifferences& differences, Decider decider);
bool is_outside_of_objects(const ProbeDifferences& differences,
                           const std::vector<DisturbanceKind>& agreeing);

}  // namespace

Decider decider_of(const std::vector<Hashes>& plain, const std::vector<Hashes>& filled) {
    TANDEM_ASSERT(!plain.empty() && !filled.empty());
    const auto is_first = [&](const Hashes& hashes) { return hashes == plain.front(); };
    if (!std::all_of(plain.begin(), plain.end(), is_first)) {
        return Decider::differs;
    }
    const auto same = std::count_if(filled.begin(), filled.end(), is_first);
    return same == 0                                            ? Decider::differs_in_memory
           : same == static_cast<std::ptrdiff_t>(filled.size()) ? Decider::same
                                                                : Decider::differs;
}

bool always_repeats(DisturbanceKind probe) {
    return probe != DisturbanceKind::save && probe != DisturbanceKind::again &&
           is_of_this_process(probe);
}

Diagnosis not_repeated(DisturbanceKind probe) {
    return local_cause(probe, k_not_repeated_cause, "outside");
}

bool needs_evidence(const std::vector<ProbeDifference>& all) {
    const ProbeDifferences differences(all);
    return !differences.differs(DisturbanceKind::save) &&
           std::any_of(all.begin(), all.end(), [](const ProbeDifference& each) {
               return each.probe != DisturbanceKind::build &&
                      each.probe != DisturbanceKind::rounding;
           });
}

bool may_be_machine(const std::vector<ProbeDifference>& all) {
    return ProbeDifferences(all).any_differs({DisturbanceKind::again, DisturbanceKind::thread,
                                              DisturbanceKind::process, DisturbanceKind::memory});
}

bool needs_alone(const std::vector<ProbeDifference>& all) {
    const ProbeDifferences differences(all);
    return all.size() > 1 && !differences.differs(DisturbanceKind::save) &&
           differences.any_differs({DisturbanceKind::process, DisturbanceKind::memory});
}

Diagnosis diagnose(const std::vector<ProbeDifference>& all, Decider decider,
                   const std::vector<DisturbanceKind>& agreeing) {
    const ProbeDifferences differences(all);
    if (differences.differs(DisturbanceKind::save)) {
        return cause_of(DisturbanceKind::save);
    }
    if (const auto proven = proven_of_machine(differences, decider)) {
        return *proven;
    }
    const bool depends_on_moment = differences.differs(DisturbanceKind::thread) &&
                                   differences.differs(DisturbanceKind::process) &&
                                   !differences.any_here_differs() &&
                                   differences.earliest() == DisturbanceKind::thread;
    if (depends_on_moment && decider != Decider::differs_in_memory) {
        return local_cause(DisturbanceKind::thread, k_moment_cause, "thread");
    }
    if (decider == Decider::differs) {
        return local_cause(
            differences.first_of({DisturbanceKind::process, DisturbanceKind::memory}),
            info_of(DisturbanceKind::process).cause, "machine");
    }
    if (decider == Decider::differs_in_memory) {
        return local_cause(
            differences.first_of({DisturbanceKind::memory, DisturbanceKind::process}),
            info_of(DisturbanceKind::memory).cause, "memory");
    }
    if (decider == Decider::same && all.size() == 1 &&
        differences.differs(DisturbanceKind::memory)) {
        return not_repeated(DisturbanceKind::memory);
    }
    // A copy that writes into the original makes everything differ afterwards.
    if (all.size() > 1 && differences.differs_before_all_others(DisturbanceKind::copy)) {
        return cause_of(DisturbanceKind::copy);
    }
    if (decider == Decider::neighbour || is_disturbed_here(differences, decider)) {
        return local_cause(differences.first_of({DisturbanceKind::again}), k_static_cause,
                           "static");
    }
    if (is_outside_of_objects(differences, agreeing)) {
        return local_cause(differences.first_of({DisturbanceKind::again}),
                           info_of(DisturbanceKind::again).cause, "outside");
    }
    // A member that bot_input or draw changes soon differs in copies and restored objects too.
    if (differences.differs_before_all_others(DisturbanceKind::observe)) {
        return cause_of(DisturbanceKind::observe);
    }
    if (differences.differ_first_together(DisturbanceKind::copy, DisturbanceKind::restore)) {
        return {DisturbanceKind::restore, k_copied_cause, replay::CauseClass::unsaved, "copy"};
    }
    // A copy keeps a member that serialize leaves out, and a fresh object has no cache of another
    // game. A difference of a restored object is graver than one of a reset object.
    return cause_of(differences.first_of(
        {DisturbanceKind::copy, DisturbanceKind::restore, DisturbanceKind::used,
         DisturbanceKind::observe, DisturbanceKind::rounding, DisturbanceKind::reset,
         DisturbanceKind::thread, DisturbanceKind::process, DisturbanceKind::memory}));
}

std::string cause_text(const Diagnosis& diagnosis, const CompanionFinding& finding) {
    if (finding.answer.empty()) {
        return diagnosis.cause;
    }
    const std::string text = finding.answer + " differs though the state is the same: ";
    return diagnosis.probe == DisturbanceKind::restore
               ? text +
                     "it reads a member that serialize leaves out and restored() does not "
                     "rebuild; name it in serialize, or rebuild it from what is named"
               : text + diagnosis.cause;
}

namespace {

bool is_of_this_process(DisturbanceKind probe) {
    return place_of_probe(probe) < place_of_probe(DisturbanceKind::thread);
}

bool ProbeDifferences::differs(DisturbanceKind probe) const {
    return std::any_of(all_.begin(), all_.end(),
                       [&](const ProbeDifference& each) { return each.probe == probe; });
}

bool ProbeDifferences::any_differs(std::initializer_list<DisturbanceKind> probes) const {
    return std::any_of(probes.begin(), probes.end(),
                       [&](DisturbanceKind probe) { return differs(probe); });
}

bool ProbeDifferences::any_here_differs() const {
    return std::any_of(all_.begin(), all_.end(),
                       [](const ProbeDifference& each) { return is_of_this_process(each.probe); });
}

DisturbanceKind ProbeDifferences::first_of(std::initializer_list<DisturbanceKind> preferred) const {
    const auto* const found = std::find_if(preferred.begin(), preferred.end(),
                                           [&](DisturbanceKind probe) { return differs(probe); });
    return found != preferred.end() ? *found : earliest();
}

bool ProbeDifferences::differ_first_together(DisturbanceKind one, DisturbanceKind other) const {
    const ProbeDifference* const a = find(one);
    const ProbeDifference* const b = find(other);
    return a != nullptr && b != nullptr && place(*a) == place(*b) &&
           std::none_of(all_.begin(), all_.end(),
                        [&](const auto& each) { return place(each) < place(*a); });
}

bool ProbeDifferences::differs_before_all_others(DisturbanceKind probe) const {
    const ProbeDifference* const own = find(probe);
    return own != nullptr && std::all_of(all_.begin(), all_.end(), [&](const auto& each) {
               return each.probe == probe || place(*own) < place(each);
           });
}

DisturbanceKind ProbeDifferences::earliest() const {
    return std::min_element(all_.begin(), all_.end(),
                            [](const auto& a, const auto& b) {
                                return std::tuple(place(a), place_of_probe(a.probe)) <
                                       std::tuple(place(b), place_of_probe(b.probe));
                            })
        ->probe;
}

const ProbeDifference* ProbeDifferences::find(DisturbanceKind probe) const {
    const auto found = std::find_if(all_.begin(), all_.end(),
                                    [&](const auto& each) { return each.probe == probe; });
    return found == all_.end() ? nullptr : &*found;
}

Diagnosis cause_of(DisturbanceKind probe) {
    const DisturbanceInfo& info = info_of(probe);
    return {probe, info.cause, info.cause_class, info.reason};
}

Diagnosis local_cause(DisturbanceKind probe, const char* cause, const char* reason) {
    return {probe, cause, replay::CauseClass::local, reason};
}

// The diagnosis that runs in the same memory have proven about the machine.
std::optional<Diagnosis> proven_of_machine(const ProbeDifferences& differences, Decider decider) {
    const DisturbanceKind elsewhere = differences.first_of(
        {DisturbanceKind::process, DisturbanceKind::memory, DisturbanceKind::thread});
    const DisturbanceKind in_memory =
        differences.first_of({DisturbanceKind::memory, DisturbanceKind::process});
    switch (decider) {
        case Decider::chance:
            return local_cause(elsewhere, k_chance_cause, "chance");
        case Decider::clock:
            return local_cause(elsewhere, k_clock_cause, "clock");
        case Decider::unwritten:
            return local_cause(in_memory, k_unwritten_cause, "unwritten");
        case Decider::address:
            return local_cause(in_memory, k_address_cause, "address");
        case Decider::unknown:
        case Decider::nothing:
        case Decider::same:
        case Decider::differs:
        case Decider::differs_in_memory:
        case Decider::neighbour:
            break;
    }
    return std::nullopt;
}

// True if the game is always the same by itself, and not here.
bool is_disturbed_here(const ProbeDifferences& differences, Decider decider) {
    return decider == Decider::same && differences.any_here_differs() &&
           differences.any_differs({DisturbanceKind::process, DisturbanceKind::memory});
}

// True if the fault lies outside of the game's objects. A fault of a copied, a restored or a drawn
// object makes no second game differ, and a loss by restoring needs a restore. If a second game and
// two other processes agree, nothing outside takes part.
bool is_outside_of_objects(const ProbeDifferences& differences,
                           const std::vector<DisturbanceKind>& agreeing) {
    const auto agrees = [&](DisturbanceKind probe) {
        return std::find(agreeing.begin(), agreeing.end(), probe) != agreeing.end();
    };
    const bool is_inside = agrees(DisturbanceKind::again) && agrees(DisturbanceKind::process) &&
                           agrees(DisturbanceKind::memory);
    return differences.differs(DisturbanceKind::again) ||
           (!is_inside && differences.differs(DisturbanceKind::observe) &&
            differences.any_differs(
                {DisturbanceKind::copy, DisturbanceKind::restore, DisturbanceKind::used}));
}

}  // namespace
}  // namespace tandem::tools::check
