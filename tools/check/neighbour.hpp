// SPDX-License-Identifier: MIT
// Another game of the process that a second thread steps at the same time. Chance decides whether
// two threads meet in the same line of a game, and this helps it.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include <tandem/tools/registry.hpp>

namespace tandem::tools::check {

// A game that another thread plays as long as this lives. A timer's signal stops the thread that
// made this in the midst of a step until the other has come on, so that they meet on a machine with
// one processor too. Only one may live at a time.
class BusyNeighbour {
public:
    // Sessions of this setup's kind are played, each of so many ticks and with another seed.
    BusyNeighbour(const RegisteredGame& game, const tandem::Setup& setup, std::uint64_t ticks);
    ~BusyNeighbour();
    BusyNeighbour(const BusyNeighbour&) = delete;
    BusyNeighbour& operator=(const BusyNeighbour&) = delete;

    // Waits until it has begun to play, or cannot.
    void wait_for_begin() const;
    // The number of times that it stepped while the other thread was stopped in a step.
    std::uint64_t meetings() const { return meetings_; }

    // While one lives, this thread is in a step, where it may be stopped.
    class Step {
    public:
        Step() { t_is_stepping = true; }
        ~Step() { t_is_stepping = false; }
        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;
    };

private:
    static void on_timer(int);
    void stop();
    void play(const RegisteredGame& game, tandem::Setup setup, std::uint64_t ticks);

    static inline std::atomic<BusyNeighbour*> g_neighbour = nullptr;
    static inline thread_local bool t_is_stepping = false;

    std::atomic<bool> is_over_ = false;
    std::atomic<bool> is_through_ = false;
    std::atomic<std::uint64_t> steps_ = 0;
    std::atomic<std::uint64_t> meetings_ = 0;
    std::thread thread_;
};

}  // namespace tandem::tools::check
