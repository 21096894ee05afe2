// SPDX-License-Identifier: MIT
// What crosses a public boundary instead of an exception: a value, or an Error that says what,
// where and what to do.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include <tandem/sim/assert.hpp>

namespace tandem::sim {

// The kinds of failure, as a caller must tell them apart; tools/exit_code.hpp maps them to exit
// codes.
enum class ErrorCode : unsigned char {
    usage,          // the caller asked for something that cannot be
    bad_data,       // bytes from a disk or a wire are malformed, cut or foreign
    divergence,     // two histories that should agree do not
    network,        // nobody there, port in use, peer lost
    refused,        // the other side (or we) refused the match, with a reason
    io,             // missing file, disk full, output exists
    no_simulation,  // the file is sound, but no simulation here can run it
    step_failed,    // the game's own code threw, or a state to be told is too large
    internal,       // a fault of Tandem itself
};

// What went wrong, where, and what to do about it.
struct Error {
    ErrorCode code = ErrorCode::internal;  // its kind
    std::string place;                     // file, byte, tick or field; may be empty
    std::string message;  // one sentence: what is wrong, expected and actual, what to do next

    // "place: message", or the message alone where there is no place.
    std::string text() const { return place.empty() ? message : place + ": " + message; }
};

// A value or an Error. The spelling follows std::expected, which neither g++ 12 nor clang 14 offers
// in C++20.
template <class T>
class [[nodiscard]] Result {
public:
    // What it holds where it succeeded.
    using value_type = T;

    // Either of the two.
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    // Whether it succeeded.
    bool has_value() const { return content_.index() == 0; }
    // The same, for conditions.
    explicit operator bool() const { return has_value(); }

    // The value, where it succeeded (asserted).
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
    // The same, shorter.
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    // What went wrong, where it failed (asserted).
    const Error& error() const {
        TANDEM_ASSERT(!has_value());
        return *std::get_if<1>(&content_);
    }

private:
    std::variant<T, Error> content_;
};

// Success, or an Error.
template <>
class [[nodiscard]] Result<void> {
public:
    // It holds none.
    using value_type = void;

    Result() = default;
    // A failure.
    Result(Error error) : error_(std::move(error)), failed_(true) {}

    // Whether it succeeded.
    bool has_value() const { return !failed_; }
    // The same, for conditions.
    explicit operator bool() const { return has_value(); }

    // Nothing, where it succeeded (asserted): so that code for any Result<T> serves this one too.
    void value() const { TANDEM_ASSERT(!failed_); }

    // What went wrong, where it failed (asserted).
    const Error& error() const {
        TANDEM_ASSERT(failed_);
        return error_;
    }

private:
    Error error_;
    bool failed_ = false;
};

}  // namespace tandem::sim
