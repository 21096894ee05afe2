// SPDX-License-Identifier: MIT
// Joins with a game that nobody has, because a refusal for the wrong game names the right one.
#include <tandem/tools/program/match/ask_host.hpp>

#include <optional>
#include <variant>

#include <tandem/net/driver.hpp>
#include <tandem/net/event.hpp>
#include <tandem/net/input_source.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/program/match/patience.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {
namespace {

struct AskingGame {
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

}  // namespace

sim::Result<std::string> ask_for_game(const std::string& host_name, std::uint16_t port,
                                      const std::optional<net::MatchKey>& key) {
    auto transport = net::EnetTransport::connect(host_name, port, key);
    TANDEM_TRY(transport);
    net::JoinOptions join;
    join.session.build = build_text();
    const auto no_input = net::input_source<AskingGame>(
        [](sim::Tick, const AskingGame&) { return std::optional<AskingGame::Input>(); });
    auto driver = net::Driver::join(sim::erase<AskingGame>(), join, no_input, nullptr, **transport);
    TANDEM_TRY(driver);
    std::optional<std::string> game;
    while (!driver->is_over()) {
        if (pending_signal() != 0) {
            driver->session().abandon("the player wanted to stop");
        } else if (!(*transport)->is_open()) {
            driver->session().abandon("the host's door is closed");
        }
        for (const net::Event& event : driver->pump(k_poll, steady_now)) {
            const auto* refused = std::get_if<net::Refused>(&event);
            if (refused != nullptr && refused->reason == net::RefusalReason::game) {
                game = refused->host_value;
            }
        }
    }
    if (game) {
        return *game;
    }
    for (const net::Refusal& refusal : (*transport)->extract_refusals()) {
        return Error{ErrorCode::refused, "", net::refusal_text(refusal)};
    }
    return driver->ended()->error.value_or(Error{
        ErrorCode::refused, "", "which game is hosted there was not said; name it with --game"});
}

bool is_question(const net::Event& event) {
    const auto* refused = std::get_if<net::Refused>(&event);
    return refused != nullptr && refused->reason == net::RefusalReason::game &&
           refused->guest_value == k_asking_game;
}

}  // namespace tandem::tools
