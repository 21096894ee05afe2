// SPDX-License-Identifier: MIT
// The platform that a loop of the lab stands on: a machine below it and a game above it, with the
// calls that the articles' loops make. Virtual and real time drive the same code.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <tandem/tools/lab/machine/machine.hpp>
#include <tandem/tools/lab/machine/meter.hpp>
#include <tandem/tools/lab/machine/screen.hpp>
#include <tandem/tools/lab/machine/time.hpp>
#include <tandem/tools/lab/machine/worker.hpp>

namespace tandem::tools::lab {

// An update as the game sees it.
struct Update {
    std::uint64_t number = 0;
    Flicks start{};
    Flicks step{};
    std::uint32_t presses = 0;  // presses of the player's button since the last update
};

struct Frame {
    std::uint64_t number = 0;
    Flicks end{};
    std::uint64_t updates = 0;  // run before this picture
    std::optional<Blend> blend;
    Flicks begin{};
};

class Platform;

// The game above a loop; an experiment watches or plays through it.
class Game {
public:
    virtual ~Game() = default;
    // It is called before the loop begins, for a game whose updates do work of their own.
    virtual void begin(Platform&) {}
    virtual void update(const Update&) {}
    virtual void render(const Frame&) {}
};

// An update that would start after the window throws it, so that a loop that never comes back to
// its condition (a spiral) ends too.
struct WindowEnded {};

// It is thrown if a loop asks for more steps than it may: they would take seconds to compute and
// show nothing new.
struct TooManySteps {
    Flicks reached{};  // how far into its window the loop has got
};
inline constexpr std::uint64_t k_steps_max = 50'000'000;

class Platform {
public:
    using FrameCallback = std::function<void(Flicks frame_time)>;
    using Callback = std::function<void()>;
    using Token = std::uint64_t;

    // `presses` are the times at which the player presses, in order; a stall that has become due
    // comes after a picture.
    Platform(const Machine& machine, Time& time, Flicks window, Game& game,
             std::vector<Flicks> presses = {}, std::optional<Stall> stall = std::nullopt);
    // While the page is hidden no frame is called back: from just after hidden.at on.
    void hide(const Stall& hidden) { hidden_ = hidden; }

    void limit_steps(std::uint64_t most) { steps_max_ = most; }
    // Shows pictures there from now on, at least for as long as the machine's cost; the screen says
    // how a refresh is waited for, and frames that are asked for come as fast as it shows them. A
    // loop that asks for anything after the window, or once the screen is gone, is ended.
    void show_on(Screen& screen) { screen_ = &screen; }

    // ---- The machine
    // Returns the clock as the loop can read it: rounded down to its quantum, and as it was set.
    Flicks now();
    bool is_running() { return time_.now() < meter_.report().window && is_seen(); }
    // Sleeps. A negative `length` only counts: the loop was late.
    void sleep(Flicks length);
    // Sleeps until the clock, were it not rounded down, shows that time.
    void sleep_until(Flicks deadline) { sleep(deadline - clock()); }
    void work(Flicks cost);
    // Waits for a multiple of `interval` refreshes; not at all if one is just now.
    void wait_for_refresh(std::uint32_t interval = 1);
    Flicks refresh_period() const;
    // Calls back once, at the first refresh that is later than now and finds no frame at work; or
    // later, once another callback that is at work then has ended. A frame's time is the clock's,
    // but for its being set.
    Token request_frame(FrameCallback callback);
    // Nothing happens for a token whose callback has run or was cancelled before.
    void cancel_frame(Token token) { requests_.erase(token); }
    // Calls back at every multiple of the interval. If the machine is busy then, it does so once
    // it is idle, and forgets the others that it has missed, as browsers do. It replaces an
    // earlier one.
    void set_interval(Flicks interval, Callback callback);
    // Calls back at every press, one by one.
    void on_press(Callback callback);
    // Runs callbacks in the order in which they become due, until there are none or the window
    // ends. At one instant presses come first, then the timer, then frames.
    void run_frames();
    // Sleeps until a press that nobody has seen, at most until the clock shows `deadline`; returns
    // true if there is one. A press that has come already counts whatever the deadline.
    bool wait_for_press(std::optional<Flicks> deadline = std::nullopt);
    // A second processor; the first call makes it.
    Worker& worker();

    // ---- The game
    // Looks at the player's button. A loop that never does has each update look for itself.
    void process_input();
    // Waits as wait_for_press, and looks at that press and no other.
    bool read_press(std::optional<Flicks> deadline = std::nullopt);
    // Serves a loop that knows how many updates it is about to run: they count as this frame's even
    // if the window ends among them.
    void announce_updates(std::uint64_t count) { meter_.on_announced(time_.now(), count); }
    void update(Flicks step);
    // Shows the work of updates by now, those of the worker included.
    void render(std::optional<Blend> blend = std::nullopt);
    // Sets the quality of the pictures from now on, in quarters, 1 to 4.
    void set_quality(std::uint32_t quarters);
    std::uint32_t quality() const { return quality_quarters_; }

    const Machine& machine() const { return machine_; }
    const LoopReport& report() const { return meter_.report(); }

private:
    Flicks clock();
    Flicks refresh(std::uint64_t number) const;
    std::uint64_t first_refresh_from(Flicks time) const;
    Flicks next_frame_time() const;
    bool call_next();
    void call_back(Flicks frame_time);
    void idle_until(Flicks deadline);
    void stall_if_due();
    bool is_press_waiting(Flicks now) const;
    std::uint32_t extract_presses(Flicks now);
    void show_updates(const std::vector<WorkerUpdate>& updates);
    void count_step();
    bool is_seen() { return screen_ == nullptr || screen_->is_open(); }
    void draw(Flicks cost, std::optional<Blend> blend);
    void swap();

    const Machine& machine_;
    Time& time_;
    Game& game_;
    Meter meter_;
    std::optional<Stall> stall_;  // set until it has happened
    std::uint64_t updates_ = 0;
    std::uint64_t frames_ = 0;
    std::vector<Flicks> presses_;
    std::size_t presses_seen_ = 0;   // seen by process_input
    std::size_t presses_taken_ = 0;  // taken by updates
    bool loop_processes_input_ = false;
    struct Request {
        FrameCallback callback;
        std::uint64_t refresh = 0;  // the earliest
    };
    std::map<Token, Request> requests_;
    Flicks frame_end_{};  // the end of the last frame's work
    Token next_token_ = 1;
    struct Timer {
        Callback callback;
        Flicks interval{};
        Flicks due{};
    };
    std::optional<Timer> timer_;
    Callback press_callback_;
    std::optional<Stall> hidden_;
    std::unique_ptr<Worker> worker_;
    std::uint32_t quality_quarters_ = k_full_quality;
    std::uint64_t steps_ = 0;
    std::uint64_t steps_max_ = k_steps_max;
    Screen* screen_ = nullptr;
    std::uint64_t swap_refresh_ = 0;  // the last picture's swap, if the platform waits
    bool is_in_frame_ = false;        // true while a called-back frame runs
    bool is_swap_due_ = false;        // true until the swap at its end
    Flicks last_step_{};              // the last update's
};

}  // namespace tandem::tools::lab
