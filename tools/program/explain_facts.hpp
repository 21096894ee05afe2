// SPDX-License-Identifier: MIT
// The verdict of an autopsy with its evidence, for a person and for a program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/tools/program/diff_facts.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// What is known beside an explanation.
struct ExplainRemarks {
    // Where no field of the bad tick is known: what differs between the states of both sides, in
    // the order of the names, after so many ticks, the first moment at which both are known.
    std::vector<sim::FieldDifference> later_fields = {};
    std::uint64_t later_ticks_done = 0;
};

// The verdict in one sentence that needs no knowledge of the game's code, without a full stop. Of
// one file `names.b` is empty.
std::string explain_sentence(const replay::Explanation& explanation, const ComparedNames& names);

// What the two values of the explanation's fields are: "simulated here" and a file, or both files.
ComparedNames value_headings(const replay::Explanation& explanation, const ComparedNames& names);
// What the two values of a state of both sides are; one file is compared with a simulation here.
ComparedNames side_headings(const ComparedNames& names);

// The verdict, the fields, the proof and every step, as lines. Foreign text is escaped.
std::vector<std::string> explain_lines(const replay::Explanation& explanation,
                                       const ComparedNames& names,
                                       const ExplainRemarks& remarks = {});
// The same as the object that explain prints.
JsonObject explain_facts(const replay::Explanation& explanation, const ComparedNames& names);

// How the game is checked after an autopsy.
struct CheckAdvice {
    std::string command{};         // "tandem --game duel check"
    std::string options{};         // that play what the recording holds, behind --ticks
    std::uint64_t ticks_most = 0;  // so many are played again; 0: other inputs are played
    bool has_ticks = false;        // the recording holds some
    bool is_of_two_sides = false;  // two recordings were compared
};

// The command that looks on where the files cannot say more: the program that made them is asked
// where it is another one, else the game itself, with what was recorded and for as many ticks as
// went well. `explaining` is how this program was called, with its files. Empty where there is
// none.
std::string explain_next(const replay::Explanation& explanation, const std::string& explaining,
                         const CheckAdvice& check);

}  // namespace tandem::tools
