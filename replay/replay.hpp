// SPDX-License-Identifier: MIT
// Everything a program does with replay files: record, open, play, verify and compare them.
#pragma once

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/diff.hpp>
#include <tandem/replay/output.hpp>
#include <tandem/replay/player.hpp>
#include <tandem/replay/recorder.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
