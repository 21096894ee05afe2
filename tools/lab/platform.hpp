// SPDX-License-Identifier: MIT
// What a loop of the lab stands on: a machine below it and a game above it, with the calls that the
// articles' loops make. Virtual and real time drive the same code.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <tandem/tools/lab/machine.hpp>
#include <tandem/tools/lab/meter.hpp>
#include <tandem/tools/lab/section.hpp>
#include <tandem/tools/lab/time.hpp>

namespace tandem::tools::lab {

// One update as the game sees it.
struct Update {
    std::uint64_t number = 0;
    Flicks start{};
    Flicks step{};
    std::uint32_t presses = 0;  // of the player's button since the last update
};

struct Frame {
    std::uint64_t number = 0;
    Flicks end{};
    std::uint64_t updates = 0;  // run before this picture
    std::optional<Blend> blend;
};

class Platform;

// The game above a loop; an experiment watches or plays through it.
class Game {
public:
    virtual ~Game() = default;
    // Before the loop begins: for a game whose updates do work of their own.
    virtual void begin(Platform&) {}
    virtual void update(const Update&) {}
    virtual void render(const Frame&) {}
};

// Thrown out of an update that would start after the window, so that a loop that never comes back
// to its condition (a spiral) ends too.
struct WindowEnded {};

class Platform {
public:
    using FrameCallback = std::function<void(Flicks frame_time)>;
    using Token = std::uint64_t;

    // `presses` are the times at which the player presses, in order; a stall that has become due
    // comes after a picture.
    Platform(const Machine& machine, Time& time, Flicks window, Game& game,
             std::vector<Flicks> presses = {}, std::optional<Stall> stall = std::nullopt);

    // ---- The machine
    // As the loop can read it: rounded down to the clock's quantum, and as the clock was set.
    Flicks now();
    bool is_running() { return time_.now() < meter_.report().window; }
    // Does nothing but count where `length` is negative: the loop was late.
    void sleep(Flicks length);
    void sleep_until(Flicks deadline) { sleep(deadline - time_.now()); }
    void work(Flicks cost);
    // Waits for a multiple of `interval` refreshes; not at all where one is just now.
    void wait_for_refresh(std::uint32_t interval = 1);
    Flicks refresh_period() const;
    // Calls back once, at the first refresh that is later than now and finds the machine idle.
    Token request_frame(FrameCallback callback);
    // Nothing happens for a token whose callback has run or was cancelled before.
    void cancel_frame(Token token) { requests_.erase(token); }
    // Runs callbacks until there are none or the window ends.
    void run_frames();
    // Sleeps until a press that nobody has seen, at most until `deadline`; whether there is one.
    bool wait_for_press(std::optional<Flicks> deadline = std::nullopt);

    // ---- The game
    // Looks at the player's button. A loop that never does has each update look for itself.
    void process_input();
    // For a loop that knows how many updates it is about to run: they count as this frame's even
    // where the window ends among them.
    void announce_updates(std::uint64_t count) { meter_.on_announced(time_.now(), count); }
    void update(Flicks step);
    void render(std::optional<Blend> blend = std::nullopt);

    const Machine& machine() const { return machine_; }
    LoopReport report() const { return meter_.report(); }

private:
    Flicks refresh(std::uint64_t number) const;
    std::uint64_t first_refresh_from(Flicks time) const;
    void call_back(std::uint64_t refresh_number);
    void idle_until(Flicks deadline);
    void stall_if_due();
    std::uint32_t take_presses();

    const Machine& machine_;
    Time& time_;
    Game& game_;
    Meter meter_;
    std::optional<Stall> stall_;  // until it has happened
    std::uint64_t updates_ = 0;
    std::uint64_t frames_ = 0;
    std::vector<Flicks> presses_;
    std::size_t presses_seen_ = 0;   // by process_input
    std::size_t presses_taken_ = 0;  // by updates
    bool loop_processes_input_ = false;
    struct Request {
        FrameCallback callback;
        std::uint64_t refresh = 0;  // the earliest
    };
    std::map<Token, Request> requests_;
    Token next_token_ = 1;
};

}  // namespace tandem::tools::lab
