// SPDX-License-Identifier: MIT
// Tells the verdict of an autopsy with its evidence, for a person and for a program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/tools/program/evidence/diff_facts.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// The facts that are known beside an explanation.
struct ExplainRemarks {
    // Differences between the states of both sides, in the order of the names, if no field of the
    // bad tick is known. They are after so many ticks, the first moment at which both are known.
    std::vector<sim::FieldDifference> later_fields = {};
    std::uint64_t later_ticks_done = 0;
};

// The verdict in one sentence that needs no knowledge of the game's code, without a full stop. For
// one file `names.b` is empty.
std::string explain_sentence(const replay::Explanation& explanation, const ComparedNames& names);

// The headings of the two values of the explanation's fields: "simulated here" and a file, or both
// files.
ComparedNames value_headings(const replay::Explanation& explanation, const ComparedNames& names);
// The headings of the two values of a state of both sides; one file is compared with a simulation
// here.
ComparedNames side_headings(const ComparedNames& names);

// The verdict, the fields, the proof and every step, as lines. Foreign text is escaped.
std::vector<std::string> explain_lines(const replay::Explanation& explanation,
                                       const ComparedNames& names,
                                       const ExplainRemarks& remarks = {});
// The object that explain prints.
JsonObject explain_facts(const replay::Explanation& explanation, const ComparedNames& names);

// The way to check the game after an autopsy.
struct CheckAdvice {
    std::string command{};         // "tandem --game duel check"
    std::string options{};         // play the contents of the recording, behind --ticks
    std::uint64_t ticks_most = 0;  // most ticks played again; 0: other inputs are played
    bool has_ticks = false;        // the recording holds some
    bool is_of_two_sides = false;  // two recordings were compared
};

// The command to run next if the files cannot say more. It asks the program that made them if that
// is another one, else the game itself, with the recorded inputs and for as many ticks as went
// well. `explaining` is how this program was called, with its files. Empty if there is no such
// command.
std::string explain_next(const replay::Explanation& explanation, const std::string& explaining,
                         const CheckAdvice& check);

}  // namespace tandem::tools
