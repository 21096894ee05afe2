// SPDX-License-Identifier: MIT
// Games for the test of object code: Sinner does in its step everything that a step may not, each
// in a function of its own; Halver does one of these in its header; Clean does what only looks
// suspicious; Answered does what somebody answers for.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/fixed.hpp>

namespace planted {

struct Input {
    std::int32_t amount = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(amount));
    }
};

struct Sinner {
    static constexpr std::string_view name = "sinner";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = planted::Input;

    void reset(const tandem::Setup&) { total = 0; }
    void step(tandem::Inputs<Input> inputs);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(total));
    }

    void multiply_floats();
    void convert();
    void take_root();
    void read_steady_clock();
    void read_time();
    void draw_c_random();
    void draw_engine();
    void start_thread();
    void lock_mutex();
    void print();
    void stream();
    void open_file();
    void read_counter();
    void draw_hardware();
    void ask_processor();
    void call_system();
    void count_in_static();
    void count_in_global();
    void count_in_thread();
    void call_elsewhere();
    void sort_with_c();
    void print_number();
    void step_through_table(std::uint32_t which);
    void step_through_virtual(std::uint32_t which);

    std::int64_t total = 0;
};

struct Halver {
    static constexpr std::string_view name = "halver";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = planted::Input;

    void reset(const tandem::Setup&) { total = 0; }
    void step(tandem::Inputs<Input> inputs) {
        total += inputs[0].amount;
        total = static_cast<std::int64_t>(static_cast<double>(total) * 0.5);  // lines.cmake looks
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(total));
    }

    std::int64_t total = 0;
};

class Clean {
public:
    static constexpr std::string_view name = "clean";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = planted::Input;

    void reset(const tandem::Setup& setup);
    void step(tandem::Inputs<Input> inputs);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(by_name), CEREAL_NVP(places), CEREAL_NVP(log));
    }
    // Floating point that no step reaches.
    float alpha_for_drawing(float alpha) const;

    std::map<std::string, std::int64_t> by_name;
    std::vector<tandem::Fixed> places;
    std::string log;

private:
    std::shared_ptr<const std::vector<std::int32_t>> table_;
};

class Answered {
public:
    static constexpr std::string_view name = "answered";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = planted::Input;

    void reset(const tandem::Setup&) { total = 0; }
    void step(tandem::Inputs<Input> inputs);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(total));
    }

    std::int64_t total = 0;
};

}  // namespace planted
