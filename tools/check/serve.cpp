// SPDX-License-Identifier: MIT
// Resets and steps as ordered, and compares on the spot, so that it stops at the first difference.
#include <tandem/tools/check/serve.hpp>

#include <algorithm>
#include <optional>

#include <fcntl.h>

#include <tandem/tools/check/messages.hpp>
#include <tandem/tools/check/simulate.hpp>
#include <tandem/tools/check/surroundings.hpp>
#include <tandem/tools/process/channel.hpp>

namespace tandem::tools::check {
namespace {

CompanionVerdict failure_of(const std::string& text) {
    const sim::ByteView bytes = sim::as_bytes(text);
    const auto end =
        bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), k_failure_bytes_max));
    return {CompanionVerdict::Kind::only_companion_failed, Bytes(bytes.begin(), end)};
}

// Resets and steps a game as ordered.
class Server {
public:
    Server(const RegisteredGame& game, const Conditions& conditions)
        : game_(game), conditions_(conditions), simulation_(game.make()) {}

    CompanionVerdict answer(const CompanionOrder& order) {
        std::optional<StackPattern> pattern;
        if (conditions_.stack_pattern) {
            pattern.emplace(*conditions_.stack_pattern);
        }
        const Result<void> done = order.is_reset ? reset(order) : step(order);
        if (done.has_value() == order.is_failed) {
            return done ? CompanionVerdict{CompanionVerdict::Kind::only_game_failed, {}}
                        : failure_of(done.error().text());
        }
        if (!done || simulation_.state_hash() == order.expected) {
            return {};
        }
        CompanionVerdict verdict{CompanionVerdict::Kind::differs, {}};
        static_cast<void>(simulation_.save(verdict.content));
        const std::uint64_t most = verdict_bytes_max(game_.info->state_bytes_max);
        if (encode(verdict).size() > most) {
            verdict.content.clear();  // nobody could read it
        }
        return verdict;
    }

private:
    Result<void> reset(const CompanionOrder& order) {
        const auto setup = sim::decode_setup(order.content);
        TANDEM_TRY(setup);
        simulation_ = game_.make();
        const auto done = simulation_.reset(*setup);
        is_reset_ = done.has_value();
        return done;
    }

    Result<void> step(const CompanionOrder& order) {
        if (!is_reset_) {
            return sim::Error{sim::ErrorCode::usage, "", "a step comes after a reset"};
        }
        return simulation_.step(order.content);
    }

    const RegisteredGame& game_;
    const Conditions& conditions_;
    sim::AnySimulation simulation_;
    bool is_reset_ = false;
};

}  // namespace

Result<void> serve(const RegisteredGame& game, int socket) {
    // A process that the game starts must not keep the socket open when this process is gone.
    ::fcntl(socket, F_SETFD, FD_CLOEXEC);
    Channel channel(socket);
    Bytes message;
    if (!channel.receive(message, k_greeting_bytes_max)) {
        return {};
    }
    const auto conditions = decode_conditions(message);
    TANDEM_TRY(conditions);
    if (conditions->is_asked) {
        return serve_questions(game, channel);
    }
    if (conditions->heap_seed) {
        shuffle_heap(*conditions->heap_seed);
    }
    if (!channel.send(encode(hello_of(*game.info, heap_is_filled())))) {
        return {};
    }
    Server server(game, *conditions);
    while (channel.receive(message)) {
        const auto orders = decode_orders(message);
        TANDEM_TRY(orders);
        for (const CompanionOrder& order : *orders) {
            const CompanionVerdict verdict = server.answer(order);
            if (!channel.send(encode(verdict))) {
                return {};
            }
            if (verdict.kind != CompanionVerdict::Kind::same) {
                break;
            }
        }
    }
    return {};
}

}  // namespace tandem::tools::check
