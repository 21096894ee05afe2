// SPDX-License-Identifier: MIT
// A refusal for the wrong game names the right one, so this joins with a game that nobody has.
#include <tandem/tools/program/ask_host.hpp>

#include <optional>

#include <tandem/net/driver.hpp>
#include <tandem/net/lockstep.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/program/patience.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;

struct Asking {
    static constexpr std::string_view name = k_asking_game;
    static constexpr TickRate tick_rate{1};
    static constexpr std::uint32_t players_max = 2;
    struct Input {
        std::uint8_t nothing = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(nothing));
        }
    };
    void reset(const Setup&) {}
    void step(Inputs<Input>) {}
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(nothing));
    }
    std::uint8_t nothing = 0;
};

// What the session comes to.
struct Answer {
    std::optional<std::string> game;
    std::optional<Error> error;
    bool is_ended = false;

    void take(const net::Event& event) {
        if (const auto* refused = std::get_if<net::Refused>(&event);
            refused != nullptr && refused->reason == net::RefusalReason::game) {
            game = refused->host_value;
        } else if (const auto* ended = std::get_if<net::Ended>(&event)) {
            is_ended = true;
            error = ended->error;
        }
    }
};

}  // namespace

sim::Result<std::string> ask_for_game(const std::string& host_name, std::uint16_t port,
                                      const net::SessionOptions& options) {
    auto transport = net::EnetTransport::connect(host_name, port);
    if (!transport) {
        return transport.error();
    }
    net::JoinOptions join;
    join.session.key = options.key;
    join.session.build = options.build;
    join.session.entropy = options.entropy;
    const auto no_input = [](sim::Tick, const sim::AnySimulation&) {
        return sim::Result<std::optional<sim::Bytes>>(std::nullopt);
    };
    auto session = net::Lockstep::join(sim::erase<Asking>(), join, no_input, nullptr);
    if (!session) {
        return session.error();
    }
    net::Driver driver(*session, **transport);
    Answer answer;
    std::optional<std::chrono::nanoseconds> ended_at;
    while (!ended_at ||
           (answer.game && !driver.is_closed() && steady_now() - *ended_at < k_farewell)) {
        if (pending_signal() != 0) {
            session->abandon("the player wanted to stop");
        }
        for (const net::Event& event : driver.pump(
                 k_poll, [] { return steady_now(); }, net::k_unpaced)) {
            answer.take(event);
        }
        if (answer.is_ended && !ended_at) {
            ended_at = steady_now();
        }
    }
    if (answer.game) {
        return *answer.game;
    }
    return answer.error.value_or(Error{
        ErrorCode::refused, "", "which game is hosted there was not said; name it with --game"});
}

}  // namespace tandem::tools
