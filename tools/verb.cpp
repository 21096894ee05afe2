// SPDX-License-Identifier: MIT
// Values are kept as they were typed, and become numbers when a verb asks for them.
#include <tandem/tools/verb.hpp>

#include <algorithm>
#include <charconv>
#include <set>

namespace tandem::tools {
namespace {

template <class Part>
const Part* named(const std::vector<Part>& parts, std::string_view name) {
    const auto found = std::find_if(parts.begin(), parts.end(),
                                    [&](const Part& part) { return part.has_name(name); });
    return found == parts.end() ? nullptr : &*found;
}

bool holds(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

sim::Error unsound(const Verb& verb, const std::string& what) {
    return {sim::ErrorCode::internal, "verb '" + verb.name + "'", what};
}

// Every verb has these, and the two that are asked for like options.
const std::set<std::string> k_options_of_every_verb{"-h",     "--help",  "--game",
                                                    "--json", "--quiet", "--version"};

sim::Result<void> check_options(const Verb& verb) {
    std::set<std::string> taken = k_options_of_every_verb;
    for (const Option& option : verb.options) {
        if (option.names.empty()) {
            return unsound(verb, "an option of it has no name");
        }
        for (const std::string& name : option.names) {
            if (!taken.insert(name).second) {
                return unsound(verb, "its option " + name +
                                         " is there already, among its own or those of every verb");
            }
        }
    }
    return {};
}

}  // namespace

bool Option::has_name(std::string_view name) const { return holds(names, name); }

bool Verb::has_name(std::string_view word) const {
    return word == name || holds(other_names, word);
}

Arguments::Arguments(const std::vector<Option>& options) {
    for (const Option& option : options) {
        given_.push_back({option, {}});
    }
}

std::size_t Arguments::place_of(std::string_view option) const {
    const auto found = std::find_if(given_.begin(), given_.end(), [&](const Given& given) {
        return given.option.has_name(option);
    });
    const bool is_an_option_of_this_verb = found != given_.end();
    TANDEM_ASSERT(is_an_option_of_this_verb);
    return static_cast<std::size_t>(found - given_.begin());
}

bool Arguments::flag(std::string_view option) const {
    static_cast<void>(kind_of<Flag>(option));
    const auto& texts = find(option).texts;
    return !texts.empty() && texts.back() == "true";
}

std::string Arguments::text(std::string_view option) const {
    const Given& given = find(option);
    TANDEM_ASSERT(!given.option.is_repeated);
    return given.texts.empty() ? "" : given.texts.back();
}

std::vector<std::string> Arguments::texts(std::string_view option) const {
    const Given& given = find(option);
    TANDEM_ASSERT(given.option.is_repeated);
    return given.texts;
}

std::optional<std::uint64_t> Arguments::parsed_whole(std::string_view option) const {
    const auto& texts = find(option).texts;
    if (texts.empty()) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    const std::string& text = texts.back();
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    TANDEM_ASSERT(failure == std::errc() && end == text.data() + text.size());
    return value;
}

std::optional<double> Arguments::number(std::string_view option) const {
    static_cast<void>(kind_of<Number>(option));
    const auto& texts = find(option).texts;
    if (texts.empty()) {
        return std::nullopt;
    }
    double value = 0;
    const std::string& text = texts.back();
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    TANDEM_ASSERT(failure == std::errc() && end == text.data() + text.size());
    return value;
}

void Arguments::give(std::string_view option, std::string value) {
    given_[place_of(option)].texts.push_back(std::move(value));
}

const Verb* find_verb(const std::vector<Verb>& verbs, std::string_view word) {
    return named(verbs, word);
}

std::vector<std::string> names_of(const std::vector<Verb>& verbs) {
    std::vector<std::string> names;
    for (const Verb& verb : verbs) {
        names.push_back(verb.name);
        names.insert(names.end(), verb.other_names.begin(), verb.other_names.end());
    }
    return names;
}

sim::Result<void> check_verbs(const std::vector<Verb>& verbs) {
    std::set<std::string> taken;
    for (const Verb& verb : verbs) {
        std::vector<std::string> names = verb.other_names;
        names.push_back(verb.name);
        for (const std::string& name : names) {
            if (name.empty() || name.starts_with('-') || !taken.insert(name).second) {
                return unsound(verb, "the name '" + name +
                                         "' is taken by another verb of this program, or is none");
            }
        }
        if (verb.run == nullptr) {
            return unsound(verb, "it has no function");
        }
        if (auto checked = check_options(verb); !checked) {
            return checked;
        }
    }
    return {};
}

std::string ProgramName::example(const Verb& verb) const {
    return (verb.starts_a_game ? starting() : name) + " " + verb.example;
}

}  // namespace tandem::tools
