// SPDX-License-Identifier: MIT
// Sessions for tests.
#include <tests/support/session.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include <tandem/sim/random.hpp>

namespace tandem::test {

Setup make_setup(const sim::GameInfo& game, std::uint32_t slots, std::uint64_t seed) {
    Setup setup;
    setup.seed = seed;
    setup.slots = slots;
    setup.tick_rate = game.tick_rate;
    setup.options = game.default_options;
    return setup;
}

sim::Bytes bot_record(const sim::AnySimulation& simulation, std::uint64_t ticks_done,
                      std::uint64_t presence) {
    const Setup& setup = simulation.setup();
    std::vector<sim::Bytes> inputs(setup.slots);
    for (std::uint32_t slot = 0; slot < setup.slots; ++slot) {
        inputs[slot] = simulation.bot_input(Slot{slot}, ticks_done, setup.seed);
    }
    const std::uint64_t all = ~std::uint64_t{0} >> (k_slots_max - setup.slots);
    return sim::make_record(presence & all, inputs);
}

RecordSource bots(std::function<std::uint64_t(std::uint64_t)> presence) {
    return [presence = std::move(presence)](const sim::AnySimulation& simulation,
                                            std::uint64_t ticks_done) {
        return bot_record(simulation, ticks_done,
                          presence ? presence(ticks_done) : ~std::uint64_t{0});
    };
}

SessionResult run_session(sim::AnySimulation simulation, const Setup& setup, std::uint64_t ticks,
                          const RecordSource& source) {
    SessionResult result;
    sim::Timeline timeline(std::move(simulation));
    const auto started = timeline.start(setup);
    EXPECT_TRUE(started) << (started ? "" : started.error().message);
    if (!started) {
        return result;
    }
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        result.records.push_back(source(timeline.simulation(), tick));
        const auto advanced = timeline.advance(result.records.back());
        if (!advanced) {
            ADD_FAILURE() << advanced.error().place << ": " << advanced.error().message;
            break;
        }
        result.state_hashes.push_back(timeline.state_hash());
    }
    result.chain = timeline.chain();
    result.state_hash = timeline.state_hash();
    result.ticks = timeline.ticks_done();
    return result;
}

std::vector<DoomTic> generate_tics(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    std::vector<DoomTic> tics;
    DoomTic held{};
    std::uint32_t ticks_left = 0;
    while (tics.size() < count) {
        if (ticks_left == 0) {
            ticks_left = random.between(5U, 40U);
            const auto speed = [&](int most, std::uint32_t still) {
                const int value = random.chance(still, 10) ? 0 : random.between(-most, most);
                return static_cast<std::uint8_t>(value);
            };
            held = {speed(50, 2), speed(40, 5), speed(6, 4), 0};
            const std::uint32_t attack = random.chance(4, 10) ? 1 : 0;
            const std::uint32_t use = random.chance(1, 10) ? 2 : 0;
            const std::uint32_t weapon = random.chance(1, 8) ? 4 | random.below(8U) << 3 : 0;
            held[3] = static_cast<std::uint8_t>(attack | use | weapon);
        }
        tics.push_back(held);
        --ticks_left;
    }
    return tics;
}

// The format, byte by byte: 13 bytes of header whose last four are who is present, then four bytes
// for each player and tic, then 0x80.
DoomDemoOrReason read_doom_demo(const std::string& name) {
    const char* data = std::getenv("TANDEM_DATA");
    if (data == nullptr || *data == '\0') {
        return {std::nullopt, "TANDEM_DATA is not set: " + name + " is not here"};
    }
    const std::string path = std::string(data) + "/doom/" + name;
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    constexpr std::size_t k_header_bytes = 13;
    if (bytes.size() <= k_header_bytes) {
        return {std::nullopt, "there is no demo at " + path};
    }
    DoomDemo demo;
    for (std::size_t player = 0; player < 4; ++player) {
        demo.players += bytes[k_header_bytes - 4 + player] == 1 ? 1U : 0U;
    }
    const std::size_t tics = (bytes.size() - k_header_bytes - 1) / 4;
    for (std::size_t tic = 0; tic < tics - tics % demo.players; ++tic) {
        DoomTic& next = demo.tics.emplace_back();
        for (std::size_t byte = 0; byte < next.size(); ++byte) {
            next[byte] = static_cast<std::uint8_t>(bytes[k_header_bytes + tic * 4 + byte]);
        }
    }
    return {demo, ""};
}

}  // namespace tandem::test
