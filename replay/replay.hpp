// SPDX-License-Identifier: MIT
// Everything a program does with replay files: record, open, play, verify and compare them.
#pragma once

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/replay/play/player.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/recording/recording_files.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
