// SPDX-License-Identifier: MIT
// Tries guesses. Before the first one fits, each is compared with the few bits that the file has of
// the tick's chain, and a guess that gives them is followed. Once a guess fits, the state behind
// the tick is known, and all others are compared with that.
#include <tandem/replay/explain/guess_search.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <tandem/replay/explain/bit_search.hpp>
#include <tandem/replay/explain/input_guesses.hpp>
#include <tandem/replay/explain/lost_field.hpp>
#include <tandem/replay/explain/state_bytes.hpp>
#include <tandem/sim/schema/state_hash.hpp>

namespace tandem::replay {
namespace {

// At most so many ticks, and states of so many bytes together, are simulated behind a guess.
constexpr std::uint64_t k_followed_ticks_max = 20'000;
constexpr std::uint64_t k_followed_bytes_max = std::uint64_t{1} << 28;
// Chance makes the chain of one tick right once in 2^16 guesses, those of two ticks once in 2^32.
constexpr std::uint64_t k_ticks_of_a_fit = 2;

class Search {
public:
    Search(const Replay& replay, const sim::AnySimulation& spare, const BadTick& bad,
           const GuessPlan& plan, const Progress& progress)
        : replay_(replay),
          spare_(spare),
          bad_(bad),
          plan_(plan),
          progress_(progress),
          trials_(replay, spare, bad),
          likely_(replay, spare, bad, progress) {}
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;

    sim::Result<GuessSearch> run();

private:
    const sim::Schema& schema() const { return replay_.header().state_schema; }
    bool goes_on();

    // True if a state behind the tick is the one that is sought, as far as that is known.
    bool is_wanted(sim::StateHash state) const {
        return outcome_ ? state == *outcome_ : bad_.gives_the_recorded(state);
    }

    std::uint64_t followed_ticks() const;

    // Keeps a guess whose outcome is wanted, unless it fits by chance or for fewer ticks than
    // another.
    void keep(Hypothesis guess, sim::StateHash outcome, GuessCount& count);

    static void count_shorter(GuessCount& count, const Fit& fit) {
        count.shorter_ticks = std::max(count.shorter_ticks, fit.ticks);
    }

    void try_one(const Hypothesis& guess, GuessCount& count);
    void try_all(const std::vector<Hypothesis>& guesses, GuessCount& count);
    void try_steps();
    static Hypothesis guess_of(const StateEdit& edit, GuessPlace place);
    void try_edits_after();

    // Tries all edits of a small state; in a large one those that touch likely bytes.
    void try_edits_before();

    // True if the state behind the step is one change away. Then none before it is needed, and a
    // game may not survive them all.
    bool is_one_edit_behind() const;
    bool is_flipped_after() const;

    // Keeps the bits that fit. Returns whether one behind the step does: it leaves no room for
    // another.
    bool try_bits(const std::vector<StateBit>& bits);
    BitSearch bit_search() const;
    void add(const BitHunt& hunt);
    void try_bits_after();
    std::vector<StateBit> only_bit_apart() const;
    void try_bits_before();

    const Replay& replay_;
    const sim::AnySimulation& spare_;
    const BadTick& bad_;
    const GuessPlan& plan_;
    const Progress& progress_;
    Trials trials_;
    LikelyBytes likely_;
    GuessSearch found_;
    // The state behind the tick, known once a guess fits, and how far it goes with the recorded
    // inputs.
    std::optional<sim::StateHash> outcome_;
    std::optional<Fit> once_;
    bool is_stopped_ = false;
};

}  // namespace

const GuessCount& GuessSearch::count_of(CauseClass cause) const {
    if (cause == CauseClass::inputs) {
        return inputs;
    }
    if (cause == CauseClass::unsaved) {
        return losses;
    }
    return cause == CauseClass::memory ? bits : changes;
}

GuessCount& GuessSearch::count_of(CauseClass cause) {
    return const_cast<GuessCount&>(std::as_const(*this).count_of(cause));
}

sim::Result<GuessSearch> search_guesses(const Replay& replay, const sim::AnySimulation& spare,
                                        const BadTick& bad, const GuessPlan& plan,
                                        const Progress& progress) {
    return Search(replay, spare, bad, plan, progress).run();
}

namespace {

sim::Result<GuessSearch> Search::run() {
    if (!bad_.is_reset) {
        const auto inputs = input_guesses(replay_, spare_.info(), bad_);
        TANDEM_TRY(inputs);
        try_all(*inputs, found_.inputs);
        try_steps();
        try_edits_after();
    }
    try_bits_after();
    if (!bad_.is_reset) {
        found_.may_try_before = plan_.edits_before;
        if (plan_.edits_before) {
            try_all(lost_field_guesses(schema(), bad_.before, plan_.reset), found_.losses);
        }
        found_.has_tried_before = plan_.edits_before && !is_one_edit_behind();
        if (found_.has_tried_before) {
            try_edits_before();
            try_bits_before();
        }
    }
    return std::move(found_);
}

bool Search::goes_on() {
    is_stopped_ = is_stopped_ || (progress_ && !progress_(0));
    return !is_stopped_;
}

std::uint64_t Search::followed_ticks() const {
    return std::min(k_followed_ticks_max,
                    k_followed_bytes_max / std::max<std::uint64_t>(bad_.honest.size(), 1));
}

void Search::keep(Hypothesis guess, sim::StateHash outcome, GuessCount& count) {
    const bool lasts = guess.place == GuessPlace::all_records;
    Fit fit;
    if (outcome_ && !lasts && once_) {
        fit = *once_;
    } else {
        fit = trials_.follow(guess, followed_ticks(), progress_);
    }
    if (fit.ticks < k_ticks_of_a_fit && !fit.is_confirmed) {
        ++count.by_chance;
        return;
    }
    outcome_ = outcome;
    if (!lasts) {
        once_ = fit;
    }
    if (fit.ticks > found_.fit.ticks) {
        for (const Hypothesis& other : found_.guesses) {
            count_shorter(found_.count_of(other.cause), found_.fit);
        }
        found_.guesses.clear();
        found_.fit = fit;
    }
    if (fit.ticks == found_.fit.ticks) {
        found_.guesses.push_back(std::move(guess));
    } else {
        count_shorter(count, fit);
    }
}

void Search::try_one(const Hypothesis& guess, GuessCount& count) {
    ++count.tried;
    const auto outcome = trials_.outcome(guess);
    if (outcome && is_wanted(*outcome)) {
        keep(guess, *outcome, count);
    }
}

void Search::try_all(const std::vector<Hypothesis>& guesses, GuessCount& count) {
    for (std::size_t i = 0; i < guesses.size() && goes_on(); ++i) {
        try_one(guesses[i], count);
    }
}

void Search::try_steps() {
    for (const bool is_doubled : {false, true}) {
        Hypothesis guess;
        guess.cause = CauseClass::change;
        guess.place = is_doubled ? GuessPlace::doubled_step : GuessPlace::no_step;
        guess.text = std::string("the step of tick ") + std::to_string(bad_.tick().number) +
                     (is_doubled ? " done twice" : " left out");
        if (goes_on()) {
            try_one(guess, found_.changes);
        }
    }
}

Hypothesis Search::guess_of(const StateEdit& edit, GuessPlace place) {
    Hypothesis guess;
    guess.cause = CauseClass::change;
    guess.place = place;
    guess.path = edit.path;
    guess.text =
        edit.text + (place == GuessPlace::after_step ? " after the step" : " before the step");
    guess.edit = edit;
    return guess;
}

void Search::try_edits_after() {
    const EditVisitor try_edit = [&](const StateEdit& edit) {
        ++found_.changes.tried;
        const sim::Bytes state = with_edit(bad_.honest, edit);
        const sim::StateHash outcome = sim::state_hash(schema(), state);
        if (is_wanted(outcome)) {
            keep(guess_of(edit, GuessPlace::after_step), outcome, found_.changes);
        }
        return goes_on();
    };
    visit_unchanged_numbers(schema(), bad_.before, bad_.honest, try_edit);
    visit_state_edits(schema(), bad_.honest, try_edit);
}

void Search::try_edits_before() {
    std::uint64_t edits = 0;
    const EditVisitor count = [&](const StateEdit&) {
        ++edits;
        return goes_on();
    };
    visit_state_edits(schema(), bad_.before, count);
    const std::uint64_t with_unsafe = edits;
    edits = 0;
    visit_state_edits(schema(), bad_.before, count, plan_.reset);
    found_.changes.unsafe = with_unsafe - edits;
    const std::uint64_t affordable = steps_affordable(bad_.before.size());
    std::optional<std::vector<std::size_t>> bytes;
    if (edits > affordable) {
        bytes = likely_.of(bad_.before);
    }
    std::uint64_t tried = 0;
    const EditVisitor try_edit = [&](const StateEdit& edit) {
        const bool is_likely =
            !bytes ||
            std::any_of(edit.pieces.begin(), edit.pieces.end(), [&](const EditPiece& piece) {
                return std::binary_search(bytes->begin(), bytes->end(), piece.offset);
            });
        if (is_likely) {
            ++tried;
            const auto outcome = trials_.outcome_from(with_edit(bad_.before, edit));
            if (outcome && is_wanted(*outcome)) {
                keep(guess_of(edit, GuessPlace::before_step), *outcome, found_.changes);
            }
        }
        return goes_on() && tried < affordable;
    };
    visit_state_edits(schema(), bad_.before, try_edit, plan_.reset);
    found_.changes.tried += tried;
    found_.changes.untried += edits - tried;
}

bool Search::is_one_edit_behind() const {
    return std::any_of(found_.guesses.begin(), found_.guesses.end(),
                       [](const auto& guess) { return guess.place == GuessPlace::after_step; });
}

bool Search::is_flipped_after() const {
    return std::any_of(found_.guesses.begin(), found_.guesses.end(), [](const auto& guess) {
        return guess.bit && guess.bit->moment == FlipMoment::after_step;
    });
}

bool Search::try_bits(const std::vector<StateBit>& bits) {
    for (const StateBit& place : bits) {
        Hypothesis guess = guess_of_bit(schema(), bad_, place);
        const auto outcome = goes_on() ? trials_.outcome(guess) : std::nullopt;
        if (outcome && is_wanted(*outcome)) {
            keep(std::move(guess), *outcome, found_.bits);
        }
    }
    return is_flipped_after();
}

BitSearch Search::bit_search() const {
    return BitSearch(replay_, spare_, bad_,
                     [this](sim::StateHash state) { return is_wanted(state); });
}

void Search::add(const BitHunt& hunt) {
    found_.bits.tried += hunt.tried;
    found_.bits.untried += hunt.untried;
}

void Search::try_bits_after() {
    if (outcome_) {
        // The state is known, so it shows whether a single bit leads to it.
        found_.bits.tried += bad_.honest.size() * k_byte_bits;
        try_bits(only_bit_apart());
        return;
    }
    const BitSearch search = bit_search();
    add(hunt_after(
        search, bad_, likely_, plan_.threads,
        [this](const std::vector<StateBit>& bits) { return try_bits(bits); }, progress_));
}

std::vector<StateBit> Search::only_bit_apart() const {
    std::vector<StateBit> bits;
    if (found_.fit.state.size() != bad_.honest.size()) {
        return bits;
    }
    for (std::size_t byte = 0; byte < bad_.honest.size() && bits.size() < 2; ++byte) {
        const auto apart =
            std::to_integer<std::uint32_t>(bad_.honest[byte] ^ found_.fit.state[byte]);
        for (std::uint32_t bit = 0; bit < k_byte_bits; ++bit) {
            if ((apart >> bit & 1U) != 0) {
                bits.push_back({FlipMoment::after_step, byte, bit});
            }
        }
    }
    return bits.size() == 1 ? bits : std::vector<StateBit>();
}

void Search::try_bits_before() {
    const BitSearch search = bit_search();
    add(hunt_before(
        search, bad_, likely_, [this](const std::vector<StateBit>& bits) { return try_bits(bits); },
        progress_));
}

}  // namespace
}  // namespace tandem::replay
