// SPDX-License-Identifier: MIT
// Names what a restored state lacks: the first tick and the first fields that come out otherwise
// than without the restore.
#pragma once

#include <tandem/replay/verify/seek_storm.hpp>
#include <tandem/replay/verify/segments.hpp>

namespace tandem::replay {

// Makes the report of a straight run that is as recorded one of the verdict `unsaved`. It goes
// straight to the restored state, restores that into a second simulation, and steps both until they
// differ. Where they do not differ a second time, it tells what `suspicion` has.
void explain_unsaved(const Replay& replay, const sim::AnySimulation& spare,
                     const Suspicion& suspicion, VerifyReport& report,
                     const Progress& progress = nullptr);

// The same for a seek that went wrong.
void explain_seek(const SeekStormReport& storm, VerifyReport& report);

}  // namespace tandem::replay
