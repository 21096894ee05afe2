// SPDX-License-Identifier: MIT
// Figures as the lab's page sends them.
#pragma once

#include <string>

namespace tandem::tools::lab::browser {

inline const std::string k_sent_head =
    "tandem-lab\t1\nagent\tA browser/1\nrefresh\t16667\t16600\t16700\n";
inline const std::string k_sent_run =
    "run\tM2\trepaired\t2000000\t39\t120\t119\t1950000\t1116000\t17700\t1\t2\t33000\t17000\n";
inline const std::string k_sent_hidden =
    "hidden\t6000000\t0\t6\t120\t1001000\nhidden-loop\tM3c\tpublished\t0\t120\n";
inline const std::string k_sent_claims =
    "claim\tC84\trefuted\tM3a 6 of 120\tthrottled\nclaim\tC75\tshown\tnone came\t-\n"
    "fact\torder\tas asked\n";
inline const std::string k_sent_all =
    k_sent_head + k_sent_run + k_sent_hidden + k_sent_claims + "end\n";

}  // namespace tandem::tools::lab::browser
