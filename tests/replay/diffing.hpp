// SPDX-License-Identifier: MIT
// Recordings that differ on purpose, and what a diff says of them.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include <tandem/replay/compare/diff.hpp>
#include <tests/replay/recording.hpp>

namespace tandem::test {

inline replay::DiffReport diff(const sim::Bytes& a, const sim::Bytes& b,
                               const replay::SimulationFactory& factory = nullptr) {
    auto report = replay::diff(open_replay(a), open_replay(b), factory);
    EXPECT_TRUE(report) << (report ? "" : report.error().text());
    return report ? std::move(report).value() : replay::DiffReport{};
}

template <class Game>
replay::SimulationFactory factory_of() {
    return [] { return sim::erase<Game>(); };
}

inline bool has_note(const replay::DiffReport& report, const std::string& part) {
    for (const std::string& note : report.notes) {
        if (note.find(part) != std::string::npos) {
            return true;
        }
    }
    return false;
}

// Bots for everybody, but at one tick one player gives this amount.
inline RecordSource with_amount(std::uint64_t at, std::uint32_t slot, std::int16_t amount) {
    return [=](const sim::AnySimulation& simulation, std::uint64_t tick) {
        sim::Bytes record = bot_record(simulation, tick);
        if (tick == at) {
            const std::size_t offset = sim::presence_bytes(simulation.setup().slots) + slot * 2;
            sim::store_le(static_cast<std::uint16_t>(amount), record.data() + offset);
        }
        return record;
    };
}

}  // namespace tandem::test
