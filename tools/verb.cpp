// SPDX-License-Identifier: MIT
// Values are kept as they were typed, and become numbers when a verb asks for them.
#include <tandem/tools/verb.hpp>

#include <algorithm>
#include <charconv>

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

// Returns the last of the texts as a number, which the command line has checked.
template <class Value>
std::optional<Value> parsed(const std::vector<std::string>& texts) {
    if (texts.empty()) {
        return std::nullopt;
    }
    Value value{};
    const std::string& text = texts.back();
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    TANDEM_ASSERT(failure == std::errc() && end == text.data() + text.size());
    return value;
}

}  // namespace

bool Option::has_name(std::string_view name) const { return holds(names, name); }

bool Verb::has_name(std::string_view word) const {
    return word == name || holds(other_names, word);
}

std::vector<std::string> Verb::names() const {
    std::vector<std::string> names{name};
    names.insert(names.end(), other_names.begin(), other_names.end());
    return names;
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
    if (found == given_.end()) {
        const std::string what = "this verb declares no option " + std::string(option);
        sim::assertion_failed(what.c_str(), __FILE__, __LINE__);
    }
    return static_cast<std::size_t>(found - given_.begin());
}

bool Arguments::flag(std::string_view option) const {
    static_cast<void>(kind_of<Flag>(option));
    const auto& texts = find(option).texts;
    return !texts.empty() && texts.back() == "true";
}

std::string Arguments::text(std::string_view option) const {
    const Given& given = find(option);
    const Value& value = given.option.value;
    const bool is_a_text = std::holds_alternative<Text>(value) ||
                           std::holds_alternative<OneOf>(value) ||
                           std::holds_alternative<Path>(value);
    TANDEM_ASSERT(is_a_text && !given.option.is_repeated);
    return given.texts.empty() ? "" : given.texts.back();
}

std::vector<std::string> Arguments::given_as(std::string_view value) const {
    std::vector<std::string> names;
    for (const Given& given : given_) {
        for (const std::string& text : given.texts) {
            if (text == value) {
                names.push_back(given.option.names.back());
            }
        }
    }
    return names;
}

std::vector<std::string> Arguments::texts(std::string_view option) const {
    const Given& given = find(option);
    TANDEM_ASSERT(given.option.is_repeated);
    return given.texts;
}

std::optional<std::uint64_t> Arguments::parsed_whole(std::string_view option) const {
    return parsed<std::uint64_t>(find(option).texts);
}

std::optional<double> Arguments::number(std::string_view option) const {
    static_cast<void>(kind_of<Number>(option));
    return parsed<double>(find(option).texts);
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
        const std::vector<std::string> own = verb.names();
        names.insert(names.end(), own.begin(), own.end());
    }
    return names;
}

std::string ProgramName::example(const Verb& verb) const {
    return (verb.starts_a_game ? starting() : name) + " " + verb.example;
}

}  // namespace tandem::tools
