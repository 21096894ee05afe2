// SPDX-License-Identifier: MIT
// The sins, and what passes for one.
#include "planted.hpp"

#include <algorithm>
#include <charconv>
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

std::int64_t g_count = 0;
thread_local std::int64_t t_count = 0;

// One instruction of the processor at hand.
#if defined(__x86_64__) || defined(__i386__)
#define TANDEM_COUNTER "rdtsc"
#define TANDEM_RANDOM "rdrand %%eax"
#define TANDEM_MACHINE "cpuid"
#define TANDEM_SYSTEM "int $0x80"
#define TANDEM_CLOBBERED "eax", "ebx", "ecx", "edx", "cc", "memory"
#elif defined(__aarch64__)
#define TANDEM_COUNTER "mrs x0, cntvct_el0"
#define TANDEM_RANDOM "mrs x0, s3_3_c2_c4_0"
#define TANDEM_MACHINE "mrs x0, midr_el1"
#define TANDEM_SYSTEM "svc #0"
#define TANDEM_CLOBBERED "x0", "cc", "memory"
#elif defined(__riscv)
#define TANDEM_COUNTER "rdtime a0"
#define TANDEM_RANDOM "csrrw a0, 0x015, zero"
#define TANDEM_MACHINE "csrr a0, 0xc22"
#define TANDEM_SYSTEM "ecall"
#define TANDEM_CLOBBERED "a0", "memory"
#elif defined(__s390x__)
#define TANDEM_COUNTER "stckf 0(%%r15)"
#define TANDEM_RANDOM ".insn rre,0xb93c0000,%%r2,%%r4"
#define TANDEM_MACHINE "stfle 0(%%r15)"
#define TANDEM_SYSTEM "svc 1"
#define TANDEM_CLOBBERED "r0", "r1", "r2", "r4", "cc", "memory"
#endif
#define TANDEM_EXECUTE(instruction) asm volatile(instruction : : : TANDEM_CLOBBERED)

}  // namespace

// Defined by nobody: these objects are never linked.
extern "C" std::int64_t planted_elsewhere(std::int64_t value);
std::int64_t answered_elsewhere(std::int64_t value);

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
    read_counter();
    draw_hardware();
    ask_processor();
    call_system();
    count_in_static();
    count_in_global();
    count_in_thread();
    call_elsewhere();
    sort_with_c();
    print_number();
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
TANDEM_APART void Sinner::read_counter() { TANDEM_EXECUTE(TANDEM_COUNTER); }
TANDEM_APART void Sinner::draw_hardware() { TANDEM_EXECUTE(TANDEM_RANDOM); }
TANDEM_APART void Sinner::ask_processor() { TANDEM_EXECUTE(TANDEM_MACHINE); }
TANDEM_APART void Sinner::call_system() { TANDEM_EXECUTE(TANDEM_SYSTEM); }
TANDEM_APART void Sinner::count_in_static() {
    static std::int64_t calls = 0;
    total += ++calls;
}
TANDEM_APART void Sinner::count_in_global() { total += ++g_count; }
TANDEM_APART void Sinner::count_in_thread() { total += ++t_count; }
TANDEM_APART void Sinner::call_elsewhere() { total += planted_elsewhere(total); }
TANDEM_APART void Sinner::sort_with_c() {
    std::qsort(&total, 1, sizeof total, [](const void*, const void*) { return 0; });
}
TANDEM_APART void Sinner::print_number() {
    std::array<char, 32> text{};
    std::to_chars(text.data(), text.data() + text.size(), g_number);
    total += text[0];
}
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

void Answered::step(tandem::Inputs<Input> inputs) {
    static std::int64_t times = 0;
    total += planted_elsewhere(inputs[0].amount) + answered_elsewhere(++times);
}

void Clean::reset(const tandem::Setup& setup) {
    table_ = std::make_shared<const std::vector<std::int32_t>>(setup.slots, 7);
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
    constexpr std::array<std::int32_t, 3> k_primes{2, 3, 5};
    by_name["prime"] = k_primes[by_name.size() % k_primes.size()] + (table_ ? table_->size() : 0);
    std::stable_sort(places.begin(), places.end());
    places.resize(std::min<std::size_t>(places.size(), 100));
    log = by_name.begin()->first;
}

float Clean::alpha_for_drawing(float alpha) const {
    return alpha * static_cast<float>(places.size());
}

}  // namespace planted
