// SPDX-License-Identifier: MIT
// A message is refused where it holds what its fields could and its receiver cannot use.
#include <tandem/tools/lab/match/orders.hpp>

#include <algorithm>

#include <tandem/net/options.hpp>
#include <tandem/tools/lab/match/wire.hpp>
#include <tandem/tools/process/message.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::Bytes;
using sim::Error;
using sim::ErrorCode;

Error nonsense(const char* what);
bool is_playable(const MatchOrder& order);
bool is_sound_answer(const Answer& answer);

}  // namespace

Bytes encode(const MatchOrder& order) { return sim::canonical_bytes(order); }
Bytes encode(const Answer& answer) { return sim::canonical_bytes(answer); }

sim::Result<MatchOrder> decode_order(sim::ByteView bytes) {
    return read_message<MatchOrder>(bytes, nonsense("order"), is_playable);
}

sim::Result<Answer> decode_answer(sim::ByteView bytes) {
    return read_message<Answer>(bytes, nonsense("answer"), is_sound_answer);
}

namespace {

Error nonsense(const char* what) {
    return {ErrorCode::internal, "",
            std::string("what arrived between the processes of a match is no ") + what};
}

bool is_playable(const MatchOrder& order) {
    const SidePlan& plan = order.plan;
    return static_cast<std::size_t>(plan.arm) < arms().size() && plan.seconds > 0 &&
           plan.seconds <= k_run_seconds_max && plan.frame_cost_ns > 0 && plan.fast_cost_ns > 0 &&
           plan.delay_ticks <= net::k_delay_ticks_max;
}

bool is_sound_answer(const Answer& answer) {
    if (const auto* progress = std::get_if<Progressing>(&answer)) {
        return progress->state.size() <= k_state_bytes_max;
    }
    if (const auto* reported = std::get_if<Reported>(&answer)) {
        const auto& snapshots = reported->report.snapshots;
        return std::all_of(snapshots.begin(), snapshots.end(), [](const Snapshot& snapshot) {
            return snapshot.state.size() <= k_state_bytes_max;
        });
    }
    const auto* failed = std::get_if<Failed>(&answer);
    return failed == nullptr || sim::is_known(failed->error.code);
}

}  // namespace
}  // namespace tandem::tools::lab::match
