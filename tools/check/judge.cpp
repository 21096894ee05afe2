// SPDX-License-Identifier: MIT
// The rules, the surest first.
#include <tandem/tools/check/judge.hpp>

#include <algorithm>
#include <initializer_list>
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
    "process: a static or global that changes, or rand(); make it a member that serialize names";

constexpr const char* k_chance_cause =
    "the same ticks, played once more, did not differ: something outside of the game takes part, "
    "random_device, a clock, an address, or a static or global that changes; take it from setup "
    "and inputs, or make it a member that serialize names";

bool is_of_this_process(Probe probe) { return probe < Probe::thread; }

class Court {
public:
    explicit Court(const std::vector<Testimony>& all) : all_(all) { TANDEM_ASSERT(!all.empty()); }

    bool saw(Probe probe) const {
        return std::any_of(all_.begin(), all_.end(),
                           [&](const Testimony& each) { return each.probe == probe; });
    }
    bool saw_any(std::initializer_list<Probe> probes) const {
        return std::any_of(probes.begin(), probes.end(), [&](Probe probe) { return saw(probe); });
    }
    bool saw_here() const {
        return std::any_of(all_.begin(), all_.end(),
                           [](const Testimony& each) { return is_of_this_process(each.probe); });
    }
    // The first of these that differs; where none does, whichever differed first.
    Probe witness(std::initializer_list<Probe> preferred) const {
        const auto* const found = std::find_if(preferred.begin(), preferred.end(),
                                               [&](Probe probe) { return saw(probe); });
        return found != preferred.end() ? *found : earliest();
    }
    Probe earliest() const {
        const auto place = [](const Testimony& each) {
            return std::tuple(each.seed, each.ticks_done, each.probe);
        };
        return std::min_element(all_.begin(), all_.end(),
                                [&](const auto& a, const auto& b) { return place(a) < place(b); })
            ->probe;
    }

private:
    const std::vector<Testimony>& all_;
};

Judgement blame(Probe probe) { return {probe, info_of(probe).cause}; }

// By itself the game is always the same, and here it is not.
bool is_disturbed_here(const Court& court, Alone alone) {
    return alone == Alone::same && court.saw_here() &&
           court.saw_any({Probe::process, Probe::memory});
}

// What a copied, a restored or a drawn object does wrong makes no second game differ, and what a
// restoring loses is not lost where nothing is restored.
bool is_outside_of_objects(const Court& court) {
    return court.saw(Probe::twin) ||
           (court.saw(Probe::observed) && court.saw_any({Probe::copy, Probe::fresh, Probe::dirty}));
}

}  // namespace

Alone alone_of(const std::vector<Hashes>& plain, const std::vector<Hashes>& filled) {
    TANDEM_ASSERT(!plain.empty() && !filled.empty());
    const auto is_first = [&](const Hashes& hashes) { return hashes == plain.front(); };
    if (!std::all_of(plain.begin(), plain.end(), is_first)) {
        return Alone::differs;
    }
    const auto same = std::count_if(filled.begin(), filled.end(), is_first);
    return same == 0                                            ? Alone::differs_in_memory
           : same == static_cast<std::ptrdiff_t>(filled.size()) ? Alone::same
                                                                : Alone::differs;
}

bool sees_it_again(Probe probe) {
    return probe != Probe::serialize && probe != Probe::twin && is_of_this_process(probe);
}

Judgement chance(Probe probe) { return {probe, k_chance_cause}; }

bool needs_alone(const std::vector<Testimony>& all) {
    const Court court(all);
    return all.size() > 1 && !court.saw(Probe::serialize) &&
           court.saw_any({Probe::process, Probe::memory});
}

Judgement judge(const std::vector<Testimony>& all, Alone alone) {
    const Court court(all);
    if (court.saw(Probe::serialize)) {
        return blame(Probe::serialize);
    }
    const bool depends_on_moment = court.saw(Probe::thread) && court.saw(Probe::process) &&
                                   !court.saw_here() && court.earliest() == Probe::thread;
    if (depends_on_moment && alone != Alone::differs_in_memory) {
        return {Probe::thread, k_moment_cause};
    }
    if (alone == Alone::differs) {
        return {court.witness({Probe::process, Probe::memory}), info_of(Probe::process).cause};
    }
    if (alone == Alone::differs_in_memory) {
        return {court.witness({Probe::memory, Probe::process}), info_of(Probe::memory).cause};
    }
    if (alone == Alone::same && all.size() == 1 && court.saw(Probe::memory)) {
        return chance(Probe::memory);
    }
    if (is_disturbed_here(court, alone)) {
        return {court.witness({Probe::twin}), k_static_cause};
    }
    if (is_outside_of_objects(court)) {
        return {court.witness({Probe::twin}), info_of(Probe::twin).cause};
    }
    // A copy keeps what serialize leaves out, and a fresh object has no cache of another game.
    // What a restored object shows is graver than what a reset one does.
    return blame(
        court.witness({Probe::copy, Probe::fresh, Probe::dirty, Probe::observed, Probe::rounding,
                       Probe::reset, Probe::thread, Probe::process, Probe::memory}));
}

std::string cause_text(const Judgement& judgement, const Finding& finding) {
    if (finding.answer.empty()) {
        return judgement.cause;
    }
    const std::string text = finding.answer + " differs though the state is the same: ";
    return judgement.probe == Probe::fresh
               ? text +
                     "it reads a member that serialize leaves out and restored() does not "
                     "rebuild; name it in serialize, or rebuild it from what is named"
               : text + judgement.cause;
}

}  // namespace tandem::tools::check
