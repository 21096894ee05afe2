// SPDX-License-Identifier: MIT
// Makes the orders of a session, and the findings of their answers.
#include <tandem/tools/check/orders.hpp>

namespace tandem::tools::check {

std::uint64_t tick_of_order(std::uint64_t number) { return number > 0 ? number - 1 : 0; }

Order order_of(const SessionHistory& session, std::uint64_t number) {
    if (number == 0) {
        return {true, sim::encode_setup(session.setup()), false, session.hash(0)};
    }
    const std::uint64_t tick = tick_of_order(number);
    const sim::ByteView record = session.record(tick);
    const bool is_failed = session.failed_at(tick);
    return {false, Bytes(record.begin(), record.end()), is_failed,
            is_failed ? sim::StateHash() : session.hash(number)};
}

sim::Result<Verdict> decode_answer(const SessionHistory& session, std::uint64_t number,
                                   sim::ByteView bytes) {
    auto verdict = decode_verdict(bytes);
    if (!verdict || verdict->kind == Verdict::Kind::same) {
        return verdict;
    }
    const bool is_failed = number > 0 && session.failed_at(tick_of_order(number));
    if (is_failed != (verdict->kind == Verdict::Kind::only_game_failed)) {
        return sim::Error{sim::ErrorCode::bad_data, "",
                          std::string("what arrived is no verdict on a tick that the game ") +
                              (is_failed ? "could not play" : "played")};
    }
    return verdict;
}

Finding finding_of(DisturbanceKind probe, const SessionHistory& session, std::uint64_t number,
                   const Verdict& verdict) {
    const std::uint64_t tick = tick_of_order(number);
    switch (verdict.kind) {
        case Verdict::Kind::only_game_failed:
            return session.failure(probe, tick, true, session.failure()->text());
        case Verdict::Kind::only_companion_failed: {
            return session.failure(probe, tick, false, std::string(sim::as_text(verdict.content)));
        }
        case Verdict::Kind::same:
        case Verdict::Kind::differs:
            break;
    }
    return session.difference(probe, number, verdict.content);
}

}  // namespace tandem::tools::check
