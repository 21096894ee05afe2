// SPDX-License-Identifier: MIT
// A child of the match: this process is one of the two machines. It renders for real, that is, it
// sleeps for as long as a picture costs here.
#pragma once

#include <functional>
#include <optional>

#include <tandem/sim/result.hpp>

namespace tandem::tools::lab::match {

// True if that descriptor is a socket, over which orders can come.
bool is_socket(int number);

// Returns the error of `play`, if there is one; an exception becomes an error as well.
std::optional<sim::Error> failure_of(const std::function<sim::Result<void>()>& play);

// Plays as the parent at the other end of this socket orders, over UDP on this machine, and reports
// to it. Returns the exit code, which only a person who looks can see.
int play_as_child(int socket);

}  // namespace tandem::tools::lab::match
