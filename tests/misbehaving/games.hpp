// SPDX-License-Identifier: MIT
// All games that misbehave, for the programs that offer them.
#pragma once

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
         UnwrittenMember, PaddingBytes, AddressValue, ProcessAddress, LocaleNumber, LocalHour,
         PointerKey, AddressIteration, WallClock, DeviceRandom, DeviceBit, DeviceSeldom, DeviceRare,
         EngineSeededOnce, EngineSeededAtReset, TimeSeededRand, RandomFile, ProcessNumber,
         TimeTaken, FineClock, UnorderedIteration, LibraryRandom, HeapTies, SortTies, Contraction,
         RulesByMacro>;

}  // namespace tandem::misbehaving
