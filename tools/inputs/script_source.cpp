// SPDX-License-Identifier: MIT
// A table of inputs that a person can write as a source: a header of field names, then one line for
// each tick. tools/CLI.md describes it.
#include <tandem/tools/inputs/source.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/tools/inputs/value_text.hpp>
#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

class ScriptSource final : public Source {
public:
    ScriptSource(std::uint32_t columns, std::vector<Bytes> inputs)
        : columns_(columns), inputs_(std::move(inputs)) {}

    std::uint32_t columns() const override { return columns_; }
    std::optional<std::uint64_t> rows() const override { return inputs_.size() / columns_; }

    Result<std::optional<Bytes>> input(std::uint32_t column, Slot, sim::Tick tick,
                                       const sim::AnySimulation&) override {
        if (tick.number >= inputs_.size() / columns_) {
            return std::optional<Bytes>();
        }
        return std::optional(inputs_[tick.number * columns_ + column]);
    }

private:
    std::uint32_t columns_;
    std::vector<Bytes> inputs_;  // row by row
};

struct Heading {
    std::uint32_t player = 0;
    std::string path;
};

std::string_view trimmed(std::string_view text);
std::vector<std::string> split(std::string_view line);

class ScriptParser {
public:
    ScriptParser(const std::string& path, const sim::GameInfo& game) : path_(path), game_(game) {}

    Result<std::unique_ptr<Source>> parse(std::string_view text);

private:
    Error bad(const std::string& message) const {
        return {ErrorCode::bad_data, path_ + ", line " + std::to_string(line_number_), message};
    }
    Error bad_cell(std::size_t column, const std::string& message) const;

    // The heading of a column: "p1.forward" is player 1's; a name without player is player 0's.
    static Heading heading_of(const std::string& name);
    Result<void> read_header(std::string_view line);

    // Checks a path. A path with indices fits the schema's path without them.
    Result<void> check_path(std::size_t column, const std::string& path) const;
    Result<void> read_row(std::string_view line);
    std::optional<std::size_t> column_of(std::uint32_t player, const std::string& path) const;

    const std::string& path_;
    const sim::GameInfo& game_;
    std::size_t line_number_ = 0;
    std::vector<std::string> names_;
    std::vector<Heading> headings_;
    std::uint32_t players_ = 1;
    std::vector<Bytes> inputs_;
};

}  // namespace

Result<std::unique_ptr<Source>> open_script_source(const std::string& path,
                                                   const sim::GameInfo& game) {
    const auto bytes = read_named_file(path);
    TANDEM_TRY(bytes);
    return ScriptParser(path, game).parse(sim::as_text(*bytes));
}

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
        text.remove_suffix(1);
    }
    return text;
}

std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> cells;
    for (;;) {
        const std::size_t comma = line.find(',');
        cells.emplace_back(trimmed(line.substr(0, comma)));
        if (comma == std::string_view::npos) {
            return cells;
        }
        line.remove_prefix(comma + 1);
    }
}

Result<std::unique_ptr<Source>> ScriptParser::parse(std::string_view text) {
    // Spreadsheets put a byte order mark in front.
    constexpr std::string_view k_mark = "\xEF\xBB\xBF";
    text.remove_prefix(text.starts_with(k_mark) ? k_mark.size() : 0);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++line_number_;
        if (line.starts_with("#") || (line.empty() && headings_.empty())) {
            continue;
        }
        TANDEM_TRY(headings_.empty() ? read_header(line) : read_row(line));
    }
    if (inputs_.empty()) {
        return bad(
            "the script has no line of inputs; expected a header of field names and one "
            "line for each tick");
    }
    return std::unique_ptr<Source>(std::make_unique<ScriptSource>(players_, std::move(inputs_)));
}

Error ScriptParser::bad_cell(std::size_t column, const std::string& message) const {
    return {ErrorCode::bad_data,
            path_ + ", line " + std::to_string(line_number_) + ", column " +
                std::to_string(column + 1) + " (" + names_[column] + ")",
            message};
}

Heading ScriptParser::heading_of(const std::string& name) {
    const std::size_t dot = name.find('.');
    if (name.size() > 1 && name[0] == 'p' && dot != std::string::npos) {
        std::uint32_t player = 0;
        const auto [end, failure] = std::from_chars(name.data() + 1, name.data() + dot, player);
        if (failure == std::errc() && end == name.data() + dot) {
            return {player, name.substr(dot + 1)};
        }
    }
    return {0, name};
}

Result<void> ScriptParser::read_header(std::string_view line) {
    names_ = split(line);
    for (std::size_t column = 0; column < names_.size(); ++column) {
        Heading heading = heading_of(names_[column]);
        if (heading.player >= game_.players_max) {
            return bad_cell(column, "there is no player " + std::to_string(heading.player) + "; " +
                                        game_.name + " has players 0 to " +
                                        std::to_string(game_.players_max - 1));
        }
        // "p0.forward" and "forward" are one column.
        if (column_of(heading.player, heading.path)) {
            return bad_cell(column, "this column stands twice in the header");
        }
        TANDEM_TRY(check_path(column, heading.path));
        players_ = std::max(players_, heading.player + 1);
        headings_.push_back(std::move(heading));
    }
    return {};
}

Result<void> ScriptParser::check_path(std::size_t column, const std::string& path) const {
    std::string general;
    bool inside = false;
    for (const char c : path) {
        inside = inside && c != ']';
        if (!inside) {
            general += c;
        }
        inside = inside || c == '[';
    }
    const std::vector<std::string> known = writable_paths(game_.input_schema);
    std::string names;
    for (const std::string& name : known) {
        const bool is_size = general.ends_with(".size") &&
                             name.starts_with(general.substr(0, general.size() - 5) + "[]");
        if (name == general || is_size || name.starts_with(general + ".")) {
            return {};
        }
        names += (names.empty() ? "" : ", ") + name;
    }
    return bad_cell(column, "the input of " + game_.name + " has no such field; expected " +
                                (names.empty() ? "none, it is empty" : names) +
                                ", each with p0. to p" + std::to_string(game_.players_max - 1) +
                                ". in front for a player");
}

Result<void> ScriptParser::read_row(std::string_view line) {
    const std::vector<std::string> texts = split(line);
    // A blank line is a tick on which nobody does anything.
    if (!line.empty() && texts.size() != headings_.size()) {
        return bad("the line has " + std::to_string(texts.size()) + " cells where the header has " +
                   std::to_string(headings_.size()));
    }
    for (std::uint32_t player = 0; player < players_; ++player) {
        std::vector<FieldCell> cells;
        for (std::size_t column = 0; column < texts.size() && !line.empty(); ++column) {
            if (headings_[column].player == player) {
                cells.push_back({headings_[column].path, texts[column]});
            }
        }
        auto input = assemble_value(game_.input_schema, cells, game_.idle_input);
        if (!input) {
            return bad_cell(column_of(player, input.error().place).value_or(0),
                            input.error().message);
        }
        inputs_.push_back(std::move(*input));
    }
    return {};
}

std::optional<std::size_t> ScriptParser::column_of(std::uint32_t player,
                                                   const std::string& path) const {
    for (std::size_t column = 0; column < headings_.size(); ++column) {
        if (headings_[column].player == player && headings_[column].path == path) {
            return column;
        }
    }
    return std::nullopt;
}

}  // namespace
}  // namespace tandem::tools
