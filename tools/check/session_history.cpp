// SPDX-License-Identifier: MIT
// Keeps the history. Hashes and records of all ticks are small and kept; states are kept from the
// beginning while there is room, because that is where a fault shows.
#include <tandem/tools/check/session_history.hpp>

namespace tandem::tools::check {

using sim::AnySimulation;

std::vector<sim::FieldDifference> differing_fields(const sim::Schema& schema, ByteView a,
                                                   ByteView b) {
    const auto fits = [&](ByteView bytes) {
        const auto size = sim::measure_value(schema.root(), bytes);
        return size && *size == bytes.size();
    };
    return fits(a) && fits(b) ? sim::compare_values(schema, a, b)
                              : std::vector<sim::FieldDifference>();
}

void Script::add(ByteView record, sim::StateHash hash) {
    sim::append(records_, record);
    ends_.push_back(records_.size());
    hashes_.push_back(hash);
}

ByteView Script::record(std::uint64_t tick) const {
    const std::uint64_t begin = tick == 0 ? 0 : ends_[tick - 1];
    return ByteView(records_).subspan(begin, ends_[tick] - begin);
}

void SessionHistory::start(const AnySimulation& main) {
    Script::start(main.state_hash());
    keep(main);
}

void SessionHistory::add(ByteView record, const Result<void>& done, const AnySimulation& main) {
    Script::add(record, done ? main.state_hash() : sim::StateHash());
    if (done) {
        keep(main);
    } else {
        failure_ = done.error();
    }
}

void SessionHistory::keep(const AnySimulation& main) {
    const bool has_all = states_.size() == ticks();
    if (!has_all || state_bytes_left_ == 0) {
        return;
    }
    Bytes state;
    if (!main.save(state) || state.size() > state_bytes_left_) {
        state_bytes_left_ = 0;
        return;
    }
    state_bytes_left_ -= state.size();
    states_.push_back(std::move(state));
}

std::optional<Bytes> SessionHistory::state(std::uint64_t moment) const {
    if (moment < states_.size()) {
        return states_[moment];
    }
    AnySimulation again = game_.make();
    if (!again.reset(setup())) {
        return std::nullopt;
    }
    for (std::uint64_t tick = 0; tick < moment; ++tick) {
        if (!again.step(record(tick))) {
            return std::nullopt;
        }
    }
    Bytes state;
    if (again.state_hash() != hash(moment) || !again.save(state)) {
        return std::nullopt;
    }
    return state;
}

CompanionFinding SessionHistory::finding_at(DisturbanceKind probe, std::uint64_t ticks_done) const {
    CompanionFinding finding;
    finding.probe = probe;
    finding.seed = setup().seed;
    finding.ticks_done = ticks_done;
    return finding;
}

CompanionFinding SessionHistory::difference(DisturbanceKind probe, std::uint64_t moment,
                                            ByteView other) const {
    CompanionFinding finding = finding_at(probe, moment);
    const auto ours = state(moment);
    // If a game cannot be repeated, no fields can be named.
    if (ours) {
        finding.fields = differing_fields(game_.info->state_schema, *ours, other);
    }
    return finding;
}

CompanionFinding SessionHistory::failure(DisturbanceKind probe, std::uint64_t tick,
                                         bool main_failed, const std::string& text) const {
    CompanionFinding finding = finding_at(probe, tick);
    finding.failure = std::string(main_failed ? "the game, unlike " : "only ") +
                      info_of(probe).who + (main_failed ? ", failed: " : " failed: ") + text;
    return finding;
}

CompanionFinding SessionHistory::answer(DisturbanceKind probe, std::uint64_t moment,
                                        const std::string& name) const {
    CompanionFinding finding = finding_at(probe, moment);
    finding.answer = name;
    return finding;
}

}  // namespace tandem::tools::check
