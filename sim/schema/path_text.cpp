// SPDX-License-Identifier: MIT
// It copies nothing: the rest of a path is a view of it.
#include <tandem/sim/schema/path_text.hpp>

#include <charconv>

#include <tandem/sim/nearest.hpp>

namespace tandem::sim {
namespace {

std::string choices_text(const std::vector<std::string>& choices) {
    constexpr std::size_t k_names_max = 16;
    std::string text;
    for (std::size_t i = 0; i < choices.size() && i < k_names_max; ++i) {
        text += (i == 0 ? "" : ", ") + choices[i];
    }
    return choices.empty() ? "nothing within it"
           : choices.size() > k_names_max
               ? text + " and " + std::to_string(choices.size() - k_names_max) + " more"
               : text;
}

}  // namespace

std::optional<std::uint64_t> read_index(std::string_view& rest) {
    std::uint64_t index = 0;
    if (!rest.starts_with('[')) {
        return std::nullopt;
    }
    const auto [end, failure] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), index);
    const auto taken = static_cast<std::size_t>(end - rest.data());
    if (failure != std::errc() || taken >= rest.size() || rest[taken] != ']') {
        return std::nullopt;
    }
    rest.remove_prefix(taken + 1);
    return index;
}

bool read_field_name(std::string_view& rest, const std::string& name, bool is_first) {
    std::string_view text = rest;
    if (!is_first) {
        if (!text.starts_with('.')) {
            return false;
        }
        text.remove_prefix(1);
    }
    if (!text.starts_with(name) ||
        (text.size() > name.size() && text[name.size()] != '.' && text[name.size()] != '[')) {
        return false;
    }
    rest = text.substr(name.size());
    return true;
}

Error no_such_field(std::string_view path, std::size_t wrong_at,
                    const std::vector<std::string>& choices) {
    const std::string before(path.substr(0, wrong_at));
    std::string_view wrong = path.substr(wrong_at);
    wrong.remove_prefix(wrong.starts_with('.') ? 1 : 0);
    wrong = wrong.substr(0, wrong.find_first_of(".["));
    return {ErrorCode::usage, std::string(path),
            "there is no field with this path; " +
                (before.empty() ? "there are " : before + " has ") + choices_text(choices) +
                nearest_hint(wrong, choices)};
}

}  // namespace tandem::sim
