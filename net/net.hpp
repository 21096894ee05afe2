// SPDX-License-Identifier: MIT
// Includes everything that a match needs: sessions, their events, what a side keeps to come
// back, and their transports.
#pragma once

#include <tandem/net/driver.hpp>
#include <tandem/net/event.hpp>
#include <tandem/net/input_source.hpp>
#include <tandem/net/lockstep.hpp>
#include <tandem/net/options.hpp>
#include <tandem/net/status.hpp>
#include <tandem/net/ticket/ticket_text.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/net/transport/transport.hpp>
