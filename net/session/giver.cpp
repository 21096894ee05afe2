// SPDX-License-Identifier: MIT
// A moment is chosen, compared and tried out, each in its own calls.
#include <tandem/net/session/giver.hpp>

#include <algorithm>
#include <utility>

namespace tandem::net {
namespace {

// The ticks that the copy steps in one call.
constexpr std::uint64_t k_steps_per_call = 8;
// Two moments in a row must fail before a game counts as one that does not save its whole state: a
// fault that was planted between a moment and its end looks the same once.
constexpr int k_failures_max = 2;

std::string too_large_text(std::size_t bytes, std::uint64_t bytes_max) {
    return "its state has " + std::to_string(bytes) + " bytes, and at most " +
           std::to_string(bytes_max) + " are given";
}

}  // namespace

void Giver::prepare(const Match& match, std::uint64_t not_before, std::uint64_t equal_until) {
    if (!refusal_.empty()) {
        return;
    }
    not_before = std::max(not_before, untried_from_);
    if (!tried_ || tried_->ticks_done < not_before) {
        choose(match, not_before, equal_until);
    } else if (tried_->ticks_done <= equal_until) {
        try_out(match);
    }
}

std::shared_ptr<const Gift> Giver::gift(const Match& match, std::uint64_t not_before,
                                        std::uint64_t age_ticks_max) const {
    const bool is_good = gift_ && gift_->ticks_done >= not_before &&
                         match.ticks_done() - gift_->ticks_done <= age_ticks_max;
    return is_good ? gift_ : nullptr;
}

std::optional<std::uint64_t> Giver::oldest() const {
    std::optional<std::uint64_t> oldest;
    if (tried_) {
        oldest = tried_->ticks_done;
    }
    if (gift_) {
        oldest = std::min(oldest.value_or(gift_->ticks_done), gift_->ticks_done);
    }
    return oldest;
}

void Giver::rest() {
    tried_.reset();
    gift_.reset();
    copy_.reset();
    failures_ = 0;
}

// The newest moment that all came to already; where no state of one is kept, the present one, whose
// turn comes when all have come to it.
void Giver::choose(const Match& match, std::uint64_t not_before, std::uint64_t equal_until) {
    copy_.reset();
    const std::uint64_t newest = std::min(equal_until, match.ticks_done());
    const Moment* kept = newest >= not_before ? match.history().find(newest) : nullptr;
    if (kept == nullptr || !kept->has_state) {
        kept = match.history().find(match.ticks_done());
    }
    if (kept != nullptr && kept->ticks_done >= not_before) {
        adopt_state(match, *kept);
    }
}

bool Giver::adopt_state(const Match& match, const Moment& moment) {
    sim::Bytes state = moment.has_state ? moment.state : match.simulation().save();
    if (state.size() > std::min<std::uint64_t>(state_bytes_max_, PieceLimits::state_bytes_max)) {
        refusal_ = too_large_text(state.size(), state_bytes_max_);
        return false;
    }
    tried_ = std::make_shared<Gift>();
    tried_->ticks_done = moment.ticks_done;
    tried_->state_hash = moment.state_hash;
    tried_->hashes = moment.hashes;
    tried_->record = moment.record;
    tried_->state =
        std::make_shared<OwnState>(match.simulation().info().state_schema, std::move(state));
    return true;
}

void Giver::try_out(const Match& match) {
    if (!copy_) {
        copy_ = std::make_unique<sim::Timeline>(match.simulation().clone());
        until_ = match.ticks_done();
        if (!copy_->start_at(match.simulation().setup(), tried_->ticks_done, tried_->state->state,
                             tried_->hashes)) {
            judge(match);
        }
        return;
    }
    for (std::uint64_t steps = 0; steps < k_steps_per_call && copy_->ticks_done() < until_;
         ++steps) {
        const Moment* next = match.history().find(copy_->ticks_done() + 1);
        if (next == nullptr) {
            tried_.reset();  // it took too long: its ticks are no longer in memory
            copy_.reset();
            return;
        }
        if (!copy_->advance(next->record)) {
            judge(match);
            return;
        }
    }
    if (copy_->ticks_done() == until_) {
        judge(match);
    }
}

void Giver::judge(const Match& match) {
    const Moment* ours = match.history().find(until_);
    const bool is_same = copy_->ticks_done() == until_ && ours != nullptr &&
                         copy_->hashes() == ours->hashes && copy_->state_hash() == ours->state_hash;
    copy_.reset();
    std::shared_ptr<Gift> tried = std::exchange(tried_, nullptr);
    untried_from_ = is_same ? 0 : tried->ticks_done + 1;
    if (is_same) {
        gift_ = std::move(tried);
        failures_ = 0;
    } else if (++failures_ >= k_failures_max) {
        refusal_ = "the game does not save its whole state: from the one after " +
                   std::to_string(tried->ticks_done) +
                   " ticks a copy did not come to what was played (`check` finds the field)";
    }
}

}  // namespace tandem::net
