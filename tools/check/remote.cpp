// SPDX-License-Identifier: MIT
// The companion compares; this side sends what the game did and reads what came of it.
#include <tandem/tools/check/remote.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include <tandem/tools/check/channel.hpp>
#include <tandem/tools/check/child.hpp>
#include <tandem/tools/clock.hpp>
#include <tandem/tools/output.hpp>

namespace tandem::tools::check {
namespace {

using sim::Bytes;

// Orders are sent so many at a time, or a round trip would cost more than a small game's tick.
constexpr std::uint64_t k_orders_at_once = 128;
// More than an emulated program takes to start.
constexpr std::chrono::seconds k_greeting_patience{30};
// Neither 0 nor 1, and as a number, an index or a flag unlike what memory holds by itself.
constexpr std::byte k_pattern{0xA5};

// Variables of glibc's allocator (mallopt(3), and "Memory Allocation Tunables" in its manual) and
// of the sanitizers': fill blocks, keep none of those given back at hand, and map each one by
// itself, which makes addresses descend where they usually ascend.
std::vector<std::string> memory_environment() {
    const char* const options = std::getenv("ASAN_OPTIONS");
    const std::string asan = options != nullptr ? std::string(options) + ":" : "";
    return {
        "GLIBC_TUNABLES=glibc.malloc.perturb=90:glibc.malloc.tcache_count=0"
        ":glibc.malloc.mmap_threshold=16:glibc.malloc.mmap_max=20000",
        "ASAN_OPTIONS=" + asan + "max_malloc_fill_size=268435456:malloc_fill_byte=165"};
}

ChildPlan plan_of(Probe probe, const std::vector<std::string>& program, const std::string& game) {
    ChildPlan plan{companion_command(program, game), {}, false};
    if (probe == Probe::process) {
        // Another zone, and a variable that moves the stack.
        plan.environment = {"TZ=Pacific/Apia", "TANDEM_COMPANION=" + std::string(1000, '.')};
        plan.leaves_folder = true;
    } else if (probe == Probe::memory) {
        plan.environment = memory_environment();
    }
    return plan;
}

Conditions conditions_of(Probe probe) {
    constexpr std::uint64_t k_heap_seed = 3;
    return probe == Probe::memory ? Conditions{k_pattern, k_heap_seed} : Conditions{};
}

// Why two programs' states cannot be compared; empty: they can.
std::string unlike_text(const Hello& hello, const sim::GameInfo& game) {
    const Hello own = hello_of(game, false);
    if (hello.game != own.game || hello.version != own.version) {
        return "it plays " + escaped(hello.game) + " version " + std::to_string(hello.version) +
               ", this is " + own.game + " version " + std::to_string(own.version);
    }
    if (hello.state_schema != own.state_schema || hello.input_schema != own.input_schema ||
        hello.options_schema != own.options_schema) {
        return "its serialize names other fields or types (" + escaped(hello.build) +
               "); compare builds of the same source, and give every field a type of the same "
               "width everywhere";
    }
    return "";
}

class Remote {
public:
    Remote(Probe probe, Child child, const RemoteHooks& hooks)
        : probe_(probe),
          child_(std::move(child)),
          channel_(child_.socket(), [this] { return is_interrupted() || is_too_late(); }),
          hooks_(hooks) {}

    RemoteOutcome repeat(const std::list<History>& sessions) {
        if (!greet(*sessions.front().game().info)) {
            return std::move(outcome_);
        }
        for (const History& session : sessions) {
            if (!repeat(session)) {
                break;
            }
        }
        return std::move(outcome_);
    }

private:
    bool is_interrupted() const { return hooks_.is_interrupted && hooks_.is_interrupted(); }
    // A tick may take as long as it takes; a program that does not greet is none of ours.
    bool is_too_late() const { return !has_greeted_ && steady_now() > greet_until_; }

    bool greet(const sim::GameInfo& game) {
        Bytes message;
        if (!channel_.send(encode(conditions_of(probe_))) || !channel_.receive(message)) {
            outcome_.not_run =
                is_interrupted()
                    ? "interrupted"
                    : "the program did not answer as a companion (" +
                          (is_too_late() ? std::string("silence") : child_.wait_for_end()) +
                          "); its main has to hand its arguments to tandem::tools::run";
            return false;
        }
        has_greeted_ = true;
        const auto hello = decode_hello(message);
        if (!hello) {
            outcome_.not_run = hello.error().text();
            return false;
        }
        if (probe_ == Probe::memory && !hello->heap_is_filled) {
            outcome_.remark = "this C library does not fill new blocks, so only the stack was";
        } else if (probe_ == Probe::build) {
            outcome_.remark = escaped(hello->build);
        }
        outcome_.not_run = unlike_text(*hello, game);
        return outcome_.not_run.empty();
    }

    // False after the first difference.
    bool repeat(const History& session) {
        if (!obeyed(session, 0, 1)) {
            return false;
        }
        // Order 0 is the reset, order n the step of tick n - 1.
        for (std::uint64_t first = 1; first <= session.ticks();) {
            const std::uint64_t count = std::min(k_orders_at_once, session.ticks() + 1 - first);
            if (!obeyed(session, first, count)) {
                return false;
            }
            first += count;
            if (hooks_.progress) {
                hooks_.progress(outcome_.ticks_compared);
            }
        }
        return true;
    }

    static Order order_of(const History& session, std::uint64_t number) {
        if (number == 0) {
            return {true, sim::encode_setup(session.setup()), false, session.hash(0)};
        }
        const std::uint64_t tick = number - 1;
        const sim::ByteView record = session.record(tick);
        const bool is_failed = session.failed_at(tick);
        return {false, Bytes(record.begin(), record.end()), is_failed,
                is_failed ? sim::StateHash() : session.hash(number)};
    }

    bool obeyed(const History& session, std::uint64_t first, std::uint64_t count) {
        Bytes message;
        for (std::uint64_t number = first; number < first + count; ++number) {
            append_order(order_of(session, number), message);
        }
        if (!channel_.send(message)) {
            return lost(session, first);
        }
        for (std::uint64_t number = first; number < first + count; ++number) {
            if (!channel_.receive(message)) {
                return lost(session, number);
            }
            const auto verdict = decode_verdict(message);
            if (!verdict) {
                return lost(session, number);
            }
            if (verdict->kind != Verdict::Kind::same) {
                outcome_.finding = finding_of(session, number, *verdict);
                return false;
            }
            if (number > 0 && !session.failed_at(number - 1)) {
                ++outcome_.ticks_compared;
            }
        }
        return true;
    }

    Finding finding_of(const History& session, std::uint64_t number, const Verdict& verdict) const {
        const std::uint64_t tick = number > 0 ? number - 1 : 0;
        switch (verdict.kind) {
            case Verdict::Kind::only_game_failed:
                return session.failure(probe_, tick, true, session.failure()->text());
            case Verdict::Kind::only_companion_failed: {
                const auto* const text = reinterpret_cast<const char*>(verdict.content.data());
                return session.failure(probe_, tick, false,
                                       std::string(text, verdict.content.size()));
            }
            case Verdict::Kind::same:
            case Verdict::Kind::differs:
                break;
        }
        return session.difference(probe_, number, verdict.content);
    }

    // Always false.
    bool lost(const History& session, std::uint64_t number) {
        if (!is_interrupted()) {
            outcome_.finding = session.failure(probe_, number > 0 ? number - 1 : 0, false,
                                               "its process ended by " + child_.wait_for_end());
        }
        return false;
    }

    Probe probe_;
    Child child_;
    Channel channel_;
    const RemoteHooks& hooks_;
    bool has_greeted_ = false;
    std::chrono::nanoseconds greet_until_ = steady_now() + k_greeting_patience;
    RemoteOutcome outcome_;
};

}  // namespace

RemoteOutcome repeat_elsewhere(Probe probe, const std::vector<std::string>& program,
                               const std::list<History>& sessions, const RemoteHooks& hooks) {
    RemoteOutcome outcome;
    if (program.empty()) {
        outcome.not_run = probe == Probe::build
                              ? "it needs --against PROGRAM, another build of this one"
                              : "main does not hand the process's own arguments to "
                                "tandem::tools::run, so this program cannot start itself again";
        return outcome;
    }
    auto child = Child::start(plan_of(probe, program, sessions.front().game().info->name));
    if (!child) {
        outcome.not_run = child.error().text();
        return outcome;
    }
    return Remote(probe, std::move(*child), hooks).repeat(sessions);
}

}  // namespace tandem::tools::check
