// SPDX-License-Identifier: MIT
// Stops a thread by a signal whose handler waits. All that a handler calls is allowed there.
#include <tandem/tools/check/neighbour.hpp>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>

#include <signal.h>

#include <tandem/tools/check/random_play.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::check {
namespace {

using std::chrono::microseconds;

constexpr int k_signal = SIGUSR1;
constexpr std::uint32_t k_stop_steps_max = 4;
constexpr std::uint32_t k_between_stops_us_max = 100;
constexpr microseconds k_glance{20};
// The longest time of a stop: the neighbour may need a lock that the stopped thread holds, such as
// the allocator's.
constexpr std::chrono::milliseconds k_stop_time_max{10};

std::atomic<std::uint32_t> g_chance = 1;
timer_t g_timer{};

// A random number below `below`; a signal handler may call it.
std::uint32_t chance(std::uint32_t below) {
    constexpr std::uint32_t k_factor = 1'664'525;  // Numerical Recipes' quick generator
    constexpr std::uint32_t k_addend = 1'013'904'223;
    const std::uint32_t next = g_chance * k_factor + k_addend;
    g_chance = next;
    return (next >> 8) % below;
}

// Lets the signal come to this thread, or not. A thread begins with the choice of its maker.
void let_signal_come(bool may_come) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, k_signal);
    pthread_sigmask(may_come ? SIG_UNBLOCK : SIG_BLOCK, &signals, nullptr);
}

// Starts the timer for one stop, so that most of the time no thread is stopped.
void arm(std::chrono::nanoseconds last_stop) {
    const auto pause = 3 * last_stop + microseconds(1 + chance(k_between_stops_us_max));
    itimerspec when{};
    when.it_value.tv_sec = static_cast<std::time_t>(pause / std::chrono::seconds(1));
    when.it_value.tv_nsec = static_cast<long>((pause % std::chrono::seconds(1)).count());
    timer_settime(g_timer, 0, &when, nullptr);
}

}  // namespace

BusyNeighbour::BusyNeighbour(const RegisteredGame& game, const tandem::Setup& setup,
                             std::uint64_t ticks) {
    let_signal_come(false);
    thread_ = std::thread([this, &game, setup, ticks] { play(game, setup, ticks); });
    let_signal_come(true);
    g_neighbour = this;
    struct sigaction action {};
    action.sa_handler = &on_timer;
    action.sa_flags = SA_RESTART;
    sigaction(k_signal, &action, nullptr);
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = k_signal;
    if (timer_create(CLOCK_MONOTONIC, &event, &g_timer) == 0) {
        arm(microseconds(0));
    }
}

BusyNeighbour::~BusyNeighbour() {
    g_neighbour = nullptr;
    is_over_ = true;
    thread_.join();
}

void BusyNeighbour::wait_for_begin() const {
    while (steps_ == 0 && !is_through_) {
        std::this_thread::yield();
    }
}

void BusyNeighbour::on_timer(int) {
    const int before = errno;
    const auto begin = steady_now();
    if (BusyNeighbour* const neighbour = g_neighbour; neighbour != nullptr) {
        if (t_is_stepping) {
            neighbour->stop();
        }
        arm(steady_now() - begin);
    }
    errno = before;
}

// Stops this thread until the neighbour has come on by a few steps.
void BusyNeighbour::stop() {
    const std::uint64_t steps = steps_;
    const std::uint64_t enough = steps + 2 + chance(k_stop_steps_max);
    const auto until = steady_now() + k_stop_time_max;
    while (steps_ < enough && !is_through_ && steady_now() < until) {
        sleep_until(steady_now() + k_glance);
    }
    // It has then begun and ended a step meanwhile.
    if (steps_ >= steps + 2) {
        ++meetings_;
    }
}

// Plays other inputs than those of the session: equal games would write the same into the things
// that they share.
void BusyNeighbour::play(const RegisteredGame& game, tandem::Setup setup, std::uint64_t ticks) {
    constexpr std::uint64_t k_rounds_max = 1'000'000;
    sim::AnySimulation simulation = game.make();
    for (std::uint64_t round = 0; !is_over_ && round < k_rounds_max; ++round) {
        ++setup.seed;
        if (!simulation.reset(setup)) {
            break;
        }
        for (std::uint64_t tick = 0; tick < ticks && !is_over_; ++tick) {
            if (!simulation.step(random_record(simulation, Random(setup.seed).split(tick)))) {
                break;
            }
            ++steps_;
        }
    }
    is_through_ = true;
}

}  // namespace tandem::tools::check
