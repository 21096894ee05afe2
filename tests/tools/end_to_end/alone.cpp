// SPDX-License-Identifier: MIT
// The program of a single game, as its author would have it.
#include <tandem/tools/run.hpp>
#include <tests/support/counter.hpp>

int main(int argc, char** argv) { return tandem::tools::run<tandem::test::Counter>(argc, argv); }
