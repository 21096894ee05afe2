// SPDX-License-Identifier: MIT
// All games that misbehave, for the programs that offer them.
#pragma once

#include <vector>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/registry.hpp>
#include <tests/misbehaving/build_mistakes.hpp>
#include <tests/misbehaving/library_mistakes.hpp>
#include <tests/misbehaving/machine_mistakes.hpp>
#include <tests/misbehaving/random_mistakes.hpp>
#include <tests/misbehaving/reset_mistakes.hpp>
#include <tests/misbehaving/state_mistakes.hpp>
#include <tests/misbehaving/thread_mistakes.hpp>

namespace tandem::misbehaving {

template <class... Games>
struct List {};

using AllGames =
    List<MissingField, MissingLate, MissingAtTheEnd, MissingInThePicture, MissingForBots,
         BranchingSerialize, ChangingSerialize, StaleCache, StaticLocal, GlobalRandom, StaticSeldom,
         SelfPointer, ForgetfulReset, ForgetfulLate, ScoreFile, HiddenScoreFile, DrawingDecides,
         BotsDecide, CopiedAnew, ThreadDecides, SharedScratch, SharedContainer, UninitialisedByte,
         UnwrittenMember, AddressValue, ProcessAddress, LocaleNumber, LocalHour, PointerKey,
         AddressIteration, WallClock, DeviceRandom, DeviceBit, DeviceSeldom, DeviceRare,
         EngineSeededOnce, EngineSeededAtReset, RandomFile, ProcessNumber, TimeTaken, FineClock,
         UnorderedIteration, LibraryRandom, HeapTies, SortTies, Contraction, RulesByMacro>;

template <class... Games>
std::vector<tools::RegisteredGame> registered_games(List<Games...>) {
    return {{&sim::GameModel<Games>::game_info(), &sim::erase<Games>}...};
}

}  // namespace tandem::misbehaving
