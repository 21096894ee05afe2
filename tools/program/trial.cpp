// SPDX-License-Identifier: MIT
// The other process sends how far it is, and at its end what it printed; this one waits for both.
#include <tandem/tools/program/trial.hpp>

#include <exception>
#include <new>
#include <optional>
#include <sstream>
#include <utility>

#include <sys/resource.h>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/check/channel.hpp>
#include <tandem/tools/check/child.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {
namespace {

using sim::Bytes;
using sim::Error;
using sim::ErrorCode;

// The first byte of a message.
constexpr std::byte k_pulse{'p'};
constexpr std::byte k_done{'d'};
// A pulse is sent at most so often: the reader only wants to know that there is life.
constexpr std::chrono::milliseconds k_between_pulses{50};
constexpr std::chrono::milliseconds k_patience_with_the_interrupted{500};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool k_holds_memory = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool k_holds_memory = false;
#else
constexpr bool k_holds_memory = true;
#endif
#else
constexpr bool k_holds_memory = true;
#endif

void hold_memory(std::uint64_t bytes) {
    if (k_holds_memory) {
        const rlimit limit{static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
        setrlimit(RLIMIT_AS, &limit);
    }
}

// What the other process printed, and its exit code.
struct Printed {
    int exit_code = 0;
    std::string out;
    std::string err;
};

Bytes encode(const Printed& printed) {
    Bytes message{k_done};
    sim::append_le(message, static_cast<std::uint32_t>(printed.exit_code));
    sim::append_block(message, sim::as_bytes(printed.out));
    sim::append_block(message, sim::as_bytes(printed.err));
    return message;
}

std::string text_of(sim::ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The other process.
int work_there(int socket, const Context& context, const TrialWork& work,
               const TrialLimits& limits) {
    hold_memory(limits.memory_bytes);
    check::Channel channel(socket);
    std::ostringstream out;
    std::ostringstream err;
    Console console(out, err, context.program.name);
    console.set_json(context.console.json());
    console.set_quiet(context.console.quiet());
    console.set_verb(context.console.verb());
    Context there{context.registry, context.verbs,   console,
                  context.game,     context.program, context.own_program};
    auto last_pulse = steady_now() - k_between_pulses;
    const replay::Progress progress = [&](std::uint64_t ticks) {
        if (const auto now = steady_now(); now - last_pulse >= k_between_pulses) {
            last_pulse = now;
            Bytes message{k_pulse};
            sim::append_le(message, ticks);
            return channel.send(message);
        }
        return true;
    };
    Printed printed;
    try {
        printed.exit_code = work(there, progress);
    } catch (const std::bad_alloc&) {
        printed.exit_code = there.fail(out_of_memory("simulating again"));
    }
    printed.out = out.str();
    printed.err = err.str();
    return channel.send(encode(printed)) ? 0 : 1;
}

class Waiting {
public:
    Waiting(check::Child& child, const TrialLimits& limits)
        : limits_(limits),
          channel_(child.socket(), [this](bool is_idle) { return gives_up(is_idle); }) {}

    // What it printed; nothing where it did not come to its end.
    std::optional<Printed> wait() {
        Bytes message;
        last_life_ = steady_now();
        while (channel_.receive(message)) {
            last_life_ = steady_now();
            sim::ByteReader reader(message);
            const auto kind = static_cast<std::byte>(reader.u8());
            if (kind == k_pulse) {
                ticks_ = reader.u64();
                continue;
            }
            const auto code = static_cast<int>(reader.u32());
            std::string out = text_of(reader.block(message.size()));
            std::string err = text_of(reader.block(message.size()));
            return Printed{code, std::move(out), std::move(err)};
        }
        return std::nullopt;
    }
    bool is_hung() const { return is_hung_; }
    // As it said last.
    std::uint64_t ticks() const { return ticks_; }

private:
    bool gives_up(bool is_idle) {
        is_hung_ = is_idle && steady_now() - last_life_ > limits_.patience;
        return is_hung_ || pending_signal() != 0;
    }

    const TrialLimits& limits_;
    check::Channel channel_;
    std::chrono::nanoseconds last_life_{};
    std::uint64_t ticks_ = 0;
    bool is_hung_ = false;
};

}  // namespace

int run_in_trial(Context& context, const std::string& doing, const TrialWork& work,
                 const TrialLimits& limits) {
    const SignalGuard signals;
    auto child =
        check::Child::start([&](int socket) { return work_there(socket, context, work, limits); });
    if (!child) {
        return context.fail(child.error());
    }
    Waiting waiting(*child, limits);
    const auto printed = waiting.wait();
    if (printed) {
        context.console.pass_on(printed->out, printed->err);
        child->wait_for_end();
        return printed->exit_code;
    }
    if (pending_signal() != 0) {
        // What it has started it ends itself, once it hears that nobody listens any more.
        child->wait_for_end(k_patience_with_the_interrupted);
        return exit_code_of_signal(pending_signal());
    }
    const auto how =
        child->wait_for_end(waiting.is_hung() ? std::chrono::seconds(0) : std::chrono::seconds(2));
    return context.fail(
        {ErrorCode::step_failed, doing,
         waiting.is_hung()
             ? "the game has not come to an end for " + std::to_string(limits.patience.count()) +
                   " s, after " + sim::ticks_text(waiting.ticks()) +
                   " at the last look; it hangs in a step, or one takes longer than that"
             : "the process that simulated ended by " + how.value_or("itself") + ", after " +
                   sim::ticks_text(waiting.ticks()) + " at the last look"});
}

}  // namespace tandem::tools
