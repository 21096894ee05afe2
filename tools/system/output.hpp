// SPDX-License-Identifier: MIT
// Writes the output of the program: data on stdout as text or as JSON lines, everything else on
// stderr. Foreign text is escaped.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools {

struct JsonValue;
// A list of values.
using JsonArray = std::vector<JsonValue>;
// Keys with values, in the order in which they are written.
using JsonObject = std::vector<std::pair<std::string, JsonValue>>;

// Anything that JSON can hold.
struct JsonValue {
    std::variant<std::nullptr_t, bool, std::uint64_t, std::int64_t, double, std::string, JsonArray,
                 JsonObject>
        content;  // the value

    JsonValue() : content(nullptr) {}
    // A bool, or an integer of any width. Nothing else becomes a bool, such as a pointer.
    template <std::integral Integer>
    JsonValue(Integer value) {
        if constexpr (std::same_as<Integer, bool>) {
            content = value;
        } else if constexpr (std::is_signed_v<Integer>) {
            content = static_cast<std::int64_t>(value);
        } else {
            content = static_cast<std::uint64_t>(value);
        }
    }
    // An infinity or a NaN becomes null, because JSON cannot hold it.
    template <std::floating_point Float>
    JsonValue(Float value) : content(static_cast<double>(value)) {}
    // A text, a list or an object.
    JsonValue(std::string value) : content(std::move(value)) {}
    JsonValue(const char* value) : content(std::string(value)) {}
    JsonValue(JsonArray value) : content(std::move(value)) {}
    JsonValue(JsonObject value) : content(std::move(value)) {}
};

// The object as one line, without a line end. Bytes that are not UTF-8 become U+FFFD, because JSON
// cannot hold them; all bytes of such a text stand in hexadecimal digits in KEY_hex beside its KEY.
std::string json_line(const JsonObject& object);

// The text for an unexpected exception, with advice.
std::string unexpected_text(std::string_view what);

// The error for memory that ran out while doing this.
sim::Error out_of_memory(std::string_view doing);

// The error for a standard output that takes no more data: the disk is full, or the reader has
// ended.
sim::Error output_lost();

// All output of verbs goes through this. There is one for each run of the program.
class Console {
public:
    // `name` is the name with which the program was called. It stands in front of error messages.
    Console(std::ostream& out, std::ostream& err, std::string name)
        : out_(out), err_(err), name_(std::move(name)) {}

    // Sets whether data is JSON.
    void set_json(bool json) { json_ = json; }
    // Sets whether notes are left out.
    void set_quiet(bool quiet) { quiet_ = quiet; }
    // Sets whether a file is written to standard output, so that lines of data go to stderr.
    void set_output_taken(bool taken) { is_output_taken_ = taken; }
    // Sets the verb that is running.
    void set_verb(std::string verb) { verb_ = std::move(verb); }
    // True if data is JSON.
    bool json() const { return json_; }
    // True if notes are left out.
    bool quiet() const { return quiet_; }
    // The verb that is running.
    const std::string& verb() const { return verb_; }

    // Prints a line of data; only in text mode. It is a note if a file has standard output.
    void print(std::string_view line);
    // Prints data as it is, which is no text in lines: a file on standard output. Returns false if
    // it could not be written. Not in JSON mode (asserted).
    bool write(std::string_view data);
    // Prints a JSON line; only in JSON mode. "schema" and "verb" are added in front.
    void report(const JsonObject& object);
    // Prints a JSON line of a list that is complete at once. The lines are written together, so
    // that a reader who takes only some of them does not change the exit code.
    void list(const JsonObject& object);
    // Prints a line on stderr that is not data: a fact or a hint. Not with --quiet.
    void print_note(std::string_view line);
    // Prints "NAME: ..." on stderr, even with --quiet.
    void complain(const sim::Error& error);
    // Prints the error too. In JSON mode it also prints one object of `facts`, `error`, `code` and
    // `exit`.
    void error(const sim::Error& error, const JsonObject& facts = {});

    // Prints what another console of the same settings printed.
    void pass_on(std::string_view out, std::string_view err);

    // True if a progress line on stderr may be overwritten: stderr is a terminal, no full-screen
    // view uses it, and neither --quiet nor --json was given.
    bool may_redraw() const;

    // Holds back lines on stderr while a full-screen view uses the terminal.
    void hold_notes();
    // Prints the lines that were held back.
    void release_notes();

    // Flushes. Returns false if something could not be written: a full disk, a closed pipe.
    bool flush();

    // The stream for everything that is not data.
    std::ostream& err() { return err_; }

private:
    void write_err(std::string_view line);

    std::ostream& out_;
    std::ostream& err_;
    std::string name_;
    std::string verb_;
    std::vector<std::string> held_;
    bool json_ = false;
    bool quiet_ = false;
    bool is_output_taken_ = false;
    bool holds_ = false;
};

}  // namespace tandem::tools
