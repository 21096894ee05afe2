// SPDX-License-Identifier: MIT
// What the program says: data on stdout as text or as JSON lines, everything else on stderr,
// foreign text escaped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools {

struct JsonValue;
// A list of values.
using JsonArray = std::vector<JsonValue>;
// Keys in the order they are written.
using JsonObject = std::vector<std::pair<std::string, JsonValue>>;

// Anything that JSON can hold.
struct JsonValue {
    std::variant<std::nullptr_t, bool, std::uint64_t, std::int64_t, double, std::string, JsonArray,
                 JsonObject>
        content;  // what it is

    JsonValue() : content(nullptr) {}
    // Of each of them.
    JsonValue(bool value) : content(value) {}
    JsonValue(std::uint64_t value) : content(value) {}
    JsonValue(std::uint32_t value) : content(std::uint64_t{value}) {}
    JsonValue(std::int64_t value) : content(value) {}
    // One that is no number (an infinity) becomes null, since JSON cannot hold it.
    JsonValue(double value) : content(value) {}
    // A text, a list or an object.
    JsonValue(std::string value) : content(std::move(value)) {}
    JsonValue(const char* value) : content(std::string(value)) {}
    JsonValue(JsonArray value) : content(std::move(value)) {}
    JsonValue(JsonObject value) : content(std::move(value)) {}
};

// One line without its end. Bytes that are no UTF-8 become U+FFFD, since JSON cannot hold them.
std::string json_line(const JsonObject& object);

// A 64-bit hash as 16 hexadecimal digits: a JSON number would lose its low bits in most readers.
std::string hash_text(std::uint64_t hash);

// "1 tick", "2 ticks".
std::string count_text(std::uint64_t count, std::string_view noun);

// What is said of an exception that nobody expected, and what to do.
std::string unexpected_text(std::string_view what);

// That memory ran out during this.
sim::Error out_of_memory(std::string_view doing);

// That standard output takes no more: a full disk, or a reader who has left.
sim::Error output_lost();

// Where verbs speak. One per run of the program.
class Console {
public:
    // `name` is how the program was called, and stands in front of what went wrong.
    Console(std::ostream& out, std::ostream& err, std::string name)
        : out_(out), err_(err), name_(std::move(name)) {}

    // Whether data is JSON.
    void set_json(bool json) { json_ = json; }
    // Whether remarks are left out.
    void set_quiet(bool quiet) { quiet_ = quiet; }
    // Which verb speaks.
    void set_verb(std::string verb) { verb_ = std::move(verb); }
    // As it was set.
    bool json() const { return json_; }
    // As it was set.
    bool quiet() const { return quiet_; }

    // A line of data, text mode only.
    void say(std::string_view line);
    // A JSON line, JSON mode only; "schema" and "verb" are put in front.
    void report(const JsonObject& object);
    // The same for a line of a list that is there at once: it leaves with the others, so that a
    // reader who takes a few and goes does not decide the exit code.
    void list(const JsonObject& object);
    // A line on stderr that is no data: a fact, a hint. Silent with --quiet.
    void note(std::string_view line);
    // "NAME: ..." on stderr, even with --quiet.
    void complain(const sim::Error& error);
    // The same, and in JSON mode one object of `facts`, `error`, `code` and `exit`.
    void error(const sim::Error& error, const JsonObject& facts = {});

    // Whether a line on stderr may be drawn anew, to say how far long work is: on a terminal that
    // no full-screen view owns, where neither --quiet nor --json was given.
    bool may_redraw() const;

    // Lines on stderr are held back while a full-screen view owns the terminal, and come out when
    // it is gone.
    void hold_notes();
    // They come out.
    void release_notes();

    // Whether everything written so far has left the program: false on a full disk or a closed
    // pipe.
    bool flush();

    // Where everything goes that is no data.
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
    bool holds_ = false;
};

}  // namespace tandem::tools
