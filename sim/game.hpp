// SPDX-License-Identifier: MIT
// Everything a game is written with: the types of sim/TYPES.md, the parts of a game that GAME.md
// describes, erase<Game>() to make a simulation of it, and a Timeline to run it tick by tick.
#pragma once

#include <tandem/sim/containers/commands.hpp>
#include <tandem/sim/containers/flat_map.hpp>
#include <tandem/sim/containers/priority_queue.hpp>
#include <tandem/sim/containers/slot_map.hpp>
#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tandem/sim/history/observe.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/sim/math/angle.hpp>
#include <tandem/sim/math/angle_batch.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/fixed_batch.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/math/vec2.hpp>
#include <tandem/sim/time/throttle.hpp>
#include <tandem/sim/types.hpp>
