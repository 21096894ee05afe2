// SPDX-License-Identifier: MIT
// The sins, and what passes for one.
#include "planted.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>

namespace planted {

namespace {

// Kept apart from their callers, so that the function that is named is the one that did it.
#define TANDEM_APART __attribute__((noinline))

volatile double g_number = 2.5;

TANDEM_APART std::int64_t times_in_table(std::int64_t value) {
    return value * static_cast<std::int64_t>(g_number * 3.5);
}
TANDEM_APART std::int64_t twice(std::int64_t value) { return value * 2; }

using Rule = std::int64_t (*)(std::int64_t);
constexpr std::array<Rule, 2> k_rules{twice, times_in_table};

struct Mover {
    virtual ~Mover() = default;
    virtual std::int64_t move(std::int64_t value) const = 0;
};
struct Walker : Mover {
    std::int64_t move(std::int64_t value) const override { return value + 1; }
};
struct Glider : Mover {
    std::int64_t move(std::int64_t value) const override {
        return value + static_cast<std::int64_t>(g_number - 0.25);
    }
};

std::mutex g_mutex;

}  // namespace

void Sinner::step(tandem::Inputs<Input> inputs) {
    multiply_floats();
    convert();
    take_root();
    read_steady_clock();
    read_time();
    draw_c_random();
    draw_engine();
    start_thread();
    lock_mutex();
    print();
    stream();
    open_file();
    step_through_table(static_cast<std::uint32_t>(inputs[0].amount));
    step_through_virtual(static_cast<std::uint32_t>(inputs[0].amount));
}

TANDEM_APART void Sinner::multiply_floats() { g_number = g_number * g_number; }
TANDEM_APART void Sinner::convert() { total += static_cast<std::int64_t>(g_number); }
TANDEM_APART void Sinner::take_root() { g_number = std::cbrt(g_number); }
TANDEM_APART void Sinner::read_steady_clock() {
    total += std::chrono::steady_clock::now().time_since_epoch().count();
}
TANDEM_APART void Sinner::read_time() { total += std::time(nullptr); }
TANDEM_APART void Sinner::draw_c_random() { total += std::rand(); }
TANDEM_APART void Sinner::draw_engine() {
    std::random_device device;
    total += device();
}
TANDEM_APART void Sinner::start_thread() {
    std::thread([this] { ++total; }).join();
}
TANDEM_APART void Sinner::lock_mutex() {
    const std::lock_guard lock(g_mutex);
    ++total;
}
TANDEM_APART void Sinner::print() { std::printf("%lld\n", static_cast<long long>(total)); }
TANDEM_APART void Sinner::stream() { std::cout << total; }
TANDEM_APART void Sinner::open_file() { std::fclose(std::fopen("state", "rb")); }
TANDEM_APART void Sinner::step_through_table(std::uint32_t which) {
    total = k_rules[which % 2](total);
}
TANDEM_APART void Sinner::step_through_virtual(std::uint32_t which) {
    std::unique_ptr<Mover> mover;
    if (which % 2 == 0) {
        mover = std::make_unique<Walker>();
    } else {
        mover = std::make_unique<Glider>();
    }
    total = mover->move(total);
}

void Clean::reset(const tandem::Setup& setup) {
    by_name.clear();
    places.assign(setup.slots, tandem::Fixed{});
    log.clear();
}

void Clean::step(tandem::Inputs<Input> inputs) {
    for (std::uint32_t slot = 0; slot < inputs.size(); ++slot) {
        if (inputs[slot].amount < 0) {
            throw std::runtime_error("an amount of " + std::to_string(inputs[slot].amount));
        }
        by_name["player" + std::to_string(slot)] += inputs[slot].amount;
        places.push_back(tandem::Fixed(inputs[slot].amount) / 7);
    }
    std::stable_sort(places.begin(), places.end());
    places.resize(std::min<std::size_t>(places.size(), 100));
    log = by_name.begin()->first;
}

float Clean::alpha_for_drawing(float alpha) const {
    return alpha * static_cast<float>(places.size());
}

}  // namespace planted
