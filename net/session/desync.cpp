// SPDX-License-Identifier: MIT
// Finds the first tick that differs, and asks and answers about its state.
#include <tandem/net/session/desync.hpp>

#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/state_hash.hpp>

namespace tandem::net {

Dispute::Dispute(std::uint64_t ticks_agreed, std::uint64_t ticks_differ, Time deadline)
    : ticks_agreed_(ticks_agreed), ticks_differ_(ticks_differ), deadline_(deadline) {}

Differ Dispute::our_chains(const History& history) const {
    Differ differ{ticks_agreed_, {}};
    for (std::uint64_t ticks = ticks_agreed_; differ.chains.size() < MessageLimits::chains_max;
         ++ticks) {
        const Moment* moment = history.find(ticks);
        if (moment == nullptr) {
            break;
        }
        differ.chains.push_back(moment->hashes.chain);
    }
    TANDEM_ASSERT(!differ.chains.empty());
    return differ;
}

std::optional<Autopsy> Dispute::own_report(const History& history) {
    const Moment* moment = history.find(ticks_differ_);
    if (is_reported_ || moment == nullptr) {
        return std::nullopt;
    }
    is_reported_ = true;
    return make_autopsy(*moment);
}

Result<std::optional<Autopsy>> Dispute::receive_chains(const Differ& differ,
                                                       const History& history) {
    if (has_chains_ || report_) {
        return Error{ErrorCode::bad_data, "chains from tick " + std::to_string(differ.from),
                     "where the two differ was told already"};
    }
    for (std::uint64_t index = 0; index < differ.chains.size(); ++index) {
        const Moment* ours = history.find(differ.from + index);
        if (ours == nullptr || ours->hashes.chain == differ.chains[index]) {
            continue;
        }
        if (differ.from + index <= ticks_agreed_) {
            break;
        }
        ticks_differ_ = differ.from + index;
        their_chain_ = differ.chains[index];
        has_chains_ = true;
        return own_report(history);
    }
    return Error{
        ErrorCode::bad_data, "chains from tick " + std::to_string(differ.from),
        "they are told to differ, but none does after tick " + std::to_string(ticks_agreed_)};
}

Result<std::optional<Autopsy>> Dispute::receive_report(Autopsy autopsy, const History& history) {
    const Moment* ours = history.find(autopsy.ticks_done);
    if (report_ || (has_chains_ && autopsy.ticks_done != ticks_differ_)) {
        return Error{ErrorCode::bad_data, "report of a desync",
                     "it is about the state after " + std::to_string(autopsy.ticks_done) +
                         " ticks; one about the state after " + std::to_string(ticks_differ_) +
                         " ticks is due once"};
    }
    if (autopsy.ticks_done <= ticks_agreed_ || ours == nullptr ||
        ours->hashes.chain == autopsy.hashes.chain) {
        return Error{ErrorCode::bad_data, "report of a desync",
                     "it is about the state after " + std::to_string(autopsy.ticks_done) +
                         " ticks, where the two agree"};
    }
    ticks_differ_ = autopsy.ticks_done;
    their_chain_ = autopsy.hashes.chain;
    report_ = std::move(autopsy);
    return own_report(history);
}

void Dispute::receive_reset_report(Autopsy autopsy) {
    ticks_differ_ = 0;
    their_chain_ = autopsy.hashes.chain;
    report_ = std::move(autopsy);
    is_enough_there_ = true;  // it is refused at once
}

// ---- The walk ----

void Dispute::give_own_state(std::shared_ptr<OwnState> own, sim::StateHash own_hash) {
    walk_ = std::make_shared<Walk>();
    walk_->own = std::move(own);
    walk_->own_hash = own_hash;
    if (walk_->own) {
        walk_->teller.emplace(*walk_->own, own_hash);
    }
}

bool Dispute::has_enough() const {
    const bool is_walked = report_->has_state && report_->state.empty() && walk_ && walk_->own &&
                           report_->state_hash != walk_->own_hash;
    return !is_walked || (walk_->asker && walk_->asker->is_over());
}

Result<std::vector<Message>> Dispute::go_on(std::size_t bytes_max) {
    std::vector<Message> messages;
    if (!walk_) {
        return messages;
    }
    const bool is_ready = walk_->own && walk_->own->pieces.build(bytes_max);
    if (is_ready && report_ && !has_enough()) {
        if (!walk_->asker) {
            walk_->asker.emplace(*walk_->own, report_->state_hash, report_->state_bytes);
        }
        for (auto hashes = walk_->asker->next_ask(); !hashes.empty();
             hashes = walk_->asker->next_ask()) {
            messages.emplace_back(Ask{ticks_differ_, std::move(hashes)});
        }
    }
    if (walk_->teller) {
        auto answer = walk_->teller->next_answer();
        TANDEM_TRY(answer);
        if (*answer) {
            messages.emplace_back(Pieces{ticks_differ_, **std::move(answer)});
        }
    }
    if (report_ && has_enough() && !is_enough_here_) {
        is_enough_here_ = true;
        messages.emplace_back(Enough{ticks_differ_});
    }
    return messages;
}

Result<void> Dispute::check_walk(std::uint64_t ticks_done) const {
    if (!walk_ || ticks_done != ticks_differ_) {
        return Error{ErrorCode::bad_data, "walk",
                     "it is about the state after " + std::to_string(ticks_done) +
                         " ticks, which was not reported"};
    }
    return {};
}

Result<void> Dispute::receive_ask(const Ask& ask) {
    TANDEM_TRY(check_walk(ask.ticks_done));
    if (!walk_->teller || is_enough_there_) {
        return Error{ErrorCode::bad_data, "walk",
                     "it asks for a state that was not offered, or after it had enough"};
    }
    return walk_->teller->receive(ask.hashes);
}

Result<void> Dispute::receive_pieces(Pieces pieces) {
    TANDEM_TRY(check_walk(pieces.ticks_done));
    if (!walk_->asker) {
        return Error{ErrorCode::bad_data, "walk", "nothing was asked"};
    }
    return walk_->asker->receive(std::move(pieces.contents));
}

Result<void> Dispute::receive_enough(const Enough& enough) {
    TANDEM_TRY(check_walk(enough.ticks_done));
    if (is_enough_there_) {
        return Error{ErrorCode::bad_data, "walk", "it had enough before"};
    }
    is_enough_there_ = true;
    return {};
}

StatesAtDesync Dispute::states(const Moment& ours, const sim::Schema& schema) const {
    StatesAtDesync states;
    if (walk_ && walk_->own) {
        states.ours = &walk_->own->state;
    } else if (ours.has_state) {
        states.ours = &ours.state;
    }
    if (!report_ || !report_->has_state) {
        return states;
    }
    states.their_bytes = report_->state_bytes;
    if (!report_->state.empty()) {
        const bool is_true = sim::state_hash(schema, report_->state) == report_->state_hash;
        states.theirs = is_true ? &report_->state : nullptr;
    } else if (states.ours != nullptr && report_->state_hash == ours.state_hash) {
        states.theirs = states.ours;
    } else if (walk_ && walk_->asker) {
        states.walk = walk_->asker->end();
        if (states.walk == StateWalk::End::whole) {
            states.theirs = &walk_->asker->state();
        } else {
            states.their_beginning = walk_->asker->known_beginning();
        }
    }
    return states;
}

}  // namespace tandem::net
