// SPDX-License-Identifier: MIT
// An input that is changed on its way: a desync whose cause is not the simulation.
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/rewriter.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using sim::erase;

TEST(Meddling, AnInputChangedOnItsWayIsToldApartFromAFaultOfTheSimulation) {
    net::LinkOptions links;
    links.delay = milliseconds(15);
    links.loss_ppm = 50'000;
    Arena arena(1, links);
    Side& host = arena.host(erase<Counter>(), host_options(erase<Counter>(), 2, 200));
    Side& guest = arena.join(erase<Counter>());
    // The fault of transport that a desync must be told apart from.
    Rewriter meddler(*guest.transport, sim::GameModel<Counter>::game_info(), 2,
                     [](SpokenPacket& packet) {
                         for (SpokenPacket::Run& run : packet.runs) {
                             if (run.first == 78) {
                                 (*run.previous)[0] ^= std::byte{1};
                             } else if (run.first <= 77 && 77 - run.first < run.inputs.size()) {
                                 run.inputs[77 - run.first][0] ^= std::byte{1};
                             }
                         }
                     });
    guest.driver = std::make_unique<net::Driver>(std::move(*guest.session), meddler);
    guest.session = &guest.driver->session();
    ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
    for (const Side* side : {&host, &guest}) {
        ASSERT_EQ(side->count<net::Desynced>(), 1U) << side->log();
        const auto& desync = *side->find<net::Desynced>();
        EXPECT_EQ(desync.tick.number, 77U);
        EXPECT_EQ(desync.cause, net::DesyncCause::inputs);
        EXPECT_NE(desync.text.find("player 1  amount"), std::string::npos) << desync.text;
        EXPECT_EQ(side->trace->end, sim::EndReason::desync);
    }
}

}  // namespace
}  // namespace tandem::test
