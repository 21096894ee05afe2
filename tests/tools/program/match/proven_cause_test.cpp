// SPDX-License-Identifier: MIT
// A cause that cannot be found is unknown. (Causes of whole matches are tested from end to end.)
#include <tandem/tools/program/match/proven_cause.hpp>

#include <sstream>

#include <tandem/sim/game/erase.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class ProvenCause : public InFolder {};

TEST_F(ProvenCause, IsUnknownWhereARecordingCannotBeRead) {
    std::ostringstream out;
    tools::Console console(out, out, "tandem");
    const tools::Registry registry(
        {tools::RegisteredGame{&sim::GameModel<Counter>::game_info(), &sim::erase<Counter>}});
    const std::vector<tools::Verb> verbs;
    const tools::Context context{registry, verbs, console};
    const auto cause = tools::proven_cause(path("ours.tandem"), path("theirs.tandem"),
                                           *registry.find("counter"), context);
    EXPECT_EQ(cause, replay::CauseClass::unknown);
    EXPECT_TRUE(says(out.str(), "looking for the cause, at most 10 s"));
}

}  // namespace
}  // namespace tandem::test
