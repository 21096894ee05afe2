// SPDX-License-Identifier: MIT
// Mistakes that let chance in, often or seldom, at once or through a generator: no two runs agree,
// whatever lies in memory.
#pragma once

#include <chrono>
#include <fstream>
#include <random>

#include <unistd.h>

#include <tests/misbehaving/base.hpp>

namespace tandem::misbehaving {

// A device of the machine, asked in every step.
struct DeviceRandom : BaseOf<DeviceRandom> {
    static constexpr std::string_view name = "device_random";
    void step(Inputs<Input> inputs) {
        std::random_device device;
        add(inputs);
        mix(device());
    }
};

// A single bit of it a step: two runs often draw the same.
struct DeviceBit : BaseOf<DeviceBit> {
    static constexpr std::string_view name = "device_bit";
    void step(Inputs<Input> inputs) {
        std::random_device device;
        add(inputs);
        mix(device() & 1U);
    }
};

// It decides once in some forty steps.
struct DeviceSeldom : BaseOf<DeviceSeldom> {
    static constexpr std::string_view name = "device_seldom";
    void step(Inputs<Input> inputs) {
        std::random_device device;
        add(inputs);
        mix(device() % 40 == 0 ? 1 : 0);
    }
};

// It decides once in some two hundred steps, in a field of its own.
struct DeviceRare : BaseOf<DeviceRare> {
    static constexpr std::string_view name = "device_rare";
    void step(Inputs<Input> inputs) {
        std::random_device device;
        add(inputs);
        luck = static_cast<std::uint8_t>(device() % 200 == 0 ? luck + 1 : luck);
    }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(luck));
    }
    std::uint8_t luck = 0;
};

// A generator of the process that chance seeds once.
struct EngineSeededOnce : BaseOf<EngineSeededOnce> {
    static constexpr std::string_view name = "engine_seeded_once";
    void step(Inputs<Input> inputs) {
        static std::mt19937 engine{std::random_device{}()};
        add(inputs);
        mix(engine());
    }
};

// A generator of the game that chance seeds at the reset and that nobody saves.
struct EngineSeededAtReset : Base {
    static constexpr std::string_view name = "engine_seeded_at_reset";
    void reset(const Setup& setup) {
        Base::reset(setup);
        engine.seed(std::random_device{}());
    }
    void step(Inputs<Input> inputs) {
        add(inputs);
        mix(engine());
    }
    std::mt19937 engine;
};

// A file that gives something else each time it is read.
struct RandomFile : BaseOf<RandomFile> {
    static constexpr std::string_view name = "random_file";
    void step(Inputs<Input> inputs) {
        std::ifstream file("/dev/urandom", std::ios::binary);
        add(inputs);
        mix(static_cast<std::uint64_t>(file.get()));
    }
};

// The number that the system gave the process.
struct ProcessNumber : BaseOf<ProcessNumber> {
    static constexpr std::string_view name = "process_number";
    void step(Inputs<Input> inputs) {
        add(inputs);
        mix(static_cast<std::uint64_t>(::getpid()));
    }
};

// How long something took.
struct TimeTaken : BaseOf<TimeTaken> {
    static constexpr std::string_view name = "time_taken";
    void step(Inputs<Input> inputs) {
        const auto begun = std::chrono::steady_clock::now();
        add(inputs);
        const auto taken = std::chrono::steady_clock::now() - begun;
        mix(static_cast<std::uint64_t>(taken.count()));
    }
};

}  // namespace tandem::misbehaving
