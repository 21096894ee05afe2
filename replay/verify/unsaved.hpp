// SPDX-License-Identifier: MIT
// Names what a restored state lacks: the first tick and the first fields that come out otherwise
// than without the restore.
#pragma once

#include <tandem/replay/verify/seek_storm.hpp>
#include <tandem/replay/verify/segments.hpp>

namespace tandem::replay {

// Turns the report of a straight run that is as recorded into a report of the verdict `unsaved`. It
// goes straight to the restored state, restores that into a second simulation, and steps both until
// they differ. If they do not differ a second time, it reports the place and text of `suspicion`.
void explain_unsaved(const Replay& replay, const sim::AnySimulation& spare,
                     const Suspicion& suspicion, VerifyReport& report,
                     const Progress& progress = nullptr);

// Does the same for a seek that went wrong.
void explain_seek(const SeekStormReport& storm, VerifyReport& report);

}  // namespace tandem::replay
