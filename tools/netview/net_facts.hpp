// SPDX-License-Identifier: MIT
// Tells the network's part in a match, as keys of the closing JSON object.
#pragma once

#include <tandem/tools/netview/net_log.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::netview {

// Returns "delay_ticks", "waited_ms", "peers" and "stalls"; CLI.md describes them.
JsonObject net_facts(const NetLog& log, const net::PaceStatus& pace);

}  // namespace tandem::tools::netview
