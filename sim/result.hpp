// SPDX-License-Identifier: MIT
// A public function returns a Result instead of throwing: a value, or an Error that says what is
// wrong, where, and what to do.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include <tandem/sim/assert.hpp>

namespace tandem::sim {

// The kinds of failure that a caller must tell apart. tools/exit_code.hpp maps them to exit codes.
enum class ErrorCode : unsigned char {
    usage,          // the caller asked for something impossible
    bad_data,       // bytes from a disk or a network are malformed, cut or foreign
    divergence,     // two histories that should agree do not
    network,        // nobody answered, port in use, peer lost
    refused,        // the other side (or we) refused the match, with a reason
    io,             // missing file, disk full, output exists
    no_simulation,  // the file is good, but no simulation here can run it
    step_failed,    // the game's own code threw, or a state is too large to be recorded or sent
    internal,       // a fault of Tandem itself
};

// An error says what went wrong, where, and what to do about it.
struct Error {
    ErrorCode code = ErrorCode::internal;  // its kind
    std::string place;                     // file, byte, tick or field; may be empty
    std::string message;  // a sentence: what is wrong, expected and actual, what to do next

    // "place: message", or the message alone if there is no place.
    std::string text() const { return place.empty() ? message : place + ": " + message; }

    // The same error with `outer` in front of its place: "outer, place". Nothing is added if
    // `outer` is empty.
    [[nodiscard]] Error within(const std::string& outer) const {
        const bool is_within = !outer.empty() && !place.empty();
        return {code, outer + (is_within ? ", " : "") + place, message};
    }
};

// A value or an Error. The names are those of std::expected, which g++ 12 and clang 14 do not have
// in C++20.
template <class T>
class [[nodiscard]] Result {
public:
    // The type of its value.
    using value_type = T;

    // A success with this value, or a failure.
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    // True if it succeeded.
    bool has_value() const { return content_.index() == 0; }
    // True if it succeeded, for conditions.
    explicit operator bool() const { return has_value(); }

    // The value. It must have succeeded (asserted).
    T& value() & {
        TANDEM_ASSERT(has_value());
        return *std::get_if<0>(&content_);
    }
    const T& value() const& {
        TANDEM_ASSERT(has_value());
        return *std::get_if<0>(&content_);
    }
    T&& value() && {
        TANDEM_ASSERT(has_value());
        return std::move(*std::get_if<0>(&content_));
    }
    // The value, in a shorter form.
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    // The error. It must have failed (asserted).
    const Error& error() const {
        TANDEM_ASSERT(!has_value());
        return *std::get_if<1>(&content_);
    }

    // The same result, with `outer` in front of the place of its error.
    Result within(const std::string& outer) && {
        return has_value() ? std::move(*this) : Result(error().within(outer));
    }

private:
    std::variant<T, Error> content_;
};

// Success, or an Error.
template <>
class [[nodiscard]] Result<void> {
public:
    // It has no value.
    using value_type = void;

    Result() = default;
    // A failure.
    Result(Error error) : error_(std::move(error)), failed_(true) {}

    // True if it succeeded.
    bool has_value() const { return !failed_; }
    // True if it succeeded, for conditions.
    explicit operator bool() const { return has_value(); }

    // Returns nothing. It must have succeeded (asserted). It exists so that code for any Result<T>
    // works for this one too.
    void value() const { TANDEM_ASSERT(!failed_); }

    // The error. It must have failed (asserted).
    const Error& error() const {
        TANDEM_ASSERT(failed_);
        return error_;
    }

    // The same result, with `outer` in front of the place of its error.
    Result within(const std::string& outer) && {
        return failed_ ? Result(error_.within(outer)) : Result();
    }

private:
    Error error_;
    bool failed_ = false;
};

// Returns the error of a Result from the function that this stands in, and does nothing if the
// Result succeeded. The function returns a Result itself. It is a macro because nothing else in
// C++20 can return from its caller; it takes any number of arguments because the comma of a
// template argument separates them.
#define TANDEM_TRY(...)                                                \
    do {                                                               \
        if (const auto& tandem_tried = (__VA_ARGS__); !tandem_tried) { \
            return tandem_tried.error();                               \
        }                                                              \
    } while (false)

}  // namespace tandem::sim

// The layers above speak of results in most of their functions; there these names stand alone.
namespace tandem::replay {
using sim::Error;
using sim::ErrorCode;
using sim::Result;
}  // namespace tandem::replay
namespace tandem::net {
using sim::Error;
using sim::ErrorCode;
using sim::Result;
}  // namespace tandem::net
namespace tandem::tools {
using sim::Error;
using sim::ErrorCode;
using sim::Result;
}  // namespace tandem::tools
