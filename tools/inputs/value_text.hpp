// SPDX-License-Identifier: MIT
// Turns text into canonical bytes by a schema, the counterpart of sim/schema/fields.hpp: scripts
// write inputs and --option writes options so for any game.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::tools {

// The bytes of one number, flag, label, text or run of bits; tools/CLI.md lists the forms of each.
// The error (usage) says what was expected.
sim::Result<sim::Bytes> parse_leaf(const sim::SchemaNode& node, std::string_view text);

// A field of a value as somebody wrote it.
struct FieldCell {
    std::string path;  // "orders[0].target"
    std::string text;  // "12"; empty: the field is not given
};

// The canonical bytes of a value whose fields are `cells`. A field that is not given comes from
// `base`, which must measure by the schema (asserted) or be empty; else it is zero. Lists are as
// long as their last given element, or as `path.size` says; an optional is there if it or anything
// within it is given. The error's place is the path of the cell.
sim::Result<sim::Bytes> assemble_value(const sim::Schema& schema,
                                       const std::vector<FieldCell>& cells, sim::ByteView base);

// The paths that a cell may have, "orders[].target" for elements, in canonical order.
std::vector<std::string> writable_paths(const sim::Schema& schema);

// A leaf of canonical options as --option takes it, "arena=yard".
std::string setting_text(const sim::Leaf& leaf, sim::ByteView options);
// Canonical options as they are written, "frag_limit=10 arena=yard"; empty if there are none.
std::string options_text(const sim::Schema& schema, sim::ByteView options);

// The game's default options with every KEY=VALUE of `settings` applied.
sim::Result<sim::Bytes> parse_options(const sim::GameInfo& game,
                                      const std::vector<std::string>& settings);

}  // namespace tandem::tools
