// SPDX-License-Identifier: MIT
// Finding the first tick that differs.
#include <tandem/net/session/desync.hpp>

#include <utility>

#include <tandem/net/session/autopsy.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

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

Result<std::optional<Autopsy>> Dispute::take_chains(const Differ& differ, const History& history) {
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
        return own_report(history);
    }
    return Error{ErrorCode::bad_data, "chains from tick " + std::to_string(differ.from),
                 "they are told to differ from ours, but none does after tick " +
                     std::to_string(ticks_agreed_)};
}

Result<std::optional<Autopsy>> Dispute::take_report(Autopsy autopsy, const History& history) {
    const Moment* ours = history.find(autopsy.ticks_done);
    if (autopsy.ticks_done <= ticks_agreed_ || ours == nullptr ||
        ours->hashes.chain == autopsy.hashes.chain) {
        return Error{ErrorCode::bad_data, "report of a desync",
                     "it is about the state after " + std::to_string(autopsy.ticks_done) +
                         " ticks, where we agree"};
    }
    ticks_differ_ = autopsy.ticks_done;
    their_chain_ = autopsy.hashes.chain;
    report_ = std::move(autopsy);
    return own_report(history);
}

void Dispute::take_reset_report(Autopsy autopsy) {
    ticks_differ_ = 0;
    their_chain_ = autopsy.hashes.chain;
    report_ = std::move(autopsy);
}

}  // namespace tandem::net
