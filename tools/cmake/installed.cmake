# SPDX-License-Identifier: MIT
# What is installed besides libraries and programs: the headers that a user is told of, those that
# they need, and the pages. tests/tidy_pages_test.cpp compares these lists with the includes and
# with the pages, and says what is missing from them and what nobody needs.

# Headers that the pages name. At most 30 of sim, replay and net.
set(tandem_installed_headers_named
    sim/game.hpp
    sim/containers/commands.hpp
    sim/containers/flat_map.hpp
    sim/containers/priority_queue.hpp
    sim/containers/slot_map.hpp
    sim/game/display.hpp
    sim/game/inputs.hpp
    sim/math/angle.hpp
    sim/math/angle_batch.hpp
    sim/math/fixed.hpp
    sim/math/fixed_batch.hpp
    sim/math/random.hpp
    sim/math/vec2.hpp
    sim/schema/hash_tree.hpp
    sim/time/game_loop.hpp
    sim/time/pace_monitor.hpp
    sim/time/throttle.hpp
    replay/replay.hpp
    net/net.hpp
    tools/run.hpp
    tools/verb.hpp)

# Headers that the package's CMake code includes in a user's build.
set(tandem_installed_headers_included
    sim/game/step_roots.hpp)

# Headers that those above include. With them there are at most 90 of sim, replay and net.
set(tandem_installed_headers_needed
    sim/assert.hpp
    sim/fwd.hpp
    sim/result.hpp
    sim/types.hpp
    sim/bytes/bytes.hpp
    sim/bytes/hash.hpp
    sim/game/any_simulation.hpp
    sim/game/default_value.hpp
    sim/game/describe_game.hpp
    sim/game/erase.hpp
    sim/game/field_writer.hpp
    sim/game/game_info.hpp
    sim/game/guard.hpp
    sim/game/input_bound.hpp
    sim/game/input_record.hpp
    sim/game/near_misses.hpp
    sim/game/setup.hpp
    sim/game/setup_options.hpp
    sim/game/simulation.hpp
    sim/game/state_hasher.hpp
    sim/game/tick_record.hpp
    sim/history/chain.hpp
    sim/history/observe.hpp
    sim/history/tick_observer.hpp
    sim/history/timeline.hpp
    sim/math/checked.hpp
    sim/math/decimal.hpp
    sim/math/estimate.hpp
    sim/math/fault.hpp
    sim/math/fixed_functions.hpp
    sim/math/trigonometry.hpp
    sim/math/wide.hpp
    sim/schema/schema.hpp
    sim/serialize/columns.hpp
    sim/serialize/describer.hpp
    sim/serialize/layout.hpp
    sim/serialize/memory_size.hpp
    sim/serialize/reader.hpp
    sim/serialize/reader_base.hpp
    sim/serialize/require.hpp
    sim/serialize/traversal.hpp
    sim/serialize/type_kind.hpp
    sim/serialize/type_traits.hpp
    sim/serialize/unportable.hpp
    sim/serialize/writer.hpp
    sim/time/pacer.hpp
    replay/cursor.hpp
    replay/diff.hpp
    replay/header.hpp
    replay/output.hpp
    replay/player.hpp
    replay/recorder.hpp
    replay/replay_file.hpp
    replay/verify.hpp
    net/driver.hpp
    net/event.hpp
    net/input_source.hpp
    net/lockstep.hpp
    net/options.hpp
    net/status.hpp
    net/transport/enet_transport.hpp
    net/transport/match_key.hpp
    net/transport/simulated/network.hpp
    net/transport/transport.hpp
    net/wire/terms.hpp
    tools/exit_code.hpp
    tools/registry.hpp
    tools/program/program.hpp
    tools/system/build_info.hpp
    tools/system/output.hpp
    tools/text/escaped.hpp
    tools/verbs/list.hpp)

# Pages, and what they show of the tree.
set(tandem_installed_pages
    README.md
    ARCHITECTURE.md
    CHANGELOG.md
    SECURITY.md
    sim/DETERMINISM.md
    sim/GAME.md
    sim/TYPES.md
    replay/FORMAT.md
    replay/CODING.md
    net/PROTOCOL.md
    tools/CLI.md
    tools/SCALE.md
    tools/lab/LAB.md
    tests/accuracy/RESULTS.md
    tests/bench/RESULTS.md
    tests/consumer/game/own_loop.cpp
    tests/consumer/game/tug.hpp
    tools/games)
