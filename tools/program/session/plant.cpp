// SPDX-License-Identifier: MIT
// Matches a path with the schema alone, so that a slip of the finger costs no session.
#include <tandem/tools/program/session/plant.hpp>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include <tandem/sim/nearest.hpp>
#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {
namespace {

using sim::FieldShape;
using sim::SchemaNode;

// The most names that are listed, because nobody reads more.
constexpr std::size_t k_names_max = 16;

bool fits(const SchemaNode& node, std::string_view path);

template <class RestFits>
bool element_fits(std::string_view path, std::uint64_t count, RestFits&& rest_fits);
bool mapped_fits(const SchemaNode& mapped, std::string_view path);
bool member_fits(const SchemaNode& structure, std::string_view path);
bool fits(const SchemaNode& node, std::string_view path);
std::vector<std::string> field_paths(const SchemaNode& state);
std::string without_indices(std::string_view path);
std::size_t shared(std::string_view path, std::string_view other);
std::string near_text(const SchemaNode& state, const std::string& field);

}  // namespace

Result<sim::Plant> parse_plant(const std::string& text) {
    const std::size_t colon = text.find(':');
    std::uint64_t tick = 0;
    const std::size_t digits = std::min(colon, text.size());
    const auto [end, failure] = std::from_chars(text.data(), text.data() + digits, tick);
    if (colon == std::string::npos || digits == 0 || failure != std::errc() ||
        end != text.data() + digits || colon + 1 == text.size()) {
        return Error{ErrorCode::usage, "--plant " + text,
                     "expected TICK:FIELD, such as --plant '700:fighters[1].health'"};
    }
    return sim::Plant{sim::Tick{tick}, text.substr(colon + 1)};
}

Result<sim::Plant> parse_plant_of(const sim::GameInfo& game, const std::string& text) {
    auto plant = parse_plant(text);
    TANDEM_TRY(plant);
    const SchemaNode& state = game.state_schema.root();
    if (!fits(state, "." + plant->field)) {
        return Error{ErrorCode::usage, "--plant " + text,
                     "the state of " + game.name + " has no number or flag '" + plant->field + "'" +
                         near_text(state, plant->field)};
    }
    return plant;
}

Result<std::optional<sim::Plant>> planned_plant(const sim::GameInfo& game,
                                                const std::string& text) {
    if (text.empty()) {
        return std::optional<sim::Plant>();
    }
    auto plant = parse_plant_of(game, text);
    TANDEM_TRY(plant);
    return std::optional(std::move(*plant));
}

std::optional<Error> missed_plant(const std::string& plant, std::uint64_t ticks_done) {
    const auto parsed = parse_plant(plant);
    if (!parsed || parsed->tick.number < ticks_done) {
        return std::nullopt;
    }
    return Error{ErrorCode::usage, "--plant " + plant,
                 "nothing was planted: the session was over after " +
                     count_text(ticks_done, "tick") + ", before tick " +
                     std::to_string(parsed->tick.number)};
}

namespace {

// True if the path is that of an element, as "[3].x", in a list that holds at most `count`;
// `rest_fits` is asked about the text behind the bracket.
template <class RestFits>
bool element_fits(std::string_view path, std::uint64_t count, RestFits&& rest_fits) {
    const std::size_t close = path.find(']');
    if (!path.starts_with('[') || close == std::string_view::npos) {
        return false;
    }
    const char* const last = path.data() + close;
    std::uint64_t index = 0;
    const auto [end, failure] = std::from_chars(path.data() + 1, last, index);
    return failure == std::errc() && end == last && index < count &&
           rest_fits(path.substr(close + 1));
}

// True if the path fits a map. A key is any text, and a ']' may be part of it.
bool mapped_fits(const SchemaNode& mapped, std::string_view path) {
    if (!path.starts_with('[')) {
        return false;
    }
    for (std::size_t close = path.find(']'); close != std::string_view::npos;
         close = path.find(']', close + 1)) {
        if (fits(mapped, path.substr(close + 1))) {
            return true;
        }
    }
    return false;
}

bool member_fits(const SchemaNode& structure, std::string_view path) {
    return path.starts_with('.') &&
           std::any_of(structure.children.begin(), structure.children.end(),
                       [&](const SchemaNode& child) {
                           const std::string_view rest = path.substr(1);
                           return rest.starts_with(child.name) &&
                                  fits(child, rest.substr(child.name.size()));
                       });
}

// True if some value of this node has a number or a flag with this path, which begins with the '.'
// or '[' that follows the node's own.
bool fits(const SchemaNode& node, std::string_view path) {
    const auto child_fits = [&](std::string_view rest) { return fits(node.children[0], rest); };
    switch (sim::shape_of(node.kind)) {
        case FieldShape::number:
        case FieldShape::bits:
            return path.empty();
        case FieldShape::text:
            return false;
        case FieldShape::structure:
            return member_fits(node, path);
        case FieldShape::array:
            return element_fits(path, node.count, child_fits);
        case FieldShape::list:
            return element_fits(
                path, node.kind == sim::FieldKind::commands ? node.count : sim::k_unbounded,
                child_fits);
        case FieldShape::columns:
            return element_fits(path, sim::k_unbounded,
                                [&](std::string_view rest) { return member_fits(node, rest); });
        case FieldShape::keyed:
            return node.kind == sim::FieldKind::map
                       ? mapped_fits(node.children[1], path)
                       : element_fits(path, sim::k_unbounded, child_fits);
        case FieldShape::optional:
        case FieldShape::variant:
            return std::any_of(node.children.begin(), node.children.end(),
                               [&](const SchemaNode& child) { return fits(child, path); });
    }
    return false;
}

// The paths of every number and flag, with "[]" for any index.
std::vector<std::string> field_paths(const SchemaNode& state) {
    std::vector<std::string> paths;
    sim::walk_fields(state, [&](const SchemaNode& field, const std::string& path) {
        const FieldShape shape = sim::shape_of(field.kind);
        if (shape == FieldShape::number || shape == FieldShape::bits) {
            paths.push_back(path);
        }
        return true;
    });
    return paths;
}

std::string without_indices(std::string_view path) {
    std::string out;
    while (!path.empty()) {
        const std::size_t open = std::min(path.find('['), path.size());
        const std::size_t close = path.find(']', open);
        out += path.substr(0, open);
        if (close == std::string_view::npos) {
            return out + std::string(path.substr(open));
        }
        out += "[]";
        path.remove_prefix(close + 1);
    }
    return out;
}

// The length of the beginning that two paths share, in whole names.
std::size_t shared(std::string_view path, std::string_view other) {
    const auto differs = std::mismatch(path.begin(), path.end(), other.begin(), other.end());
    const auto same = static_cast<std::size_t>(differs.first - path.begin());
    const std::size_t end = path.substr(0, same).find_last_of(".]");
    return end == std::string_view::npos ? 0 : end + 1;
}

// A text on the fields that share most with the one that was meant: "; near it there is a, b".
std::string near_text(const SchemaNode& state, const std::string& field) {
    std::vector<std::string> paths = field_paths(state);
    const std::string meant = without_indices(field);
    if (paths.empty()) {
        return "; it has none at all";
    }
    std::size_t most = 0;
    for (const std::string& path : paths) {
        most = std::max(most, shared(path, meant));
    }
    std::erase_if(paths, [&](const std::string& path) { return shared(path, meant) < most; });
    std::string text = sim::nearest_hint(meant, paths) + "; near it there is ";
    for (std::size_t i = 0; i < std::min(paths.size(), k_names_max); ++i) {
        text += (i == 0 ? "" : ", ") + paths[i];
    }
    return text + (paths.size() > k_names_max
                       ? " and " + std::to_string(paths.size() - k_names_max) + " more"
                       : "");
}

}  // namespace
}  // namespace tandem::tools
