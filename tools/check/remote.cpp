// SPDX-License-Identifier: MIT
// Sends what the game did and reads the results. The companion compares.
#include <tandem/tools/check/remote.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <tandem/sim/schema/state_hash.hpp>
#include <tandem/tools/process/child.hpp>
#include <tandem/tools/process/conversation.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::check {
namespace {

// Orders are sent so many at a time, or a round trip would cost more than a small game's tick.
constexpr std::uint64_t k_orders_at_once = 128;
// The most bytes from a process that plays by itself: it sends each state that is not the expected
// one.
constexpr std::uint64_t k_alone_bytes_max = std::uint64_t{256} << 20;
// This byte is neither 0 nor 1, and as a number, an index or a flag it is unlike the usual contents
// of memory.
constexpr std::byte k_pattern{0xA5};

std::vector<std::string> memory_environment();
ChildPlan plan_of(DisturbanceKind probe, const std::vector<std::string>& program,
                  const std::string& game);
Conditions conditions_of(DisturbanceKind probe);

class Remote {
public:
    Remote(DisturbanceKind probe, Child child, const RemoteHooks& hooks)
        : probe_(probe),
          companion_(std::move(child), hooks.is_interrupted, hooks.now),
          hooks_(hooks) {}

    RemoteOutcome repeat(const std::list<SessionHistory>& sessions);
    std::optional<std::vector<sim::StateHash>> play(const SessionHistory& session,
                                                    std::uint64_t times);

private:
    bool greet(const sim::GameInfo& game);

    // Plays the session. False if there was no answer, or more to send than `bytes_left`.
    bool play(const SessionHistory& session, std::vector<sim::StateHash>& hashes,
              std::uint64_t& bytes_left);

    // Repeats the session. False after the first difference.
    bool repeat(const SessionHistory& session);
    bool obeyed(const SessionHistory& session, std::uint64_t first, std::uint64_t count);

    // Notes that the companion is lost; always false. An empty text means that nothing came at all.
    bool lost(const SessionHistory& session, std::uint64_t number, std::string text = "");

    DisturbanceKind probe_;
    Conversation companion_;
    const RemoteHooks& hooks_;
    std::uint64_t verdict_bytes_max_ = 0;
    RemoteOutcome outcome_;
};

}  // namespace

std::vector<std::string> companion_command(std::vector<std::string> program,
                                           const std::string& game) {
    for (const std::string& word :
         {std::string("--game"), game, std::string("check"), std::string("--as-companion"),
          std::to_string(k_child_socket)}) {
        program.push_back(word);
    }
    return program;
}

Result<void> check_same_game(const Hello& hello, const sim::GameInfo& game) {
    const auto other = [](const std::string& why) { return Error{ErrorCode::refused, "", why}; };
    const Hello own = hello_of(game, false);
    if (hello.game != own.game || hello.version != own.version) {
        return other("it plays " + escaped(hello.game) + " version " +
                     std::to_string(hello.version) + ", this is " + own.game + " version " +
                     std::to_string(own.version));
    }
    if (hello.state_schema != own.state_schema || hello.input_schema != own.input_schema ||
        hello.options_schema != own.options_schema) {
        return other("its serialize names other fields or types (" + escaped(hello.build) +
                     "); compare builds of the same source, and give every field a type of the "
                     "same width everywhere");
    }
    return {};
}

RemoteOutcome repeat_elsewhere(DisturbanceKind probe, const std::vector<std::string>& program,
                               const std::list<SessionHistory>& sessions,
                               const RemoteHooks& hooks) {
    RemoteOutcome outcome;
    if (program.empty()) {
        outcome.not_run = probe == DisturbanceKind::build
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

std::optional<std::vector<sim::StateHash>> play_elsewhere(DisturbanceKind probe,
                                                          const std::vector<std::string>& program,
                                                          const SessionHistory& session,
                                                          std::uint64_t times,
                                                          const RemoteHooks& hooks) {
    if (program.empty()) {
        return std::nullopt;
    }
    auto child = Child::start(plan_of(probe, program, session.game().info->name));
    return child ? Remote(probe, std::move(*child), hooks).play(session, times) : std::nullopt;
}

std::uint64_t tick_of_order(std::uint64_t number) { return number > 0 ? number - 1 : 0; }

CompanionOrder order_of(const SessionHistory& session, std::uint64_t number) {
    if (number == 0) {
        return {true, sim::encode_setup(session.setup()), false, session.hash(0)};
    }
    const std::uint64_t tick = tick_of_order(number);
    const sim::ByteView record = session.record(tick);
    const bool is_failed = session.failed_at(tick);
    return {false, Bytes(record.begin(), record.end()), is_failed,
            is_failed ? sim::StateHash() : session.hash(number)};
}

sim::Result<CompanionVerdict> decode_answer(const SessionHistory& session, std::uint64_t number,
                                            sim::ByteView bytes) {
    auto verdict = decode_verdict(bytes);
    if (!verdict || verdict->kind == CompanionVerdict::Kind::same) {
        return verdict;
    }
    const bool is_failed = number > 0 && session.failed_at(tick_of_order(number));
    if (is_failed != (verdict->kind == CompanionVerdict::Kind::only_game_failed)) {
        return sim::Error{sim::ErrorCode::bad_data, "",
                          std::string("what arrived is no verdict on a tick that the game ") +
                              (is_failed ? "could not play" : "played")};
    }
    return verdict;
}

CompanionFinding finding_of(DisturbanceKind probe, const SessionHistory& session,
                            std::uint64_t number, const CompanionVerdict& verdict) {
    const std::uint64_t tick = tick_of_order(number);
    switch (verdict.kind) {
        case CompanionVerdict::Kind::only_game_failed:
            return session.failure(probe, tick, true, session.failure()->text());
        case CompanionVerdict::Kind::only_companion_failed: {
            return session.failure(probe, tick, false, std::string(sim::as_text(verdict.content)));
        }
        case CompanionVerdict::Kind::same:
        case CompanionVerdict::Kind::differs:
            break;
    }
    return session.difference(probe, number, verdict.content);
}

namespace {

// Variables of glibc's allocator (mallopt(3), and "Memory Allocation Tunables" in its manual) and
// of the sanitizers' allocators. They fill blocks, keep no freed block at hand, and map each block
// by itself, which makes addresses descend that usually ascend.
std::vector<std::string> memory_environment() {
    const char* const options = std::getenv("ASAN_OPTIONS");
    const std::string asan = options != nullptr ? std::string(options) + ":" : "";
    return {
        "GLIBC_TUNABLES=glibc.malloc.perturb=90:glibc.malloc.tcache_count=0"
        ":glibc.malloc.mmap_threshold=16:glibc.malloc.mmap_max=20000",
        "ASAN_OPTIONS=" + asan + "max_malloc_fill_size=268435456:malloc_fill_byte=165"};
}

ChildPlan plan_of(DisturbanceKind probe, const std::vector<std::string>& program,
                  const std::string& game) {
    ChildPlan plan{companion_command(program, game)};
    if (probe == DisturbanceKind::process) {
        // The process has another time zone, and a variable that moves the stack.
        plan.environment = {"TZ=Pacific/Apia", "TANDEM_COMPANION=" + std::string(1000, '.')};
        plan.leaves_folder = true;
    } else if (probe == DisturbanceKind::memory) {
        plan.environment = memory_environment();
    }
    return plan;
}

Conditions conditions_of(DisturbanceKind probe) {
    constexpr std::uint64_t k_heap_seed = 3;
    return probe == DisturbanceKind::memory ? Conditions{k_pattern, k_heap_seed} : Conditions{};
}

RemoteOutcome Remote::repeat(const std::list<SessionHistory>& sessions) {
    if (!greet(*sessions.front().game().info)) {
        return std::move(outcome_);
    }
    for (const SessionHistory& session : sessions) {
        if (!repeat(session)) {
            break;
        }
    }
    return std::move(outcome_);
}

std::optional<std::vector<sim::StateHash>> Remote::play(const SessionHistory& session,
                                                        std::uint64_t times) {
    if (!greet(*session.game().info)) {
        return std::nullopt;
    }
    std::vector<sim::StateHash> hashes;
    std::uint64_t bytes_left = k_alone_bytes_max;
    for (std::uint64_t time = 0; time < times; ++time) {
        if (!play(session, hashes, bytes_left)) {
            return std::nullopt;
        }
    }
    return hashes;
}

bool Remote::greet(const sim::GameInfo& game) {
    verdict_bytes_max_ = verdict_bytes_max(game.state_bytes_max);
    Bytes message;
    companion_.wait_at_most(hooks_.greeting_patience);
    if (!companion_.send(encode(conditions_of(probe_))) ||
        !companion_.receive(message, k_greeting_bytes_max)) {
        outcome_.not_run = companion_.is_interrupted()
                               ? "interrupted"
                               : "the program did not answer as a companion (" +
                                     companion_.silence_text() +
                                     "); it has to be a program that can be started, whose "
                                     "main hands its arguments to tandem::tools::run";
        return false;
    }
    const auto hello = decode_hello(message);
    if (!hello) {
        outcome_.not_run = hello.error().text();
        return false;
    }
    if (probe_ == DisturbanceKind::memory && !hello->heap_is_filled) {
        outcome_.remark = "this C library does not fill new blocks, so only the stack was";
    } else if (probe_ == DisturbanceKind::build) {
        outcome_.remark = escaped(hello->build);
    }
    const auto comparable = check_same_game(*hello, game);
    if (!comparable) {
        outcome_.not_run = comparable.error().message;
    }
    return comparable.has_value();
}

bool Remote::play(const SessionHistory& session, std::vector<sim::StateHash>& hashes,
                  std::uint64_t& bytes_left) {
    Bytes message;
    for (std::uint64_t number = 0; number <= session.ticks(); ++number) {
        companion_.wait_at_most(hooks_.tick_patience);
        if (!companion_.send(encode({order_of(session, number)})) ||
            !companion_.receive(message, verdict_bytes_max_)) {
            return false;
        }
        const auto verdict = decode_answer(session, number, message);
        if (!verdict || verdict->content.size() > bytes_left) {
            return false;
        }
        bytes_left -= verdict->content.size();
        const bool is_failed = number > 0 && session.failed_at(number - 1);
        if (is_failed || verdict->kind == CompanionVerdict::Kind::only_companion_failed) {
            return true;
        }
        if (verdict->kind == CompanionVerdict::Kind::differs && verdict->content.empty()) {
            return false;  // a state that was too large to be sent
        }
        hashes.push_back(
            verdict->kind == CompanionVerdict::Kind::same
                ? session.hash(number)
                : sim::state_hash(session.game().info->state_schema, verdict->content));
    }
    return true;
}

bool Remote::repeat(const SessionHistory& session) {
    if (!obeyed(session, 0, 1)) {
        return false;
    }
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

bool Remote::obeyed(const SessionHistory& session, std::uint64_t first, std::uint64_t count) {
    std::vector<CompanionOrder> orders;
    for (std::uint64_t number = first; number < first + count; ++number) {
        orders.push_back(order_of(session, number));
    }
    if (companion_.has_more()) {
        return lost(session, first, "it answered what it had not been asked");
    }
    companion_.wait_at_most(hooks_.tick_patience);
    if (!companion_.send(encode(orders))) {
        return lost(session, first);
    }
    Bytes message;
    for (std::uint64_t number = first; number < first + count; ++number) {
        companion_.wait_at_most(hooks_.tick_patience);
        if (!companion_.receive(message, verdict_bytes_max_)) {
            return lost(session, number);
        }
        const auto verdict = decode_answer(session, number, message);
        if (!verdict) {
            return lost(session, number, verdict.error().text());
        }
        if (verdict->kind != CompanionVerdict::Kind::same) {
            outcome_.finding = finding_of(probe_, session, number, *verdict);
            return false;
        }
        if (number > 0 && !session.failed_at(number - 1)) {
            ++outcome_.ticks_compared;
        }
    }
    return true;
}

bool Remote::lost(const SessionHistory& session, std::uint64_t number, std::string text) {
    if (!companion_.is_interrupted()) {
        text = text.empty() ? companion_.silence_text() : std::move(text);
        outcome_.finding = session.failure(probe_, tick_of_order(number), false, std::move(text));
    }
    return false;
}

}  // namespace
}  // namespace tandem::tools::check
