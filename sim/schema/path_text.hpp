// SPDX-License-Identifier: MIT
// Paths as people write them, taken apart from the front: "units[17].hp". The error about a path
// that leads nowhere is here too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>

namespace tandem::sim {

// Removes "[17]" from the front of "[17].hp" and returns 17. If no number in brackets stands in
// front, it returns nothing and `rest` stays.
std::optional<std::uint64_t> read_index(std::string_view& rest);

// Removes the name of this field from the front of `rest`. Returns false if another name stands
// there. All names of a path but the first have a point in front.
bool read_field_name(std::string_view& rest, const std::string& name, bool is_first);

// The error (usage) that a path goes wrong at its byte `wrong_at`, where `choices` are the names
// that there are; it names the nearest.
Error no_such_field(std::string_view path, std::size_t wrong_at,
                    const std::vector<std::string>& choices);

}  // namespace tandem::sim
