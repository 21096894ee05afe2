// SPDX-License-Identifier: MIT
// Reads the time. It is the one clock of Tandem: all other code is told the time.
#pragma once

#include <chrono>
#include <string>

namespace tandem::tools {

// The steady time since an arbitrary point.
std::chrono::nanoseconds steady_now();
// The same, but it goes on while the machine sleeps, if the system has such a clock.
std::chrono::nanoseconds steady_now_with_sleep();

// The processor time that all threads of this process have taken so far.
std::chrono::nanoseconds processor_time();

// Sleeps; a signal ends it early.
void sleep_until(std::chrono::nanoseconds deadline);

// Local date and time for a file name: "20240131-184502".
std::string dated_name();
// The same for a person: "2024-01-31 18:45".
std::string date_text();

}  // namespace tandem::tools
