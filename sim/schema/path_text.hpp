// SPDX-License-Identifier: MIT
// Paths as people write them, taken apart from the front: "units[17].hp". And what is said of one
// that leads nowhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>

namespace tandem::sim {

// "17" of "[17].hp"; `rest` is then ".hp". Nothing, and `rest` stays, where no number in brackets
// stands in front.
std::optional<std::uint64_t> take_index(std::string_view& rest);

// Whether the name of this field stands in front of `rest`, which is then what follows it. All but
// the first name of a path have a point in front.
bool take_field_name(std::string_view& rest, const std::string& name, bool is_first);

// The error (usage) that a path goes wrong at its byte `wrong_at`, where `choices` are the names
// that there are; it names the nearest.
Error no_such_field(std::string_view path, std::size_t wrong_at,
                    const std::vector<std::string>& choices);

}  // namespace tandem::sim
