// SPDX-License-Identifier: MIT
// The whole program of a game on Tandem.
#include "tug.hpp"

#include <tandem/tools/run.hpp>

int main(int argc, char** argv) { return tandem::tools::run<Tug>(argc, argv); }
