// SPDX-License-Identifier: MIT
// A second program with games that `tandem` does not have, compiled twice: as machine 0 and as
// machine 1, which do not agree on everything.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include <unistd.h>

#include <tandem/tools/run.hpp>
#include <tests/net/stock.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {

constexpr int k_machine = STRANGE_MACHINE;
using OneStock = tandem::test::Stock<k_machine == 0 ? tandem::test::StockFault::none
                                                    : tandem::test::StockFault::field>;

// The same game at another rate.
struct Paced : BrokenBase {
    static constexpr std::string_view name = "paced";
    static constexpr TickRate tick_rate{k_machine == 0 ? 60 : 30};
    void step(Inputs<Input> inputs) { add(inputs); }
};

// Ends its process in the step of one tick as kill -9 would.
struct Killing : BrokenBase {
    static constexpr std::string_view name = "killing";
    struct Options {
        std::uint64_t kill_tick = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(kill_tick));
        }
    };
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        options = setup.options_as<Options>();
    }
    void step(Inputs<Input> inputs) {
        if (ticks == options.kill_tick) {
            std::raise(SIGKILL);
        }
        add(inputs);
    }
    Options options;
};

// Ends its process before anything stands in a file.
struct Stillborn : BrokenBase {
    static constexpr std::string_view name = "stillborn";
    void reset(const Setup&) { std::raise(SIGKILL); }
    void step(Inputs<Input> inputs) { add(inputs); }
};

// Ends its process in a step on machine 1 only.
struct Mortal : BrokenBase {
    static constexpr std::string_view name = "mortal";
    void step(Inputs<Input> inputs) {
        if (k_machine == 1 && ticks == 30) {
            std::raise(SIGKILL);
        }
        add(inputs);
    }
};

// Does on machine 1 what no game may: does not come back, or ends the program.
struct Stuck : BrokenBase {
    static constexpr std::string_view name = "stuck";
    enum class How : std::uint8_t { not_at_all, loops_in_step, exits_in_step, loops_in_reset };
    struct Options {
        std::uint8_t how = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(how));
        }
    };
    static constexpr std::uint64_t k_tick = 30;

    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        how = static_cast<How>(setup.options_as<Options>().how);
        if (k_machine == 1 && how == How::loops_in_reset) {
            loop();
        }
    }
    void step(Inputs<Input> inputs) {
        if (k_machine == 1 && ticks == k_tick) {
            if (how == How::loops_in_step) {
                loop();
            } else if (how == How::exits_in_step) {
                std::printf("the engine gives up\n");
                std::exit(3);
            }
        }
        add(inputs);
    }
    [[noreturn]] static void loop() {
        // Others use this processor too.
        for (;;) {
            ::usleep(1'000);
        }
    }
    How how = How::not_at_all;
};

// Prints in every way there is, half a line at its end.
struct Talkative : BrokenBase {
    static constexpr std::string_view name = "talkative";
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        std::puts("talkative resets");
    }
    void step(Inputs<Input> inputs) {
        add(inputs);
        std::cout << "talkative cout " << ticks << '\n';
        std::printf("talkative printf %d\n", static_cast<int>(ticks));
        constexpr std::string_view k_line = "talkative write\n";
        static_cast<void>(::write(STDOUT_FILENO, k_line.data(), k_line.size()));
        std::printf("half");
    }
};

}  // namespace tandem::test

int main(int argc, char** argv) {
    using namespace tandem::test;
    return tandem::tools::run<Counter, Relay, Forgetful, Leaky, Throwing, Unstartable,
                              Forked<k_machine>, OneStock, Versioned<1 + k_machine>,
                              Reshaped<k_machine != 0>, PhasedFork<k_machine>, Paced, Killing,
                              Stillborn, Mortal, Troubled, Stuck, Talkative>(argc, argv);
}
