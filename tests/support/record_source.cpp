// SPDX-License-Identifier: MIT
// Records for tests and for the golden chains.
#include <tests/support/record_source.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/math/random.hpp>

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
        inputs[slot] = *simulation.bot_input(Slot{slot}, ticks_done, setup.seed);
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

namespace {

// Empty where there is none.
std::string content_of(const std::string& path) {
    std::ostringstream content;
    content << std::ifstream(path, std::ios::binary).rdbuf();
    return content.str();
}

std::uint32_t number_at(const std::string& bytes, std::size_t offset) {
    std::uint32_t number = 0;
    for (std::size_t byte = 4; byte-- > 0;) {
        number = number << 8 | static_cast<unsigned char>(bytes.at(offset + byte));
    }
    return number;
}

// A WAD names the number and the place of its lumps behind its first four bytes; each has sixteen
// bytes there, its place, its size and its name in eight.
std::string lump_of(const std::string& wad, const std::string& name) {
    constexpr std::size_t k_entry_bytes = 16;
    for (std::uint32_t lump = 0; !wad.empty() && lump < number_at(wad, 4); ++lump) {
        const std::size_t entry = number_at(wad, 8) + lump * k_entry_bytes;
        if (wad.substr(entry + 8, 8).c_str() == name) {
            return wad.substr(number_at(wad, entry), number_at(wad, entry + 4));
        }
    }
    return "";
}

// Of "freedm_demo1.lmp": DEMO1 in Debian's freedm.wad.
std::string lump_of_debian(const std::string& name) {
    const std::size_t dash = name.find('_');
    std::string lump = name.substr(dash + 1, name.find('.') - dash - 1);
    for (char& letter : lump) {
        letter = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    return lump_of(content_of("/usr/share/games/doom/" + name.substr(0, dash) + ".wad"), lump);
}

}  // namespace

// The format, byte by byte: 13 bytes of header whose last four are who is present, then four bytes
// for each player and tic, then 0x80.
DoomDemoOrReason read_doom_demo(const std::string& name) {
    const char* data = std::getenv("TANDEM_DATA");
    std::string bytes;
    if (data != nullptr && *data != '\0') {
        bytes = content_of(std::string(data) + "/doom/" + name);
    }
    if (bytes.empty()) {
        bytes = lump_of_debian(name);
    }
    constexpr std::size_t k_header_bytes = 13;
    if (bytes.size() <= k_header_bytes) {
        return {std::nullopt, "no real input: TANDEM_DATA has no doom/" + name +
                                  ", and no package of Debian that has it is installed"};
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
