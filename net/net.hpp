// SPDX-License-Identifier: MIT
// All that a match needs: sessions, what they tell, and their transports.
#pragma once

#include <tandem/net/driver.hpp>
#include <tandem/net/event.hpp>
#include <tandem/net/input_source.hpp>
#include <tandem/net/lockstep.hpp>
#include <tandem/net/options.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/net/transport/simulated_network.hpp>
#include <tandem/net/transport/transport.hpp>
